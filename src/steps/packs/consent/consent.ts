import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { Execution } from '../../calls.js';
import { click, clickMatch } from '../../executor/element-calls.js';
import type { InstructionOf } from '../../instruction.js';
import { ambiguous } from '../../resolver/target-errors.js';
import { waitForTarget } from '../../resolver/wait-for-target.js';
import type { Step } from '../../step.js';

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
  const candidates = elements.filter(
    ({ role, interactive, name }) =>
      interactive &&
      (role === 'Button' || role === 'Link') &&
      Object.values(buttonNames).some((names) => names.test(name.trim())),
  );
  const texts = elements.filter(({ name, role }) => consentWords.test(name) && role !== 'Link');
  const buttons = candidates.filter(
    (button) =>
      consentWords.test(button.name) ||
      texts.some(({ bounds }) => {
        const below = button.bounds.y - (bounds.y + bounds.height);
        const above = bounds.y - (button.bounds.y + button.bounds.height);
        return Math.max(below, above) < maxBannerDistance;
      }),
  );
  const bannerText = texts[0]?.name ?? buttons.find(({ name }) => consentWords.test(name))?.name;
  return bannerText !== undefined && buttons.length > 0 ? { text: bannerText, buttons } : undefined;
}

/** Answers the consent banner. Throws when "close" could mean to accept or to reject. */
export async function* answerConsent(step: Step, { act, verb }: InstructionOf<'answer_consent'>): Execution {
  const banner = findConsentBanner(step);
  if (!banner) {
    const name = verb ?? act;
    const found = yield* waitForTarget(step, verb ? name : `${name} cookies`, 'click');
    yield* clickMatch(step, name, found);
    return;
  }
  const matching = banner.buttons.filter(({ name }) => buttonNames[act].test(name.trim()));
  const plain =
    act === 'accept'
      ? matching.filter(({ name }) => !buttonNames.reject.test(name.trim()) || /^accept all/iu.test(name))
      : matching;
  const whole = plain.filter(({ name }) => /\ball\b/iu.test(name));
  const chosen = plain.length > 1 && whole.length === 1 ? whole : plain;
  const chosenButtons = act === 'close' && chosen.length === 0 && banner.buttons.length === 1 ? banner.buttons : chosen;
  const [button] = chosenButtons;
  if (button && chosenButtons.length === 1) {
    yield* click(
      step,
      `"${banner.text.slice(0, 60)}" is a consent banner; ${button.id} "${button.name}" answers it.`,
      button,
    );
    return;
  }
  const rivals = chosenButtons.length > 1 ? chosenButtons : banner.buttons;
  if (act === 'close' || chosenButtons.length > 1) throw ambiguous(step.clause, rivals, step);
  throw new HandrailError(
    'not_found',
    `"${step.clause}": the banner has no such button; it has ${banner.buttons.map(({ name }) => `"${name}"`).join(', ')}.`,
    'State in the task which of its buttons to click.',
  );
}
