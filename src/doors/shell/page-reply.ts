import type { Observation } from '../../core/observation.js';
import { maskTexts } from '../../tools/call/mask-texts.js';
import { exitCodes } from '../command-line/exit-codes.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import type { CommandReply } from './command.js';

/** The reply that shows the page, after the notices about it. `shown` is its text for the caller, `busy` says that it still loads. */
export function pageReply(
  { text, url, title, elements, total, truncated, modal }: Observation,
  { name, folder, takeNotices, session }: ManagedSession,
  shown: string,
  busy?: string,
): CommandReply {
  const notices = [...(busy ? [busy] : []), ...takeNotices()];
  const reply = {
    ok: true,
    text: [...notices, shown].join('\n'),
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
      ...(notices.length > 0 ? { notices } : {}),
    },
  };
  return maskTexts(reply, new Set(), session.secrets);
}
