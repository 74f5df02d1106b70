/// How the HTML page of a plan looks, in light and in dark.
let planStyle = """
  :root {
    --paper: #fff; --ink: #1c1e21; --faint: #667; --line: #dde; --stripe: #f6f7fa;
    --automatic: #2e8b57; --review: #3b78c3; --placeholder: #c78a14; --manual: #b5413b;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #16181c; --ink: #e6e7ea; --faint: #9aa0ab; --line: #33363d; --stripe: #1d2026;
      --automatic: #4fb981; --review: #6ea6ea; --placeholder: #e0aa45; --manual: #e0766f;
    }
  }
  body { background: var(--paper); color: var(--ink); max-width: 90rem; margin: 2rem auto;
    padding: 0 1.5rem; font: 15px/1.45 system-ui, sans-serif; }
  h1 { font-size: 1.6rem; margin: 0 0 .3rem; }
  h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
  .summary { font-size: 1.05rem; margin: 0 0 .8rem; }
  .scroll { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .35rem .7rem;
    border-bottom: 1px solid var(--line); }
  td { overflow-wrap: anywhere; min-width: 2.5rem; }
  td:last-child { min-width: 10rem; }
  th { color: var(--faint); font-weight: 600; }
  tbody tr:nth-child(even) { background: var(--stripe); }
  .number { text-align: right; font-variant-numeric: tabular-nums; }
  .zero, .none, .coverage { color: var(--faint); }
  code { font: 13px/1.4 ui-monospace, Menlo, Consolas, monospace; }
  th button { all: unset; cursor: pointer; }
  th button:focus-visible { outline: 2px solid var(--review); }
  th[aria-sort=ascending] button::after { content: " \\2191"; }
  th[aria-sort=descending] button::after { content: " \\2193"; }
  input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line);
    border-radius: 4px; padding: .25rem .5rem; margin: 0 0 .5rem; width: 18rem; max-width: 100%; }
  .share { display: flex; height: .8rem; min-width: 8rem; border-radius: 3px; overflow: hidden; }
  .share i.automatic, .legend i.automatic { background: var(--automatic); }
  .share i.review, .legend i.review { background: var(--review); }
  .share i.placeholder, .legend i.placeholder { background: var(--placeholder); }
  .share i.manual, .legend i.manual { background: var(--manual); }
  .legend span { margin-right: 1.2rem; }
  .legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px;
    margin-right: .4rem; vertical-align: -1px; }
  details ul { margin: .3rem 0 0; padding-left: 1.2rem; }
  summary { cursor: pointer; }
  .coverage, h1, .summary { overflow-wrap: anywhere; }
  @media (max-width: 60rem) {
    body { padding: 0 .8rem; margin-top: 1rem; }
    table, tbody, tr, td { display: block; }
    thead { display: none; }
    tr { border: 1px solid var(--line); border-radius: 4px; margin: 0 0 .6rem; padding: .2rem 0; }
    td, td.number, td:last-child { min-width: 0; border: 0; padding: .15rem .7rem; text-align: left; }
    td:not([data-label=""])::before { content: attr(data-label); color: var(--faint); margin-right: .6rem; }
    td.zero { display: none; }
  }
  @media print {
    input { display: none; }
    body { max-width: none; margin: 0; font-size: 10pt; }
    tr, h2 { break-inside: avoid; }
    h2 { break-after: avoid; }
  }
  """

/// Makes the tables of the page sortable, and gives long ones a field that filters.
let planScript = """
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0], rows = [...body.rows];
    const key = (row, column) => {
      const cell = row.cells[column];
      return "key" in cell.dataset ? Number(cell.dataset.key) : cell.textContent;
    };
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
        const sorted = rows.map((row, index) => [key(row, column), index, row]);
        sorted.sort(([a, i], [b, j]) => (a < b ? -sign : a > b ? sign : i - j));
        body.append(...sorted.map((entry) => entry[2]));
      });
    });
    if (rows.length < 8) continue;
    const field = document.createElement("input");
    field.type = "search";
    field.placeholder = "Filter";
    field.setAttribute("aria-label", "Filter the table");
    field.addEventListener("input", () => {
      const words = field.value.toLowerCase().split(/\\s+/);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
    table.parentElement.before(field);
  }
  """
