import { describe, expect, it } from 'vitest';
import type { Element } from '../../src/core/element.js';
import { findReordered } from '../../src/perception/diff/find-reordered.js';
import { findKnownElements } from '../../src/perception/ui-map/known-elements.js';
import { element, view } from './sample-views.js';

/** The elements of a page with a menu, whose ids start at `first`. */
function page(first: number, document: string, main: Element[]): Element[] {
  const menu = [`${document}/1`, `${document}/2`];
  const links = ['Home', 'Docs', 'Blog', 'Team'].map((name, index) =>
    element(first + 1 + index, 'Link', name, { path: menu }),
  );
  return [element(first, 'Container', 'Main', { kind: 'navigation', path: menu }), ...links, ...main];
}

const url = 'https://a.example/';

describe('what the reader of the last map knows', () => {
  it('another page of the same site repeats its menu', () => {
    const buttons = (first: number, document: string) => [
      element(first, 'Button', 'Delete', { path: [`${document}/1`, `${document}/9`] }),
      element(first + 1, 'Text', `Row of ${document}`, { path: [`${document}/1`, `${document}/9`] }),
    ];
    const last = view(page(1, 'a', buttons(20, 'a')), { sceneId: 'a', url });
    const now = view(page(51, 'b', buttons(70, 'b')), { sceneId: 'b', url: `${url}b` });
    const known = findKnownElements(last, now);
    expect([...(known?.successors ?? [])]).toEqual([
      ['el_2', 'el_52'],
      ['el_3', 'el_53'],
      ['el_4', 'el_54'],
      ['el_5', 'el_55'],
      ['el_1', 'el_51'],
    ]);
    expect(findKnownElements(last, { ...now, url: 'https://b.example/' })).toBeUndefined();
  });

  it('buttons and fields outside of landmarks are never taken for those of the page before', () => {
    const form = (first: number, document: string) =>
      ['Name', 'Street', 'Town', 'Country', 'Phone', 'Mail'].map((name, index) =>
        element(first + index, index < 3 ? 'TextInput' : 'Button', name, { path: [`${document}/1`] }),
      );
    const last = view(form(1, 'a'), { sceneId: 'a', url });
    expect(findKnownElements(last, view(form(31, 'b'), { sceneId: 'b', url }))).toBeUndefined();
  });

  it('elements that look the same in one landmark are printed', () => {
    const pair = (first: number, document: string) =>
      [0, 1].map((index) => element(first + index, 'Link', 'Edit', { path: [`${document}/1`, `${document}/2`] }));
    const last = view(page(1, 'a', pair(10, 'a')), { sceneId: 'a', url });
    const now = view(page(51, 'b', pair(60, 'b')), { sceneId: 'b', url });
    const { unchanged } = findKnownElements(last, now) ?? { unchanged: new Set() };
    expect(unchanged.has('el_52')).toBe(true);
    expect(unchanged.has('el_60')).toBe(false);
  });

  it('on the same page, a row with a change is printed as a whole', () => {
    const rows = (count: string): Element[] =>
      [0, 1].flatMap((row) => {
        const list = { container: 'el_30' as const, row, rowCount: 2 };
        return [
          element(40 + row * 10, 'Text', `Item ${row}`, { list }),
          element(41 + row * 10, 'Text', row === 0 ? count : '1', { list }),
        ];
      });
    const last = view(page(1, 'a', rows('1')), { sceneId: 'a', url });
    const now = view(page(1, 'a', rows('2')), { sceneId: 'a', url });
    const { unchanged, gone } = findKnownElements(last, now) ?? { unchanged: new Set(), gone: [] };
    expect([unchanged.has('el_40'), unchanged.has('el_41'), unchanged.has('el_50')]).toEqual([false, false, true]);
    expect(gone).toEqual([]);
  });
});

describe('findReordered', () => {
  const items = (names: readonly string[], offset = 0): Element[] =>
    names.map((name) => element(name.charCodeAt(0) - 64 + offset, 'Button', name, { path: ['d/1', 'd/2'] }));

  it('reports another order of the same items', () => {
    expect(findReordered(items(['A', 'B', 'C']), items(['B', 'A', 'C']))).toEqual([
      { kind: 'reordered', names: ['B', 'A', 'C'], before: 0, after: 0 },
    ]);
    expect(findReordered(items(['A', 'B', 'C']), items(['A', 'C']))).toEqual([]);
    expect(findReordered(items(['A', 'C']), items(['A', 'B', 'C']))).toEqual([]);
  });

  it('reports only the part of a long list that changed', () => {
    const names = Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index));
    const swapped = [...names.slice(0, 9), 'K', 'J', ...names.slice(11)];
    expect(findReordered(items(names), items(swapped))).toEqual([
      { kind: 'reordered', names: ['K', 'J'], before: 9, after: 9 },
    ]);
  });
});
