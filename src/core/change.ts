import type { ElementId, Role, State } from './element.js';
import type { TabId } from './observation.js';

/** One thing that was seen to change. Texts come from the page: untrusted. */
export type Change =
  | { kind: 'url'; from: string; to: string }
  | { kind: 'title'; from: string; to: string }
  | { kind: 'reloaded'; url: string }
  | { kind: 'focus'; element?: ElementId; name: string }
  | { kind: 'value'; element?: ElementId; name: string; from?: string; to: string }
  | { kind: 'state'; element: ElementId; name: string; added: State[]; removed: State[] }
  | { kind: 'renamed'; element: ElementId; from: string; to: string }
  | { kind: 'moved'; element: ElementId; name: string }
  | { kind: 'appeared'; element: ElementId; role: Role; name: string }
  | { kind: 'gone'; element: ElementId; role: Role; name: string }
  /** A change of the page's structure or text that is not an element of its own. */
  | { kind: 'text'; text: string }
  | { kind: 'attribute'; element?: ElementId; name: string; attribute: string }
  /** It came and went before anyone could look: a toast, a spinner. */
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
  /** On a desktop it is a window, and `window` its title. */
  | { kind: 'tab'; tab: TabId; do: 'opened' | 'selected' | 'closed'; window?: string }
  | { kind: 'scrolled'; element?: ElementId; dx: number; dy: number }
  | { kind: 'request'; method: string; url: string; status?: number }
  | { kind: 'pixels'; share: number }
  | {
      kind: 'page';
      what:
        | 'crashed'
        | 'hung'
        | 'replaced'
        | 'cut_off'
        | 'auth_asked'
        | 'certificate_error'
        | 'print_asked'
        | 'permission_asked';
      detail?: string;
    };

export type ChangeKind = Change['kind'];
