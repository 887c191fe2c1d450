import type { Session } from '../../src/index.js';
import { at, type NotApplying } from './stage.js';

const noAddress = 'Windows have no address and no history: programs are started with `launch`.';
const noDocument = 'What a program shows is no document; it is read as text, or asked for its elements.';

/** What pages have and screens without pages do not. The guide to desktops has the same list. */
export const pageThings: NotApplying[] = [
  { action: { type: 'navigate', url: 'https://example.com' }, why: noAddress },
  { action: { type: 'back' }, why: noAddress },
  { action: { type: 'forward' }, why: noAddress },
  { action: { type: 'reload' }, why: noAddress },
  { action: { type: 'wait', for: 'url_changed' }, why: noAddress },
  { action: { type: 'tab', do: 'new' }, why: 'A window is opened by its program; `tab` chooses and closes windows.' },
  { action: { type: 'dialog', accept: true }, why: 'A dialog is a window with fields and buttons.' },
  { action: { type: 'upload', paths: ['/etc/hostname'] }, why: 'A file is chosen in the dialog of the program.' },
  { action: { type: 'evaluate', script: '1' }, why: 'Programs run no scripts of others.' },
  { read: { what: 'html' }, why: noDocument },
  { read: { what: 'data' }, why: noDocument },
  { read: { what: 'elements', css: 'button' }, why: noDocument },
  { read: { what: 'text', css: 'p' }, why: noDocument },
];

/** A dialog of a program is a window with buttons. */
export async function answerByButton(session: Session, accept: boolean) {
  const target = await at({ session }, accept ? 'Yes' : 'No');
  return session.perform({ type: 'click', target });
}

/** The stage on a program's window: dialogs are answered by their buttons. */
export const stageOf = <Program>(session: Session, program: Program, close: () => Promise<void>) => ({
  session,
  ...program,
  answer: (accept: boolean) => answerByButton(session, accept),
  close,
});
