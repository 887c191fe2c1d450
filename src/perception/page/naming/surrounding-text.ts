import { collapseSpaces, flatParent } from '../dom/flat-tree.js';
import { contains } from '../dom/native-node.js';
import { elementOf } from '../dom/node-registry.js';
import type { Entry } from '../protocol.js';
import { readLine } from '../read/text.js';

const maxTextLength = 60;
const maxAncestors = 8;
/** Reading a text costs a layout. */
const maxTexts = 60;

/** Adds to controls with the same name what tells them apart: the text of the smallest part around each that contains no other of them. */
export function addSurroundingTexts(entries: readonly Entry[]): void {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (!entry.interactive) continue;
    const key = `${entry.role} ${entry.name || entry.guess}`;
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  let count = 0;
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const elements = group.flatMap(({ number }) => elementOf(number) ?? []);
    for (const entry of group) {
      count += 1;
      if (count > maxTexts) return;
      const text = textAround(entry, elements);
      if (text) entry.near = text;
    }
  }
}

function textAround({ number, name }: Entry, alike: readonly Element[]): string | undefined {
  const element = elementOf(number);
  if (!element) return undefined;
  let around = flatParent(element);
  for (let level = 0; around && level < maxAncestors; around = flatParent(around), level += 1) {
    const part = around;
    if (alike.some((other) => other !== element && contains(part, other))) return undefined;
    const own = readLine(element, maxTextLength) || name;
    const text = collapseSpaces(readLine(part, maxTextLength + own.length).replace(own, ' '));
    if (text) return text.slice(0, maxTextLength);
  }
  return undefined;
}
