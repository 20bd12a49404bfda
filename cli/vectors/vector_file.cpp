#include "cli/vectors/vector_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "bounds/certificate.hpp"
#include "cli/io/csv.hpp"
#include "cli/io/output.hpp"
#include "cli/vectors/vector_id.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::string_view data_version = "1.0";
constexpr std::string_view generator_version = "1.0";

bool is_binary64(const Number& x) {
  const auto r = x.rational();
  return r && binary64(*r, Rounding::down) == binary64(*r, Rounding::up);
}

Json group_json(const Group& group, const Entry& e, std::string_view kind, std::string_view adjacency,
                const std::string& direction) {
  Json g;
  g["quantity"] = group.quantity;
  g["kind"] = kind;
  g["status"] = to_string(e.status);
  g["source"]["name"] = group.source;
  g["source"]["version"] = generator_version;
  g["theorem"] = e.theorem;
  g["adjacency"] = adjacency;
  g["direction"] = direction;
  g["tests"] = Json::array();
  return g;
}

Json test_json(const Group& group, const Case& c, const Arguments& arguments, const std::string& id,
               const Computed& computed) {
  std::set<std::string_view> flags(group.flags.begin(), group.flags.end());
  flags.insert(c.flags.begin(), c.flags.end());
  const auto derived = derived_flags(arguments, computed.out);
  flags.insert(derived.begin(), derived.end());
  Json t;
  t["tcId"] = 0;  // numbered when all groups stand
  t["id"] = id;
  t["comment"] = c.comment;
  t["flags"] = flags;
  t["in"] = arguments.canonical();
  t["out"] = computed.out;
  t["cert"] = nullptr;
  if (!computed.certificate.empty()) {
    t["cert"] = {{"file", certificate_path(id)}, {"sha256", sha256(computed.certificate)}};
  }
  return t;
}

}  // namespace

std::string certificate_path(std::string_view id) { return fmt::format("{}/{}.cert", certificates_name, id); }

std::string bundle_name(std::string_view suite) { return fmt::format("{}.certs", suite); }
std::string list_name(std::string_view suite) { return fmt::format("{}.csv", suite); }

std::vector<std::string_view> derived_flags(const Arguments& arguments, const Json& out) {
  std::vector<std::string_view> flags;
  const auto& texts = arguments.canonical();
  const bool binary = std::all_of(texts.begin(), texts.end(), [&](const auto& p) {
    return p.first == "direction" || p.first == "adjacency" || p.first == "orders" ||
           (arguments.is_number(p.first) && is_binary64(arguments.number(p.first)));
  });
  if (binary) flags.push_back("Binary64Inputs");
  const Rational lo(out.at("lo").template get<std::string>());
  if (lo.sign() > 0 && lo < pow(Rational(2), -1022)) flags.push_back("BelowBinary64");
  return flags;
}

Json suite_json(const Suite& suite, const std::map<std::string, Computed>& results) {
  Json groups = Json::array();
  std::set<std::string> flags;
  for (const Group& group : suite.groups) {
    const Entry& e = entry(group.quantity);
    std::vector<Json> parts;  // of one kind, direction and adjacency each
    for (const Case& c : group.cases) {
      const Arguments arguments = e.arguments(c.parameters);
      const std::string_view kind = to_string(kind_of(e, arguments));
      const std::string direction = direction_text(e, arguments);
      const std::string_view adjacency = to_string(arguments.adjacency());
      auto at = std::find_if(parts.begin(), parts.end(), [&](const Json& g) {
        return g["kind"] == kind && g["direction"] == direction && g["adjacency"] == adjacency;
      });
      if (at == parts.end()) at = parts.insert(at, group_json(group, e, kind, adjacency, direction));
      const std::string id = vector_id(e, arguments);
      Json test = test_json(group, c, arguments, id, results.at(id));
      for (const Json& flag : test["flags"]) flags.insert(flag.get<std::string>());
      (*at)["tests"].push_back(std::move(test));
    }
    for (Json& g : parts) groups.push_back(std::move(g));
  }
  long count = 0;
  for (Json& g : groups) {
    for (Json& t : g["tests"]) t["tcId"] = ++count;
  }
  Json root;
  root["schema"] = vectors_schema_name;
  root["dataVersion"] = data_version;
  root["suite"] = suite.name;
  root["numberOfTests"] = count;
  root["header"] = suite.header;
  root["notes"] = Json::object();
  for (const std::string& flag : flags) {
    const Note& n = note(flag);
    root["notes"][flag] = {{"description", n.description}, {"effect", n.effect}, {"links", n.links}};
  }
  root["testGroups"] = std::move(groups);
  return root;
}

