# nix-build packaging/nix. Not run: see packaging/README.md. nixpkgs has FLINT 3, where Arb is a part of FLINT.
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "hallmark";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;
  nativeBuildInputs = [ pkgs.cmake pkgs.ninja ];
  buildInputs = with pkgs; [ flint mpfr gmp fmt nettle cli11 nlohmann_json sqlite ];
  cmakeFlags = [ "-DHALLMARK_TESTS=OFF" ];
  doInstallCheck = true;
  installCheckPhase = "$out/bin/hallmark-check ../data/certificates/*.cert";
  meta = {
    description = "Certified numbers of differential-privacy amplification";
    license = pkgs.lib.licenses.asl20;
    platforms = [ "x86_64-linux" "aarch64-linux" ];
  };
}
