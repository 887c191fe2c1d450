import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { Execution } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { ambiguous } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import { single } from '../../single.js';
import type { Step } from '../../step.js';
import { click, clickMatch } from '../element-calls.js';

export interface ConsentBanner {
  text: string;
  buttons: Element[];
}

const consentWords = /\bcookies?\b|\bprivacy\b|\bconsent\b|\bgdpr\b|\btracking\b/iu;
const buttonNames = {
  accept: /^(?:i\s+)?(?:accept|agree|allow|ok\b|okay|got it|yes|understood|enable all)/iu,
  reject:
    /\b(?:reject|decline|deny|refuse|disagree|no,? thanks|necessary|essential|required)\b|^(?:no|continue without)/iu,
  close: /^(?:close|dismiss|hide|got it|ok|okay|understood|x|×|✕|✖)(?:\s|$|!)|^[×✕✖]$/iu,
} as const;
const maxBannerDistance = 260;

/** Finds a consent banner: buttons that accept or reject, near a text about cookies or privacy. */
export function findConsentBanner({ screen: { turn } }: Step): ConsentBanner | undefined {
  const { elements } = turn.observation;
  const texts = elements.filter(({ name, role }) => consentWords.test(name) && role !== 'Link');
  const buttons = elements.filter(({ role, interactive, name, bounds: { y, height } }) => {
    const isAnswer = Object.values(buttonNames).some((names) => names.test(name.trim()));
    if (!interactive || !isAnswer || (role !== 'Button' && role !== 'Link')) return false;
    const isNear = ({ bounds }: Element): boolean =>
      Math.max(y - bounds.y - bounds.height, bounds.y - y - height) < maxBannerDistance;
    return consentWords.test(name) || texts.some(isNear);
  });
  const text = (texts[0] ?? buttons.find(({ name }) => consentWords.test(name)))?.name;
  return text !== undefined && buttons.length > 0 ? { text, buttons } : undefined;
}

/** Answers the consent banner. Throws when "close" could mean to accept or to reject. */
export async function* answerConsent(step: Step, { act, verb }: InstructionOf<'answer_consent'>): Execution {
  const banner = findConsentBanner(step);
  if (!banner) {
    const found = yield* waitForTarget(step, verb ?? `${act} cookies`, 'click');
    return yield* clickMatch(step, verb ?? act, found);
  }
  const matching = banner.buttons.filter(({ name }) => buttonNames[act].test(name.trim()));
  const isOther = (name: string): boolean =>
    act === 'accept' && buttonNames.reject.test(name.trim()) && !/^accept all/iu.test(name);
  const plain = matching.filter(({ name }) => !isOther(name));
  const button =
    single(plain) ??
    single(plain.filter(({ name }) => /\ball\b/iu.test(name))) ??
    (act === 'close' && plain.length === 0 ? single(banner.buttons) : undefined);
  const thought = `"${banner.text.slice(0, 60)}" is a consent banner; "${button?.name}" answers it.`;
  if (button) return yield* click(step, thought, button);
  if (plain.length > 1 || act === 'close')
    throw ambiguous(step.clause, plain.length > 1 ? plain : banner.buttons, step);
  throw new HandrailError(
    'not_found',
    `"${step.clause}": the banner has no such button; it has ${banner.buttons.map(({ name }) => `"${name}"`).join(', ')}.`,
    'State in the task which of its buttons to click.',
  );
}
