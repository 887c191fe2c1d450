import { collapseSpaces } from '../dom/flat-tree.js';
import { attributeOf, contains, hasAttribute, textContentOf } from '../dom/native-node.js';
import { byId, closestAround, queryAll } from '../dom/native-query.js';
import type { PageBlock } from '../protocol.js';
import { type Budget, consumeNode, takeText } from './budget.js';
import { readLine } from './text.js';

const maxScriptLength = 500_000;
const maxBlocks = 100;
const maxItems = 200;
const maxItemDepth = 5;
const maxValueLength = 2_000;

/** The JSON-LD of a page, one block per item. */
export function readJsonLd(root: ParentNode, budget: Budget): PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const script of queryAll(root, 'script[type="application/ld+json" i]')) {
    const text = textContentOf(script) ?? '';
    if (text.length > maxScriptLength || blocks.length >= maxBlocks) break;
    const value = parse(text);
    if (value === undefined) continue;
    takeText(budget, text);
    for (const item of itemsOf(value)) blocks.push({ kind: 'json-ld', value: item });
  }
  return blocks.slice(0, maxBlocks);
}

function parse(text: string): unknown {
  const bare = text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>)\s*$/g, '').trim();
  try {
    return JSON.parse(bare);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined; // invalid JSON is ignored
    throw error;
  }
}

/** The items of lists and graphs. */
function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, maxItems).flatMap(itemsOf);
  if (typeof value !== 'object' || value === null) return [];
  const graph = '@graph' in value ? value['@graph'] : undefined;
  return Array.isArray(graph) ? graph.slice(0, maxItems).flatMap(itemsOf) : [value];
}

/** The microdata of a page, one block per top-level item. */
export function readMicrodata(root: ParentNode, budget: Budget): PageBlock[] {
  const blocks: PageBlock[] = [];
  for (const item of queryAll(root, '[itemscope]')) {
    if (!consumeNode(budget) || blocks.length >= maxItems) break;
    if (hasAttribute(item, 'itemprop') && closestAround(item, '[itemscope]')) continue;
    const properties = new Map<string, string[]>();
    readItem(item, '', properties, budget, 0);
    if (properties.size === 0) continue;
    const type = attributeOf(item, 'itemtype')?.trim().split(/\s+/, 1)[0]?.split(/[/#]/).pop();
    blocks.push({ kind: 'microdata', type: type || undefined, properties: Object.fromEntries(properties) });
  }
  return blocks;
}

/** Reads the properties of an item. Those of a nested item get its name and a dot as prefix. */
function readItem(item: Element, prefix: string, into: Map<string, string[]>, budget: Budget, depth: number): void {
  if (depth > maxItemDepth) return;
  const outside = (attributeOf(item, 'itemref') ?? '').split(/\s+/).flatMap((id) => (id && byId(document, id)) || []);
  const inside = [
    ...queryAll(item, '[itemprop]'),
    ...outside.flatMap((part) => [part, ...queryAll(part, '[itemprop]')]),
  ];
  for (const part of inside) {
    if (!consumeNode(budget)) return;
    const owner = closestAround(part, '[itemscope]');
    if (owner !== item && contains(item, part)) continue;
    for (const name of (attributeOf(part, 'itemprop') ?? '').split(/\s+/).filter(Boolean)) {
      if (hasAttribute(part, 'itemscope')) readItem(part, `${prefix}${name}.`, into, budget, depth + 1);
      else into.set(prefix + name, [...(into.get(prefix + name) ?? []), takeText(budget, propertyValue(part))]);
    }
  }
}

function propertyValue(element: Element): string {
  const given = attributeOf(element, 'content');
  if (given !== null) return collapseSpaces(given).slice(0, maxValueLength);
  if (element instanceof HTMLTimeElement && element.dateTime) return element.dateTime;
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement || element instanceof HTMLLinkElement)
    return element.href;
  if (element instanceof HTMLImageElement) return element.src.slice(0, maxValueLength);
  if (element instanceof HTMLDataElement || element instanceof HTMLMeterElement) return String(element.value);
  return readLine(element, maxValueLength) || collapseSpaces((textContentOf(element) ?? '').slice(0, maxValueLength));
}
