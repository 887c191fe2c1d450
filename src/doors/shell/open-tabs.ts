import { formatFault, HandrailError, toFault } from '../../core/errors.js';
import type { Observation } from '../../core/observation.js';
import type { Outcome } from '../../core/outcome.js';
import { describeBusy } from '../../perception/ui-map/render-outcome.js';
import { exitCodes } from '../command-line/exit-codes.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import type { CommandReply } from './command.js';
import { pageReply } from './page-reply.js';

/** More maps than this are too much for one reply. */
export const maxUrls = 20;

interface Request {
  urls: readonly string[];
  /** The page of the first URL, if it was opened with the session, and why it still loads. */
  opened?: { observation: Observation; busy?: string };
  budget?: number;
  signal: AbortSignal;
}

/**
 * Opens each URL in a new tab and prints all pages. Other tabs stay open, and the ids of all of them stay valid. If a URL cannot be opened, the
 * others are opened all the same.
 */
export async function openTabs(session: ManagedSession, request: Request): Promise<CommandReply> {
  const { urls, opened, budget, signal } = request;
  const pages: CommandReply[] = [];
  const faults: string[] = [];
  const add = (observation: Observation, busy?: string): void => {
    const text = session.printer.print(observation, { full: true, tabs: false });
    // An observation lists no tabs if there is only one.
    const tab = observation.tabs?.find(({ active }) => active)?.id ?? 'tab_1';
    const page = pageReply(observation, session, text, busy);
    pages.push({ ...page, text: `${tab}: ${page.text}` });
  };
  if (opened) add(opened.observation, opened.busy);
  for (const url of opened ? urls.slice(1) : urls) {
    try {
      const { outcome, observation } = await session.runExclusive(async () => {
        const outcome = await session.session.perform({ type: 'tab', do: 'new', url }, { signal, shown: false });
        checkOpened(outcome);
        const observation = await session.session.observe({ coordinates: false, signal, budget });
        return { outcome, observation };
      }, signal);
      add(observation, describeBusy(outcome));
    } catch (error) {
      if (signal.aborted) throw error;
      faults.push(`${url}\n${formatFault(toFault(error))}`);
    }
  }
  const success = faults.length === 0;
  const printed = pages.map(({ text }) => text).join('\n\n');
  const data = { success, session: session.name, pages: pages.map(({ data: page }) => page), faults };
  if (success) return { ok: true, code: exitCodes.done, text: printed, data };
  return { ok: false, code: exitCodes.failed, completed: printed, text: faults.join('\n'), data };
}

/** Throws HandrailError if a URL was not opened. */
export function checkOpened({ error, observation }: Outcome): void {
  if (error) throw new HandrailError(error.code, error.message, error.hint);
  if (observation?.modal?.kind === 'beforeunload')
    throw new HandrailError(
      'modal_open',
      'The page asks whether to leave it. The URL was not opened.',
      'Answer with: handrail handle_dialog true, or handrail handle_dialog false.',
    );
}
