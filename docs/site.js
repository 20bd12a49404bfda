// The register is filtered, tables are put into order, and a certificate is checked where it stands. Nothing is asked of any server.
"use strict";
document.addEventListener("DOMContentLoaded", function () {
  for (const search of document.querySelectorAll(".md-search")) search.setAttribute("aria-label", "Search");
  for (const results of document.querySelectorAll(".md-search__scrollwrap")) results.tabIndex = 0;
  const table = document.querySelector("table.filtered");
  const filters = document.querySelector(".filters");
  if (table && filters) {
    const rows = Array.from(table.tBodies[0].rows);
    const fields = Array.from(filters.querySelectorAll("[data-filter]"));
    const apply = function () {
      let shown = 0;
      for (const row of rows) {
        const fits = fields.every(function (field) {
          if (!field.value) return true;
          if (field.dataset.filter !== "words") return row.dataset[field.dataset.filter] === field.value;
          const text = row.textContent.toLowerCase();
          return field.value.toLowerCase().split(/\s+/).every(function (word) { return text.includes(word); });
        });
        row.hidden = !fits;
        shown += fits;
      }
      filters.querySelector("output").textContent = shown + " of " + rows.length + " readings";
    };
    for (const field of fields) field.addEventListener("input", apply);
    filters.hidden = false;
    apply();
  }
  // A click on a heading puts the rows into its order, numbers by size; a second one turns it round.
  for (const ordered of document.querySelectorAll(".md-content table")) {
    if (!ordered.tBodies.length || ordered.tBodies[0].rows.length < 8 || !ordered.tHead) continue;
    Array.from(ordered.tHead.rows[0].cells).forEach(function (head, column) {
      if (!head.textContent.trim()) return;
      const button = document.createElement("button");
      button.className = "order";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", function () {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of ordered.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = function (row) { return row.cells[column] ? row.cells[column].textContent.trim() : ""; };
        const order = new Intl.Collator("en", { numeric: true });
        const found = Array.from(ordered.tBodies[0].rows).sort(function (a, b) {
          const x = parseFloat(key(a)), y = parseFloat(key(b));
          const by = Number.isNaN(x) || Number.isNaN(y) ? order.compare(key(a), key(b)) : x - y;
          return down ? -by : by;
        });
        ordered.tBodies[0].append(...found);
      });
    });
  }
  for (const button of document.querySelectorAll("button[data-certificate]")) {
    button.addEventListener("click", function () {
      const frame = document.createElement("iframe");
      frame.className = "checker";
      frame.title = "The checker on " + button.dataset.name;
      frame.src = button.dataset.checker + "#" + button.dataset.name + ":" + button.dataset.certificate;
      button.replaceWith(frame);
    });
  }
});
