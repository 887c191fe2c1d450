import type { PageBlock } from '../../page-protocol.js';
import { attributeOf, contains, hasAttribute, textContentOf } from '../dom.js';
import { byId, closestAround, queryAll } from '../query.js';
import { collapse } from '../tree.js';
import { type Budget, isSpent, spend } from './budget.js';
import { lineOf } from './text.js';

/** What a page says of itself to machines: JSON-LD and microdata. */

const longestScript = 500_000;
const mostBlocks = 100;
const mostItems = 200;

export function readJsonLd(root: ParentNode, budget: Budget): PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const script of queryAll(root, 'script[type="application/ld+json" i]')) {
    const text = textContentOf(script) ?? '';
    if (text.length > longestScript || blocks.length >= mostBlocks) break;
    const value = parse(text);
    if (value === undefined) continue;
    spend(budget, text);
    for (const item of itemsOf(value)) blocks.push({ kind: 'json-ld', value: item });
  }
  return blocks.slice(0, mostBlocks);
}

function parse(text: string): unknown {
  const bare = text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>)\s*$/g, '').trim();
  try {
    return JSON.parse(bare);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // broken data is no data
    throw error;
  }
}

/** One block for each thing: lists and graphs are taken apart. */
function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, mostItems).flatMap(itemsOf);
  if (typeof value !== 'object' || value === null) return [];
  const graph = '@graph' in value ? value['@graph'] : undefined;
  return Array.isArray(graph) ? graph.slice(0, mostItems).flatMap(itemsOf) : [value];
}

export function readMicrodata(root: ParentNode, budget: Budget): PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const item of queryAll(root, '[itemscope]')) {
    if (isSpent(budget) || blocks.length >= mostItems) break;
    if (hasAttribute(item, 'itemprop') && closestAround(item, '[itemscope]')) continue;
    const properties = new Map<string, string[]>();
    readItem(item, '', properties, budget, 0);
    if (properties.size === 0) continue;
    const type = attributeOf(item, 'itemtype')?.trim().split(/\s+/, 1)[0]?.split(/[/#]/).pop();
    blocks.push({ kind: 'microdata', ...(type ? { type } : {}), properties: Object.fromEntries(properties) });
  }
  return blocks;
}

/** The properties of an item; those of an item inside it under its name and a dot. */
function readItem(item: Element, prefix: string, into: Map<string, string[]>, budget: Budget, depth: number): void {
  if (depth > 5) return;
  const outside = (attributeOf(item, 'itemref') ?? '').split(/\s+/).flatMap((id) => (id && byId(document, id)) || []);
  const inside = [
    ...queryAll(item, '[itemprop]'),
    ...outside.flatMap((part) => [part, ...queryAll(part, '[itemprop]')]),
  ];
  for (const part of inside) {
    if (isSpent(budget)) return;
    const owner = closestAround(part, '[itemscope]');
    if (owner !== item && contains(item, part)) continue;
    for (const name of (attributeOf(part, 'itemprop') ?? '').split(/\s+/).filter(Boolean)) {
      if (hasAttribute(part, 'itemscope')) readItem(part, `${prefix}${name}.`, into, budget, depth + 1);
      else into.set(prefix + name, [...(into.get(prefix + name) ?? []), spend(budget, statedValue(part))]);
    }
  }
}

function statedValue(element: Element): string {
  const given = attributeOf(element, 'content');
  if (given !== null) return collapse(given).slice(0, 2_000);
  if (element instanceof HTMLTimeElement && element.dateTime) return element.dateTime;
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement || element instanceof HTMLLinkElement)
    return element.href;
  if (element instanceof HTMLImageElement) return element.src.slice(0, 2_000);
  if (element instanceof HTMLDataElement || element instanceof HTMLMeterElement) return String(element.value);
  return lineOf(element, 2_000) || collapse((textContentOf(element) ?? '').slice(0, 2_000));
}
