# Made by `make release`; the next release makes it again.
class Moult < Formula
  desc "Find and rewrite old uses of gRPC, Protocol Buffers and Connect in Swift"
  homepage "@HOMEPAGE@"
  version "@VERSION@"
  license "Apache-2.0"

  # @if macos
  on_macos do
    # @if macos-arm64
    on_arm do
      url "@URL_MACOS_ARM64@"
      sha256 "@SHA256_MACOS_ARM64@"
    end
    # @end
    # @if macos-x86_64
    on_intel do
      url "@URL_MACOS_X86_64@"
      sha256 "@SHA256_MACOS_X86_64@"
    end
    # @end
  end
  # @end
  # @if linux
  on_linux do
    # @if linux-aarch64
    on_arm do
      url "@URL_LINUX_AARCH64@"
      sha256 "@SHA256_LINUX_AARCH64@"
    end
    # @end
    # @if linux-x86_64
    on_intel do
      url "@URL_LINUX_X86_64@"
      sha256 "@SHA256_LINUX_X86_64@"
    end
    # @end
  end
  # @end

  def install
    bin.install "bin/moult"
    man1.install Dir["share/man/man1/*.1"]
    bash_completion.install "share/completions/moult.bash" => "moult"
    zsh_completion.install "share/completions/_moult"
    fish_completion.install "share/completions/moult.fish"
  end

  test do
    (testpath/"A.swift").write "import SwiftGRPC\n"
    assert_match "grpc-swift.import-swiftgrpc", shell_output("#{bin}/moult lint", 1)
  end
end
