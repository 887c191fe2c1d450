import { beforeEach, describe, expect, it } from 'vitest';
import { callTool } from '../../../src/exports/tools.js';
import { openSession } from '../../../src/index.js';
import { describeApproval } from './approval.js';
import { desk, done, host, numberOf, refused, registry, session, told, use, useComputer } from './session.js';

useComputer();

describe('computer_use on a page', () => {
  beforeEach(async () => {
    await session.perform({ type: 'navigate', url: desk.url });
    desk.forget();
  });

  it('H4, H6: capture returns a marked picture and the list, vision a plain picture, ax only the list', async () => {
    const som = await use({ action: 'capture' });
    const seen = som.data;
    expect(seen).toMatchObject({ mode: 'som', width: 1440, height: 900, window_title: 'Control desk' });
    expect(som.pictures).toHaveLength(1);
    expect(som.pictures?.[0]).toMatchObject({ marks: true, size: { width: 1440, height: 900 } });
    expect(seen?.summary).toMatch(/^capture mode=som 1440x900 app=Control desk window='Control desk'\n15 interactable/);
    expect(seen?.summary).toMatch(/^\[el_\d+\] Button "Save" \(100,80\)$/m);
    const vision = await use({ action: 'capture', mode: 'vision' });
    expect(vision.pictures?.[0]).toMatchObject({ marks: false, size: { width: 1440, height: 900 } });
    expect(vision.data?.summary).toBe("capture mode=vision 1440x900 app=Control desk window='Control desk'");
    const marked = som.pictures?.[0]?.bytes ?? Buffer.alloc(0);
    expect(marked.equals(vision.pictures?.[0]?.bytes ?? marked)).toBe(false);
    const ax = await use({ action: 'capture', mode: 'ax' });
    expect(ax.pictures).toBeUndefined();
    expect(ax.data?.elements?.[0]).toEqual({
      index: expect.any(Number),
      role: 'Button',
      label: 'Save',
      bounds: [40, 60, 120, 40],
    });
    expect(ax.data?.total_elements).toBe(15);
    expect((await refused({ action: 'capture', mode: 'photo' })).error).toContain('"som"|"vision"|"ax"');
  });

  it('H10: the picture has the size of the screen, also on a high-density display', async () => {
    const dense = await openSession({
      policy: 'open',
      url: desk.url,
      deviceScaleFactor: 2,
      viewport: { width: 1000, height: 700 },
    });
    try {
      const own = { session: dense, memory: new Map(), knownElement: dense.knownElement };
      const { data, pictures } = await use({ action: 'capture' }, own);
      expect(data).toMatchObject({ width: 1000, height: 700 });
      expect(pictures?.[0]?.size).toEqual({ width: 1000, height: 700 });
      expect((await use({ action: 'click', coordinate: [100, 80] }, own)).success).toBe(true);
      await told('click 0 save at 100,80');
    } finally {
      await dense.close();
    }
  });

  it('H9: the number in the list, in the map and in `element` is the same, starting at 1', async () => {
    const number = await numberOf('Save');
    const { summary } = await done({ action: 'capture' });
    expect(summary).toContain(`[el_${number}] Button "Save"`);
    expect(await done({ action: 'click', element: number })).toMatchObject({ element: number });
    await told('click 0 save at 100,80');
    expect((await refused({ action: 'click', element: 0 })).code).toBe('unknown_element');
    expect((await refused({ action: 'click', element: 99_999 })).error).toContain('There is no element el_99999.');
  });

  it('H9: a stale element is an error, never a click at its old position', async () => {
    const save = await numberOf('Save');
    await done({ action: 'click', element: await numberOf('Take away') });
    const { success, metadata } = await use({ action: 'click', element: save });
    expect(success).toBe(false);
    expect(metadata.code).toBe('stale_element');
    expect(desk.told().filter((line) => line.startsWith('click') && line.includes('100,80'))).toEqual([]);
  });

  it('H2, H10, H11: clicks by coordinate, twice, with each button', async () => {
    await done({ action: 'click', coordinate: [100, 80] });
    await told('click 0 save at 100,80');
    await done({ action: 'double_click', coordinate: [60, 90] });
    await told('dblclick 0 save at 60,90');
    await done({ action: 'right_click', element: await numberOf('Save') });
    await told('contextmenu 2 save at 100,80');
    await done({ action: 'middle_click', coordinate: [100, 80] });
    await told('auxclick 1 save at 100,80');
    desk.forget();
    await done({ action: 'click', coordinate: [100, 80], button: 'right' });
    await told('contextmenu 2 save at 100,80');
  });

  it('H10: a coordinate must be two integers on the screen', async () => {
    const off = await refused({ action: 'click', coordinate: [1440, 10] });
    expect(off.code).toBe('out_of_range');
    expect(off.error).toContain('The screen is 1440×900');
    for (const coordinate of [[1], [1, 2, 3], [1.5, 2], ['a', 'b'], 'here'])
      expect((await refused({ action: 'click', coordinate })).error).toContain('must be exactly two integers, [x, y]');
  });

  it('H12: holds the keys of either system', async () => {
    for (const [modifiers, held] of [
      [['cmd'], 'meta+'],
      [['win'], 'meta+'],
      [['windows', 'super', 'meta'], 'meta+'],
      [['option'], 'alt+'],
      [['alt'], 'alt+'],
      [['ctrl', 'shift'], 'ctrl+shift+'],
    ] as const) {
      desk.forget();
      await done({ action: 'click', coordinate: [100, 80], modifiers });
      await told(`click ${held}0 save at 100,80`);
    }
  });

  it('H12: reports that fn is ignored, and rejects unknown keys', async () => {
    const { success, metadata } = await use({ action: 'click', coordinate: [100, 80], modifiers: ['fn'] });
    expect(success).toBe(true);
    expect(metadata.outcomeText).toContain('fn is not supported');
    await told('click 0 save at 100,80');
    expect((await refused({ action: 'click', coordinate: [1, 1], modifiers: ['hyper'] })).error).toContain('"cmd"');
    expect((await refused({ action: 'scroll', direction: 'up', modifiers: ['ctrl'] })).error).toContain(
      'does not support modifiers',
    );
  });

  it('H13: drags by elements, by coordinates, and by one of each', async () => {
    const [card, tray] = [await numberOf('Card'), await numberOf('Tray')];
    await done({ action: 'drag', from_element: card, to_element: tray });
    await told('drop tray');
    desk.forget();
    await done({ action: 'drag', from_coordinate: [420, 80], to_coordinate: [450, 240] });
    await told('drop tray');
    desk.forget();
    await done({ action: 'drag', from_element: card, to_coordinate: [450, 240], modifiers: ['shift'] });
    await told('drop tray');
    expect(desk.told()).toContain('down shift+card');
    expect((await refused({ action: 'drag', to_element: tray })).error).toContain('from_element or from_coordinate');
    expect((await refused({ action: 'drag', from_element: card })).error).toContain('to_element or to_coordinate');
  });

  it('H14: scrolls by ticks, 1 to 50, three by default, at the target', async () => {
    expect(await done({ action: 'scroll', direction: 'down' })).toMatchObject({ amount: 3, effect: 'changed' });
    await told('wheel 0,300 BODY');
    expect(await done({ action: 'scroll', direction: 'up', amount: 500 })).toMatchObject({ amount: 50 });
    await told('wheel 0,-5000 BODY');
    expect(await done({ action: 'scroll', direction: 'down', amount: 0 })).toMatchObject({ amount: 1 });
    await done({ action: 'scroll', direction: 'up', amount: 1 });
    await done({ action: 'scroll', direction: 'right', amount: 2, coordinate: [800, 120] });
    await told('wheel 200,0 DIV');
    const result = await use({ action: 'scroll', direction: 'left', amount: 1, element: await numberOf('Pane') });
    expect(result.metadata.outcomeText).toContain('by 100 px left');
    await told('wheel -100,0 DIV');
  });

  it('H15: sets a select by its label, a slider, a checkbox and a date, without opening or focusing a menu', async () => {
    const colour = await numberOf('Colour');
    await done({ action: 'set_value', element: colour, value: 'Blue' });
    await told('change colour b');
    expect(desk.told().filter((line) => /^(?:down|click|key)/.test(line))).toEqual([]);
    await done({ action: 'set_value', element: await numberOf('Volume'), value: '55' });
    await told('change volume 55');
    await done({ action: 'set_value', element: await numberOf('Agree'), value: 'true' });
    await told('change agree true');
    await done({ action: 'set_value', element: await numberOf('Day'), value: '2026-11-15' });
    await told('change day 2026-11-15');
    expect((await refused({ action: 'set_value', element: colour, value: 'Mauve' })).code).toBe('unknown_option');
  });

  it('H16, H17: types into the focused or a given element, and accepts every spelling of keys', async () => {
    await done({ action: 'type', element: await numberOf('Note'), text: 'grüße ' });
    await done({ action: 'type', text: '€ 5' });
    await told('input note grüße € 5');
    for (const [keys, heard] of [
      ['cmd+s', 'key meta+s'],
      ['ctrl+alt+t', 'key ctrl+alt+t'],
      ['return', 'key Enter'],
      ['escape', 'key Escape'],
      ['Control-A', 'key ctrl+a'],
      ['tab', 'key Tab'],
    ] as const) {
      await done({ action: 'key', keys });
      await told(heard);
    }
    desk.forget();
    await done({ action: 'key', keys: 'k', modifiers: ['ctrl'] });
    await told('key ctrl+k');
    expect((await refused({ action: 'key', keys: 'nokey' })).code).toBe('unknown_key');
  });

  it('H18: waits up to 30 seconds and reports the changes', async () => {
    await done({ action: 'click', element: await numberOf('Bring later') });
    const { data, metadata } = await use({ action: 'wait', seconds: 0.6 });
    expect(data).toMatchObject({ seconds: 0.6 });
    const late = await done({ action: 'capture', mode: 'ax' });
    expect(late.summary).toContain('Came late');
    expect(metadata.ms).toBeGreaterThanOrEqual(600);
    expect(await done({ action: 'wait', seconds: -5 })).toMatchObject({ seconds: 0 });
    const stop = AbortSignal.timeout(100);
    const began = performance.now();
    const cut = await callTool(registry, 'computer_use', { action: 'wait', seconds: 9_999 }, host, stop);
    expect(cut.success).toBe(false);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('H20: capture_after adds a new capture with its picture', async () => {
    const note = await numberOf('Note');
    const { data, pictures, metadata } = await use({
      action: 'type',
      element: note,
      text: 'seen',
      capture_after: true,
    });
    expect(data).toMatchObject({ ok: true, action: 'type', effect: 'changed', capture: { mode: 'som', width: 1440 } });
    expect(data?.capture?.summary).toContain('"Note" = "seen"');
    expect(pictures?.[0]).toMatchObject({ marks: true });
    expect(metadata.outcomeText).toMatch(/value: .*"seen"[\s\S]*capture mode=som/);
    const ax = await use({ action: 'key', keys: 'tab', capture_after: true, mode: 'ax' });
    expect(ax.pictures).toBeUndefined();
    expect(ax.data?.capture?.elements?.length).toBe(15);
  });

  it('keys answer an open dialog', async () => {
    await done({ action: 'click', element: await numberOf('Ask me') });
    const blocked = await use({ action: 'click', coordinate: [100, 80] });
    expect(blocked.error).toContain("'return' accepts, 'escape' dismisses");
    const behind = await done({ action: 'capture' });
    expect(behind.summary).toContain('accept it with the key Enter or dismiss it with Escape');
    expect(behind.summary).toContain('there is no picture');
    await done({ action: 'key', keys: 'escape' });
    await told('answer false');
    await done({ action: 'click', coordinate: [170, 390] });
    await done({ action: 'type', text: 'Ada' });
    await told('named Ada');
  });

  it('treats null as a missing field', async () => {
    await done({ action: 'click', coordinate: [100, 80], element: null, text: null, modifiers: null, app: null });
    await told('click 0 save at 100,80');
  });
});

describe('computer_use with invalid input', () => {
  it.each([
    ['hotkey', 'key'],
    ['type_text', 'type'],
    ['screenshot', 'capture'],
    ['left_click', 'click'],
    ['doubleclick', 'double_click'],
  ])('H2: the unknown action %s is rejected with the suggestion %s', async (asked, meant) => {
    const { error, code } = await refused({ action: asked, coordinate: [100, 80], keys: 'a', text: 'a' });
    expect(code).toBe('invalid_input');
    expect(error).toContain(`There is no action "${asked}". Did you mean ${meant}?`);
    expect(error).toContain('Valid actions: capture, click, double_click');
  });

  it('rejects a drag with another button than left', async () => {
    const path = { from_coordinate: [100, 80], to_coordinate: [120, 90] };
    const { error, code } = await refused({ action: 'drag', ...path, button: 'right' });
    expect([code, error]).toEqual(['invalid_input', expect.stringContaining('drag uses the left button.')]);
  });

  it.each([
    [{}, 'needs action'],
    [{ action: 'click' }, 'click needs element or coordinate.'],
    [{ action: 'double_click' }, 'double_click needs element or coordinate.'],
    [{ action: 'scroll' }, 'scroll needs direction.'],
    [{ action: 'type' }, 'type needs text.'],
    [{ action: 'key' }, 'key needs keys.'],
    [{ action: 'set_value', value: 'Blue' }, 'set_value needs element.'],
    [{ action: 'set_value', element: 1 }, 'set_value needs value.'],
    [{ action: 'wait' }, 'wait needs seconds.'],
    [{ action: 'focus_app' }, 'focus_app needs app.'],
    [{ action: 'capture', colour: 'red' }, 'has no field colour'],
  ])('H2: %j is rejected with the missing field', async (input, sentence) => {
    expect((await refused(input)).error).toContain(sentence);
  });
});

describeApproval();
