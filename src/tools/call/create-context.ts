import type { Action } from '../../core/action.js';
import { toCancelledError } from '../../core/deadline.js';
import { HandrailError } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import type { Safety } from '../../core/safety.js';
import { createPictureStore } from '../../journal/picture-store.js';
import { newRunFolder } from '../../journal/run-folder.js';
import type { Permit } from '../../session/pass-gates.js';
import type { ToolContext } from '../context.js';
import { readScreen } from '../read/read-screen.js';
import { resolveTarget } from '../target/resolve.js';
import type { CallRecord } from './call-metadata.js';
import type { ToolHost } from './tool-host.js';

/** Creates the context of one call. The record collects what the tool does with it. */
export function createContext(host: ToolHost, signal: AbortSignal, record: CallRecord, permit?: Permit): ToolContext {
  const { session, rails, outcomeOptions, memory, fill } = host;
  const isPage = session.environment.kind === 'browser';
  const coordinates = outcomeOptions?.coordinates;
  const observe: ToolContext['observe'] = (options) => session.observe({ coordinates, ...options, signal });
  const readPage: ToolContext['read'] = (request) => session.read(request, { signal });
  const read: ToolContext['read'] = isPage ? readPage : (request) => readScreen(request, { observe, read: readPage });

  async function perform(action: Action, safety?: Safety): Promise<Outcome> {
    if (signal.aborted) throw toCancelledError(signal);
    const granted = safety ? await session.permit({ action, safety }, { signal, rails }) : permit;
    record.isActing = true;
    const outcome = await session.perform(action, { signal, rails, permit: granted, ...outcomeOptions });
    record.isActing = false;
    record.outcomes.push(outcome);
    if (outcome.ok) return outcome;
    const { code, message, hint } = outcome.error ?? { code: 'internal', message: 'The action was not executed.' };
    throw new HandrailError(code, message, hint);
  }

  return {
    isPage,
    observe,
    read,
    perform,
    async resolve(target, preference) {
      const knownElement = (id: string) => host.knownElement?.(id);
      record.resolved = await resolveTarget(target, { isPage, observe, read, knownElement }, preference);
      return record.resolved;
    },
    memory,
    signal,
    attachPicture: (picture) => record.pictures.push(picture),
    report: (text, position = 'after') => record.reports.push({ text, position }),
    savePicture: (picture) => (host.savePicture ?? savePictureByDefault())(picture),
    log: (text) => host.log?.(text),
    async ask(question) {
      if (host.ask) return host.ask(question, signal);
      throw new HandrailError(
        'user_unavailable',
        'No user can answer.',
        'Continue with what you know, or call fail and name what is missing.',
      );
    },
    fill,
    allow: { evaluate: host.allow?.evaluate ?? false },
  };
}

let defaultStore: ToolHost['savePicture'];

function savePictureByDefault(): NonNullable<ToolHost['savePicture']> {
  defaultStore ??= createPictureStore(newRunFolder());
  return defaultStore;
}
