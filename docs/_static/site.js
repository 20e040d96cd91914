// On a phone the rows of wide tables become cards (site.css): each cell then shows the name of its column.
document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("table.table")) {
    const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
    if (names.length < 3) continue;
    table.classList.add("wide");
    for (const row of table.querySelectorAll("tbody tr"))
      [...row.cells].forEach((cell, column) => (cell.dataset.name = names[column]));
  }
});
