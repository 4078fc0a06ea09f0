"use strict";
/* What all pages have. Names and sentences come from strangers: they become text, never markup. */
const D = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);

function el(tag, kind, ...inside) {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.append(...inside);
  return made;
}

function svg(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  made.append(...inside);
  return made;
}

$("whose").textContent = D.whose;
$("look").onclick = () => {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.look = (root.dataset.look || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
};
