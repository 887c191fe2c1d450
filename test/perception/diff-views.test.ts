import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/core/change.js';
import type { Element } from '../../src/core/element.js';
import type { View } from '../../src/core/view.js';
import { describeChange } from '../../src/perception/diff/describe-change.js';
import { diffViews } from '../../src/perception/diff/diff-views.js';
import { element, view } from './sample-views.js';

const diff = (before: View, after: View): Change[] => diffViews(before, after, new Set());
const scrolled = (y: number): Partial<View> => ({ scroll: { x: 0, y, width: 1280, height: 5000 } });

describe('diffViews', () => {
  test('equal views have no differences', () => {
    const same = view([element(1, 'Button', 'A', { states: ['focused'] })], { url: 'https://a.example/', title: 'A' });
    expect(diff(same, structuredClone(same))).toEqual([]);
  });

  test('the text of a container is not its name', () => {
    const region = element(1, 'Container', 'Guests', { kind: 'region' });
    const words = element(1, 'Text', 'Saved.');
    expect(diff(view([region]), view([region, words]))).toEqual([
      { kind: 'appeared', element: 'el_1', role: 'Text', name: 'Saved.' },
    ]);
    expect(diff(view([region, words]), view([region, { ...words, name: 'Kept.' }]))).toEqual([
      { kind: 'renamed', element: 'el_1', from: 'Saved.', to: 'Kept.' },
    ]);
    const down = { ...region, bounds: { ...region.bounds, y: 300 } };
    const wordsDown = { ...words, bounds: { ...words.bounds, y: 300 } };
    expect(diff(view([region, words]), view([down, wordsDown]))).toEqual([
      { kind: 'moved', element: 'el_1', name: 'Guests' },
    ]);
  });

  test('new elements are reported at any scroll position', () => {
    const [old, fresh] = [element(2, 'Text', 'Header', { y: 10 }), element(3, 'Text', 'Welcome', { y: 40 })];
    const before = view([element(1, 'Button', 'Join', { y: 600 })], scrolled(727));
    const after = view([old, fresh], { ...scrolled(0), newElements: ['el_3'] });
    expect(diff(before, after).filter(({ kind }) => kind === 'appeared')).toEqual([
      { kind: 'appeared', element: 'el_3', role: 'Text', name: 'Welcome' },
    ]);
  });

  test('url, title and tabs', () => {
    const tab = (number: number, active: boolean) => ({ id: `tab_${number}` as const, url: '', title: '', active });
    const before = view([], { url: 'https://a.example/1', title: 'One', tabs: [tab(1, true), tab(2, false)] });
    const after = view([], { url: 'https://a.example/2', title: 'Two', tabs: [tab(1, false), tab(3, true)] });
    expect(diff(before, after)).toEqual([
      { kind: 'url', from: 'https://a.example/1', to: 'https://a.example/2' },
      { kind: 'title', from: 'One', to: 'Two' },
      { kind: 'tab', tab: 'tab_3', do: 'opened' },
      { kind: 'tab', tab: 'tab_3', do: 'selected' },
      { kind: 'tab', tab: 'tab_2', do: 'closed' },
    ]);
  });

  test('focus, value, state, name, position, appeared and gone', () => {
    const before = view([
      element(1, 'TextInput', 'Email', { value: '', states: ['focused'] }),
      element(2, 'Checkbox', 'Terms', { states: ['unchecked'] }),
      element(3, 'Button', 'Save'),
      element(4, 'Button', 'Moves'),
      element(5, 'Button', 'Goes'),
    ]);
    const after = view([
      element(1, 'TextInput', 'Email', { value: 'a@b.example' }),
      element(2, 'Checkbox', 'Terms', { states: ['checked', 'focused'] }),
      element(3, 'Button', 'Saved', { y: 20 + 3 * 24 + 7 }),
      element(4, 'Button', 'Moves', { x: 300 }),
      element(6, 'Button', 'Comes'),
    ]);
    expect(diff(before, after)).toEqual([
      { kind: 'focus', element: 'el_2', name: 'Terms' },
      { kind: 'value', element: 'el_1', name: 'Email', from: '', to: 'a@b.example' },
      { kind: 'state', element: 'el_2', name: 'Terms', added: ['checked'], removed: ['unchecked'] },
      { kind: 'renamed', element: 'el_3', from: 'Save', to: 'Saved' },
      { kind: 'moved', element: 'el_4', name: 'Moves' },
      { kind: 'appeared', element: 'el_6', role: 'Button', name: 'Comes' },
      { kind: 'gone', element: 'el_5', role: 'Button', name: 'Goes' },
    ]);
  });

  test('a password is never reported', () => {
    const field = (value: string): View => view([element(1, 'TextInput', 'Password', { value, states: ['password'] })]);
    const changes = diff(field('old secret'), field('new secret'));
    expect(JSON.stringify(changes)).not.toContain('secret');
    expect(changes).toEqual([{ kind: 'value', element: 'el_1', name: 'Password', to: '•••' }]);
  });

  test('ambient elements are ignored', () => {
    const clock = (time: string): View => view([element(1, 'Text', time), element(2, 'Text', 'Still')]);
    expect(diffViews(clock('10:00'), clock('10:01'), new Set(['el_1']))).toEqual([]);
    expect(diffViews(clock('10:00'), view([element(2, 'Text', 'Still')]), new Set(['el_1']))).toEqual([]);
  });

  test('scrolling is not reported as gone, appeared or moved', () => {
    const page: Element[] = Array.from({ length: 60 }, (_, index) =>
      element(index + 1, 'Link', `Link ${index}`, { y: 5 + index * 40 }),
    );
    const header = element(99, 'Button', 'Fixed header', { x: 500, y: 4 });
    const at = (y: number): View =>
      view(
        [
          header,
          ...page
            .map((one) => ({ ...one, bounds: { ...one.bounds, y: one.bounds.y - y } }))
            .filter((one) => one.bounds.y < 720 && one.bounds.y + 20 > 0),
        ],
        scrolled(y),
      );
    expect(diff(at(0), at(400))).toEqual([{ kind: 'scrolled', dx: 0, dy: 400 }]);
    expect(diff(at(900), at(130))).toEqual([{ kind: 'scrolled', dx: 0, dy: -770 }]);
  });

  test('elements that appear or disappear during a scroll are reported', () => {
    const before = view(
      [element(1, 'Button', 'Goes', { y: 500 }), element(2, 'Text', 'Stays', { y: 400 })],
      scrolled(0),
    );
    const after = view(
      [element(2, 'Text', 'Stays', { y: 300 }), element(3, 'Button', 'Comes', { y: 200 })],
      scrolled(100),
    );
    expect(diff(before, after)).toEqual([
      { kind: 'appeared', element: 'el_3', role: 'Button', name: 'Comes' },
      { kind: 'gone', element: 'el_1', role: 'Button', name: 'Goes' },
      { kind: 'scrolled', dx: 0, dy: 100 },
    ]);
  });

  test('a new dialog is reported after a scroll', () => {
    const before = view([], scrolled(0));
    const after = view([element(1, 'Dialog', 'Cookies', { y: 650, height: 60 })], scrolled(600));
    expect(diff(before, after).map((change) => change.kind)).toEqual(['appeared', 'scrolled']);
  });

  test('elements missing from an incomplete view are not gone', () => {
    const full = view([element(1, 'Button', 'A')]);
    expect(diff(full, view([], { incomplete: 'the page did not answer' }))).toEqual([]);
    expect(diff(view([], { incomplete: 'the page did not answer' }), full)).toEqual([]);
    expect(diff(full, view([], { modal: { kind: 'alert', text: '', clearedBy: 'dialog' } }))).toEqual([]);
    expect(diff(full, view([], { dropped: 5 }))).toEqual([]);
  });

  test('navigation is reported as a url change, not as gone elements', () => {
    const before = view([element(1, 'Button', 'A')], { url: 'https://a.example/' });
    const after = view([element(2, 'Button', 'B')], { url: 'https://b.example/' });
    expect(diff(before, after).map((change) => change.kind)).toEqual(['url', 'appeared']);
  });
});

