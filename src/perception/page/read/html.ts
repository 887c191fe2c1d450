import { siblings } from '../dom/flat-tree.js';
import { attributesOf, firstChildOf, localNameOf, namespaceOf, tagOf } from '../dom/native-node.js';
import { numberOf, shadowRootOf } from '../dom/node-registry.js';
import { holdsSecret } from '../naming/secret-fields.js';
import { type Budget, consumeNode, takeText } from './budget.js';
import type { Part } from './text.js';

const voidTags = new Set('AREA BASE BR COL EMBED HR IMG INPUT LINK META PARAM SOURCE TRACK WBR'.split(' '));
const emptiedTags = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT']);
const maxAttributeLength = 2_000;

/** The current markup, without code, styles, comments and passwords. */
export function readHtmlParts(root: Element, budget: Budget): Part[] {
  const parts: Part[] = [];
  let chunks: string[] = [];
  const append = (text: string) => chunks.push(takeText(budget, text));

  function write(node: Node, isRaw: boolean): void {
    if (!consumeNode(budget)) return;
    if (node instanceof Text) append(isRaw ? node.data : escapeText(node.data));
    else if (node instanceof Element) writeElement(node);
  }

  function writeElement(element: Element): void {
    const tag = namespaceOf(element) === 'http://www.w3.org/1999/xhtml' ? localNameOf(element) : tagOf(element);
    append(`<${tag}${publicAttributes(element).map(toMarkup).join('')}>`);
    if (voidTags.has(tagOf(element))) return;
    budget.depth += 1;
    if (tagOf(element) === 'IFRAME' || tagOf(element) === 'FRAME') {
      parts.push(chunks.join(''), { frame: numberOf(element) });
      chunks = [];
    } else if (!emptiedTags.has(tagOf(element))) writeContent(element);
    budget.depth -= 1;
    append(`</${tag}>`);
  }

  function writeContent(element: Element): void {
    const shadow = shadowRootOf(element);
    if (shadow) {
      append(`<template shadowrootmode="${shadow.mode}">`);
      for (const child of siblings(firstChildOf(shadow))) write(child, false);
      append('</template>');
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

/** The attributes of an element, without code and secrets. */
export function publicAttributes(element: Element): [name: string, value: string][] {
  const isSecret = holdsSecret(element);
  const found: [string, string][] = [];
  for (const { name, value } of attributesOf(element)) {
    if (name === 'nonce' || (isSecret && name === 'value')) continue;
    if (name.startsWith('on')) found.push([name, '']);
    else found.push([name, value.length > maxAttributeLength ? `${value.slice(0, maxAttributeLength)}…` : value]);
  }
  return found;
}

function toMarkup([name, value]: [string, string]): string {
  return ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
