import { describe, expect, test } from 'vitest';
import type { ScreenNode } from '../../src/environments/screen/screen.js';
import { desk, log, logged, node, nodes, programs, window } from './widgets-window.js';

/** What is read of the window. */
export function describeReading(): void {
  describe('reading a window', () => {
    test('maps roles, names, values and states', async () => {
      const all = await nodes();
      const line = (one: ScreenNode) =>
        [one.role, one.kind, one.name, one.value, one.states.filter((state) => state !== 'focused').join('+')].join(
          '|',
        );
      expect(all.map(line)).toEqual([
        'MenuItem|menu|File||',
        'MenuItem|menu|View||',
        'MenuItem|menu|Lazy||',
        'TextInput||Name:||',
        'TextInput||Password:||password',
        'TextInput||Fixed:|cannot be changed|readonly',
        'TextInput||Short:||',
        'TextInput|spin button|Amount:|0|',
        'Other|slider|Volume:|30|',
        'Dropdown||Colour:|Red|',
        'Dropdown||City:||',
        'Button||Save||',
        'Button||Cancel||',
        'Button||Not now||disabled',
        'Checkbox||Remember me||unchecked',
        'Radio||Small||checked',
        'Radio||Large||unchecked',
        'Button|toggle button|Bold||',
        'Button|toggle button|Wireless||',
        'Tab||Writing||selected',
        'Tab||Table||',
        'Tab||List||',
        'Tab||Canvas||',
        'TextInput||Notes||multiline',
        'Other|progress bar|Loading|0.25|',
        'Text||Ready.||',
      ]);
    });

    test('the center of the bounds of a node is on its widget', async () => {
      for (const name of ['Cancel', 'Save', 'Remember me', 'Large', 'Bold']) {
        const { bounds } = await node(name);
        if (!bounds) throw new Error(`${name} has no place`);
        const from = log().length;
        const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2].map((at) => String(Math.floor(at)));
        await desk.run('xdotool', 'mousemove', `${x}`, `${y}`, 'click', '1');
        await expect
          .poll(() =>
            log()
              .slice(from)
              .find((entry) => entry.event === 'clicked' || entry.event === 'toggled'),
          )
          .toMatchObject({ widget: expect.stringMatching(name === 'Large' ? /Small|Large/ : name) });
      }
    });

    test('finds the innermost node at a position and the focused node', async () => {
      const save = await node('Save');
      const { x = 0, y = 0, width = 0, height = 0 } = save.bounds ?? {};
      const hit = await programs.nodeAt({ x: x + width / 2, y: y + height / 2 }, window);
      expect(hit?.key).toBe(save.key);
      await desk.run('xdotool', 'windowactivate', '--sync', window.id);
      expect(await programs.focus(await node('Short:'))).toBe(true);
      await logged({ event: 'focus', widget: 'Short' });
      expect((await programs.focusedNode(window))?.name).toBe('Short:');
    });

    test('reads everything inside a node, and finds texts, also hidden ones', async () => {
      const menu = await node('File', 'MenuItem');
      const inside = await programs.tree({ windows: [window], inside: { key: menu.key } });
      expect(inside.nodes.map((one) => one.name)).toEqual([
        'New',
        'Save As…',
        'Export',
        'As PDF...',
        'As Picture',
        'Forbidden',
      ]);
      expect(inside.nodes.every((one) => one.bounds === undefined && one.states.includes('offscreen'))).toBe(true);
      const found = await programs.tree({ windows: [window], find: 'PICTURE' });
      expect(found.nodes.map((one) => one.name)).toEqual(['As Picture']);
    });
  });
}
