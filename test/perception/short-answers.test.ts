import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/core/change.js';
import type { Element } from '../../src/core/element.js';
import { describeChange } from '../../src/perception/diff/describe-change.js';
import { changeLines } from '../../src/perception/ui-map/change-lines.js';
import { renderElement } from '../../src/perception/ui-map/element-line.js';
import { renderMap } from '../../src/perception/ui-map/render-map.js';

const button = (name: string, description?: string): Element => ({
  id: 'el_1',
  role: 'Button',
  name,
  description,
  states: [],
  interactive: true,
  bounds: { x: 0, y: 0, width: 80, height: 20 },
});

describe('An answer', () => {
  it('lists up to three elements that are gone, and counts more', () => {
    const gone = (index: number): Change => ({
      kind: 'gone',
      element: `el_${index}`,
      role: index % 2 ? 'Text' : 'Link',
      name: `Item ${index}`,
    });
    expect(changeLines([1, 2, 3].map(gone))).toEqual([
      'gone: el_1 Text "Item 1"',
      'gone: el_2 Link "Item 2"',
      'gone: el_3 Text "Item 3"',
    ]);
    expect(changeLines([1, 2, 3, 4, 5].map(gone))).toEqual(['gone: 5 elements: "Item 1", "Item 2", "Item 3" …']);
    expect(changeLines([2, 4, 6, 8].map(gone))).toEqual(['gone: 4 Link elements: "Item 2", "Item 4", "Item 6" …']);
  });

  it('joins the attributes of one element', () => {
    const changes = ['class', 'x', 'y', 'width'].map(
      (attribute): Change => ({ kind: 'attribute', element: 'el_7', name: '', attribute }),
    );
    expect(changeLines(changes)).toEqual(['attribute: [el_7] class, x, y and 1 more']);
  });

  it('shows of many sent fields those that the page showed', () => {
    const hidden = [
      'wpStarttime=20261118054757',
      'oldid=0',
      'wpAutoSummary=d41d8cd98f00b204e9800998ecf8427e',
      'model=wikitext',
      'empty=',
    ];
    const sent = [
      ...hidden.map((field) => ({ name: field.split('=')[0] ?? '', value: field.split('=')[1] ?? '' })),
      { name: 'wpTextbox1', value: 'Tides', shown: true as const },
      { name: 'wpSummary', value: 'depth', shown: true as const },
    ];
    expect(
      describeChange({
        kind: 'request',
        method: 'POST',
        url: 'http://x.test/save',
        status: 302,
        submitted: true,
        sent,
      }),
    ).toBe('sent: POST /save with wpTextbox1="Tides", wpSummary="depth", 5 more, answered 302');
  });
});

describe('A map without coordinates', () => {
  const line = (name: string, description: string, coordinates: boolean) =>
    renderElement(button(name, description), { nameLength: 80, textLength: 200, descriptions: true, coordinates });

  it.each([
    ['control panel', 'Open control panel', false],
    ['tag list', 'Show tag list', false],
    ['Search Wiki', 'Search Wiki [alt-shift-f]', false],
    ['Go', 'Go to a page with this exact name', true],
    ['Search', 'Search the pages for this text', true],
  ])('%s with the tooltip %s: note %s', (name, tooltip, isShown) => {
    expect(line(name, tooltip, false).includes(' note ')).toBe(isShown);
    expect(line(name, tooltip, true)).toContain(' note ');
  });

  it('of a part of the page has no header', () => {
    const view = {
      screen: { width: 800, height: 600 },
      url: 'http://x.test/',
      title: 'Page',
      scroll: { x: 0, y: 0, width: 800, height: 5_000 },
      below: { pixels: 4_400, headings: [] },
      elements: [button('Save')],
      dropped: 0,
    };
    expect(renderMap(view, { budget: 500, coordinates: false }).text).toContain('page "Page"');
    expect(renderMap(view, { budget: 500, coordinates: false, request: { find: 'Save' } }).text).toBe(
      '[el_1] Button "Save"',
    );
  });
});
