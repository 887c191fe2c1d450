import type { Action } from '../core/action.js';
import type { Element } from '../core/element.js';
import { parseKeySequence } from '../core/keys/keys.js';
import type { Modal } from '../core/observation.js';
import { isAtLeast, type Safety, safetyOf } from '../core/safety.js';
import { classifyName, classifyQuestion } from './classify/classify-name.js';

/** Longer names are sentences, not commands. */
const maxNameLength = 60;

const pressable = new Set<Element['role']>(['Button', 'Link', 'MenuItem', 'Image', 'Other', 'Container', 'Text']);

/** The risk of pressing a control with this name. Of several texts of one control the riskiest counts. */
export function riskOfName(name: string, others: readonly string[] = []): Safety {
  const [first = '', ...rest] = [name, ...others].filter((text) => text.length <= maxNameLength);
  return classifyName(first, rest).safety;
}

/** The risk of an action, from its type and its target: pressing "Place order" is riskier than pressing "Next". */
export function riskOf(
  action: Action,
  element: Element | undefined,
  elements: readonly Element[] = [],
  modal?: Modal,
): Safety {
  const byType = safetyOf(action);
  const byTarget = action.type === 'dialog' ? riskOfDialog(action, modal) : riskOfTarget(action, element, elements);
  return isAtLeast(byType, byTarget) ? byType : byTarget;
}

function riskOfTarget(action: Action, element: Element | undefined, elements: readonly Element[]): Safety {
  switch (action.type) {
    case 'click':
      return action.button === undefined || action.button === 'left' ? riskOfPress(element) : 'safe';
    case 'press':
    case 'release':
      return riskOfPress(element);
    case 'menu':
      return riskOfName(action.path.at(-1) ?? '');
    case 'key':
      return action.phase === 'up' ? 'safe' : riskOfKeys(action.keys, element, elements);
    case 'type':
      return action.submit || action.text.endsWith('\n') ? riskOfEnter(element, elements) : 'safe';
    default:
      return 'safe';
  }
}

/** Accepting a dialog does what its question says. A message has nothing to accept. */
function riskOfDialog({ accept }: Extract<Action, { type: 'dialog' }>, modal: Modal | undefined): Safety {
  if (!accept || !modal || modal.kind === 'alert') return 'safe';
  return classifyQuestion(modal.text).safety;
}

function riskOfPress(element: Element | undefined): Safety {
  if (!element || !pressable.has(element.role)) return 'safe';
  // Plain text is not a control.
  if (element.role === 'Text' && !element.interactive) return 'safe';
  // The title of a text that is linked: "Buy or rent?"
  if (element.role === 'Link' && /[?？]\s*$/.test(element.name)) return 'low_risk';
  const { name, text, guess, description } = element;
  return riskOfName(
    name,
    [text, name === '' ? guess : undefined, name === '' ? description : undefined].filter((one) => one !== undefined),
  );
}

function riskOfKeys(keys: string, element: Element | undefined, elements: readonly Element[]): Safety {
  const chords = parseKeySequence(keys).filter(({ modifiers }) => modifiers.length === 0);
  if (chords.some(({ key }) => key === 'Enter' || key === 'NumpadEnter')) return riskOfEnter(element, elements);
  return chords.some(({ key }) => key === ' ') ? riskOfPress(element) : 'safe';
}

/** Enter presses the focused control; in a text field, the button after it. */
function riskOfEnter(element: Element | undefined, elements: readonly Element[]): Safety {
  if (!element) return 'safe';
  if (element.role !== 'TextInput') return riskOfPress(element);
  if (element.states.includes('multiline')) return 'safe';
  return riskOfPress(findSubmitButton(element, elements));
}

/** The next button in reading order, which submits the form of the field. */
function findSubmitButton(field: Element, elements: readonly Element[]): Element | undefined {
  const index = elements.findIndex(({ id }) => id === field.id);
  if (index === -1) return undefined;
  return elements.slice(index + 1).find(({ role, frame }) => role === 'Button' && frame === field.frame);
}
