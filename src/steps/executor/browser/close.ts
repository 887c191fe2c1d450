import type { Element } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { contains, toTokens } from '../../../perception/grounding/text-tokens.js';
import { type Execution, performCall } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isWithin } from '../../resolver/layout.js';
import { matchTarget } from '../../resolver/target.js';
import { waitUntil } from '../../resolver/wait-until.js';
import type { Step } from '../../step.js';
import { click, pressKey } from '../element-calls.js';
import { pressControlFor } from '../named-control.js';

/** Closes a dialog, a banner or a menu with its button, else with Escape. */
export async function* closeOnPage(step: Step, { what }: InstructionOf<'close'>): Execution {
  const { modal, elements } = step.screen.turn.observation;
  const isDialogWord =
    /\b(?:dialog|popup|pop-up|modal|window|alert|prompt|message|box|banner|notification|overlay)\b/iu.test(what);
  if (modal && isDialogWord) {
    yield* performCall(step, `The open ${modal.kind} shows "${modal.text.slice(0, 60)}".`, 'handle_dialog', {
      accept: modal.kind === 'alert',
    });
    return;
  }
  const box = elements.find(
    (element) => element.role === 'Dialog' && (isDialogWord || mentions(element, what, elements)),
  );
  const isDialog = isDialogWord || box !== undefined;
  const named = await matchTarget(step, `close ${what}`, 'click');
  const isWhole = named.one && !named.one.isPrefix;
  const element = isWhole ? named.one?.element : isDialog ? await closeButton(step, box) : undefined;
  if (element) {
    yield* click(step, `${element.id} ${element.role} "${element.name}" closes it.`, element);
    if (box && isWithin(element, box, 1)) await requireClosed(step, box);
    return;
  }
  if (box || (/\bmenu\b/iu.test(what) && elements.some(isOpenMenu))) {
    yield* pressKey(step, 'No button closes it: pressing Escape.', 'Escape');
    if (box) await requireClosed(step, box);
    return;
  }
  yield* pressControlFor(step, 'close', what);
}

/** Whether a dialog shows the words: "the cart" is the dialog with the heading "Your cart". */
function mentions(box: Element, what: string, elements: readonly Element[]): boolean {
  const words = toTokens(what.replace(/^(?:the|my|your|this|that)\s+/iu, ''));
  const titles = elements.filter((element) => element.level !== undefined && isWithin(element, box, 1));
  return [box, ...titles].some(({ name }) => contains(words, toTokens(name)));
}

function isOpenMenu({ role, states }: Element): boolean {
  return role === 'Menu' || role === 'MenuItem' || states.includes('expanded') || states.includes('expanded?');
}

/** Throws if the dialog stays open. */
async function requireClosed(step: Step, box: Element): Promise<void> {
  const isOpen = (): boolean => step.screen.turn.observation.elements.some(({ id }) => id === box.id);
  if (await waitUntil(step, () => !isOpen() || undefined)) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.clause}": ${box.id} ${box.role} "${box.name}" is still open.`,
    'State in the task which control closes it.',
  );
}

const closing =
  /^(?:close|dismiss|[×✕✖]|x|got it|no,? thanks|hide|cancel)(?:\s+(?:the\s+|this\s+)?(?:dialog|popup|pop-up|modal|window|alert|prompt|message|box|banner|notification|overlay))?$/iu;

/** What pages call their dialogs and banners when they have no role. */
const boxes = ['dialog', 'modal', 'popup', 'pop-up', 'overlay', 'banner', 'notification', 'toast', 'alert', 'snackbar']
  .flatMap((name) => [`[class*="${name}" i]`, `[id*="${name}" i]`])
  .join(',');

/** The button that closes the open dialog or banner. Undefined when none is open. */
async function closeButton(step: Step, box: Element | undefined): Promise<Element | undefined> {
  const buttons = step.screen.turn.observation.elements.filter(
    ({ name, description = '', interactive }) =>
      interactive && (closing.test(name.trim()) || closing.test(description)),
  );
  if (buttons.length === 0) return undefined;
  const inside = box ? buttons.filter((button) => isWithin(button, box, 1)) : [];
  if (inside.length > 0) return first(inside);
  const css = `:is([role=alert], [role=status], [role=dialog], [style*="fixed" i], ${boxes}) *`;
  const { elements } = await step.screen.turn.read({ what: 'elements', css });
  return first(buttons.filter(({ id }) => elements.some((element) => element.id === id)));
}

/** A button to close is preferred to one to cancel. */
function first(buttons: readonly Element[]): Element | undefined {
  return buttons.find(({ name }) => !/^cancel/iu.test(name.trim())) ?? buttons[0];
}
