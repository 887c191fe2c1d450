import { collapseSpaces } from '../dom/flat-tree.js';
import { pageBody, pageRoot } from '../dom/native-document.js';
import {
  attributeOf,
  checkVisibility,
  childrenOf,
  contains,
  idOf,
  parentOf,
  tagOf,
  textContentOf,
} from '../dom/native-node.js';
import { byTag, closestOf, matchesSelector, queryAll } from '../dom/native-query.js';
import { ariaRole } from '../naming/roles.js';
import { isUnreadable } from './readable.js';

const asideRoles = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search']);
const asideNames =
  /(?:^|[-_\s])(?:nav|navbar|menu|sidebar|breadcrumbs?|footer|related|share|sharing|social|cookies?|consent|newsletter|promo|advert|ads?|skip)(?:$|[-_\s])/i;

/** A single article is the main content if it has more than this fraction of the text of the page. */
const minArticleFraction = 0.4;
/** The start of a dialog, in characters, in which a mention of cookies is searched. */
const dialogStartLength = 500;
/** Link text as a fraction of all text: more than this makes a box that is named as a menu a menu. */
const minMenuLinkDensity = 0.5;
/** The same for a box without such a name. */
const minUnnamedMenuLinkDensity = 0.8;
const minMenuLinks = 4;
/** Links of a menu are on average shorter than this, in characters. */
const maxMenuLinkLength = 30;
/** More link text than this fraction makes the page an index. */
const minIndexLinkDensity = 0.5;
/** Link density is measured on this many characters. */
const maxMeasuredCharacters = 200_000;

/** Finds the element with the main content of the page. */
export function findMainContent(): Element {
  const body = pageBody() ?? pageRoot();
  const landmarks = [...queryAll(document, 'main, [role=main]')].filter(isVisible);
  const largest = longestOf(landmarks);
  if (largest && textLength(largest) > 0) return largest;
  const articles = [...queryAll(document, 'article')].filter(isVisible);
  const article = articles.length === 1 ? articles[0] : undefined;
  if (article && textLength(article) > textLength(body) * minArticleFraction) return withOffers(article, body);
  return denseDescendant(body);
}

/** Whether an element is a menu, a footer or similar, and not main content. */
export function isBoilerplate(element: Element, main: Element, isIndex: boolean): boolean {
  if (element === main || contains(element, main)) return false;
  const role = ariaRole(element);
  // The summary of an order is often beside the main content.
  if (role === 'complementary' && hasOffer(element)) return false;
  if (asideRoles.has(role) || tagOf(element) === 'NAV') return true;
  const start = () => textContentOf(element)?.slice(0, dialogStartLength) ?? '';
  if (attributeOf(element, 'role') === 'dialog' && /cookie|consent/i.test(start())) return true;
  if (!/^(?:UL|OL|DIV|SECTION|P)$/.test(tagOf(element)) || hasOffer(element)) return false;
  const density = linkDensity(element);
  if (asideNames.test(`${idOf(element)} ${attributeOf(element, 'class') ?? ''}`)) return density > minMenuLinkDensity;
  return (
    !isIndex &&
    tagOf(main) !== 'MAIN' &&
    density > minUnnamedMenuLinkDensity &&
    byTag(element, 'a').length >= minMenuLinks &&
    isShortLinks(element)
  );
}

const buttonSelector = 'button, [role=button], input[type=submit], input[type=button], input[type=image], select';
const price = /[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|(?:USD|EUR|GBP|CHF|kr|zł)\b)|\b(?:USD|EUR|GBP|CHF)\s?\d/;
/** Where a price is searched, in characters. */
const maxPriceText = 20_000;

/** Whether an element contains a price or a button that a user can see: it is not left out. */
function hasOffer(element: Element): boolean {
  if (!isVisible(element)) return false;
  if (price.test(textContentOf(element)?.slice(0, maxPriceText) ?? '')) return true;
  const buttons = queryAll(element, buttonSelector);
  return [element, ...[...buttons].slice(0, maxComparedChildren)].some(
    (button) => matchesSelector(button, buttonSelector) && isVisible(button),
  );
}

