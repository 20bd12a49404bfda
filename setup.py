"""Builds the extension by CMake: what pyproject.toml cannot say. HALLMARK_BUILD names a build directory to use as it is, as in ./bootstrap."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def run(self):
        build = pathlib.Path(os.environ.get("HALLMARK_BUILD") or pathlib.Path(self.build_temp) / "cmake").resolve()
        if not (build / "CMakeCache.txt").exists() or "HALLMARK_BUILD" not in os.environ:
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DHALLMARK_PYTHON=ON", "-DHALLMARK_PROGRAM=OFF", "-DHALLMARK_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}"]
            try:
                import pybind11
                options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
            except ImportError:
                pass  # Debian's pybind11-dev is found by CMake itself
            subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja", *options], check=True)
        programs = [path for path in ("proofs-check/hallmark-check", "cli/hallmark") if (build / path).parent.is_dir()]
        subprocess.run(["cmake", "--build", str(build), "--target", "hallmark_python", *(pathlib.Path(path).name for path in programs)], check=True)
        built = build / "python" / "hallmark"
        package = pathlib.Path(self.build_lib) / "hallmark"
        if self.editable_mode:
            package = ROOT / "python" / "hallmark"
        package.mkdir(parents=True, exist_ok=True)
        for extension in built.glob("_core.*"):
            if extension.suffix == ".so":
                shutil.copy2(extension, package)
        (package / "bin").mkdir(exist_ok=True)
        for path in programs:
            shutil.copy2(build / path, package / "bin")
        for name in ("py.typed", "_core.pyi"):
            if not self.editable_mode:
                shutil.copy2(ROOT / "python" / "hallmark" / name, package)
        shutil.copytree(built / "vectors_v1", package / "vectors_v1", dirs_exist_ok=True)

    def get_outputs(self):
        return []


version = re.search(r"^project\(Hallmark VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.MULTILINE)[1]
setup(version=version, ext_modules=[Extension("hallmark._core", [])], cmdclass={"build_ext": CMakeBuild})
