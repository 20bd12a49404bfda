// The module hallmark._core: the public headers as Python functions of texts. What is a number, and what Python makes of an
// answer, stands in the Python files beside it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <hallmark/answer_certificates.hpp>
#include <hallmark/check.hpp>
#include <hallmark/compose.hpp>
#include <hallmark/evaluate.hpp>
#include <hallmark/grid.hpp>
#include <hallmark/judge.hpp>
#include <hallmark/number.hpp>
#include <hallmark/registry.hpp>
#include <hallmark/samplers.hpp>
#include <hallmark/version.hpp>

#include "interruptible.hpp"

namespace py = pybind11;

namespace hallmark::python {
namespace {

/// What a call takes besides its parameters, as Python gives it.
struct Effort {
  std::optional<long> digits;
  double seconds;
  std::string route;
  bool exact;
  Stop stop;
  std::vector<std::string> thresholds;

  [[nodiscard]] Options options() const {
    return {.digits = digits,
            .seconds = seconds,
            .stop = stop.flag(),
            .route = route,
            .exact = exact,
            .thresholds = thresholds};
  }
};

std::string text(std::string_view word) { return std::string(word); }

/// An enclosure as the library gave it, for its certificate.
struct Held {
  std::shared_ptr<const Enclosure> enclosure;
};

py::dict as_dict(const Enclosure& x) {
  py::dict d;
  d["statement"] = x.statement;
  d["quantity"] = x.quantity;
  d["parameters"] = x.parameters;
  d["composed"] = x.composed;
  d["readings"] = x.readings;
  d["phases"] = x.phases;
  d["bounds"] = text(to_string(x.bounds));
  d["kind"] = text(to_string(x.kind));
  d["status"] = text(to_string(x.status));
  d["adjacency"] = text(to_string(x.adjacency));
  d["direction"] = text(to_string(x.direction));
  d["lo"] = x.lo;
  d["hi"] = x.hi;
  d["lo_decimal"] = x.lo_decimal;
  d["hi_decimal"] = x.hi_decimal;
  d["lower"] = x.lo_binary64;
  d["upper"] = x.hi_binary64;
  d["exact"] = x.exact;
  d["upper_end"] = x.upper_end;
  d["reached"] = x.reached;
  d["shortfall"] = x.shortfall;
  d["method"] = x.method;
  d["route"] = x.route;
  d["bits"] = x.bits;
  d["axioms"] = x.axioms;
  d["held"] = Held{std::make_shared<const Enclosure>(x)};
  return d;
}

py::object as_dict_or_none(const std::optional<Enclosure>& x) { return x ? py::object(as_dict(*x)) : py::none(); }

py::dict as_dict(const Quantity& q) {
  py::list parameters;
  for (const QuantityParameter& p : q.parameters) {
    py::dict d;
    d["name"] = p.name;
    d["domain"] = p.domain;
    d["default"] = p.default_text.empty() ? py::object(py::none()) : py::str(p.default_text);
    parameters.append(d);
  }
  py::dict d;
  d["id"] = q.id;
  d["summary"] = q.summary;
  d["bounds"] = text(to_string(q.bounds));
  d["kind"] = text(to_string(q.kind));
  d["status"] = text(to_string(q.status));
  d["theorem"] = q.theorem;
  d["adjacency"] = text(to_string(q.adjacency));
  d["parameters"] = parameters;
  d["routes"] = q.routes;
  d["cost"] = q.cost;
  return d;
}

/// The answer of `call`, a function without arguments that owns all it uses.
template <typename Call>
auto answer_of(Call call, const Stop& stop) {
  const auto answer = std::make_shared<std::optional<decltype(call())>>();
  run_interruptibly([answer, call] { *answer = call(); }, stop);
  return std::move(**answer);
}

py::dict evaluate_texts(const std::string& quantity, const ParameterTexts& parameters, const Effort& effort) {
  return as_dict(answer_of([quantity, parameters, effort] { return evaluate(quantity, parameters, effort.options()); },
                           effort.stop));
}

using PartTexts = std::vector<std::tuple<std::string, ParameterTexts, long>>;

std::vector<Part> parts_of(const PartTexts& list) {
  std::vector<Part> parts;
  for (const auto& [mechanism, texts, rounds] : list) parts.push_back({mechanism, texts, rounds});
  return parts;
}

py::dict compose_texts(const std::string& quantity, const PartTexts& list, const ParameterTexts& parameters,
                       const Effort& effort) {
  return as_dict(answer_of([quantity, parts = parts_of(list), parameters,
                            effort] { return compose(quantity, parts, parameters, effort.options()); },
                           effort.stop));
}

/// A certificate that the number lies between the decimals of an enclosure, or nothing and why.
py::tuple certify_held(const Held& held, const Effort& effort) {
  const Decision decision =
      answer_of([held, effort] { return certify(*held.enclosure, effort.options()); }, effort.stop);
  return py::make_tuple(decision.certificate, decision.certificate ? "" : decision.reason);
}

/// The certificates of an answer, each with what it proves, and why one is missing.
py::tuple certificates_of_held(const Held& held, const Effort& effort) {
  const AnswerCertificates found =
      answer_of([held, effort] { return certificates_of(*held.enclosure, effort.options()); }, effort.stop);
  py::list all;
  for (const AnswerCertificate& one : found.all) all.append(py::make_tuple(one.certificate, one.proves, one.statement));
  return py::make_tuple(all, found.missing);
}

py::dict decided(const Claim& claim, const Effort& effort) {
  const Decision decision = answer_of([claim, effort] { return judge(claim, effort.options()); }, effort.stop);
  py::dict d;
  d["outcome"] = text(to_string(decision.outcome));
  d["reason"] = decision.reason;
  d["left"] = as_dict_or_none(decision.left);
  d["right"] = as_dict_or_none(decision.right);
  d["axioms"] = decision.axioms;
  d["certificate"] = decision.certificate;
  return d;
}

py::dict judge_texts(const std::string& quantity, const ParameterTexts& parameters, const std::string& relation,
                     const std::vector<std::string>& values,
                     const std::optional<std::pair<std::string, ParameterTexts>>& right, const Effort& effort) {
  const std::optional<Relation> known = read_relation(relation);
  if (!known) throw InputError("judge", "relation", relation, "one of <= < >= > in ~");
  Claim claim{.id = "claim", .left = {quantity, parameters}, .relation = *known, .values = values};
  if (right) claim.right = {right->first, right->second};
  return decided(claim, effort);
}

py::dict judge_statement(const std::string& statement, const Effort& effort) {
  return decided(read_statement(statement), effort);
}

/// The places of the two cells and the monotonicities used, or None.
py::object place_texts(const std::string& quantity, const Grid& grid, const ParameterTexts& parameters) {
  const auto place = place_in_grid(quantity, grid, parameters);
  return place ? py::make_tuple(place->least, place->greatest, place->because) : py::object(py::none());
}

py::dict check_bytes(const py::bytes& certificate) {
  const Checked checked = answer_of([bytes = std::string(certificate)] { return check_certificate(bytes); }, Stop());
  py::dict d;
  d["verdict"] = checked.verdict == CheckVerdict::verified   ? "verified"
                 : checked.verdict == CheckVerdict::rejected ? "rejected"
                                                             : "malformed";
  d["line"] = checked.line;
  d["statement"] = checked.statement;
  d["axioms"] = checked.axioms;
  return d;
}

}  // namespace
}  // namespace hallmark::python

