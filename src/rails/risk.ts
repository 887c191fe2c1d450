import type { Action } from '../core/action.js';
import type { Element } from '../core/element.js';
import { parseKeySequence } from '../core/keys.js';
import { isAtLeast, type Safety, safetyOf } from '../core/safety.js';
import { highWords, mediumWords } from './risk-words.js';

/** Longer names are sentences, not orders. */
const longestName = 60;

const pressable = new Set<Element['role']>(['Button', 'Link', 'MenuItem', 'Image', 'Other', 'Container', 'Text']);

/** How much harm it can do to press what is called so. */
export function riskOfName(name: string): Safety {
  if (name === '' || name.length > longestName) return 'low_risk';
  if (highWords.test(name)) return 'high';
  return mediumWords.test(name) ? 'medium' : 'low_risk';
}

/** What an action can do, by its kind and by what it hits: to press "Place order" is more than to press "Next". */
export function riskOf(action: Action, element: Element | undefined, elements: readonly Element[] = []): Safety {
  const own = safetyOf(action);
  const hit = riskOfHit(action, element, elements);
  return isAtLeast(own, hit) ? own : hit;
}

function riskOfHit(action: Action, element: Element | undefined, elements: readonly Element[]): Safety {
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

function riskOfPress(element: Element | undefined): Safety {
  if (!element || !pressable.has(element.role)) return 'safe';
  // A sentence on the page is no order; a picture or a box is one when it can be pressed.
  if (element.role === 'Text' && !element.interactive) return 'safe';
  return riskOfName(element.name);
}

function riskOfKeys(keys: string, element: Element | undefined, elements: readonly Element[]): Safety {
  const chords = parseKeySequence(keys).filter(({ modifiers }) => modifiers.length === 0);
  if (chords.some(({ key }) => key === 'Enter' || key === 'NumpadEnter')) return riskOfEnter(element, elements);
  return chords.some(({ key }) => key === ' ') ? riskOfPress(element) : 'safe';
}

/** Enter presses what has the focus; in a field, the button that comes after it. */
function riskOfEnter(element: Element | undefined, elements: readonly Element[]): Safety {
  if (!element) return 'safe';
  if (element.role !== 'TextInput') return riskOfPress(element);
  if (element.states.includes('multiline')) return 'safe';
  return riskOfPress(submitAfter(element, elements));
}

/** The next button in reading order: it sends what the field is part of, unless a field of another kind has its own. */
function submitAfter(field: Element, elements: readonly Element[]): Element | undefined {
  const at = elements.findIndex(({ id }) => id === field.id);
  if (at === -1) return undefined;
  return elements.slice(at + 1).find(({ role, frame }) => role === 'Button' && frame === field.frame);
}