test('each kind of change is one short line', () => {
  const filler = 'A long text with many words, of which the beginning never changes';
  const changes: Change[] = [
    { kind: 'url', from: 'https://a.example/', to: 'https://b.example/a b' },
    { kind: 'title', from: 'A', to: 'B "quoted"' },
    { kind: 'reloaded', url: 'https://a.example/' },
    { kind: 'focus', element: 'el_1', name: 'Email' },
    { kind: 'focus', name: '' },
    { kind: 'value', element: 'el_1', name: 'Email', from: 'a', to: 'b' },
    { kind: 'state', element: 'el_2', name: 'Terms', added: ['checked'], removed: ['unchecked'] },
    { kind: 'renamed', element: 'el_3', from: 'Save', to: 'Saved' },
    { kind: 'moved', element: 'el_4', name: 'Box' },
    { kind: 'appeared', element: 'el_5', role: 'Button', name: 'Undo' },
    { kind: 'gone', element: 'el_6', role: 'Button', name: 'Delete' },
    { kind: 'text', text: '3 items\nleft' },
    { kind: 'attribute', element: 'el_7', name: 'Box', attribute: 'class' },
    { kind: 'flashed', text: 'Saved' },
    { kind: 'dialog', dialog: 'confirm', text: 'Sure?', do: 'opened' },
    { kind: 'file_chooser', multiple: true },
    { kind: 'download', name: 'a.csv', path: '/tmp/a.csv', bytes: 12345, state: 'done' },
    { kind: 'download', name: 'a.exe', bytes: 0, state: 'refused', reason: 'not allowed' },
    { kind: 'popup', tab: 'tab_2', url: 'https://p.example/' },
    { kind: 'tab', tab: 'tab_2', do: 'closed' },
    { kind: 'scrolled', dx: 0, dy: -1200 },
    { kind: 'scrolled', element: 'el_9', dx: 10, dy: 0 },
    { kind: 'request', method: 'POST', url: 'https://a.example/save', status: 201 },
    { kind: 'pixels', fraction: 0.034 },
    { kind: 'page', what: 'auth_requested', detail: 'a.example' },
    { kind: 'reordered', names: ['B', 'A'], before: 20, after: 3 },
    { kind: 'selection', text: 'some words' },
    { kind: 'drawing', what: 'line', count: 2, do: 'appeared', element: 'el_8', name: 'Board' },
    { kind: 'drawing', what: 'shape', count: 1, do: 'gone', name: '' },
    { kind: 'drawing', what: 'canvas', count: 1, do: 'changed', element: 'el_4', name: '' },
    {
      kind: 'request',
      method: 'POST',
      url: 'https://a.example/save?x=1',
      status: 303,
      submitted: true,
      sent: [
        { name: 'user', value: 'ann' },
        { name: 'count', value: '3' },
      ],
    },
    { kind: 'value', element: 'el_1', name: 'Note', from: `${filler} old end`, to: `${filler} new end` },
    { kind: 'renamed', element: 'el_3', from: `${filler} old end`, to: `${filler} end` },
  ];
  expect(changes.map(describeChange)).toEqual([
    'url: now https://b.example/a%20b',
    'title: now "B \\"quoted\\""',
    'reloaded https://a.example/',
    'focus: on [el_1] "Email"',
    'focus: none',
    'value: [el_1] "Email" = "b", was "a"',
    'state: [el_2] "Terms" now checked',
    'renamed: [el_3] "Saved" was "Save"',
    'moved: [el_4] "Box"',
    'appeared: [el_5] Button "Undo"',
    'gone: el_6 Button "Delete"',
    'text: "3 items left"',
    'attribute: [el_7] "Box" class',
    'flashed: "Saved", gone again',
    'dialog: confirm opened "Sure?"',
    'file chooser: opened, takes several files',
    'download: "a.csv" done, 12,345 bytes at /tmp/a.csv',
    'download: "a.exe" refused: not allowed',
    'popup: tab_2 https://p.example/',
    'tab: tab_2 closed',
    'scrolled: by 1,200 px up',
    'scrolled: el_9 by 10 px right',
    'request: POST https://a.example/save 201',
    'pixels: 3.4% of the picture',
    'page: auth requested: a.example',
    'order now: 20 before, "B", "A", …',
    'selected text: "some words"',
    'drawing: 2 lines appeared in [el_8] "Board"',
    'drawing: 1 shape disappeared',
    'drawing: the canvas [el_4] changed',
    'sent: POST /save with user="ann", count=3, answered 303',
    'value: [el_1] "Note": "… never changes [old → new] end"',
    'renamed: [el_3] "… never changes [− old] end"',
  ]);
});
