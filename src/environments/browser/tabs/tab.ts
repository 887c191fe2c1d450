import type { Change } from '../../../core/change.js';
import { withTimeout } from '../../../core/deadline.js';
import type { TabId } from '../../../core/observation.js';
import type { BrowserEgress } from '../../../core/risk/browser-egress.js';
import type { InputPage } from '../act/action-context.js';
import { createChangeSignal } from '../change-signal.js';
import { createHeldInput, type HeldInput } from '../chromium/pointer.js';
import { createFrameTable, type FrameTable } from '../frames/frame-table.js';
import type { CdpSession, ContextHandle, PageHandle } from '../handles.js';
import { reportCertificateErrors } from '../prompts/certificate-errors.js';
import { reportHttpAuth } from '../prompts/http-auth.js';
import { reportInPagePrompts } from '../prompts/in-page-prompts.js';
import { createPageWire, type PageWire } from '../wire/page-wire.js';
import type { Wire } from '../wire/wire.js';
import { type FileChooser, interceptFileChoosers } from './file-chooser.js';
import { type Navigation, trackNavigation } from './navigation.js';
import { openDialog, reportChange } from './page-state.js';
import { createRequestTracker, type RequestTracker } from './requests.js';

/** One tab of a Chromium browser. */
export interface Tab extends InputPage {
  readonly id: TabId;
  /** The browser's own id of the tab. It stays the same across connections. */
  readonly targetId: string;
  readonly page: PageHandle;
  readonly session: CdpSession;
  readonly frames: FrameTable;
  readonly requests: RequestTracker;
  readonly wire: PageWire;
  readonly navigation: Navigation;
  readonly egress: BrowserEgress | undefined;
  title: string;
  /** Digests of the passwords that fields of this tab contained. */
  readonly secretDigests: Set<string>;
  /** Device pixels per CSS pixel at the last observation. */
  devicePixelRatio?: number;
  /** What the pointer and the keyboard hold. */
  readonly held: HeldInput;
  /** Where the last click left the pointer, and in which document. Undefined after any other pointer input. */
  pointer?: { x: number; y: number; commits: number };
}

export interface TabOptions {
  /** A page opened it. */
  isPopup?: boolean;
  /** A larger document is cut off. */
  documentBytes: number;
  /** Lets a judge decide on requests. */
  wire: Wire;
  /** Limits which addresses are reached. */
  egress?: BrowserEgress | undefined;
}

/** How long requests of a document arrive after another one took its place. */
const leftDocumentMs = 1_000;
const attachMs = 10_000;

/** Attaches to a page: installs the collector in every frame and tracks network, navigation, dialogs and prompts. */
export async function createTab(
  id: TabId,
  page: PageHandle,
  context: ContextHandle,
  { documentBytes, wire, egress, isPopup = false }: TabOptions,
  onClose: (tab: Tab) => void,
): Promise<Tab> {
  const session = await withTimeout(attachMs, 'Attaching to the page', context.sessionOf(page));
  // What a window sends is caused by the action that opened it, as long as it shows pages of the same origin.
  const openedBy = isPopup ? wire.actedPage() : undefined;
  const changeSignal = createChangeSignal();
  const unreported: Change[] = [];
  let tab: Tab | undefined;
  const report = (change: Change) => (tab ? reportChange(tab, change) : unreported.push(change));
  const requests = createRequestTracker(changeSignal.notify, {
    maxBytes: documentBytes,
    onExceeded: (source, url) => {
      source.send('Page.stopLoading').catch(() => undefined); // the page may be gone
      report({ kind: 'page', what: 'cut_off', detail: `${url.slice(0, 200)} is larger than ${documentBytes} bytes` });
    },
  });
  let frames: FrameTable | undefined;
  const navigation = trackNavigation(session, () => frames?.main()?.frameId, changeSignal.notify);
  const pageWire = createPageWire({
    url: () => page.url(),
    leftAfterAction(lastActionAt) {
      const [before, last] = navigation.recentCommits.slice(-2);
      if (before === undefined || last === undefined) return undefined;
      return performance.now() - last < leftDocumentMs && lastActionAt >= before;
    },
    afterAction: (lastActionAt) =>
      lastActionAt >= (navigation.recentCommits.at(-1) ?? 0) || isOfOpener(page.url(), openedBy),
    isSubmitting: ({ frameId, request }) => requests.isSubmitting(frameId, request.url),
    noteBlocked: requests.noteBlocked,
    notify: changeSignal.notify,
  });
  frames = await createFrameTable(
    page,
    context,
    session,
    async (source) => {
      reportHttpAuth(source, report);
      reportCertificateErrors(source, report);
      await Promise.all([
        requests.attach(source),
        wire.attach(source, pageWire),
        reportInPagePrompts(source, report),
        interceptFileChoosers(source, (chooser) => tab && openFileChooser(tab, chooser)),
      ]);
    },
    egress,
  );
  const { targetInfo } = await withTimeout(attachMs, 'Attaching to the page', session.send('Target.getTargetInfo'));
  tab = {
    id,
    targetId: targetInfo.targetId,
    page,
    session,
    frames,
    requests,
    wire: pageWire,
    navigation,
    egress,
    changeSignal,
    modal: undefined,
    crashed: false,
    closed: false,
    title: '',
    secretDigests: new Set(),
    heldButtons: new Set(),
    heldKeys: new Set(),
    held: createHeldInput(),
    unreported,
  };
  trackPage(tab, onClose);
  return tab;
}

function isOfOpener(url: string, opener: string | undefined): boolean {
  if (opener === undefined) return false;
  return !URL.canParse(url) || new URL(url).protocol === 'about:' || new URL(url).origin === new URL(opener).origin;
}

/** Keeps dialogs, crashes and the end of the page in the tab's state. */
function trackPage(tab: Tab, onClose: (tab: Tab) => void): void {
  const { page, session, changeSignal } = tab;
  page.on('dialog', (dialog) => openDialog(tab, dialog));
  session.on('Page.javascriptDialogClosed', () => {
    if (tab.modal?.dialog) tab.modal = undefined;
    changeSignal.notify();
  });
  page.on('crash', () => {
    tab.crashed = true;
    changeSignal.notify();
  });
  page.on('close', () => {
    tab.closed = true;
    changeSignal.notify();
    onClose(tab);
  });
  if (page.isClosed()) onClose(tab);
}

/** Blocks the page by a file chooser until an upload answers it or another action cancels it. */
function openFileChooser(tab: Tab, chooser: FileChooser): void {
  const { multiple } = chooser;
  const text = multiple ? 'The page asks for files.' : 'The page asks for a file.';
  tab.modal = { modal: { kind: 'file_chooser', text, multiple, clearedBy: 'upload' }, chooser };
  reportChange(tab, { kind: 'file_chooser', multiple });
}

/** Why the page of a tab must not be observed or controlled. Undefined if it may. */
export function refusalOfPage({ egress, page }: Tab): string | undefined {
  return egress?.refusalOf(page.url(), 'page');
}

/** Whether the collector can be called: no dialog, no crash, and a document. */
export function canQuery(tab: Tab): boolean {
  return !tab.crashed && !tab.closed && tab.modal?.dialog === undefined && tab.frames.main() !== undefined;
}
