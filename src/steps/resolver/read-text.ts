import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { readOrdinal } from '../parser/number-words.js';
import { itemAt, single } from '../single.js';
import { type Step, visibleElements } from '../step.js';
import { resolveOptionalTarget } from './target.js';

const sentence = /\p{L}\s+\p{L}.*[.!?…]$/u;

/** "the 2nd paragraph", "the text area": the one at that position, or the only one. */
export async function findParagraph(step: Step, phrase: string): Promise<Element | undefined> {
  const [, ordinal = '', kind = ''] =
    /^(?:the\s+)?(?:(\S+)\s+)?(paragraph|text|text\s*-?\s*area)(?:\s+(?:below|above))?$/iu.exec(phrase.trim()) ?? [];
  if (kind === '') return undefined;
  const css = /area/iu.test(kind) ? 'textarea' : 'p';
  const { elements: real } = await step.screen.turn.read({ what: 'elements', css });
  const texts = visibleElements(step).filter(
    ({ role, name, level }) => role === 'Text' && level === undefined && sentence.test(name.trim()),
  );
  const all = real.length > 0 || css === 'textarea' ? real : texts;
  const position = readOrdinal(ordinal);
  return position ? itemAt(all, position) : single(all);
}

/** The text of a field, a paragraph or another element. */
export async function readText(step: Step, phrase: string): Promise<string> {
  const bare = phrase.replace(/^(?:the\s+)?text\s+(?:in|of|from)\s+/iu, '').replace(/\s+below$/iu, '');
  const element = (await findParagraph(step, bare)) ?? (await resolveOptionalTarget(step, bare, 'any'))?.element;
  if (element) return (await readFieldText(step, element)) || element.name;
  throw new HandrailError(
    'not_found',
    `No element on the page matches "${phrase}".`,
    'Name the field or the text to read.',
  );
}

/** The full text of a field. */
export async function readFieldText({ screen: { turn } }: Step, { id }: Element): Promise<string> {
  return (await turn.read({ what: 'text', element: id })).text;
}
