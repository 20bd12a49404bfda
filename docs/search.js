// The search of the site finds quantities by the words people use, as `hallmark search` does: its index is quantities.js, read when somebody searches.
"use strict";
const hallmark = { base: new URL(".", document.currentScript.src).href };

hallmark.search = function (question) {
  const index = hallmark.index;
  const stem = function (word) {
    const ending = index.endings.find(function (end) { return word.endsWith(end) && word.length >= 4 + end.length; });
    return ending ? word.slice(0, -ending.length) : word;
  };
  const typed = question.slice(0, 1000).toLowerCase().match(/[a-z0-9]+/g) || [];  // a pasted book is no question
  const all = typed.map(stem);
  const telling = typed.filter(function (word) { return !index.empty_words.includes(" " + word + " "); }).map(stem);
  const said = telling.length ? telling : all;
  const holds = function (phrase) { return (" " + all.join(" ") + " ").includes(" " + phrase + " "); };
  const points = new Map(), phrases = new Map(), meant = new Set();
  for (const word of said) {
    const best = new Map();
    const stems = word.length < 4 ? [word] : Object.keys(index.words).filter(function (known) { return known.startsWith(word); });
    for (const known of stems) {
      for (const [place, value, means] of Object.hasOwn(index.words, known) ? index.words[known][1] : []) {
        best.set(place, Math.max(value, best.get(place) || 0));
        if (means) meant.add(place);
      }
    }
    const weight = Object.hasOwn(index.words, word) ? index.words[word][0] : index.unknown_weight;
    for (const [place, value] of best) points.set(place, value * weight + (points.get(place) || 0));
  }
  for (const [phrase, [value, places]] of Object.entries(index.phrases)) {
    if (holds(phrase)) for (const place of places) phrases.set(place, Math.max(value, phrases.get(place) || 0));
  }
  const score = function (place) {
    const [, , before, needsMeaning, family] = index.entries[place];
    const whole = family.every(function (word) { return all.includes(word); });
    return Math.max(index.least, points.get(place) + (phrases.get(place) || 0) + before + (whole ? index.whole_stem : 0)
      + (needsMeaning && !meant.has(place) ? index.not_meant : 0));
  };
  const ranked = Array.from(points.keys(), function (place) { return [score(place), place]; })
    .sort(function (a, b) { return b[0] - a[0] || a[1] - b[1]; }).map(function (found) { return index.entries[found[1]]; });
  const advice = index.advice.find(function (row) { return row[0].some(holds); });
  if (!advice) return { entries: ranked, remark: "" };
  const named = advice[2].split(" ").filter(Boolean);
  const first = named.map(function (id) { return index.entries.find(function (entry) { return entry[0] === id; }); });
  return { entries: [...first, ...ranked.filter(function (entry) { return !named.includes(entry[0]); })], remark: advice[1] };
};

hallmark.load = function (then) {
  if (hallmark.index) return then();
  const script = document.createElement("script");
  script.src = hallmark.base + "quantities.js";
  script.addEventListener("load", then);
  document.head.append(script);
};

document.addEventListener("DOMContentLoaded", function () {
  const field = document.querySelector(".md-search__input");
  const results = document.querySelector(".md-search-result");
  if (!field || !results) return;
  const list = document.createElement("div");
  list.className = "found";
  list.setAttribute("role", "region");
  list.setAttribute("aria-label", "Quantities");
  results.before(list);
  const show = function () {
    list.replaceChildren();
    if (!field.value.trim()) return;
    const found = hallmark.search(field.value);
    if (found.remark) {
      const remark = document.createElement("p");
      remark.textContent = found.remark;
      list.append(remark);
    }
    for (const [id, summary] of found.entries.slice(0, 5)) {
      const link = document.createElement("a"), name = document.createElement("code"), words = document.createElement("span");
      link.href = hallmark.base + "quantities/" + id + ".html";
      name.textContent = id;
      words.textContent = summary;
      link.append(name, " ", words);
      list.append(link);
    }
  };
  field.addEventListener("focus", function () { hallmark.load(show); });
  field.addEventListener("input", function () { hallmark.load(show); });
});
