import { expect, it } from 'vitest';
import { type Action, HandrailError } from '../../src/index.js';
import { performOrAnswerDialog } from '../../src/tools/answer-dialog.js';

it('a dialog of a desktop program is named, and not answered as one of a page', async () => {
  const performed: Action['type'][] = [];
  const perform = async ({ type }: Action) => {
    performed.push(type);
    throw new HandrailError('modal_open', 'The dialog "Save As" of mousepad is open.');
  };
  const typed = performOrAnswerDialog({ type: 'type', text: 'x' }, { isPage: false, perform });
  await expect(typed).rejects.toThrow('The dialog "Save As" of mousepad is open.');
  expect(performed).toEqual(['type']);
});
