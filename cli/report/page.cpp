#include "cli/report/page.hpp"

#include <fmt/format.h>

#include <map>

#include "bounds/certificate.hpp"
#include "cli/report/html.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t longest_line = 600;  // of a statement or a reason; the certificate stands whole

constexpr std::string_view style = R"css(
table{border-collapse:collapse;width:100%;table-layout:fixed}caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{border-top:1px solid var(--rule);padding:.6rem .8rem .6rem 0;text-align:left;vertical-align:top;font-weight:400}
td,th{overflow-wrap:anywhere}thead th{font-weight:600;border-top:0}thead th:first-child{width:10rem}thead th:last-child{width:16rem}
blockquote{margin:.3rem 0;padding-left:.7rem;border-left:3px solid var(--rule)}
.id{font-weight:600;display:block;overflow-wrap:anywhere}.verdict{font-weight:600;white-space:nowrap}
.certified .verdict{color:#0b5e34}.refuted .verdict{color:#a01919}.undecided .verdict{color:#6b4d00}.remark .verdict{color:var(--soft)}
.band .proved{fill:var(--proved)}.band .claimed{fill:none;stroke:var(--claimed);stroke-width:1.5}.band .axis{stroke:#7b8490}
.band text{font:11px system-ui,sans-serif;fill:var(--soft)}
svg.band{max-width:100%;height:auto;display:block}.key{display:inline-block;width:1.6em;height:.8em;vertical-align:middle}
.counts{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;padding:0;list-style:none;margin:.6rem 0}
button{font:inherit;font-size:.85rem;padding:.1rem .6rem;border:1px solid var(--rule);background:var(--paper)}
@media screen and (max-width:46rem){table,tbody,tr,td,tbody th,caption{display:block}thead{position:absolute;left:-99rem}
tr{border-top:2px solid var(--rule);padding:.6rem 0}th,td{border:0;padding:.2rem 0}}
.paper{display:none}.filter :is(select,input){font:inherit;font-size:.9rem;padding:.15rem .4rem}tr[hidden]{display:none}
@media print{tr,blockquote{break-inside:avoid}details{display:none}.paper{display:block}th,td{padding:.35rem .6rem .35rem 0}
thead{display:table-header-group}code{font-size:7.5pt}thead th:first-child{width:30mm}thead th:last-child{width:48mm}button,.filter{display:none}}
)css";

// Certificates can be copied, rows be chosen by verdict and words; on paper there are only hashes of certificates. Nothing else moves.
constexpr std::string_view script = R"js(
document.querySelectorAll("pre.certificate").forEach(function(text){
var button=document.createElement("button");button.type="button";button.textContent="Copy the certificate";
button.addEventListener("click",function(){var range=document.createRange();range.selectNodeContents(text);
var chosen=getSelection();chosen.removeAllRanges();chosen.addRange(range);
button.textContent=document.execCommand("copy")?"Copied":"Selected: copy it by the keyboard";});
text.before(button);});
var table=document.querySelector("table"),rows=Array.from(table.tBodies[0].rows);
if(rows.length>3){var bar=document.createElement("p"),said=document.createElement("output");bar.className="filter";
var verdict=document.createElement("select"),words=document.createElement("input");words.type="search";
["every verdict"].concat(Array.from(new Set(rows.map(function(r){return r.className;})))).forEach(function(name,i){
verdict.add(new Option(name,i?name:""));});
verdict.setAttribute("aria-label","Verdict");words.setAttribute("aria-label","Words");words.placeholder="words";
var apply=function(){var count=0,typed=words.value.toLowerCase().split(/\s+/);rows.forEach(function(r){var text=r.textContent.toLowerCase();
var fits=(!verdict.value||r.className===verdict.value)&&typed.every(function(word){return text.includes(word);});
r.hidden=!fits;count+=fits;});said.textContent=count+" of "+rows.length;};
[verdict,words].forEach(function(f){f.addEventListener("input",apply);bar.append(f," ");});bar.append(said);
table.before(bar);apply();}
)js";

std::string_view words_of(std::string_view verdict) {
  if (verdict == "certified") return "certified: the statement is proved";
  if (verdict == "refuted") return "refuted: the opposite is proved";
  if (verdict == "undecided") return "undecided: neither is proved";
  if (verdict == "error") return "error: a parameter or a value is wrong, or a theorem does not hold there";
  return "remark: a sentence that is not one comparison, answered in words";
}

std::string paragraph(std::string_view kind, std::string_view label, std::string_view text) {
  if (text.empty()) return {};
  return fmt::format("<p class=\"{}\">{}{}</p>", kind, label, escaped_start(text, longest_line * 4));
}

// The page of the checker with the certificate in its fragment, which no browser sends anywhere.
std::string checker_link(const PageRow& row, std::string_view checker) {
  constexpr std::size_t longest_address = 100'000;
  if (checker.empty() || row.certificate.size() > longest_address) return {};
  return fmt::format("<p><a href=\"{}#{}.cert:{}\">Check it in this browser</a></p>", escaped(checker), escaped(row.id),
                     base64(row.certificate, "-_"));
}

