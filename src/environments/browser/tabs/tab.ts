import type { BrowserContext, CDPSession, Dialog, Page } from 'playwright-core';
import type { Change } from '../../../core/change.js';
import { within } from '../../../core/deadline.js';
import type { Modal, TabId } from '../../../core/observation.js';
import { type ChangeSignal, createChangeSignal } from '../change-signal.js';
import { createFrameTable, type FrameTable } from '../frames/frame-table.js';
import { type FileChooser, hearChoosers } from './file-chooser.js';
import { followNavigation, type Navigation } from './navigation.js';
import { hearAsks, watchOddities } from './page-prompts.js';
import { createRequests, type Requests } from './requests.js';

/** Something in front of the page, with the means to clear it. */
export type OpenModal =
  | { modal: Modal; dialog: Dialog; chooser?: undefined }
  | { modal: Modal; chooser: FileChooser; dialog?: undefined };

/** One tab of a Chromium browser. */
export interface Tab {
  readonly id: TabId;
  /** What the browser calls it: the same for every connection. */
  readonly target: string;
  readonly page: Page;
  readonly session: CDPSession;
  readonly frames: FrameTable;
  readonly requests: Requests;
  readonly navigation: Navigation;
  readonly bell: ChangeSignal;
  modal: OpenModal | undefined;
  crashed: boolean;
  closed: boolean;
  title: string;
  /** Pixels of the device in one of the page, as last seen. */
  ratio?: number;
  /** Where the pointer was left by a click, in which document; unknown after anything else that moves it. */
  pointer?: { x: number; y: number; commits: number } | undefined;
  /** Mouse buttons held down by an action. */
  readonly held: Set<string>;
  /** Keys held down by an action, by their names. */
  readonly heldKeys: Set<string>;
  /** What the page did by itself or through an action, not yet told. */
  readonly news: Change[];
}

export interface TabOptions {
  /** A document of more bytes than this is cut off. */
  documentBytes: number;
}

const mostNews = 100;

/** Keeps something to be told with the next outcome or observation. */
export function tell(tab: Tab, change: Change): void {
  tab.news.push(change);
  if (tab.news.length > mostNews) tab.news.splice(0, tab.news.length - mostNews);
  tab.bell.ring();
}

/** Attaches to a page: the collector in every frame, the network, dialogs and file choosers under watch. */
export async function createTab(
  id: TabId,
  page: Page,
  context: BrowserContext,
  options: TabOptions,
  onGone: (tab: Tab) => void,
): Promise<Tab> {
  const session = await within(10_000, 'Attaching to the page', context.newCDPSession(page));
  const bell = createChangeSignal();
  const ring = () => bell.ring();
  const early: Change[] = [];
  const hear = (change: Change) => (known ? tell(known, change) : early.push(change));
  let known: Tab | undefined;
  const requests = createRequests(ring, {
    mostBytes: options.documentBytes,
    tooLarge: (of, url) => {
      of.send('Page.stopLoading').catch(() => undefined); // the page may just have gone
      hear({
        kind: 'page',
        what: 'cut_off',
        detail: `${url.slice(0, 200)} is larger than ${options.documentBytes} bytes`,
      });
    },
  });
  let frames: FrameTable | undefined;
  const navigation = followNavigation(session, () => frames?.main()?.frameId, ring);
  frames = await createFrameTable(page, context, session, async (of) => {
    watchOddities(of, hear);
    await Promise.all([
      requests.watch(of),
      hearAsks(of, hear),
      hearChoosers(of, (chooser) => known && choose(known, chooser)),
    ]);
  });
  const { targetInfo } = await within(10_000, 'Attaching to the page', session.send('Target.getTargetInfo'));
  const tab: Tab = {
    id,
    target: targetInfo.targetId,
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
    heldKeys: new Set(),
    news: early,
  };
  known = tab;
  page.on('dialog', (dialog) => {
    const kind = dialogKind(dialog.type());
    const text = dialog.message().slice(0, 2_000);
    const modal: Modal = { kind, text, clearedBy: 'dialog' };
    if (kind === 'prompt') modal.defaultText = dialog.defaultValue();
    tab.modal = { modal, dialog };
    tell(tab, { kind: 'dialog', dialog: kind, text, do: 'opened' });
  });
  session.on('Page.javascriptDialogClosed', () => {
    if (tab.modal?.dialog) tab.modal = undefined;
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
  if (page.isClosed()) onGone(tab);
  return tab;
}

/** The page asks for files: shown as a modal until it is answered or passed over. */
function choose(tab: Tab, chooser: FileChooser): void {
  const { multiple } = chooser;
  const text = multiple ? 'The page asks for files.' : 'The page asks for a file.';
  tab.modal = { modal: { kind: 'file_chooser', text, multiple, clearedBy: 'upload' }, chooser };
  tell(tab, { kind: 'file_chooser', multiple });
}

function dialogKind(type: string): 'alert' | 'confirm' | 'prompt' | 'beforeunload' {
  return type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
}

/** The tab's document can be asked: no dialog, no crash, and a document to speak to. */
export function canAsk(tab: Tab): boolean {
  return !tab.crashed && !tab.closed && tab.modal?.dialog === undefined && tab.frames.main() !== undefined;
}
