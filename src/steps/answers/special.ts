import { ground } from '../../perception/grounding/ground.js';
import type { ExecutionState } from '../execution-state.js';
import { readOrdinal } from '../parser/pattern.js';
import { fieldText, textOf } from '../resolver/text-of.js';
import { isField } from '../resolver/want.js';
import type { Answer } from './answer.js';

const ofElement =
  /^(?:what\s+is\s+)?(?:the\s+)?(?:text|value|content|contents|name|label|values?)\s+(?:of|in|from|inside|on)\s+(.+)$/iu;

/** Title, address, headings, messages, and the text of a thing that is pointed at. */
export async function specialAnswer(world: ExecutionState, text: string): Promise<Answer | undefined> {
  const { observation, memory } = world.turn;
  const plain = text.replace(/^(?:what(?:['’]s|\s+is|\s+are)|tell\s+me)\s+/iu, '').trim();
  const bare = plain.replace(/^the\s+/iu, '');
  const kept = memory.get(bare);
  if (kept !== undefined) return { value: kept, why: 'remembered' };
  if (/^(?:page(?:['’]s)?\s+)?title(?:\s+of\s+(?:the|this)\s+page)?$/iu.test(bare))
    return { value: observation.title ?? '', why: 'the title of the page' };
  if (/^(?:current\s+|page(?:['’]s)?\s+)?(?:url|address)(?:\s+of\s+(?:the|this)\s+page)?$/iu.test(bare))
    return { value: observation.url ?? '', why: 'the address of the page' };
  const heading = /^(?:(\S+)\s+)?(?:main\s+|page\s+)?heading(?:\s+(?:of|on)\s+(?:the|this)\s+page)?$/iu.exec(bare);
  if (heading) {
    const all = observation.elements.filter(({ level }) => level !== undefined);
    const place = readOrdinal(heading[1] ?? '');
    const one = place ? all.at(place > 0 ? place - 1 : place) : (all.find(({ level }) => level === 1) ?? all[0]);
    return one && { value: one.name, why: 'a heading' };
  }
  if (
    /^(?:error|warning|success|status|confirmation|alert|notification)?\s*(?:message|error|alert|notification|toast)$/iu.test(
      bare,
    )
  ) {
    if (observation.modal) return { value: observation.modal.text, why: 'the open dialog' };
    const alerts = observation.elements.filter(
      ({ kind, name }) => (kind === 'alert' || kind === 'status') && name !== '',
    );
    if (alerts.length === 1 && alerts[0]) return { value: alerts[0].name, why: 'an alert' };
  }
  const word = /^(\S+)\s+word\s+(?:in|of|from)\s+(.+)$/iu.exec(bare);
  const place = word && readOrdinal(word[1] ?? '');
  if (word && place) {
    const words = (await textOf(world, word[2] ?? '')).split(/\s+/u).filter(Boolean);
    const chosen = words.at(place > 0 ? place - 1 : place);
    return chosen === undefined
      ? undefined
      : { value: chosen.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''), why: `word ${place} of ${words.length}` };
  }
  const part = ofElement.exec(plain);
  if (!part) return undefined;
  const whole = await elementText(world, part[1] ?? '');
  return whole === undefined ? undefined : { value: whole, why: `the text of ${part[1]}` };
}

async function elementText(world: ExecutionState, phrase: string): Promise<string | undefined> {
  const [best, next] = ground(phrase, world.turn.observation.elements);
  const isClear = best && best.score >= 0.75 && (!next || next.score < best.score - 0.015);
  if (!isClear) return undefined;
  const { element } = best;
  if (isField(element) || element.role === 'Dropdown') return element.value ?? fieldText(world, element);
  if (/\b(?:field|textbox|input|area|heading|cell|button|link|paragraph|label)\b/iu.test(phrase)) return element.name;
  return undefined;
}
