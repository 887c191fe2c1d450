import type { Action, Target } from '../core/action.js';
import { isRecord } from '../core/is-record.js';
import { emptyRecord } from '../tools/call/call-metadata.js';
import type { ScreenHost } from '../tools/call/call-tool.js';
import { createContext } from '../tools/call/create-context.js';
import type { Purpose } from '../tools/context.js';
import { resolveWithRetry } from '../tools/target/resolve-with-retry.js';
import type { ActionInput } from './session.js';

interface Options {
  signal?: AbortSignal | undefined;
}

/** Whether a target of the action is a text. */
export function hasPhrase(action: ActionInput): action is Exclude<ActionInput, Action> {
  if (!isRecord(action)) return false;
  if (action.type === 'drag' && Array.isArray(action.path)) return action.path.some((one) => typeof one === 'string');
  return 'target' in action && typeof action.target === 'string';
}

/** Replaces each target that is a text by the element that it means. Throws HandrailError if nothing or several elements match. */
export async function resolvePhrases(action: ActionInput, host: ScreenHost, { signal }: Options): Promise<Action> {
  // Callers without a compiler can pass anything. The session checks the action.
  if (!isRecord(action)) return action as Action;
  const context = createContext(host, signal ?? new AbortController().signal, emptyRecord());
  const purpose = purposeOf(action.type);
  const resolve = async (target: Target | string | undefined): Promise<Target | undefined> => {
    if (typeof target !== 'string') return target;
    const { target: found } = await resolveWithRetry(context, target, undefined, purpose);
    if ('element' in found) host.session.shownIds.add(found.element);
    return found;
  };
  if (action.type === 'drag' && Array.isArray(action.path))
    return { ...action, path: await inOrder(action.path, resolve) } as Action;
  if ('target' in action && typeof action.target === 'string')
    return { ...action, target: await resolve(action.target) } as Action;
  return action as Action;
}

async function inOrder(path: readonly (Target | string)[], resolve: (one: Target | string) => Promise<unknown>) {
  const found: unknown[] = [];
  for (const one of path) found.push(await resolve(one));
  return found;
}

function purposeOf(type: string): Purpose {
  if (type === 'type' || type === 'set_value') return 'fill';
  return type === 'click' || type === 'press' ? 'press' : 'point';
}
