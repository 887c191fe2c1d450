import { resolvePhrase } from '../../perception/grounding/resolve-phrase.js';
import { readOrdinal } from '../parser/number-words.js';
import { isField } from '../resolver/purpose.js';
import { readFieldText } from '../resolver/read-text.js';
import { itemAt } from '../single.js';
import type { Step } from '../step.js';
import type { Answer } from './answer.js';

const ofElement =
  /^(?:what\s+is\s+)?(?:the\s+)?(?:text|value|content|contents|name|label|values?)\s+(?:of|in|from|inside|on)\s+(.+)$/iu;

/** Answers questions for remembered facts, the title, the URL, headings, messages, and the text of an element. */
export async function pageFactAnswer(step: Step, text: string): Promise<Answer | undefined> {
  const { observation, memory } = step.screen.turn;
  const plain = text.replace(/^(?:what(?:['’]s|\s+is|\s+are)|tell\s+me)\s+/iu, '').trim();
  const bare = plain.replace(/^the\s+/iu, '');
  const remembered = memory.get(bare);
  if (remembered !== undefined) return { value: remembered, why: 'remembered' };
  if (/^(?:page(?:['’]s)?\s+)?title(?:\s+of\s+(?:the|this)\s+page)?$/iu.test(bare))
    return { value: observation.title ?? '', why: 'the title of the page' };
  if (/^(?:current\s+|page(?:['’]s)?\s+)?(?:url|address)(?:\s+of\s+(?:the|this)\s+page)?$/iu.test(bare))
    return { value: observation.url ?? '', why: 'the URL of the page' };
  const heading = /^(?:(\S+)\s+)?(?:main\s+|page\s+)?heading(?:\s+(?:of|on)\s+(?:the|this)\s+page)?$/iu.exec(bare);
  if (heading) {
    const all = observation.elements.filter(({ level }) => level !== undefined);
    const position = readOrdinal(heading[1] ?? '');
    const one = position ? itemAt(all, position) : (all.find(({ level }) => level === 1) ?? all[0]);
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
  const part = ofElement.exec(plain);
  if (!part) return undefined;
  const whole = await elementText(step, part[1] ?? '');
  return whole === undefined ? undefined : { value: whole, why: `the text of ${part[1]}` };
}

async function elementText(step: Step, phrase: string): Promise<string | undefined> {
  const found = resolvePhrase(phrase, step.screen.turn.observation.elements, 'point');
  if (found.kind !== 'one') return undefined;
  const { element } = found;
  if (isField(element) || element.role === 'Dropdown') return element.value ?? readFieldText(step, element);
  if (/\b(?:field|textbox|input|area|heading|cell|button|link|paragraph|label)\b/iu.test(phrase)) return element.name;
  return undefined;
}
