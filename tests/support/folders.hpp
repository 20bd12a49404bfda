// Where the sources and the build are. They are functions, so that no other file's compilation depends on the folder.
#pragma once

#include <string>

namespace hallmark::test {

std::string source_folder();
std::string binary_folder();

}  // namespace hallmark::test
