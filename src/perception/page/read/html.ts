import { attributesOf, firstChildOf, localNameOf, namespaceOf, tagOf } from '../dom.js';
import { isSecret } from '../naming/names.js';
import { numberOf, shadowRootOf } from '../registry.js';
import { siblings } from '../tree.js';
import { type Budget, isSpent, spend } from './budget.js';
import type { Part } from './text.js';

const empty = new Set('AREA BASE BR COL EMBED HR IMG INPUT LINK META PARAM SOURCE TRACK WBR'.split(' '));
const dropped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT']);
const longestAttribute = 2_000;

/** The markup as it stands now: without code, styles, comments and passwords. */
export function htmlParts(root: Element, budget: Budget): Part[] {
  const parts: Part[] = [];
  let chunks: string[] = [];
  const say = (text: string) => chunks.push(spend(budget, text));

  function write(node: Node, isRaw: boolean): void {
    if (isSpent(budget)) return;
    if (node instanceof Text) say(isRaw ? node.data : escapeText(node.data));
    else if (node instanceof Element) writeElement(node);
  }

  function writeElement(element: Element): void {
    const tag = namespaceOf(element) === 'http://www.w3.org/1999/xhtml' ? localNameOf(element) : tagOf(element);
    say(`<${tag}${publicAttributes(element).map(toMarkup).join('')}>`);
    if (empty.has(tagOf(element))) return;
    budget.depth += 1;
    if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME') {
      parts.push(chunks.join(''), { frame: numberOf(element) });
      chunks = [];
    } else if (!dropped.has(tagOf(element))) writeContent(element);
    budget.depth -= 1;
    say(`</${tag}>`);
  }

  function writeContent(element: Element): void {
    const shadow = shadowRootOf(element);
    if (shadow) {
      say(`<template shadowrootmode="${shadow.mode}">`);
      for (const child of siblings(firstChildOf(shadow))) write(child, false);
      say('</template>');
    }
    const content = element instanceof HTMLTemplateElement ? element.content : element;
    for (const child of siblings(firstChildOf(content))) {
      if (budget.truncated) return;
      write(child, false);
    }
  }

  writeElement(root);
  parts.push(chunks.join(''));
  return parts.filter((part) => part !== '');
}

/** The attributes of an element but those that are code or secret. */
export function publicAttributes(element: Element): [name: string, value: string][] {
  const isPassword = element instanceof HTMLInputElement && isSecret(element);
  const found: [string, string][] = [];
  for (const { name, value } of attributesOf(element)) {
    if (name === 'nonce' || (isPassword && name === 'value')) continue;
    if (name.startsWith('on')) found.push([name, '']);
    else found.push([name, value.length > longestAttribute ? `${value.slice(0, longestAttribute)}…` : value]);
  }
  return found;
}

function toMarkup([name, value]: [string, string]): string {
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
