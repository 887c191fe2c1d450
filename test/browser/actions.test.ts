import { describe, expect, it } from 'vitest';
import { openSession } from '../../src/index.js';
import { named } from '../support/named.js';
import { at, hears, open, perform, server, session, told, useActionPages } from './actions/pages.js';
import { describeValues } from './actions/values.js';

useActionPages();

describe('every action reaches the page', () => {
  it('click: buttons, counts, modifiers', async () => {
    await open('/pointer');
    const target = await at('Button');
    await perform({ type: 'click', target });
    await hears('click b 0 1 ');
    await perform({ type: 'click', target, count: 2 });
    await hears('dblclick b 0 2 ');
    await perform({ type: 'click', target, count: 3 });
    await hears('click b 0 3 ');
    await perform({ type: 'click', target, button: 'right' });
    await hears('contextmenu b 2 0 ');
    await perform({ type: 'click', target, button: 'middle' });
    await hears('auxclick b 1 1 ');
    await perform({ type: 'click', target, modifiers: ['Control', 'Shift'] });
    await hears('click b 0 1 ctrl+shift');
    await perform({ type: 'click', target, modifiers: ['Alt'] });
    await hears('click b 0 1 alt');
    const { bounds } = named(await session.observe(), 'Button');
    await perform({ type: 'click', target: { x: bounds.x + 3, y: bounds.y + 3 } });
    await expect.poll(() => told().filter((line) => line === 'click b 0 1 ').length).toBeGreaterThan(2);
  });

  it('move, press and release, drag', async () => {
    await open('/pointer');
    await perform({ type: 'move', target: await at('Hover me') });
    await hears('mouseenter hover 0 0 ');
    const { x, y } = named(await session.observe(), 'Board').bounds;
    await perform({ type: 'press', target: { x: x + 20, y: y + 20 } });
    await perform({ type: 'release', target: { x: x + 120, y: y + 60 } });
    await hears('drawn true 100');
    await perform({ type: 'drag', path: [await at('One'), await at('Bin')] });
    await hears('dropped item one');
    const knob = named(await session.observe(), 'Knob').bounds;
    await perform({ type: 'drag', path: [await at('Knob'), { x: knob.x + 140, y: knob.y + 20 }] });
    await hears('slid 120');
  });

  it('scroll: the page and the element under the pointer, in both directions', async () => {
    await open('/scroll');
    const down = await perform({ type: 'scroll', dx: 0, dy: 500 });
    expect(down.changes).toContainEqual(expect.objectContaining({ kind: 'scrolled', dy: 500 }));
    await hears('page 0 500');
    await perform({ type: 'scroll', dx: 300, dy: 0 });
    await hears('page 300 500');
    await perform({ type: 'scroll', dx: -300, dy: -500 });
    await hears('page 0 0');
    await perform({ type: 'scroll', target: { x: 100, y: 100 }, dx: 0, dy: 200 });
    await hears('inner 0 200');
    await perform({ type: 'scroll', target: await at('Inner'), dx: 150, dy: 0 });
    await hears('inner 150 200');
  });

  it('type: any text, appended, cleared, truncated by the page, submitted', async () => {
    await open('/text');
    const text = 'Zoë 日本 👩‍👩‍👧 e\u0301 שלום "q" <b>';
    await perform({ type: 'type', target: await at('Line'), text });
    await perform({ type: 'type', target: await at('Full'), text: 'def' });
    await perform({ type: 'type', target: await at('Short'), text: 'toolong' });
    await perform({ type: 'type', target: await at('Area'), text: 'one\n\ttwo\tthree' });
    await perform({ type: 'type', target: await at('Rich'), text: 'new', clear: true });
    await perform({ type: 'click', target: await at('Report') });
    await hears(JSON.stringify([text, 'abcdef', 'tool', 'one\n\ttwo\tthree', 'new']));
    await perform({ type: 'type', target: await at('Line'), text: 'again', clear: true, submit: true });
    await hears('sent again');
    await perform({ type: 'type', text: '!' });
    await perform({ type: 'key', keys: 'Return' });
    await hears('sent again!');
    const long = 'x'.repeat(100_000);
    await perform({ type: 'type', target: await at('Area'), text: long, clear: true });
    expect(named(await session.observe(), 'Area').value).toBe('x'.repeat(500));
  });

  it('key: every spelling, sequences, repeats', async () => {
    await open('/text');
    await perform({ type: 'type', target: await at('Line'), text: 'word' });
    await perform({ type: 'key', keys: 'ctrl+a' });
    await perform({ type: 'key', keys: 'BackSpace' });
    await perform({ type: 'key', keys: 'shift+Left', repeat: 3 });
    await perform({ type: 'key', keys: 'Page_Down Escape' });
    await hears('key C+Control', 'key C+a', 'key Backspace', 'key PageDown', 'key Escape');
    // Pressed as often, not held: a page that pays no heed to a key that repeats itself counts them all.
    expect(told().filter((line) => /ArrowLeft/.test(line))).toEqual(Array(3).fill('key S+ArrowLeft'));
    expect(named(await session.observe(), 'Line').value).toBeUndefined();
  });

  it('key: held until released, for a time, and around the pointer', async () => {
    await open('/held');
    await perform({ type: 'key', keys: 'h', holdMs: 700 });
    await hears('down h  false', 'up h  true');
    await perform({ type: 'key', keys: 'Shift', phase: 'down' });
    await perform({ type: 'click', target: await at('Button') });
    await perform({ type: 'key', keys: 'ArrowDown' });
    await perform({ type: 'click', target: await at('Button'), modifiers: ['Control', 'Shift'] });
    await perform({ type: 'move', target: await at('Pad') });
    await hears('click shift', 'down ArrowDown shift false', 'click ctrl+shift', 'move shift');
    expect(told().filter((line) => line.startsWith('up Shift'))).toEqual([]);
    const again = await session.perform({ type: 'key', keys: 'Alt', phase: 'up' });
    expect(again).toMatchObject({ ok: false, error: { code: 'invalid_action', message: 'Alt is not held.' } });
    await perform({ type: 'key', keys: 'shift', phase: 'up' });
    await hears('up Shift ');
    await perform({ type: 'click', target: await at('Button') });
    await hears('click ');
    await perform({ type: 'scroll', target: await at('Pad'), dx: 0, dy: 120, modifiers: ['Control'] });
    await perform({ type: 'move', target: { x: 20, y: 150 }, modifiers: ['Alt', 'Shift'] });
    await hears('wheel 120 ctrl', 'up Control ', 'move shift+alt', 'up Alt ');
    await perform({ type: 'scroll', target: await at('Pad'), dx: 0, dy: 60 });
    await hears('wheel 60 ');
  });

  it('key: held keys are released when the session closes', async () => {
    const other = await openSession({ policy: 'open' });
    await other.perform({ type: 'navigate', url: `${server.url}/held` });
    await other.perform({ type: 'key', keys: 'Control+k', phase: 'down' });
    await hears('down Control ctrl false', 'down k ctrl false');
    expect(told().filter((line) => line.startsWith('up '))).toEqual([]);
    await other.close();
    await expect
      .poll(() =>
        told()
          .filter((line) => line.startsWith('up '))
          .map((line) => line.split(' ')[1]),
      )
      .toEqual(['k', 'Control']);
  });
});

describeValues();
