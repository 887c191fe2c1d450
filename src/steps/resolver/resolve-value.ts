import { HandrailError } from '../../core/errors.js';
import { readAnswer } from '../answers/answer.js';
import type { ExecutionState } from '../execution-state.js';
import type { Value } from '../instruction.js';
import { describedValue } from './described-value.js';

/** The text of a value: literal, remembered or read from the page. */
export async function resolveValue(state: ExecutionState, value: Value): Promise<string> {
  if (value.kind === 'read')
    return (await describedValue(state, value.question)) ?? String((await readAnswer(state, value.question)).value);
  const { memory } = state.turn;
  if (value.kind === 'remembered') {
    const text =
      value.key === ''
        ? state.copiedText
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
