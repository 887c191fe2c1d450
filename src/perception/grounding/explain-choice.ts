import type { Element } from '../../core/element.js';
import type { TextFit } from './element-texts.js';
import type { Interpretation } from './parse-phrase.js';

const explanations: Record<TextFit | 'unnamed', string> = {
  equal: 'same name or tooltip',
  label: 'same label',
  value: 'same value',
  begins: 'the only name that begins so, or a guessed name',
  guess: 'a guessed name or look',
  contains: 'contains the words',
  unnamed: 'the only one',
};

/** Why a phrase means an element. */
export function explainChoice(
  { role }: Element,
  fit: TextFit | 'unnamed' = 'equal',
  interpretation?: Interpretation,
): string {
  const relation = interpretation?.relation;
  return `${explanations[fit]}, ${role}${relation ? `, ${relation.kind} ${relation.anchor}` : ''}`;
}
