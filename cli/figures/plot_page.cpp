#include "cli/figures/plot_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/figures/curves.hpp"
#include "cli/figures/uplot.hpp"
#include "cli/report/html.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view style = R"css(
#plot{overflow-x:auto;margin:1rem 0}.under{display:none!important}.u-legend .u-series{cursor:pointer}
.u-legend{text-align:left!important}.u-legend th{font-weight:400}.u-label{white-space:normal}
table.numbers{border-collapse:collapse;width:100%}.numbers caption{text-align:left;color:var(--soft);padding:.3rem 0}
.numbers th,.numbers td{border-top:1px solid var(--rule);padding:.15rem .8rem .15rem 0;text-align:left;overflow-wrap:anywhere}
.numbers td{white-space:nowrap}.numbers td:last-child{white-space:normal}.numbers td.n{font-variant-numeric:tabular-nums}.wide{overflow-x:auto}
@media print{.numbers tr{break-inside:avoid}thead{display:table-header-group}#plot{break-inside:avoid;overflow:visible}}
)css";

// TABLE, the data, stands before it.
constexpr std::string_view script = R"js(
(function () {
  var place = document.getElementById("plot"), series = [{ label: TABLE.x, value: function (u, v, s, i) { return i == null ? "" : TABLE.texts[i]; } }];
  var data = [TABLE.xs], bands = [];
  var number = function (v) { return v !== 0 && (Math.abs(v) < 1e-3 || Math.abs(v) >= 1e6) ? v.toExponential().replace("e+", "e") : String(+v.toPrecision(12)); };
  var numbers = function (u, splits) { return splits.map(function (v) { return v == null ? "" : number(v); }); };
  TABLE.curves.forEach(function (c, i) {
    var said = function (u, v, s, i) { return (i == null ? null : c.texts[i]) || ""; };
    series.push({ label: c.label, stroke: c.colour, width: Math.max(1.2, 3.5 - 0.45 * i), dash: c.dash, spanGaps: true, points: { show: true, size: 5, fill: c.colour }, value: said });
    data.push(c.hi);
    if (!c.lo) return;
    bands.push({ series: [series.length - 1, series.length], fill: c.colour + "40" });
    series.push({ label: "", class: "under", stroke: c.colour, width: 1, spanGaps: true, points: { show: false } });
    data.push(c.lo);
  });
  var axis = function (label, size) { return { label: label, labelSize: 24, size: size, values: numbers, grid: { stroke: "#e4e7eb", width: 1 }, ticks: { stroke: "#c9ced6", width: 1 }, font: "13px system-ui,sans-serif", labelFont: "14px system-ui,sans-serif" }; };
  var scale = function (logarithmic, range) { return range ? { time: false, distr: logarithmic ? 3 : 1, range: range } : { time: false, distr: logarithmic ? 3 : 1 }; };
  var size = function (width) { return { width: Math.max(280, Math.floor(width)), height: Math.max(300, Math.min(560, Math.floor(width * 0.6))) }; };
  var options = size(place.clientWidth);
  options.scales = { x: scale(TABLE.logX, TABLE.rangeX), y: scale(TABLE.logY, TABLE.rangeY) };
  options.axes = [axis(TABLE.x, 40), axis(TABLE.y, 76)];
  options.series = series;
  options.bands = bands;
  options.legend = { live: true };
  // The lower line of a band comes and goes with the upper one.
  options.hooks = { setSeries: [function (u, i, change) {
    if (i != null && change.show != null && series[i + 1] && series[i + 1].class && u.series[i + 1].show !== change.show) u.setSeries(i + 1, { show: change.show });
  }] };
  var plot = new uPlot(options, data, place);
  place.querySelectorAll(".u-legend .u-series th").forEach(function (entry) {
    entry.tabIndex = 0;
    entry.addEventListener("keydown", function (event) { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); entry.click(); } });
  });
  var fit = function () { plot.setSize(size(place.clientWidth)); };
  addEventListener("resize", fit);
  // On paper the curves fit, and the numbers are unfolded.
  var numbersBelow = document.querySelector("details");
  addEventListener("beforeprint", function () { plot.setSize(size(660)); numbersBelow.open = true; });
  addEventListener("afterprint", function () { fit(); numbersBelow.open = false; });
})();
)js";

