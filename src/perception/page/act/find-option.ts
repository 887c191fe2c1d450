import { includesWords } from '../../../core/words/match-words.js';
import { collapseSpaces, withoutMarks } from '../dom/flat-tree.js';
import { type Refused, refuse } from './edit-result.js';

const maxListedOptions = 20;

/**
 * Finds an option: by label or value, then without regard to case and spaces, then by the start of its label or by whole words in it. Refuses
 * if several options match.
 */
export function findOption(
  options: HTMLOptionElement[],
  text: string,
): { ok: true; option: HTMLOptionElement } | Refused {
  const wanted = normalize(text);
  const tests: ((option: HTMLOptionElement) => boolean)[] = [
    (option) => labelOf(option) === text,
    (option) => option.value === text,
    (option) => normalize(labelOf(option)) === wanted || normalize(option.value) === wanted,
    (option) => includesWords(normalize(labelOf(option)), wanted),
  ];
  const matching = tests.map((test) => options.filter(test)).find((list) => list.length > 0) ?? [];
  const [only] = matching;
  if (wanted === '' || !only)
    return refuseOption('unknown_option', `There is no option ${JSON.stringify(text)}.`, 'Options', options);
  if (matching.length === 1) return { ok: true, option: only };
  const message = `${JSON.stringify(text)} matches ${matching.length} options.`;
  return refuseOption('ambiguous', message, 'Pass the full text of one', matching);
}

export function labelOf(option: HTMLOptionElement): string {
  return collapseSpaces(option.label || option.text);
}

function normalize(text: string): string {
  return collapseSpaces(withoutMarks(text)).toLowerCase();
}

function refuseOption(code: string, message: string, hint: string, options: HTMLOptionElement[]): Refused {
  const labels = options.slice(0, maxListedOptions).map((option) => JSON.stringify(labelOf(option)));
  return refuse(code, message, `${hint}: ${labels.join(', ')}${options.length > maxListedOptions ? ', …' : ''}.`);
}
