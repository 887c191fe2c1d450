import { HandrailError } from '../../core/errors.js';
import type { Environment } from '../../core/view.js';
import { act } from './act/act.js';
import { captureView } from './observe/capture-view.js';
import { readScreen } from './observe/read-screen.js';
import type { Screen } from './screen.js';
import { createState } from './state.js';
import type { Scope } from './windows/window-tracker.js';

export type { Scope } from './windows/window-tracker.js';

/** An environment on a screen without a page: a desktop, or the display of a container. */
export function createScreenEnvironment(kind: 'desktop' | 'container', screen: Screen, scope: Scope = {}): Environment {
  const state = createState(screen, scope, kind === 'container');
  let closing: Promise<void> | undefined;

  function checkOpen(): void {
    if (closing) throw new HandrailError('closed', 'The session is closed.', 'Open a new session.');
  }

  return {
    kind,
    limitations: screen.limitations,
    async captureView(request, signal) {
      checkOpen();
      return captureView(state, request, signal);
    },
    act: (action, signal, _, beforeInput) => act(state, action, { checkOpen, beforeInput, signal }),
    async read(request, signal) {
      checkOpen();
      return readScreen(state, request, signal);
    },
    close() {
      closing ??= screen.input
        .releaseAll()
        .catch(() => undefined) // a screen that is gone holds nothing
        .then(() => screen.close());
      return closing;
    },
  };
}
