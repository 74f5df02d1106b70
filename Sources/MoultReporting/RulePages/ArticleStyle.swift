/// How `RuleArticle.html` looks, in light and in dark, from a phone's width up.
///
/// The book takes it from the page that `moult explain --format html` prints.
let articleStyle = """
  :root {
    --paper: #fff; --ink: #1c1e21; --faint: #5c6370; --line: #d9dce3; --stripe: #f5f6f9;
    --link: #1f5fb0; --added: #e3f6e8; --removed: #fdeaea; --added-edge: #2e8b57;
    --removed-edge: #b5413b; --safe: #21754a; --review: #2b62a8; --placeholder: #8a5a00;
    --manual: #a2342e; --found: #ffe9a8;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --paper: #16181c; --ink: #e6e7ea; --faint: #a3a9b5; --line: #363a43; --stripe: #1e2127;
      --link: #86b7f5; --added: #173524; --removed: #3d2020; --added-edge: #4fb981;
      --removed-edge: #e0766f; --safe: #63cb94; --review: #86b7f5; --placeholder: #e0aa45;
      --manual: #f0938c; --found: #5a4a12;
    }
  }
  body { background: var(--paper); color: var(--ink); margin: 0;
    font: 16px/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
  main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
  h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
  h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; }
  h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
  a { color: var(--link); }
  code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
  pre { overflow-x: auto; margin: 0; padding: .6rem 0; background: var(--stripe);
    border: 1px solid var(--line); border-radius: 6px; }
  pre code { display: block; width: max-content; min-width: 100%; box-sizing: border-box;
    padding: 0 .8rem; font-size: .85rem; }
  .file pre code { padding: 0; }
  table { border-collapse: collapse; display: block; overflow-x: auto; max-width: 100%; }
  th, td { text-align: left; vertical-align: top; padding: .35rem .7rem;
    border-bottom: 1px solid var(--line); }
  .subject { color: var(--faint); margin: 0; }
  .facts { margin: 0 0 1rem; }
  .badge { font-size: .8rem; border: 1px solid; border-radius: 1rem; padding: .05rem .6rem;
    margin-left: .25rem; white-space: nowrap; }
  .badge.safe { color: var(--safe); } .badge.review { color: var(--review); }
  .badge.placeholder { color: var(--placeholder); } .badge.manual { color: var(--manual); }
  .said { border-left: 3px solid var(--line); padding-left: .9rem; margin-left: 0; }
  figure.file, details.file { margin: .8rem 0; }
  figcaption { color: var(--faint); margin-bottom: .2rem; }
  summary { cursor: pointer; }
  .silent details { margin: .5rem 0; }
  .file ins, .file del, .file .kept { display: block; padding: 0 .8rem; text-decoration: none;
    border-left: 3px solid transparent; }
  .file ins { background: var(--added); border-color: var(--added-edge); }
  .file del { background: var(--removed); border-color: var(--removed-edge); }
  .file ins::before { content: "+ "; } .file del::before { content: "- "; }
  .file .kept::before { content: "  "; }
  .file ins::before, .file del::before, .file .kept::before { user-select: none;
    color: var(--faint); white-space: pre; }
  mark { background: var(--found); color: inherit; border-radius: 3px; }
  """
