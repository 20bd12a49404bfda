// What people type around names and numbers, and the shell leaves there.
#pragma once

#include <string>
#include <vector>

namespace hallmark::cli {

/// A question as an id and name=value, of whatever stands for it: `sigma = 1.1` in three words, commas between parameters, quotes that
/// cmd.exe of Windows hands over, and the whole question as a text, "dp-sgd.epsilon(sigma=1.1, rate=1%, ...)".
/// Domain:    any words; those that are none of this stay as they are. Throws InputError for a question with a "(" and no end
void tidy(std::string& id, std::vector<std::string>& parameters);

}  // namespace hallmark::cli