PYBIND11_MODULE(_core, module) {
  using namespace hallmark;
  using namespace hallmark::python;
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError);
  py::class_<Stop>(module, "Stop").def(py::init<>()).def("set", &Stop::set).def("is_set", &Stop::is_set);
  py::class_<Effort>(module, "Effort")
      .def(py::init([](std::optional<long> digits, double seconds, const std::string& route, bool exact,
                       const Stop& stop, const std::vector<std::string>& thresholds) {
             return Effort{digits, seconds, route, exact, stop, thresholds};
           }),
           py::arg("digits"), py::arg("seconds"), py::arg("route"), py::arg("exact"), py::arg("stop"),
           py::arg("thresholds"));
  module.def("evaluate", &evaluate_texts);
  module.def("compose", &compose_texts);
  py::class_<Held>(module, "Held");
  module.def("certify", &certify_held);
  module.def("certificates_of", &certificates_of_held);
  module.def("judge", &judge_texts);
  module.def("judge_statement", &judge_statement);
  module.def("check", &check_bytes);
  module.def("place_in_grid", &place_texts);
  module.def("quantities", [] {
    py::list all;
    for (const Quantity& q : quantities()) all.append(as_dict(q));
    return all;
  });
  module.def("search", [](const std::string& words) {
    const SearchResult found = search(words);
    py::dict d;
    d["ids"] = found.ids;
    d["near"] = found.near;
    d["remark"] = found.remark;
    return d;
  });
  module.def("samplers", [](const ParameterTexts& training) {
    py::list all;
    for (const Sampler& s : samplers(training)) {
      py::dict d;
      d["name"] = s.name;
      d["neighbours"] = s.neighbours;
      d["needs"] = s.needs;
      d["quantity"] = s.question.quantity;
      d["parameters"] = s.question.parameters;
      all.append(d);
    }
    return all;
  });
  module.def("quantity_id", [](const std::string& name) { return quantity_id(name); });
  module.def("canonical", [](const std::string& number) { return canonical(number); });
  module.def("decimal", [](const std::string& number, long digits, bool up) {
    return decimal(number, digits, up ? Rounding::up : Rounding::down);
  });
  module.def("binary64",
             [](const std::string& number, bool up) { return binary64(number, up ? Rounding::up : Rounding::down); });
  module.def("version", [] { return text(version()); });
  py::module_::import("atexit").attr("register")(py::cpp_function(&wait_for_abandoned));
}
