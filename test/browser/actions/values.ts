import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../src/index.js';
import { named } from '../../support/named.js';
import { at, downloads, folder, hears, open, perform, server, session, told } from './pages.js';

/** Values, navigation, tabs, dialogs and files. */
export function describeValues(): void {
  describe('every action reaches the page: values, navigation and files', () => {
    it('set_value: every kind of field', async () => {
      await open('/values');
      const values: [string, string | boolean | string[], string][] = [
        ['Color', 'Blue', 'b'],
        ['Many', ['Ann', 'Cid'], 'Ann,Cid'],
        ['Day', '2026-12-31', '2026-12-31'],
        ['Hour', '23:15', '23:15'],
        ['Moment', '2026-12-31T23:15', '2026-12-31T23:15'],
        ['Month', '2026-12', '2026-12'],
        ['Week', '2026-W52', '2026-W52'],
        ['Paint', '#FF8000', '#ff8000'],
        ['Level', '7', '7'],
        ['Count', '42', '42'],
        ['Agree', true, 'true'],
        ['Right', true, 'true'],
      ];
      for (const [name, value, arrived] of values) {
        const outcome = await perform({ type: 'set_value', target: await at(name), value });
        expect(outcome.effect, name).toBe('changed');
        await hears(`change ${name} ${arrived}`);
      }
      await perform({ type: 'set_value', target: await at('Power'), value: true });
      await hears('switch true');
      expect((await perform({ type: 'set_value', target: await at('Color'), value: 'Blue' })).effect).toBe('unchanged');
      for (const [name, value] of [
        ['Color', 'Green'],
        ['Color', 'Gray'],
        ['Day', 'tomorrow'],
        ['Level', '70'],
        ['Agree', 'perhaps'],
        ['Right', false],
      ] as const) {
        const refused = await session.perform({ type: 'set_value', target: await at(name), value });
        expect(refused.error, `${name} ${value}`).toMatchObject({
          code: expect.stringMatching(/unknown_option|disabled|invalid_action/),
          hint: expect.anything(),
        });
      }
    });

    it('set_value: a number field that stores its value when it loses the focus', async () => {
      await open('/number');
      await perform({ type: 'set_value', target: await at('Columns'), value: '4' });
      await session.perform({ type: 'click', target: await at('Done') });
      await hears('columns 4');
    });

    it('wait: until the condition holds, or reports that it does not', async () => {
      await open('/wait');
      await session.perform({ type: 'click', target: await at('Start') });
      await perform({ type: 'wait', for: { text: 'Ready now' } });
      await session.perform({ type: 'click', target: await at('Move') });
      await perform({ type: 'wait', for: { gone: { text: 'Busy' } } });
      await perform({ type: 'wait', for: { element: { name: 'Vanish', role: 'button' } } });
      const vanish = await at('Vanish');
      await session.perform({ type: 'click', target: vanish });
      await perform({ type: 'wait', for: { gone: { id: vanish.element } } });
      await perform({ type: 'wait', for: 'page_loaded' });
      await perform({ type: 'wait', for: { seconds: 0.1 } });
      const late = await session.perform({ type: 'wait', for: { text: 'never' }, timeoutMs: 200 });
      expect(late).toMatchObject({ ok: false, error: { code: 'wait_timeout' } });
    });

    it('navigate, back, forward, reload', async () => {
      await open('/tabs');
      await perform({ type: 'click', target: await at('Other') });
      expect((await perform({ type: 'back' })).changes).toContainEqual(
        expect.objectContaining({ kind: 'url', to: `${server.url}/tabs` }),
      );
      expect((await perform({ type: 'forward' })).observation?.title).toBe('Other page');
      server.log.length = 0;
      expect((await perform({ type: 'reload' })).effect).toBe('changed');
      expect(server.log).toContain('GET /other');
    });

    it('tabs, windows and focus_app', async () => {
      await open('/tabs');
      const popped = await perform({ type: 'click', target: await at('Elsewhere') });
      expect(popped.changes).toContainEqual(expect.objectContaining({ kind: 'popup', url: `${server.url}/other` }));
      const two = (await session.observe()).tabs ?? [];
      expect(two.map((tab) => [tab.title, tab.active])).toEqual([
        ['Tabs', false],
        ['Other page', true],
      ]);
      await perform({ type: 'focus_app', app: 'tabs' });
      expect((await session.observe()).title).toBe('Tabs');
      await perform({ type: 'tab', do: 'select', tab: two[1]?.id });
      expect((await session.observe()).title).toBe('Other page');
      await perform({ type: 'tab', do: 'close', tab: two[1]?.id });
      await perform({ type: 'tab', do: 'new', url: `${server.url}/other` });
      const three = (await session.observe()).tabs ?? [];
      expect(three).toHaveLength(2);
      await perform({ type: 'tab', do: 'close', tab: three[1]?.id });
      await open('/tabs');
      await perform({ type: 'click', target: await at('Other'), modifiers: ['Control'] });
      await expect.poll(async () => (await session.observe()).tabs?.length).toBe(2);
      for (const tab of ((await session.observe()).tabs ?? []).slice(1))
        await perform({ type: 'tab', do: 'close', tab: tab.id });
    });

    it('dialogs', async () => {
      await open('/dialogs');
      await session.perform({ type: 'click', target: await at('Ask') });
      await perform({ type: 'dialog', accept: false });
      await hears('confirmed false');
      await session.perform({ type: 'click', target: await at('Name') });
      expect((await session.observe()).modal).toMatchObject({ kind: 'prompt', text: 'Name?', defaultText: 'nobody' });
      await perform({ type: 'dialog', accept: true, text: 'Ada' });
      await hears('named Ada');
      expect((await session.perform({ type: 'dialog', accept: true })).error?.code).toBe('no_modal');
    });

    it('uploads and downloads', async () => {
      await open('/files');
      await perform({ type: 'upload', target: await at('One file'), paths: ['a.txt'] });
      await hears('one a.txt:5');
      await perform({
        type: 'upload',
        target: await at('Many files'),
        paths: [join(folder, 'a.txt'), join(folder, 'b.txt')],
      });
      await hears('many a.txt,b.txt');
      const opened = await session.perform({ type: 'click', target: await at('Choose') });
      expect(opened.changes).toContainEqual(expect.objectContaining({ kind: 'file_chooser' }));
      expect((await session.observe()).modal).toMatchObject({ kind: 'file_chooser', clearedBy: 'upload' });
      await perform({ type: 'upload', paths: ['b.txt'] });
      await hears('hidden b.txt');
      for (const path of ['/etc/hostname', '../a.txt', 'missing.txt']) {
        const refused = await session.perform({ type: 'upload', target: await at('One file'), paths: [path] });
        expect(refused.error?.code).toBe('bad_path');
      }
      const saved = await perform({ type: 'click', target: await at('Save') });
      expect(saved.changes).toContainEqual(
        expect.objectContaining({ kind: 'download', state: 'done', path: join(downloads, 'notes.txt') }),
      );
      expect(await readFile(join(downloads, 'notes.txt'), 'utf8')).toBe('some notes');
    });

    it('type: a list applies the text as a choice, by coordinates, by id, and after a click', async () => {
      await open('/values');
      const { bounds } = named(await session.observe(), 'Color');
      const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
      await perform({ type: 'type', target: middle, text: 'Blue' });
      await hears('change Color b');
      await perform({ type: 'type', target: await at('Color'), text: 'red' });
      await hears('change Color r');
      server.log.length = 0;
      await perform({ type: 'click', target: middle });
      await perform({ type: 'type', text: 'blue', submit: true });
      await hears('change Color b');
      const outcome = await session.perform({ type: 'type', target: middle, text: 'Mauve' });
      expect(outcome).toMatchObject({
        ok: false,
        error: { code: 'unknown_option', hint: expect.stringContaining('"Red"') },
      });
      await perform({ type: 'click', target: await at('Agree') });
      await hears('change Agree true');
      expect(named(await session.observe(), 'Color').value).toBe('Blue');
    });

    it.each([
      ['Day', '2026-12-24', '2026-12-24'],
      ['Day', '12/24/2026', '2026-12-24'],
      ['Day', '24.12.2026', '2026-12-24'],
      ['Day', '12242026', '2026-12-24'],
      ['Hour', '9:30 PM', '21:30'],
      ['Hour', '09:30', '09:30'],
      ['Moment', '2026-12-24 18:00', '2026-12-24T18:00'],
      ['Month', '2026-12', '2026-12'],
      ['Paint', '#1A2B3C', '#1a2b3c'],
    ])('type: a whole date or time, wherever in the field it is typed: %s %s', async (name, text, value) => {
      await open('/values');
      const { bounds } = named(await session.observe(), name);
      const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
      await perform({ type: 'type', target: middle, text, clear: true });
      await hears(`change ${name} ${value}`);
    });

    it('invalid input does nothing and returns the reason', async () => {
      await open('/text');
      const seen = await session.observe();
      const line = { element: named(seen, 'Line').id };
      const bad: [Action | Record<string, unknown>, string][] = [
        [{ type: 'click', target: { x: -1, y: 5 } }, 'out_of_range'],
        [{ type: 'click', target: { x: 99_999, y: 5 } }, 'out_of_range'],
        [{ type: 'click', target: { x: Number.NaN, y: 5 } }, 'invalid_action'],
        [{ type: 'click', target: { element: 'el_99999' } }, 'unknown_element'],
        [{ type: 'click', target: { element: 'button' } }, 'invalid_action'],
        [{ type: 'key', keys: 'ctrl+flurb' }, 'unknown_key'],
        [{ type: 'type', target: line, text: '' }, 'invalid_action'],
        [{ type: 'type', target: line, text: 'half \ud83d' }, 'invalid_action'],
        [{ type: 'type', target: { element: named(seen, 'Plain').id }, text: 'x' }, 'not_editable'],
        [{ type: 'type', target: { element: named(seen, 'Locked').id }, text: 'x' }, 'not_editable'],
        [{ type: 'navigate', url: 'file:///etc/hostname' }, 'bad_url'],
        [{ type: 'navigate', url: 'http://' }, 'bad_url'],
        [{ type: 'wait', for: { seconds: -3 } }, 'invalid_action'],
        [{ type: 'release' }, 'invalid_action'],
        [{ type: 'key', keys: 'a b', phase: 'down' }, 'invalid_action'],
        [{ type: 'key', keys: 'a', holdMs: 300_001 }, 'invalid_action'],
        [{ type: 'key', keys: '日', phase: 'down' }, 'unsupported'],
        [{ type: 'tab', do: 'select', tab: 'tab_99' }, 'unknown_tab'],
        [{ type: 'upload', paths: ['a.txt'] }, 'no_modal'],
        [{ type: 'click', target: line, speed: 'fast' }, 'invalid_action'],
      ];
      for (const [action, code] of bad) {
        const outcome = await session.perform(action as Action);
        expect(outcome, JSON.stringify(action)).toMatchObject({ ok: false, effect: 'unchanged', error: { code } });
        expect(outcome.error?.message).toMatch(/\w/);
      }
      expect(told()).toEqual([]);
      await perform({ type: 'click', target: await at('Report') });
      await hears(JSON.stringify(['', 'abc', '', '', 'old']));
    });
  });
}
