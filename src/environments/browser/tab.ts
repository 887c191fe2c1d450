import type { BrowserContext, CDPSession, Dialog, FileChooser, Page } from 'playwright-core';
import type { Change } from '../../core/change.js';
import { within } from '../../core/deadline.js';
import type { Modal, TabId } from '../../core/observation.js';
import { type Bell, createBell } from './bell.js';
import { createFrameTable, type FrameTable } from './frame-table.js';
import { followNavigation, type Navigation } from './navigation.js';
import { createRequests, type Requests } from './requests.js';

/** Something in front of the page, with the means to clear it. */
export type OpenModal =
  | { modal: Modal; dialog: Dialog; chooser?: undefined }
  | { modal: Modal; chooser: FileChooser; dialog?: undefined };

/** One tab of a Chromium browser. */
export interface Tab {
  readonly id: TabId;
  readonly page: Page;
  readonly session: CDPSession;
  readonly frames: FrameTable;
  readonly requests: Requests;
  readonly navigation: Navigation;
  readonly bell: Bell;
  modal: OpenModal | undefined;
  crashed: boolean;
  closed: boolean;
  title: string;
  /** Mouse buttons and keys held down by an action. */
  readonly held: Set<string>;
  /** What the page did by itself or through an action, not yet told. */
  readonly news: Change[];
}

/** Attaches to a page: the collector in every frame, the network, dialogs and file choosers under watch. */
export async function createTab(
  id: TabId,
  page: Page,
  context: BrowserContext,
  onGone: (tab: Tab) => void,
): Promise<Tab> {
  const session = await within(10_000, 'Attaching to the page', context.newCDPSession(page));
  const bell = createBell();
  const ring = () => bell.ring();
  const requests = createRequests(ring);
  let frames: FrameTable | undefined;
  const navigation = followNavigation(session, () => frames?.main()?.frameId, ring);
  frames = await createFrameTable(page, context, session, (of) => requests.watch(of));
  const tab: Tab = {
    id,
    page,
    session,
    frames,
    requests,
    navigation,
    bell,
    modal: undefined,
    crashed: false,
    closed: false,
    title: '',
    held: new Set(),
    news: [],
  };
  page.on('dialog', (dialog) => {
    const kind = dialogKind(dialog.type());
    const text = dialog.message().slice(0, 2_000);
    const modal: Modal = { kind, text, clearedBy: 'dialog' };
    if (kind === 'prompt') modal.defaultText = dialog.defaultValue();
    tab.modal = { modal, dialog };
    tab.news.push({ kind: 'dialog', dialog: kind, text, do: 'opened' });
    ring();
  });
  page.on('filechooser', (chooser) => {
    const modal: Modal = {
      kind: 'file_chooser',
      text: chooser.isMultiple() ? 'The page asks for files.' : 'The page asks for a file.',
      multiple: chooser.isMultiple(),
      clearedBy: 'upload',
    };
    tab.modal = { modal, chooser };
    tab.news.push({ kind: 'file_chooser', multiple: chooser.isMultiple() });
    ring();
  });
  page.on('crash', () => {
    tab.crashed = true;
    ring();
  });
  page.on('close', () => {
    tab.closed = true;
    ring();
    onGone(tab);
  });
  watchOddities(tab);
  return tab;
}

function dialogKind(type: string): 'alert' | 'confirm' | 'prompt' | 'beforeunload' {
  return type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
}

/** Things a page asks of its browser that no one will answer: they are reported, and never wait. */
function watchOddities(tab: Tab): void {
  tab.session.on('Network.responseReceived', ({ response, type }) => {
    if (type === 'Document' && response.status === 401) {
      tab.news.push({ kind: 'page', what: 'auth_asked', detail: response.url.slice(0, 200) });
    }
  });
}

/** The tab's document can be asked: no dialog, no crash, and a document to speak to. */
export function canAsk(tab: Tab): boolean {
  return !tab.crashed && !tab.closed && tab.modal?.dialog === undefined && tab.frames.main() !== undefined;
}
