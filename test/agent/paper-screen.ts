import type { Element } from '../../src/core/element.js';
import type { Action, Environment, Evidence, View } from '../../src/index.js';
import { createSession, type Session, type SessionRails } from '../../src/session/session.js';
import { executed } from '../contract/drawn-screen.js';

/** A screen without a browser: a list of names and a list of executed actions. */
export interface Paper {
  session: Session;
  /** The executed actions, such as `click el_1`. */
  done: string[];
  names: string[];
  url: string;
  /** The effect of an action: another URL, another name or no effect. */
  onAct: (action: Action, paper: Paper) => Partial<Evidence> | Promise<Partial<Evidence>>;
}

export function paperScreen(names: string[], onAct: Paper['onAct'] = () => ({}), rails: SessionRails = {}): Paper {
  const view = (): View => ({
    screen: { width: 800, height: 600 },
    sceneId: paper.url,
    url: paper.url,
    title: 'Paper',
    dropped: 0,
    elements: paper.names.map(
      (name, index): Element => ({
        id: `el_${index + 1}`,
        role: 'Button',
        name,
        states: [],
        interactive: true,
        bounds: { x: 10, y: 10 + index * 30, width: 100, height: 20 },
      }),
    ),
  });
  const environment: Environment = {
    kind: 'browser',
    limitations: [],
    captureView: async () => view(),
    async act(action, signal) {
      const before = view();
      if (action.type === 'wait') await waits(action, signal);
      paper.done.push(
        `${action.type}${'target' in action && action.target && 'element' in action.target ? ` ${action.target.element}` : ''}`,
      );
      const evidence = await paper.onAct(action, paper);
      return { ...executed('paper', before, view()), ...evidence };
    },
    close: async () => undefined,
  };
  const paper: Paper = { session: createSession(environment, rails), done: [], names, url: 'paper:/1', onAct };
  return paper;
}

function waits(action: Extract<Action, { type: 'wait' }>, signal?: AbortSignal): Promise<void> {
  const seconds = typeof action.for === 'object' && 'seconds' in action.for ? action.for.seconds : 0;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
