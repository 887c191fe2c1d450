import { expect, it } from 'vitest';
import type { Observation } from '../../../src/index.js';
import { translateBrowserShortcuts } from '../../../src/models/adapter/browser-shortcuts.js';

const tab = (id: 1 | 2, active: boolean) => ({ id: `tab_${id}` as const, url: 'about:blank', title: '', active });
const observation = (url?: string): Observation => ({
  id: 1,
  at: '',
  screen: { width: 800, height: 600 },
  elements: [],
  total: 0,
  truncated: 0,
  text: '',
  tabs: [tab(1, false), tab(2, true)],
  ...(url ? { url } : {}),
});
const press = (keys: string, seen = observation('http://a.test/')) =>
  translateBrowserShortcuts([{ id: 'a', action: { type: 'key', keys } }], seen).map(
    (call) => 'action' in call && call.action,
  );

it.each([
  ['alt+Left', { type: 'back' }],
  ['ALT+ArrowRight', { type: 'forward' }],
  ['ctrl+r', { type: 'reload' }],
  ['F5', { type: 'reload' }],
  ['ctrl+t', { type: 'tab', do: 'new' }],
  ['Control+W', { type: 'tab', do: 'close', tab: 'tab_2' }],
  ['ctrl+Tab', { type: 'tab', do: 'select', tab: 'tab_1' }],
  ['ctrl+shift+Tab', { type: 'tab', do: 'select', tab: 'tab_1' }],
])('%s becomes the browser’s own action', (keys, action) => expect(press(keys)).toEqual([action]));

it.each(['ctrl+a', 'Enter', 'Left', 'ctrl+s', 'a b'])('%s goes to the page', (keys) => {
  expect(press(keys)).toEqual([{ type: 'key', keys }]);
});

it('on a desktop no key is translated', () =>
  expect(press('alt+Left', observation())).toEqual([{ type: 'key', keys: 'alt+Left' }]));
