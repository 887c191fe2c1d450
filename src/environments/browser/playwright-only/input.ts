import { keyDefinition } from '../../../core/keys/keys.js';
import type { InputSender } from '../act/action-context.js';
import { refuseUnlessEdited } from '../act/edit-result.js';
import { withModifiers } from '../act/held-keys.js';
import type { PlaywrightSession } from './session.js';

/** Sends input with Playwright's mouse and keyboard. */
export function createInputSender(session: PlaywrightSession, signal?: AbortSignal): InputSender {
  const { page, limits } = session;
  const { mouse, keyboard } = page;
  const input: InputSender = {
    movePointer: ({ x, y }, steps) => mouse.move(x, y, { steps }),
    pressButton: (button) => mouse.down({ button }),
    releaseButton: (button) => mouse.up({ button }),
    turnWheel: ({ dx, dy }) => mouse.wheel(dx, dy),
    pressKey: (key) => keyboard.down(key),
    releaseKey: (key) => keyboard.up(key),
    async click({ x, y }, { button = 'left', count = 1, modifiers } = {}) {
      if (button === 'back') await page.goBack();
      else if (button === 'forward') await page.goForward();
      else
        await withModifiers({ input, page: session }, modifiers, () =>
          mouse.click(x, y, { button, clickCount: count }),
        );
    },
    async pressChord({ key, modifiers }, { repeat = 1, hold } = {}) {
      const definition = keyDefinition(key);
      if (!definition) return keyboard.insertText(key.repeat(repeat));
      await withModifiers(
        { input, page: session },
        definition.needsShift ? [...modifiers, 'Shift'] : modifiers,
        async () => {
          for (let count = 0; count < repeat; count += 1) await keyboard.press(key, { delay: hold?.ms });
        },
      );
    },
    async typeText(text) {
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (index > 0) await keyboard.press('Enter');
        await keyboard.insertText(line);
      }
    },
    insertText: (text) => keyboard.insertText(text),
    async replaceText({ document, number }, value) {
      refuseUnlessEdited(await document.call('setValue', { number, value }, limits.observeTimeoutMs, signal));
    },
  };
  return input;
}
