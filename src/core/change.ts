import type { ElementId, Role, State } from './element.js';
import type { TabId } from './observation.js';

/** One observed change. Texts come from the page and are untrusted. */
export type Change =
  | { kind: 'url'; from: string; to: string }
  | { kind: 'title'; from: string; to: string }
  | { kind: 'reloaded'; url: string }
  | { kind: 'focus'; element?: ElementId; name: string }
  /** `difference`: the part of a long value that changed, with some context. */
  | { kind: 'value'; element?: ElementId; name: string; from?: string; to: string; difference?: string }
  | { kind: 'state'; element: ElementId; name: string; added: State[]; removed: State[] }
  /** `difference`: the part of a text that was added or removed, with some context. */
  | { kind: 'renamed'; element: ElementId; from: string; to: string; difference?: string }
  | { kind: 'moved'; element: ElementId; name: string }
  | { kind: 'appeared'; element: ElementId; role: Role; name: string }
  | { kind: 'gone'; element: ElementId; role: Role; name: string }
  /** Items of a list or group are in another order. `names`: all, or of a long list the part with another order; `before` and `after`: how many others. */
  | { kind: 'reordered'; names: string[]; before: number; after: number }
  /** The user's selection of text on the page. */
  | { kind: 'selection'; text: string }
  /** Shapes of an SVG drawing, or the pixels of a canvas. */
  | {
      kind: 'drawing';
      element?: ElementId;
      name: string;
      what: 'canvas' | 'line' | 'shape';
      count: number;
      do: 'appeared' | 'gone' | 'changed';
    }
  /** A change of structure or text that does not belong to a listed element. */
  | { kind: 'text'; text: string; removed?: true }
  /** `isPage`: of the page as a whole. */
  | { kind: 'attribute'; element?: ElementId; name: string; attribute: string; isPage?: true }
  /** A text that appeared and disappeared between two views: a toast, a spinner. */
  | { kind: 'flashed'; text: string }
  | { kind: 'dialog'; dialog: string; text: string; do: 'opened' | 'closed' }
  | { kind: 'file_chooser'; multiple: boolean }
  | {
      kind: 'download';
      name: string;
      path?: string;
      bytes: number;
      state: 'done' | 'running' | 'refused' | 'failed';
      reason?: string;
    }
  | { kind: 'popup'; tab?: TabId; url: string; note?: string }
  /** On a desktop this is a window, and `window` is its title. */
  | { kind: 'tab'; tab: TabId; do: 'opened' | 'selected' | 'closed'; window?: string }
  | { kind: 'scrolled'; element?: ElementId; dx: number; dy: number }
  /** `blocked`: it did not leave the browser, and why. `submitted`: it sends a form or other data of the user. `sent`: the fields, with secrets masked. `host`: if it is not that of the page. `times`: if it was sent more than once. */
  | {
      kind: 'request';
      method: string;
      url: string;
      status?: number;
      submitted?: true;
      sent?: SentField[];
      blocked?: string;
      host?: string;
      via?: 'beacon' | 'message';
      times?: number;
    }
  /** `fraction`: how much of the picture changed, 0 to 1. */
  | { kind: 'pixels'; fraction: number }
  | {
      kind: 'page';
      what:
        | 'crashed'
        | 'hung'
        | 'replaced'
        | 'cut_off'
        | 'auth_requested'
        | 'certificate_error'
        | 'print_requested'
        | 'permission_requested';
      detail?: string;
    };

export type ChangeKind = Change['kind'];

/** One field of a request. */
export interface SentField {
  name: string;
  value: string;
  /** The page showed the value before the action: a user entered or saw it. */
  shown?: true;
}
