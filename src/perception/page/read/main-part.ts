import { attributeOf, checkVisibility, childrenOf, contains, idOf, tagOf, textContentOf } from '../dom.js';
import { ariaRole } from '../naming/roles.js';
import { pageBody, pageRoot } from '../own-document.js';
import { byTag, closestOf, queryAll } from '../query.js';
import { collapse } from '../tree.js';
import { isUnseen } from './shown.js';

/** Which part of a page is what it is about, and which parts stand on every page of a site. */

const aside = new Set(['navigation', 'contentinfo', 'complementary', 'banner', 'search']);
const asideNames =
  /(?:^|[-_\s])(?:nav|navbar|menu|sidebar|breadcrumbs?|footer|related|share|sharing|social|cookies?|consent|newsletter|promo|advert|ads?|skip)(?:$|[-_\s])/i;

/** The element whose content is the page's own. */
export function mainPart(): Element {
  const body = pageBody() ?? pageRoot();
  const landmarks = [...queryAll(document, 'main, [role=main]')].filter(isPainted);
  const largest = longest(landmarks);
  if (largest && wordCount(largest) > 0) return largest;
  const articles = [...queryAll(document, 'article')].filter(isPainted);
  const article = articles.length === 1 ? articles[0] : undefined;
  if (article && wordCount(article) > wordCount(body) * 0.4) return article;
  return denseDescendant(body);
}

/** Menus, footers and the like inside the main part. */
export function isBoilerplate(element: Element, main: Element, isIndex: boolean): boolean {
  if (element === main || contains(element, main)) return false;
  if (aside.has(ariaRole(element)) || tagOf(element) === 'NAV') return true;
  if (attributeOf(element, 'role') === 'dialog' && /cookie|consent/i.test(textContentOf(element)?.slice(0, 500) ?? ''))
    return true;
  if (!/^(?:UL|OL|DIV|SECTION|P)$/.test(tagOf(element))) return false;
  const density = linkDensity(element);
  if (asideNames.test(`${idOf(element)} ${attributeOf(element, 'class') ?? ''}`)) return density > 0.5;
  return (
    !isIndex && tagOf(main) !== 'MAIN' && density > 0.8 && byTag(element, 'a').length >= 4 && isShortLinks(element)
  );
}

/** A page that is mostly links is a list of them: then links are its content. */
export function isIndexPage(main: Element): boolean {
  return linkDensity(main) > 0.5;
}

function isPainted(element: Element): boolean {
  return checkVisibility(element, { visibilityProperty: true });
}

function longest(elements: Element[]): Element | undefined {
  return elements.sort((one, other) => wordCount(other) - wordCount(one))[0];
}

function wordCount(element: Element): number {
  return (textContentOf(element) ?? '').length;
}

/** Beyond this many parts, the first ones speak for all. */
const sample = 3_000;

function linkLength(element: Element): number {
  const links = queryAll(element, 'a');
  let count = 0;
  for (let index = 0; index < links.length && index < sample; index += 1) {
    const link = links[index];
    if (link) count += collapse(textContentOf(link) ?? '').length;
  }
  return links.length > sample ? count * (links.length / sample) : count;
}

function linkDensity(element: Element): number {
  const all = collapse((textContentOf(element) ?? '').slice(0, 200_000)).length;
  return all === 0 ? 0 : linkLength(element) / all;
}

function isShortLinks(element: Element): boolean {
  const links = byTag(element, 'a').length;
  return linkLength(element) / Math.max(1, links) < 30;
}

/** Goes down while one child holds most of the words that are not links. */
function denseDescendant(from: Element): Element {
  let at = from;
  for (let depth = 0; depth < 40; depth += 1) {
    const own = proseLength(at);
    const best = [...childrenOf(at)]
      .slice(0, 200)
      .filter((child) => !isUnseen(child, getComputedStyle(child)) && !aside.has(ariaRole(child)))
      .map((child) => ({ child, prose: proseLength(child) }))
      .sort((one, other) => other.prose - one.prose)[0];
    if (!best || best.prose < own * 0.75 || best.prose < 200) return at;
    if (/^(?:P|UL|OL|TABLE|DL|PRE|BLOCKQUOTE|H[1-6])$/.test(tagOf(best.child))) return at;
    at = best.child;
  }
  return at;
}

function proseLength(element: Element): number {
  let count = 0;
  let parts = 0;
  for (const part of queryAll(element, 'p, pre, li, td, blockquote, h1, h2, h3, dd')) {
    parts += 1;
    if (parts > sample) break;
    if (closestOf(part, 'nav, aside, footer, script')) continue;
    const words = collapse((textContentOf(part) ?? '').slice(0, 5_000)).length - linkLength(part);
    if (words > 20) count += words;
  }
  return count;
}
