# A formula for Homebrew on Linux and macOS. Not run: see packaging/README.md. A release sets url and sha256.
class Hallmark < Formula
  desc "Certified numbers of differential-privacy amplification"
  homepage "https://example.invalid/hallmark"
  url "https://example.invalid/hallmark-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "flint"
  depends_on "fmt"
  depends_on "gmp"
  depends_on "mpfr"
  depends_on "nettle"
  uses_from_macos "sqlite"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DHALLMARK_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "0.06419", shell_output("#{bin}/hallmark eval clones.epsilon n=1000000 eps0=4 delta=1e-8")
  end
end
