// Nothing: CMake builds precompiled headers for a source that takes them, and main.cpp does not.
