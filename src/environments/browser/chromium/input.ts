import type { Point } from '../../../core/geometry.js';
import type { ClickOptions, InputSender } from '../act/action-context.js';
import { ensureEdited } from '../act/edit-result.js';
import { heldModifiers } from '../act/held-keys.js';
import type { BrowserLimits } from '../limits.js';
import type { Tab } from '../tabs/tab.js';
import { buttonBits, modifierMask, pressChord, pressModifiers, releaseKey, typeText } from './keyboard.js';
import { holdKey, letGoOfKey, movePointer, pressButton, releaseButton, turnWheel } from './pointer.js';

/** Sends input to a Chromium tab, in as few round trips as possible. */
export function createInputSender(tab: Tab, limits: BrowserLimits, signal?: AbortSignal): InputSender {
  const { session } = tab;
  return {
    click: (point, options) => click(tab, point, options),
    movePointer: (point, steps) => movePointer(tab, point, steps),
    pressButton: (button) => pressButton(tab, button),
    releaseButton: (button) => releaseButton(tab, button),
    turnWheel: (delta) => turnWheel(tab, delta),
    pressKey: (key) => holdKey(tab, key),
    releaseKey: (key) => letGoOfKey(tab, key),
    pressChord: (chord, options) => pressChord(session, chord, options),
    typeText: (text) => typeText(session, text),
    async insertText(text) {
      const last = [...text].at(-1) ?? '';
      const isTyped = /\S/.test(last);
      await Promise.all([session.send('Input.insertText', { text }), isTyped ? releaseKey(session, last) : undefined]);
    },
    async replaceText({ document, number }, text) {
      ensureEdited(await document.call('placeCaret', { all: true, number }, limits.observeTimeoutMs, signal));
      // Some pages react only to keyup.
      const last = [...text].at(-1) ?? '';
      await Promise.all([session.send('Input.insertText', { text }), releaseKey(session, last)]);
    },
  };
}

/** Clicks a point. All events are sent without waiting in between: the browser keeps their order. */
async function click(
  tab: Tab,
  { x, y }: Point,
  { button = 'left', count = 1, modifiers = [] }: ClickOptions = {},
): Promise<void> {
  const { session, pointer, navigation } = tab;
  const { commits } = navigation;
  const isThere = pointer?.x === x && pointer.y === y && pointer.commits === commits;
  tab.pointer = { x, y, commits };
  Object.assign(tab.held, { x, y });
  const heldBefore = heldModifiers(tab);
  const event = { x, y, modifiers: modifierMask([...heldBefore, ...modifiers]) };
  const pressed = pressModifiers(session, modifiers, heldBefore);
  const sent: Promise<unknown>[] = [...pressed.down];
  if (!isThere) sent.push(session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...event, button: 'none' }));
  for (let clickCount = 1; clickCount <= count; clickCount += 1) {
    const press = { ...event, button, clickCount };
    sent.push(
      session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...press, buttons: buttonBits[button] }),
      session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...press, buttons: 0 }),
    );
  }
  sent.push(...pressed.up());
  await Promise.all(sent);
}
