import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { single } from '../single.js';
import type { Step } from '../step.js';
import { resolveOptionalTarget } from './target.js';

/** The text of a field, a paragraph or another element. */
export async function readText(step: Step, phrase: string): Promise<string> {
  const bare = phrase.replace(/^(?:the\s+)?text\s+(?:in|of|from)\s+/iu, '').replace(/\s+below$/iu, '');
  const element = onlyArea(step, bare) ?? (await resolveOptionalTarget(step, bare, 'any'))?.element;
  if (element) return (await readFieldText(step, element)) || element.name;
  throw new HandrailError(
    'not_found',
    `No element on the page matches "${phrase}".`,
    'Name the field or the text to read.',
  );
}

/** "the text area": the only multi-line field. */
export function onlyArea({ screen: { turn } }: Step, phrase: string): Element | undefined {
  if (!/^(?:the\s+)?text\s*-?\s*area$/iu.test(phrase)) return undefined;
  return single(turn.observation.elements.filter(({ states }) => states.includes('multiline')));
}

/** The full text of a field. */
export async function readFieldText({ screen: { turn } }: Step, { id }: Element): Promise<string> {
  return (await turn.read({ what: 'text', element: id })).text;
}
