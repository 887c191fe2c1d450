import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ExecutionState } from '../execution-state.js';
import { readOrdinal } from '../parser/pattern.js';
import { resolveIfAny } from './target.js';
import { isField } from './want.js';

/** All that is written in a field. */
export async function fieldText(world: ExecutionState, element: Element): Promise<string> {
  return (await world.turn.read({ what: 'text', element: element.id })).text;
}

/** All the text of a thing: a field's value, a paragraph, the only text there is. */
export async function textOf(world: ExecutionState, phrase: string): Promise<string> {
  const { elements } = world.turn.observation;
  const bare = phrase.replace(/^(?:the\s+)?text\s+(?:in|of|from)\s+/iu, '').replace(/\s+below$/iu, '');
  const isArea = /\btext\s*-?\s*area\b|\btextbox\b|\bfield\b|\binput\b/iu.test(bare);
  if (/\bparagraph\b|^(?:the\s+)?text$/iu.test(bare)) {
    const paragraphs = elements.filter(
      ({ role, name, level }) => role === 'Text' && level === undefined && name.split(/\s+/u).length >= 3,
    );
    const { elements: real } = await world.turn.read({ what: 'elements', css: 'p' });
    const [only] = real;
    if (real.length === 1 && only) return (await world.turn.read({ what: 'text', element: only.id })).text;
    const [one] = paragraphs;
    if (paragraphs.length === 1 && one) return one.name;
  }
  if (isArea && /area/iu.test(bare)) {
    const { elements: areas } = await world.turn.read({ what: 'elements', css: 'textarea' });
    const place = readOrdinal(/(?:^|\s)(\S+)\s+text\s*-?\s*area/iu.exec(bare)?.[1] ?? '') ?? 1;
    const area = areas.at(place > 0 ? place - 1 : place);
    if (area && (areas.length === 1 || /\b(?:\d+(?:st|nd|rd|th)|first|second|third|last)\b/iu.test(bare)))
      return fieldText(world, area);
  }
  const found = await resolveIfAny(world, bare, { kind: 'any' });
  if (!found)
    throw new HandrailError('not_found', `Nothing on the page is "${phrase}".`, 'Name the field or the text to read.');
  if (isField(found.element)) return fieldText(world, found.element);
  const { text } = await world.turn.read({ what: 'text', element: found.element.id });
  return text || found.element.name;
}
