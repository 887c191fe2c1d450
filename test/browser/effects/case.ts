import type { Change } from '../../../src/core/change.js';
import type { Effect } from '../../../src/core/outcome.js';
import type { Action, ElementId } from '../../../src/index.js';
import type { Witness } from '../witness/witness.js';

/** One action on one page. What the page really did is for the page to tell; a case only says which changes must be named. */
export interface EffectCase {
  name: string;
  /** The page's body. `KEY` stands for the case's own path segment. */
  body: string;
  /** A click on "Go" without one. */
  action?: (page: Stage) => Action;
  /** Done first, and not judged. */
  first?: (page: Stage) => Action[];
  /** How long the page is left alone before the action: long enough to see what it does by itself. */
  age?: number;
  /** How long the page is watched after the outcome for deeds that came too late to be seen, if not a moment. */
  linger?: number;
  /** Documents that must be open before the action. */
  documents?: number;
  /** Changes that must be told. */
  tells?: Partial<Change>[];
  /** Words that must stand in one of the changes, however it is told. */
  shows?: string;
  /** Kinds that must not be told. */
  silent?: Change['kind'][];
  /** Where the page cannot be its own witness (a loop without end), or may rightly not be waited for. */
  effects?: Effect[];
  /** What else the server must serve. */
  serve?: (witness: Witness, key: string) => void;
  error?: string;
}

export interface Stage {
  id(name: string): ElementId;
  at(name: string): { x: number; y: number };
  witness: Witness;
  key: string;
  url: string;
}

export const button = '<button id="go" type="button">Go</button>';
export const out = '<p id="out">Nothing yet</p>';
export const show = `const show = (text) => { document.getElementById('out').textContent = text; did('show ' + text); };`;

/** A page whose button runs `script` when clicked. */
export function onClick(script: string, extra = ''): string {
  return `${button}${out}${extra}<script data-ambient>${show} go.addEventListener('click', async (event) => { ${script} });</script>`;
}

/** Serves `/do/<key>`: what an action asks for. Counts as something the page did. */
export function serveDeed(delay = 0, status = 200, headers: Record<string, string> = {}): EffectCase['serve'] {
  return (witness, key) => {
    witness.answer(`/do/${key}`, (_, response) => {
      setTimeout(
        () =>
          response
            .writeHead(status, { 'content-type': 'text/plain', ...headers })
            .end(status === 204 ? undefined : 'an answer'),
        delay,
      );
    });
  };
}

export const clickGo = ({ id }: Stage): Action => ({ type: 'click', target: { element: id('Go') } });