std::string certificate_html(const PageRow& row, std::string_view checker) {
  if (row.certificate.empty()) return {};
  return fmt::format(
      "<details><summary>Certificate, {} bytes; save it as <code>{}.cert</code></summary>"
      "<pre class=\"certificate\" tabindex=\"0\" aria-label=\"certificate of {}\">{}</pre>"
      "<p class=\"soft\">SHA-256 of the file: <code>{}</code></p>{}</details>"
      "<p class=\"soft paper\">Certificate {}.cert, SHA-256 <code>{}</code></p>",
      row.certificate.size(), escaped(row.id), escaped(row.id), escaped(row.certificate), sha256(row.certificate),
      checker_link(row, checker), escaped(row.id), sha256(row.certificate));
}

std::string statement_html(const PageRow& row, std::string_view checker) {
  const Published& p = row.published;
  std::string html;
  if (!p.words.empty()) html += fmt::format("<blockquote>{}</blockquote>", escaped(p.words));
  if (!row.statement.empty()) html += fmt::format("<p><code>{}</code></p>", escaped_start(row.statement, longest_line));
  html += paragraph("", "Reading: ", p.reading);
  html += paragraph("soft", "Why: ", p.reason);
  html += paragraph("soft", "", row.meaning);
  html += paragraph("", "", row.reason);
  html += paragraph("", "To its authors: ", p.note);
  html += paragraph("soft", "Published: ", p.source);
  return html + certificate_html(row, checker);
}

std::string axioms_html(const PageRow& row) {
  if (row.verdict != "certified" && row.verdict != "refuted") return {};  // nothing is proved that could rest on them
  std::string html = "<p class=\"soft\">Rests on: ";
  if (row.axioms.empty()) return html + "arithmetic alone</p>";
  for (const std::string& axiom : row.axioms) {
    if (&axiom != &row.axioms.front()) html += "; ";
    html += fmt::format("<code>{}</code>", escaped_start(axiom, longest_line));
  }
  return html + "</p>";
}

std::string row_html(const PageRow& row, std::string_view checker) {
  std::string proved;
  if (row.band) proved += band_svg(*row.band);
  if (!row.lo.empty()) {
    proved += fmt::format("<p>from <code>{}</code><br>to <code>{}</code></p>", escaped_start(row.lo, longest_line),
                          escaped_start(row.hi, longest_line));
  }
  const std::string id = escaped(row.id);
  return fmt::format(
      "<tr class=\"{}\" role=\"row\"><th scope=\"row\" role=\"rowheader\"><a class=\"id\" id=\"{}\" href=\"#{}\">{}</a>"
      "<span class=\"verdict\">{}</span></th><td role=\"cell\">{}</td><td role=\"cell\">{}{}</td></tr>\n",
      row.verdict, id, id, id, row.verdict, statement_html(row, checker), proved, axioms_html(row));
}

std::string counts_html(const std::vector<PageRow>& rows) {
  std::map<std::string, std::size_t> counts;
  for (const PageRow& row : rows) ++counts[row.verdict];
  std::string html = "<ul class=\"counts\">";
  for (const char* verdict : {"certified", "refuted", "undecided", "error", "remark"}) {
    if (counts[verdict] == 0) continue;
    html += fmt::format("<li class=\"{}\"><span class=\"verdict\">{}</span> {}</li>", verdict, counts[verdict],
                        words_of(verdict));
  }
  return html + "</ul>\n";
}

constexpr std::string_view how_to_recheck =
    "<h2 id=\"recheck\">How to check this again</h2>\n"
    "<p>A certificate is a text that states a comparison and what is needed to prove it. Save it into a file with the name given, "
    "down to its last line, and run</p><pre>hallmark-check ID.cert</pre>"
    "<p>The checker shares no code with the program that wrote it. It prints <code>s VERIFIED</code>, the statement, and the theorems "
    "that the statement rests on. Read that line: it is what is proved. The certificate of a refuted claim states the opposite of the "
    "claim.</p>\n";

}  // namespace

std::string report_page(std::string_view title, const std::vector<PageRow>& rows, std::string_view checker) {
  std::string body = fmt::format("<a class=\"skip\" href=\"#verdicts\">To the verdicts</a>\n<h1>{}</h1>\n{}",
                                 escaped(title), counts_html(rows));
  body +=
      "<table id=\"verdicts\" role=\"table\"><caption>Blue: the interval that is proved to hold the number. Red outline: what was "
      "claimed. <a href=\"#recheck\">How to check a verdict again</a>.</caption>\n"
      "<thead role=\"rowgroup\"><tr role=\"row\"><th scope=\"col\" role=\"columnheader\">Claim</th><th scope=\"col\" "
      "role=\"columnheader\">Statement</th><th scope=\"col\" role=\"columnheader\">Proved</th></tr></thead>\n<tbody role=\"rowgroup\">\n";
  for (const PageRow& row : rows) body += row_html(row, checker);
  body += "</tbody></table>\n";
  body += how_to_recheck;
  return html_page(title, std::string(base_style) + std::string(style), script, body);
}

}  // namespace hallmark::cli
