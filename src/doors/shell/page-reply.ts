import type { Observation } from '../../core/observation.js';
import { exitCodes } from '../command-line/exit-codes.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import type { CommandReply } from './command.js';

/** The reply that shows the page, after the notices about it. */
export function pageReply(
  { text, url, title, elements, total, truncated, modal }: Observation,
  { name, folder, takeNotices }: ManagedSession,
): CommandReply {
  return {
    ok: true,
    text: [...takeNotices(), text].join('\n'),
    code: exitCodes.done,
    data: {
      success: true,
      session: name,
      folder,
      url,
      title,
      text,
      elements: elements.map(({ path: _, ...element }) => element),
      total,
      truncated,
      modal,
    },
  };
}
