import { HandrailError } from '../../core/errors.js';
import { readAnswer } from '../answers/answer.js';
import type { Value } from '../instruction.js';
import type { Step } from '../step.js';

/** The text of a value: literal, remembered or read from the page. */
export async function resolveValue(step: Step, value: Value): Promise<string> {
  if (value.kind === 'read') return String((await readAnswer(step, value.question)).value);
  const { memory } = step.screen.turn;
  if (value.kind === 'remembered') {
    const text =
      value.key === ''
        ? step.discourse.copied
        : (memory.get(value.key) ?? [...memory].find(([key]) => key.toLowerCase() === value.key.toLowerCase())?.[1]);
    if (text !== undefined) return text;
    throw new HandrailError(
      'not_found',
      value.key === '' ? 'No text was copied or remembered before.' : `Nothing was remembered as "${value.key}".`,
      'State in the task what to remember first, such as: Remember the order number.',
    );
  }
  return (
    memory.get(value.text.replace(/^the\s+/iu, '')) ??
    value.text.replace(/\{\{?\s*([^{}]+?)\s*\}?\}/gu, (whole, key: string) => memory.get(key) ?? whole)
  );
}
