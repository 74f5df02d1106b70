# Made by `make release`; the next release makes it again.
{
  description = "Moult, a migration linter for gRPC, Protocol Buffers and Connect in Swift";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      archives = {
        # @if linux-x86_64
        x86_64-linux = { url = "@URL_LINUX_X86_64@"; sha256 = "@SHA256_LINUX_X86_64@"; };
        # @end
        # @if linux-aarch64
        aarch64-linux = { url = "@URL_LINUX_AARCH64@"; sha256 = "@SHA256_LINUX_AARCH64@"; };
        # @end
        # @if macos-x86_64
        x86_64-darwin = { url = "@URL_MACOS_X86_64@"; sha256 = "@SHA256_MACOS_X86_64@"; };
        # @end
        # @if macos-arm64
        aarch64-darwin = { url = "@URL_MACOS_ARM64@"; sha256 = "@SHA256_MACOS_ARM64@"; };
        # @end
      };
      package = system: archive:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenv.mkDerivation {
          pname = "moult";
          version = "@VERSION@";
          src = pkgs.fetchurl archive;
          nativeBuildInputs = [ pkgs.installShellFiles ]
            ++ pkgs.lib.optional pkgs.stdenv.isLinux pkgs.autoPatchelfHook;
          dontConfigure = true;
          dontBuild = true;
          installPhase = ''
            install -Dm755 bin/moult $out/bin/moult
            installManPage share/man/man1/*.1
            installShellCompletion --bash share/completions/moult.bash
            installShellCompletion --zsh share/completions/_moult
            installShellCompletion --fish share/completions/moult.fish
          '';
          meta = {
            description = "Find and rewrite old uses of gRPC, Protocol Buffers and Connect in Swift";
            homepage = "@HOMEPAGE@";
            license = pkgs.lib.licenses.asl20;
            mainProgram = "moult";
            platforms = builtins.attrNames archives;
          };
        };
    in {
      packages = builtins.mapAttrs
        (system: archive: { default = package system archive; }) archives;
    };
}
