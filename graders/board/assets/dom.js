// Small helpers to build the page. Whatever comes from the cluster becomes text nodes and attribute values, never markup.
const texts = new Map(Object.entries(JSON.parse(document.body.dataset.texts)));

// t is a text of the page with its values filled in.
export function t(key, ...values) {
  return (texts.get(key) ?? key).replace(/\{(\d)\}/g, (_, i) => String(values[i] ?? ''));
}

export const $ = (selector) => document.querySelector(selector);

// el makes an element: attributes, then children, of which strings become text.
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) set(made, key, value);
  made.append(...children);
  return made;
}

// icon is one of the symbols in the page.
export function icon(name) {
  return svg('svg', { class: 'i', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));
}

export function set(element, key, value) {
  if (value === undefined || value === null || (value === false && !key.startsWith('aria-'))) element.removeAttribute(key);
  else if (element.getAttribute(key) !== String(value)) element.setAttribute(key, value);
}

export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// use changes which symbol an icon shows.
export function use(element, name) {
  set(element.querySelector('use'), 'href', `#i-${name}`);
}

const children = new WeakMap();

// keyed makes the children of parent the given items in their order, keeping the elements of those that were there.
export function keyed(parent, items, key, make, update) {
  const old = children.get(parent) ?? new Map();
  const now = new Map();
  let at = 0;
  for (const item of items) {
    const k = key(item);
    const element = old.get(k) ?? make(item);
    now.set(k, element);
    put(parent, element, at++);
    update?.(element, item);
  }
  for (const [k, element] of old) if (!now.has(k) && element.parentNode === parent) element.remove();
  children.set(parent, now);
}

// put moves an element to its place; one that has the focus keeps it, where the browser can do that.
export function put(parent, element, index) {
  const there = parent.children[index] ?? null;
  if (there === element) return;
  if (parent.moveBefore && element.isConnected && parent.isConnected) parent.moveBefore(element, there);
  else parent.insertBefore(element, there);
}

export const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 1, hourCycle: 'h23' });

// still is true for people who asked their system for less motion.
export const still = matchMedia('(prefers-reduced-motion: reduce)');
