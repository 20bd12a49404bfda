// The fixed part of every quantity as the data files have it: */quantities.txt, parameters.txt, axioms.txt.
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "bounds/arguments.hpp"

namespace hallmark {

/// What a row of the registry says and does not compute.
struct QuantityRow {
  std::string_view id;
  std::string_view summary;     // one line
  std::string_view words;       // whose number, kind, status, adjacency; `methods` where --methods all lists several,
                                // `thresholds` where several eps that are asked for together share one table
  std::string_view parameters;  // their forms in parameters.txt, separated by spaces
  std::string_view theorem;
  std::string_view cost;
  std::string_view routes;        // the first one is chosen by default
  std::string_view inverse = {};  // the quantity whose level it passes, or none, which has no row; the lemma of the
                                  // monotonicity, where that is another one than that delta falls in eps
  std::string_view axiom = {};    // in axioms.txt
  std::string_view example = {};  // name=value where the usual values are outside of the theorem, or costly
};

/// A form of a parameter.
struct ParameterRow {
  std::string_view form;  // the name, or the name, a slash and a word
  std::string_view domain;
  std::string_view default_text = {};
  std::string_view usual = {};    // the value in examples, with the name's own row
  std::string_view meaning = {};  // in words; where it is empty, that of the name's own row
  std::string_view flag = {};     // `quiet` or `optional`, as in Parameter
  std::string_view words = {};    // of the domain `word`
};

/// What an axiom depends on, as far as a quantity has these parameters.
struct AxiomRow {
  std::string_view name;
  std::string_view parameters;
};

/// The data files' rows.
/// Kind:      exact
[[nodiscard]] std::span<const QuantityRow> quantity_rows();
[[nodiscard]] std::span<const ParameterRow> parameter_rows();
[[nodiscard]] std::span<const AxiomRow> axiom_rows();

/// The first row of a parameter of that name; nullptr where there is none.
/// Kind:      exact
[[nodiscard]] const ParameterRow* find_parameter(std::string_view name);

/// The parameters of these forms, separated by spaces.
/// Kind:      exact
/// Domain:    forms of parameters.txt: anything else is a broken invariant
[[nodiscard]] std::vector<Parameter> parameters(std::string_view forms);

/// The values by name that the example of a quantity takes in place of the usual ones.
/// Kind:      exact
[[nodiscard]] std::map<std::string_view, std::string_view> exceptional_values(std::string_view id);

}  // namespace hallmark
