// The contents are open where there is room for them, and the search looks through `searchIndex`, an array of
// { url, title, kind, text } that search-index.js declares.
"use strict";

const root = document.body.dataset.root;
const menu = document.querySelector(".menu");
const isWide = matchMedia("(min-width: 52.01rem)");
const openMenu = () => { menu.open = isWide.matches; };
isWide.addEventListener("change", openMenu);
openMenu();

const form = document.querySelector(".search");
const field = form.querySelector("input");
const list = form.querySelector(".results");
form.hidden = false;

// Half a megabyte that only a search needs.
let indexed;
function loadIndex() {
  indexed ??= new Promise((loaded) => {
    const script = document.createElement("script");
    script.src = `${root}search-index.js`;
    script.addEventListener("load", loaded);
    document.head.append(script);
  });
  return indexed;
}
field.addEventListener("focus", loadIndex);

// Every word has to be somewhere; one in the title counts more than one in the text, and its beginning most.
function score(entry, words) {
  const title = entry.title.toLowerCase(), text = entry.text;
  let sum = 0;
  for (const word of words) {
    const place = title.indexOf(word);
    if (place === 0) sum += 30;
    else if (place > 0) sum += /[a-z0-9]/.test(title[place - 1]) ? 8 : 20;
    else if (text.includes(word)) sum += 1;
    else return 0;
  }
  return sum + (entry.kind === "rule" ? 0 : 0.5);
}

function found(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return searchIndex.map((entry) => [score(entry, words), entry])
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a)
    .slice(0, 20).map(([, entry]) => entry);
}

function show() {
  const entries = found(field.value);
  list.hidden = !field.value.trim();
  list.replaceChildren(...entries.map((entry) => {
    const item = document.createElement("li"), link = document.createElement("a");
    const title = document.createElement("b"), kind = document.createElement("span");
    link.href = root + entry.url;
    title.textContent = entry.title;
    kind.textContent = ` ${entry.kind}`;
    link.append(title, kind);
    item.append(link);
    return item;
  }));
  if (!entries.length) {
    const nothing = document.createElement("p");
    nothing.textContent = "Nothing has all of these words.";
    const item = document.createElement("li");
    item.append(nothing);
    list.append(item);
  }
}

field.addEventListener("input", () => loadIndex().then(show));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    field.focus();
  } else if (event.key === "Escape") {
    list.hidden = true;
  } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && form.contains(document.activeElement)) {
    const stops = [field, ...list.querySelectorAll("a")];
    const next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    stops[next]?.focus();
    event.preventDefault();
  }
});
document.addEventListener("click", (event) => { if (!form.contains(event.target)) list.hidden = true; });