std::string json_text(const Json& root) { return root.dump(2) + "\n"; }

std::string csv_text(const Json& root) {
  std::string text =
      "tcId,id,quantity,kind,status,source,theorem,adjacency,direction,in,lo,hi,lo64,hi64,lo64x,hi64x,exact,flags,"
      "comment,cert,cert_sha256\n";
  for (const Json& g : root.at("testGroups")) {
    for (const Json& t : g.at("tests")) {
      std::vector<std::string> fields = {std::to_string(t.at("tcId").template get<long>()), t.at("id")};
      for (const char* name : {"quantity", "kind", "status"}) fields.push_back(g.at(name));
      fields.push_back(fmt::format("{} {}", g.at("source").at("name").template get<std::string>(),
                                   g.at("source").at("version").template get<std::string>()));
      for (const char* name : {"theorem", "adjacency", "direction"}) fields.push_back(g.at(name));
      std::vector<std::string> in;
      for (const auto& [name, value] : t.at("in").items()) {
        in.push_back(fmt::format("{}={}", name, value.template get<std::string>()));
      }
      fields.push_back(fmt::format("{}", fmt::join(in, " ")));
      for (const char* name : {"lo", "hi", "lo64", "hi64", "lo64x", "hi64x"}) fields.push_back(t.at("out").at(name));
      fields.push_back(t.at("out").at("exact").is_null() ? "" : t.at("out").at("exact").template get<std::string>());
      fields.push_back(fmt::format("{}", fmt::join(t.at("flags").template get<std::vector<std::string>>(), " ")));
      fields.push_back(t.at("comment"));
      const bool proved = !t.at("cert").is_null();
      fields.push_back(proved ? t.at("cert").at("file").template get<std::string>() : "");
      fields.push_back(proved ? t.at("cert").at("sha256").template get<std::string>() : "");
      std::string separator;
      for (const std::string& field : fields) {
        text += separator + csv_field(field);
        separator = ",";
      }
      text += '\n';
    }
  }
  return text;
}

Checksums read_checksums(std::string_view path, std::string_view text) {
  constexpr std::size_t digest_length = 64;
  Checksums all;
  long line = 0;
  while (!text.empty()) {
    ++line;
    const auto end = text.find('\n');
    const std::string_view row = text.substr(0, end);
    const auto refuse = [&](std::size_t column) {
      throw InputError(fmt::format("{}:{}:{}: expected 64 lowercase hexadecimal digits, two spaces, a file name", path,
                                   line, column + 1));
    };
    const auto bad = row.find_first_not_of("0123456789abcdef");
    if (bad != digest_length) refuse(std::min(bad, digest_length));
    if (row.substr(digest_length, 2) != "  ") refuse(digest_length);
    const std::string_view name = row.substr(digest_length + 2);
    if (end == std::string_view::npos || name.empty() || name.find('/') != std::string_view::npos ||
        !all.emplace(name, row.substr(0, digest_length)).second) {
      refuse(digest_length + 2);
    }
    text.remove_prefix(end + 1);
  }
  return all;
}

std::string checksums_text(const Checksums& checksums) {
  std::string text;
  for (const auto& [name, digest] : checksums) text += fmt::format("{}  {}\n", digest, name);
  return text;
}

}  // namespace hallmark::cli
