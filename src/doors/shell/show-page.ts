import type { Observation } from '../../core/observation.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import { exitCodes } from '../terminal/exit-codes.js';
import type { ShellReply } from './command.js';

/** What is on the screen, after what befell the page meanwhile. */
export function showPage(
  { text, url, title, elements, total, truncated, modal }: Observation,
  { name, folder, news }: ManagedSession,
): ShellReply {
  return {
    ok: true,
    text: [...news(), text].join('\n'),
    code: exitCodes.done,
    data: {
      success: true,
      session: name,
      folder,
      url,
      title,
      text,
      elements,
      total,
      truncated,
      ...(modal ? { modal } : {}),
    },
  };
}