// The JSON as it may stand in a script: no tag ends or begins in it, and no line of JavaScript.
std::string in_script(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

Json dashes(const Curve& curve, std::size_t index) {
  if (curve.kind == "lower") return {10, 6};
  constexpr std::size_t all_colours = 8;  // after which they come again, with another line
  return index < all_colours ? Json::array() : Json({3, 5});
}

std::string ends(const TableRow& row) { return row.lo == row.hi ? row.lo : row.lo + " to " + row.hi; }

Json curve_json(const Curve& curve, std::size_t index, const std::vector<double>& xs) {
  const Json none(xs.size(), Json());
  Json hi = none, lo = none, texts = none;
  for (const Dot& dot : curve.dots) {
    const auto at = static_cast<std::size_t>(std::lower_bound(xs.begin(), xs.end(), dot.x) - xs.begin());
    hi[at] = curve.kind == "lower" ? dot.lo : dot.hi;
    lo[at] = dot.lo;
    texts[at] = ends(*dot.row);
  }
  Json json = {{"label", printable(label_of(curve))},
               {"colour", curve_colour(index)},
               {"dash", dashes(curve, index)},
               {"hi", hi},
               {"texts", texts}};
  if (is_wide(curve) && curve.kind != "lower") json["lo"] = lo;
  return json;
}

Json table_json(const FigureTable& table, const std::vector<Curve>& curves) {
  std::vector<std::pair<double, std::string>> points;
  double least = curves.front().dots.front().hi;
  double most = least;
  for (const Curve& curve : curves) {
    for (const Dot& dot : curve.dots) {
      points.emplace_back(dot.x, dot.row->x);
      least = std::min(least, dot.lo);
      most = std::max(most, dot.hi);
    }
  }
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  std::vector<double> xs;
  Json texts = Json::array();
  for (const auto& [x, text] : points) {
    xs.push_back(x);
    texts.push_back(text);
  }
  Json json = {
      {"x", printable(table.x)}, {"y", printable(table.y)}, {"logX", table.log_x}, {"logY", table.log_y}, {"xs", xs},
      {"texts", texts}};
  const auto [first, last] = x_range(curves);
  if (first < last) json["rangeX"] = {first, last};
  const auto end = table.log_y ? y_end(curves) : std::nullopt;
  if (end) json["rangeY"] = {*end, most * 2};
  // Bands first, so that no line lies below one.
  std::vector<Json> drawn;
  for (std::size_t i = 0; i < curves.size(); ++i) drawn.push_back(curve_json(curves[i], i, xs));
  std::stable_partition(drawn.begin(), drawn.end(), [](const Json& curve) { return curve.contains("lo"); });
  json["curves"] = drawn;
  return json;
}

std::string numbers_html(const FigureTable& table) {
  std::string html = fmt::format(
      "<details><summary>The numbers: {} points</summary><div class=\"wide\"><table class=\"numbers\"><caption>Every row is an "
      "enclosure, rounded outward: the number of its kind lies between the two ends.</caption><thead><tr><th scope=\"col\">curve</th>"
      "<th scope=\"col\">{}</th><th scope=\"col\">from</th><th scope=\"col\">to</th><th scope=\"col\">kind</th><th "
      "scope=\"col\">method</th></tr></thead><tbody>\n",
      table.rows.size(), escaped(table.x));
  for (const TableRow& row : table.rows) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", escaped(row.series));
    for (const std::string& text : {row.x, row.lo, row.hi}) html += "<td class=\"n\">" + escaped(text) + "</td>";
    html += fmt::format("<td>{}</td><td>{}</td></tr>\n", escaped(row.kind), escaped(row.method));
  }
  return html + "</tbody></table></div></details>\n";
}

}  // namespace

std::string plot_page(const FigureTable& table) {
  const std::vector<Curve> curves = curves_of(table);
  const std::string title = table.name.empty() ? table.title : table.name + ": " + table.title;
  std::string body = fmt::format("<h1>{}</h1>\n", escaped(title));
  if (!table.source.empty()) body += fmt::format("<p class=\"soft\">{}</p>\n", escaped(table.source));
  body += fmt::format(
      "<div id=\"plot\" role=\"img\" aria-label=\"{} against {}, {} curves; the numbers stand in the table below\"></div>\n"
      "<noscript><p>The picture needs scripts; the numbers below do not.</p></noscript>\n"
      "<p class=\"soft\">Dashed lines are lower bounds; a band is an enclosure that is wide enough to be seen. A click on a name hides its curve. "
      "Drawn by uPlot; what is proved stands in the numbers.</p>\n",
      escaped(table.y), escaped(table.x), curves.size());
  body += numbers_html(table);
  const std::string all_style = std::string(base_style) + std::string(uplot_style()) + std::string(style);
  const std::string all_script = fmt::format("\n/* uPlot:\n{}*/\n{}\nvar TABLE={};{}", uplot_license(), uplot_script(),
                                             in_script(table_json(table, curves)), script);
  return html_page(title, all_style, all_script, body);
}

}  // namespace hallmark::cli