/** Whether the page is mostly links, which are its content then. */
export function isIndexPage(main: Element): boolean {
  return linkDensity(main) > minIndexLinkDensity;
}

function isVisible(element: Element): boolean {
  return checkVisibility(element, { visibilityProperty: true });
}

function longestOf(elements: Element[]): Element | undefined {
  return elements.sort((one, other) => textLength(other) - textLength(one))[0];
}

function textLength(element: Element): number {
  return (textContentOf(element) ?? '').length;
}

/** With more elements than this, the first ones represent all. */
const maxSampled = 3_000;

function linkLength(element: Element): number {
  const links = queryAll(element, 'a');
  let count = 0;
  for (let index = 0; index < links.length && index < maxSampled; index += 1) {
    const link = links[index];
    if (link) count += collapseSpaces(textContentOf(link) ?? '').length;
  }
  return links.length > maxSampled ? count * (links.length / maxSampled) : count;
}

function linkDensity(element: Element): number {
  const all = collapseSpaces((textContentOf(element) ?? '').slice(0, maxMeasuredCharacters)).length;
  return all === 0 ? 0 : linkLength(element) / all;
}

function isShortLinks(element: Element): boolean {
  const links = byTag(element, 'a').length;
  return linkLength(element) / Math.max(1, links) < maxMenuLinkLength;
}

const maxDescentDepth = 40;
const maxComparedChildren = 200;
/** Descends into a child that has at least this fraction of the prose of its parent. */
const minProseFraction = 0.75;
/** Characters of prose that a child needs. */
const minProseLength = 200;
/** A part with fewer characters is not prose. */
const minPartLength = 20;
const maxMeasuredPartCharacters = 5_000;

/** The smallest element around the content with the prices and buttons beside it. */
function withOffers(content: Element, body: Element): Element {
  let widest = content;
  for (let at = content; at !== body; ) {
    const parent = parentOf(at);
    if (!parent) break;
    if (hasOfferBeside(at)) widest = parent;
    at = parent;
  }
  return widest;
}

const landmarkSelector = 'nav, header, footer, [role=navigation], [role=banner], [role=contentinfo], [role=search]';

/** Whether a sibling that is no menu or footer contains a price or a button. */
function hasOfferBeside(element: Element): boolean {
  const parent = parentOf(element);
  if (!parent) return false;
  const siblings = [...childrenOf(parent)].slice(0, maxComparedChildren);
  return siblings.some(
    (one) => one !== element && !matchesSelector(one, landmarkSelector) && !isConsent(one) && hasOffer(one),
  );
}

function isConsent(element: Element): boolean {
  return (
    asideNames.test(`${idOf(element)} ${attributeOf(element, 'class') ?? ''}`) ||
    attributeOf(element, 'role') === 'dialog'
  );
}

/** Descends while one child contains most of the text that is not links. */
function denseDescendant(from: Element): Element {
  let at = from;
  for (let depth = 0; depth < maxDescentDepth; depth += 1) {
    const own = proseLength(at);
    const best = [...childrenOf(at)]
      .slice(0, maxComparedChildren)
      .filter((child) => !isUnreadable(child, getComputedStyle(child)) && !asideRoles.has(ariaRole(child)))
      .map((child) => ({ child, prose: proseLength(child) }))
      .sort((one, other) => other.prose - one.prose)[0];
    if (!best || best.prose < own * minProseFraction || best.prose < minProseLength) return at;
    if (/^(?:P|UL|OL|TABLE|DL|PRE|BLOCKQUOTE|H[1-6])$/.test(tagOf(best.child))) return at;
    if (hasOfferBeside(best.child)) return at;
    at = best.child;
  }
  return at;
}

function proseLength(element: Element): number {
  let count = 0;
  let parts = 0;
  for (const part of queryAll(element, 'p, pre, li, td, blockquote, h1, h2, h3, dd')) {
    parts += 1;
    if (parts > maxSampled) break;
    if (closestOf(part, 'nav, aside, footer, script')) continue;
    const length =
      collapseSpaces((textContentOf(part) ?? '').slice(0, maxMeasuredPartCharacters)).length - linkLength(part);
    if (length > minPartLength) count += length;
  }
  return count;
}
