// Filters the table and the sections by words, verdicts and paper. Without scripts everything is simply shown.
(function () {
  "use strict";
  var search = document.getElementById("search"), paper = document.getElementById("paper"), shown = document.getElementById("shown");
  var chips = Array.prototype.slice.call(document.querySelectorAll(".chips button"));
  var rows = Array.prototype.slice.call(document.querySelectorAll("tr[data-id]"));
  var tools = document.querySelector(".tools");
  if (!search) return;
  tools.hidden = false;
  rows.forEach(function (row) {
    row.section = document.getElementById(row.dataset.id);
    row.words = (row.section ? row.section.textContent : row.textContent).toLowerCase();
  });

  function apply() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    var verdicts = chips.filter(function (chip) { return chip.getAttribute("aria-pressed") === "true"; })
                        .map(function (chip) { return chip.dataset.verdict; });
    var count = 0;
    rows.forEach(function (row) {
      var fits = (!paper.value || row.dataset.paper === paper.value) &&
                 (!verdicts.length || verdicts.indexOf(row.dataset.verdict) >= 0) &&
                 words.every(function (word) { return row.words.indexOf(word) >= 0; });
      row.hidden = !fits;
      if (row.section) row.section.hidden = !fits;
      if (fits) count += 1;
    });
    document.querySelectorAll("tbody.group-body").forEach(function (body) { body.hidden = !body.querySelector("tr[data-id]:not([hidden])"); });
    document.querySelectorAll("table.index").forEach(function (table) { table.hidden = !table.querySelector("tr[data-id]:not([hidden])"); });
    document.querySelectorAll(".paper-details").forEach(function (part) { part.hidden = !part.querySelector("article:not([hidden])"); });
    shown.textContent = count + " of " + rows.length;
  }
  function reveal() {
    // A link into a section that the filter hides shows everything again.
    var target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target || !target.closest("[hidden]")) return;
    search.value = ""; paper.value = "";
    chips.forEach(function (chip) { chip.setAttribute("aria-pressed", "false"); });
    apply();
    target.scrollIntoView();
  }

  search.addEventListener("input", apply);
  paper.addEventListener("change", apply);
  chips.forEach(function (chip) {
    chip.addEventListener("click", function () {
      chip.setAttribute("aria-pressed", chip.getAttribute("aria-pressed") === "true" ? "false" : "true");
      apply();
    });
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && document.activeElement === search) { search.value = ""; apply(); }
  });
  window.addEventListener("hashchange", reveal);
  apply();
  reveal();
})();
