import { HandrailError } from '../../core/errors.js';
import type { Environment } from '../../core/view.js';
import type { Screen } from './screen.js';

/** Which windows an environment is about. Without both: all of them. */
export interface Scope {
  /** Name of a program, or a part of it. */
  app?: string;
  /** Title of a window, or a part of it. */
  window?: string;
}

/** An environment on a screen that has no page of its own: a desktop or the inside of a container. */
export function screenEnvironment(kind: 'desktop' | 'container', screen: Screen, _scope: Scope = {}): Environment {
  return {
    kind,
    limits: screen.limits,
    look: () => Promise.reject(new HandrailError('unsupported', 'Not built yet.')),
    act: () => Promise.reject(new HandrailError('unsupported', 'Not built yet.')),
    close: () => screen.close(),
  };
}
