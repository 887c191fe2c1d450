import type { Change } from '../../../core/change.js';
import type { Modal } from '../../../core/observation.js';
import type { ChangeSignal } from '../change-signal.js';
import type { DialogHandle } from '../handles.js';
import type { PageWire } from '../wire/page-wire.js';
import type { FileChooser } from './file-chooser.js';

/** A dialog or file chooser that blocks the page, and the object that clears it. */
export type OpenModal =
  | { modal: Modal; dialog: DialogHandle; chooser?: undefined }
  | { modal: Modal; chooser: FileChooser; dialog?: undefined };

/** The state of a page that decides whether it can respond. Every engine keeps it current and notifies `changeSignal`. */
export interface PageState {
  readonly changeSignal: ChangeSignal;
  modal: OpenModal | undefined;
  crashed: boolean;
  closed: boolean;
  /** Changes that no outcome and no observation has reported yet. */
  readonly unreported: Change[];
  /** Requests that a judge decides on. */
  readonly wire?: Pick<PageWire, 'isAsking'>;
}

const maxUnreported = 100;

/** Queues a change for the next outcome or observation. */
export function reportChange(page: PageState, change: Change): void {
  page.unreported.push(change);
  if (page.unreported.length > maxUnreported) page.unreported.splice(0, page.unreported.length - maxUnreported);
  page.changeSignal.notify();
}

/** Why the page cannot respond, as a clause; undefined while it can. */
export function findInterruption({ modal, crashed, closed }: PageState): string | undefined {
  if (modal) return modal.dialog ? `a dialog (${modal.modal.kind}) is open` : 'a file chooser is open';
  if (crashed) return 'the page crashed';
  if (closed) return 'the tab closed';
  return undefined;
}

const maxDialogCharacters = 2_000;

/** Blocks the page by a dialog, and reports it. */
export function openDialog(page: PageState, dialog: DialogHandle): void {
  const kind = toDialogKind(dialog.type());
  const text = dialog.message().slice(0, maxDialogCharacters);
  const modal: Modal = { kind, text, clearedBy: 'dialog' };
  if (kind === 'prompt') modal.defaultText = dialog.defaultValue();
  page.modal = { modal, dialog };
  reportChange(page, { kind: 'dialog', dialog: kind, text, do: 'opened' });
}

function toDialogKind(type: string): 'alert' | 'confirm' | 'prompt' | 'beforeunload' {
  return type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
}
