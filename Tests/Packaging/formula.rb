# Runs the Homebrew formula in $1 against the unpacked archive in $2, with stand-ins for what Homebrew gives a formula.
require "pathname"

class Folder
  def initialize(kind) = @kind = kind

  def install(files)
    files = files.is_a?(Hash) ? files.keys : Array(files)
    abort "formula: nothing to install as #{@kind}" if files.empty?
    files.each { |file| abort "formula: the archive has no #{file}" unless File.file?(file) }
    $installed += files.length
  end
end

class Formula
  %i[desc homepage version license url sha256].each do |word|
    define_singleton_method(word) { |value| ($said ||= {})[word] = value }
  end
  %i[on_linux on_intel].each { |word| define_singleton_method(word) { |&block| block.call } }
  %i[on_macos on_arm test].each { |word| define_singleton_method(word) { |&block| } }
  %i[bin man1 bash_completion zsh_completion fish_completion].each do |word|
    define_method(word) { Folder.new(word) }
  end
end

$installed = 0
load ARGV[0]
Dir.chdir(ARGV[1]) { Moult.new.install }
abort "formula: too little is installed" if $installed < 5
abort "formula: #{$said[:sha256]} is no checksum" unless $said[:sha256].match?(/\A\h{64}\z/)
puts "#{$said[:version]} #{$said[:url]} #{$said[:sha256]}"
