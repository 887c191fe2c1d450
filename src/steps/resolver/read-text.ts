import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ExecutionState } from '../execution-state.js';
import { readOrdinal } from '../parser/number-words.js';
import { itemAt, single } from '../single.js';
import { isField } from './purpose.js';
import { resolveOptionalTarget } from './target.js';

/** The full text of a field. */
export async function readFieldText(state: ExecutionState, element: Element): Promise<string> {
  return (await state.turn.read({ what: 'text', element: element.id })).text;
}

/** The text of a field, a paragraph or another element. */
export async function readText(state: ExecutionState, phrase: string): Promise<string> {
  const { elements } = state.turn.observation;
  const bare = phrase.replace(/^(?:the\s+)?text\s+(?:in|of|from)\s+/iu, '').replace(/\s+below$/iu, '');
  const isArea = /\btext\s*-?\s*area\b|\btextbox\b|\bfield\b|\binput\b/iu.test(bare);
  if (/\bparagraph\b|^(?:the\s+)?text$/iu.test(bare)) {
    const paragraphs = elements.filter(
      ({ role, name, level }) => role === 'Text' && level === undefined && name.split(/\s+/u).length >= 3,
    );
    const { elements: real } = await state.turn.read({ what: 'elements', css: 'p' });
    const only = single(real);
    if (only) return (await state.turn.read({ what: 'text', element: only.id })).text;
    const [one] = paragraphs;
    if (paragraphs.length === 1 && one) return one.name;
  }
  if (isArea && /area/iu.test(bare)) {
    const { elements: areas } = await state.turn.read({ what: 'elements', css: 'textarea' });
    const place = readOrdinal(/(?:^|\s)(\S+)\s+text\s*-?\s*area/iu.exec(bare)?.[1] ?? '') ?? 1;
    const area = itemAt(areas, place);
    if (area && (areas.length === 1 || /\b(?:\d+(?:st|nd|rd|th)|first|second|third|last)\b/iu.test(bare)))
      return readFieldText(state, area);
  }
  const found = await resolveOptionalTarget(state, bare, 'any');
  if (!found)
    throw new HandrailError(
      'not_found',
      `No element on the page matches "${phrase}".`,
      'Name the field or the text to read.',
    );
  if (isField(found.element)) return readFieldText(state, found.element);
  const { text } = await state.turn.read({ what: 'text', element: found.element.id });
  return text || found.element.name;
}
