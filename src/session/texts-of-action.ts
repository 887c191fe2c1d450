import type { Action } from '../core/action.js';
import type { Element, ElementId } from '../core/element.js';

/** The texts that an action gives to what is on the screen, or to an address. */
export interface Typed {
  kind: 'text' | 'address' | 'files';
  texts: readonly string[];
  url: string;
}

export function textsOf(action: Action): Typed | undefined {
  switch (action.type) {
    case 'type':
      return asText(action.text);
    case 'set_value':
      return typeof action.value === 'boolean' ? undefined : asText(...[action.value].flat());
    case 'key':
      return asText(...letterOf(action));
    case 'dialog':
      return asText(action.text ?? '');
    case 'launch':
      return asText(...(action.arguments ?? []));
    case 'upload':
      return { kind: 'files', texts: action.paths, url: '' };
    case 'navigate':
      return { kind: 'address', texts: [], url: action.url };
    case 'tab':
      return action.url === undefined ? undefined : { kind: 'address', texts: [], url: action.url };
    default:
      return undefined;
  }
}

function asText(...texts: string[]): Typed | undefined {
  const given = texts.filter((text) => text !== '');
  return given.length === 0 ? undefined : { kind: 'text', texts: given, url: '' };
}

/** A key that types one character. */
function letterOf({ keys, phase }: Extract<Action, { type: 'key' }>): string[] {
  const letter = /^(?:shift\+)?(.)$/isu.exec(keys)?.[1];
  return letter === undefined || phase === 'up' ? [] : [letter];
}

const pasteKeys = /^(?:(?:control|ctrl|meta|cmd|command)\+(?:shift\+)?v|shift\+insert|paste)$/i;
const copyKeys = /^(?:(?:control|ctrl|meta|cmd|command)\+(?:shift\+)?[cx]|control\+insert|shift\+delete|copy|cut)$/i;
const copyNames = /\b(?:copy|copied|kopieren|copier|copiar|copia|kopiëren|kopiuj|скопировать)\b|复制|コピー|복사/iu;

export function isPaste(action: Action): boolean {
  if (action.type === 'menu') return /^paste\b|^einfügen\b|^coller\b|^pegar\b/i.test(action.path.at(-1) ?? '');
  return action.type === 'key' && pasteKeys.test(action.keys);
}

/** An action that puts what the screen shows into the clipboard. */
export function isCopy(action: Action, elements: ReadonlyMap<ElementId, Element>): boolean {
  if (action.type === 'key') return copyKeys.test(action.keys);
  if (action.type === 'menu') return copyNames.test(action.path.at(-1) ?? '');
  if (action.type !== 'click' || !('element' in action.target)) return false;
  return copyNames.test(elements.get(action.target.element)?.name ?? '');
}
