import type { Action, Session } from '../../src/index.js';
import { at } from './stage.js';

/** What pages have and screens without pages do not. */
export const pageActions: Action[] = [
  { type: 'navigate', url: 'https://example.com' },
  { type: 'back' },
  { type: 'forward' },
  { type: 'reload' },
  { type: 'tab', do: 'new' },
  { type: 'dialog', accept: true },
  { type: 'upload', paths: ['/etc/hostname'] },
  { type: 'evaluate', script: '1' },
];

/** A dialog of a program is a window with buttons. */
export async function answerByButton(session: Session, accept: boolean) {
  const target = await at({ session }, accept ? 'Yes' : 'No');
  return session.perform({ type: 'click', target });
}
