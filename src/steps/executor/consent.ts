import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { type ExecutionState, perform, type Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { find } from '../resolver/find.js';
import { ambiguous, tell } from '../resolver/target.js';
import { pointing } from './browser/pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

export interface Banner {
  text: string;
  buttons: Element[];
}

const speaks = /\bcookies?\b|\bprivacy\b|\bconsent\b|\bgdpr\b|\btracking\b/iu;
const ways = {
  accept: /^(?:i\s+)?(?:accept|agree|allow|ok\b|okay|got it|yes|understood|enable all)/iu,
  reject:
    /\b(?:reject|decline|deny|refuse|disagree|no,? thanks|necessary|essential|required)\b|^(?:no|continue without)/iu,
  close: /^(?:close|dismiss|hide|got it|ok|okay|understood|x|×|✕|✖)(?:\s|$|!)|^[×✕✖]$/iu,
} as const;
const near = 260;

/** A consent banner: buttons that accept or reject, beside words about cookies or privacy. */
export function consentBanner({ turn }: ExecutionState): Banner | undefined {
  const { elements } = turn.observation;
  const answering = elements.filter(
    ({ role, interactive, name }) =>
      interactive &&
      (role === 'Button' || role === 'Link') &&
      Object.values(ways).some((names) => names.test(name.trim())),
  );
  const texts = elements.filter(({ name, role }) => speaks.test(name) && role !== 'Link');
  const buttons = answering.filter(
    (button) =>
      speaks.test(button.name) ||
      texts.some(({ bounds }) => {
        const below = button.bounds.y - (bounds.y + bounds.height);
        const above = bounds.y - (button.bounds.y + button.bounds.height);
        return Math.max(below, above) < near;
      }),
  );
  const said = texts[0]?.name ?? buttons.find(({ name }) => speaks.test(name))?.name;
  return said !== undefined && buttons.length > 0 ? { text: said, buttons } : undefined;
}

/** Answers the consent banner by the button that says so; where only an answer closes it, that is not chosen for anyone. */
export async function* consent(world: ExecutionState, { act, verb, words }: Of<'consent'>): Script {
  const banner = consentBanner(world);
  if (!banner) {
    const name = verb ?? act;
    const found = yield* find(world, verb ? name : `${name} cookies`, { kind: 'click' });
    yield* perform(world, words, tell(name, found), pointing(world, 'click', found.element));
    return;
  }
  const fitting = banner.buttons.filter(({ name }) => ways[act].test(name.trim()));
  const plain =
    act === 'accept'
      ? fitting.filter(({ name }) => !ways.reject.test(name.trim()) || /^accept all/iu.test(name))
      : fitting;
  const whole = plain.filter(({ name }) => /\ball\b/iu.test(name));
  const chosen = plain.length > 1 && whole.length === 1 ? whole : plain;
  const only = act === 'close' && chosen.length === 0 && banner.buttons.length === 1 ? banner.buttons : chosen;
  const [button] = only;
  if (button && only.length === 1) {
    yield* perform(
      world,
      words,
      `"${banner.text.slice(0, 60)}" is a consent banner; ${button.id} "${button.name}" answers it.`,
      pointing(world, 'click', button),
    );
    return;
  }
  const rivals = only.length > 1 ? only : banner.buttons;
  if (act === 'close' || only.length > 1)
    throw ambiguous(
      words,
      rivals.map((element) => ({ element, score: 1, why: '' })),
      world,
    );
  throw new HandrailError(
    'not_found',
    `"${words}": the banner has no button that does so; it has ${banner.buttons.map(({ name }) => `"${name}"`).join(', ')}.`,
    'Say which of its buttons to click.',
  );
}
