// The one translation unit that has the main of all suites: Catch2 2 writes it, of Catch2 3 the session is called.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#if CATCH_VERSION_MAJOR >= 3
int main(int count, char** words) { return Catch::Session().run(count, words); }
#endif
