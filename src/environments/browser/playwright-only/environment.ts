import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Dialog, Page } from 'playwright-core';
import type { Action, WaitCondition } from '../../../core/action.js';
import type { Change } from '../../../core/change.js';
import { within } from '../../../core/deadline.js';
import { HandrailError, toFault } from '../../../core/errors.js';
import type { Size } from '../../../core/geometry.js';
import type { Evidence, RawPicture, View, ViewRequest } from '../../../core/view.js';
import { pageSource } from '../../../perception/page.generated.js';
import type { Rest } from '../../../perception/page-protocol.js';
import type { Limits } from '../act/action-context.js';
import { createChangeSignal } from '../change-signal.js';
import { createElementIds } from '../element-ids.js';
import type { BrowserEnvironment } from '../environment.js';
import { CollectorFailed, isGone } from '../frames/document-link.js';
import type { BrowserLease } from '../launch/launch.js';
import { secretsOf } from '../observe/screenshot.js';
import { recordedChanges, sawFocus } from '../settle/evidence.js';
import { safeFileName } from '../tabs/safe-file-name.js';
import { type PlainDocument, plainDocument } from './document.js';
import { type PlainSight, plainLook } from './look.js';
import { beginPlain, type PlainHands } from './prepare-action.js';
import { readPlain } from './read.js';

/** What cannot be had from an engine that offers Playwright's calls and nothing below them. */
export const plainLimits: readonly string[] = [
  'The collector lives in the world of the page, which can see it.',
  'Closed shadow roots are not seen, nor elements that are clickable only by a listener.',
  'Elements in rotated or scaled frames are clicked at unscaled places.',
  'One tab: windows that a page opens are reported and closed.',
  'File choosers are not shown as a modal; files are given to the file field itself.',
  'Downloads are kept only when they are whole, and have no size limit while they run.',
  'A browser that dies is not started again.',
];

const firstSignMs = 250;

interface PlainOptions {
  lease: BrowserLease;
  context: BrowserContext;
  viewport: Size;
  limits: Limits;
  downloadFolder: string;
  uploadFolders: readonly string[];
}

/** A browser of any engine that Playwright drives, with the same looks and effects as far as its calls reach. */
export async function openPlain({
  lease,
  context,
  viewport,
  limits,
  downloadFolder,
  uploadFolders,
}: PlainOptions): Promise<BrowserEnvironment> {
  await context.addInitScript(pageSource);
  const page: Page = context.pages()[0] ?? (await context.newPage());
  const ids = createElementIds();
  const hands: PlainHands = { page, ids, limits, viewport, uploadFolders };
  const bell = createChangeSignal();
  const news: Change[] = [];
  const waiting = new Set<unknown>();
  let dialog: Dialog | undefined;
  let lastView: View | undefined;

  page.on('dialog', (opened) => {
    dialog = opened;
    news.push({ kind: 'dialog', dialog: opened.type(), text: opened.message().slice(0, 2_000), do: 'opened' });
    bell.ring();
  });
  page.on('popup', (popup) => {
    news.push({ kind: 'popup', url: popup.url(), note: 'closed: this engine is driven with one tab' });
    popup.close().catch(() => undefined); // it closed itself first
  });
  page.on('request', (request) => {
    if (/document|xhr|fetch|ping/.test(request.resourceType())) waiting.add(request);
    if (/xhr|fetch|ping/.test(request.resourceType()))
      news.push({ kind: 'request', method: request.method(), url: request.url().slice(0, 300) });
  });
  const ended = (request: unknown) => {
    waiting.delete(request);
    bell.ring();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('download', async (download) => {
    const change: Extract<Change, { kind: 'download' }> = {
      kind: 'download',
      name: download.suggestedFilename(),
      bytes: 0,
      state: 'running',
    };
    news.push(change);
    waiting.add(download);
    try {
      await mkdir(downloadFolder, { recursive: true });
      const taken = new Set(await readdir(downloadFolder));
      const name = safeFileName(change.name, (candidate) => taken.has(candidate));
      await download.saveAs(join(downloadFolder, name));
      Object.assign(change, { name, path: join(downloadFolder, name), state: 'done' });
    } catch (error) {
      Object.assign(change, { state: 'failed', reason: error instanceof Error ? error.message : String(error) });
    } finally {
      ended(download);
    }
  });

  async function see(look: ViewRequest, flags: { fresh?: boolean; arm?: boolean } = {}): Promise<PlainSight> {
    if (dialog) {
      const view: View = {
        screen: viewport,
        url: page.url(),
        elements: lastView?.elements ?? [],
        dropped: 0,
        incomplete: 'a dialog is open',
      };
      view.modal = { kind: modalKind(dialog.type()), text: dialog.message().slice(0, 2_000), clearedBy: 'dialog' };
      return { view, restless: [], flashes: [] };
    }
    const sight = await again(() => plainLook(page, ids, look, viewport, limits.look, flags)).catch(unread);
    lastView = sight.view;
    return sight;
  }

  /** A page that the collector fails in is left as any other. */
  function unread(error: unknown): PlainSight {
    if (!(error instanceof CollectorFailed)) throw error;
    const view: View = { screen: viewport, url: page.url(), elements: [], dropped: 0, incomplete: error.message };
    return { view, restless: [], flashes: [] };
  }

  /** A page that goes on to another document while it is asked is asked again. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + limits.look;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isGone(error) || performance.now() > deadline) throw error;
        await bell.next(20);
      }
    }
  }

  /** Until no request is under way and the document rests. */
  async function rest(patient: boolean): Promise<{ ms: number; because: string; answers: Map<PlainDocument, Rest> }> {
    const started = performance.now();
    const deadline = started + limits.settle;
    const spent = () => Math.round(performance.now() - started);
    while (waiting.size > 0 && !dialog && performance.now() < deadline) await bell.next(deadline - performance.now());
    if (dialog) return { ms: spent(), because: 'a dialog is open', answers: new Map() };
    await page.waitForLoadState('load', { timeout: Math.max(1, deadline - performance.now()) }).catch(() => undefined); // told below
    const [document, answer] = await again(async () => {
      const main = await plainDocument(page.mainFrame(), limits.look);
      // Nothing is known of listeners here, so a first sign is waited for after every action that may have one.
      if (patient && news.length === 0) await main.ask('sign', { most: firstSignMs }, limits.look);
      const cap = Math.max(50, deadline - performance.now());
      return [main, await main.ask('settle', { cap }, limits.settle + 2_000)] as const;
    });
    const because =
      answer.rested && waiting.size === 0
        ? 'requests and changes done'
        : `gave up after ${limits.settle} ms: ${answer.because || 'requests'}`;
    return { ms: spent(), because, answers: new Map([[document, answer]]) };
  }

  async function answerDialog(action: Extract<Action, { type: 'dialog' }>): Promise<void> {
    if (!dialog) throw new HandrailError('no_modal', 'No dialog is open.', 'Observe to see what is on the screen.');
    const open = dialog;
    dialog = undefined;
    await (action.accept ? open.accept(action.text) : open.dismiss());
    news.push({ kind: 'dialog', dialog: open.type(), text: open.message().slice(0, 200), do: 'closed' });
  }

  async function waitFor(condition: WaitCondition, ms: number): Promise<void> {
    const from = lastView?.url ?? page.url();
    const seconds = typeof condition === 'object' && 'seconds' in condition ? condition.seconds * 1_000 : undefined;
    const deadline = performance.now() + (seconds ?? ms);
    while (seconds !== undefined || !(await holds(condition, from))) {
      const left = deadline - performance.now();
      if (left <= 0 && seconds !== undefined) return;
      if (left <= 0)
        throw new HandrailError(
          'wait_timeout',
          `${JSON.stringify(condition)} did not come true within ${ms} ms.`,
          'Observe, or wait longer.',
        );
      await bell.next(seconds === undefined ? Math.min(100, left) : left);
    }
  }

  async function holds(condition: WaitCondition, from: string): Promise<boolean> {
    // Asked past a picture named "readyState".
    if (condition === 'page_loaded')
      return (await page.evaluate("Reflect.get(Document.prototype, 'readyState', document)")) === 'complete';
    if (condition === 'url_changed') return page.url() !== from;
    const main = await plainDocument(page.mainFrame(), limits.look);
    const shows = (text: string) => main.ask('showsText', { text }, limits.look);
    if ('text' in condition) return shows(condition.text);
    if ('element' in condition) return shows(condition.element.name);
    if (!('gone' in condition)) return false;
    if ('id' in condition.gone) {
      const place = ids.placeOf(condition.gone.id);
      return (
        !place || place.document !== main.key || !(await main.ask('isConnected', { number: place.number }, limits.look))
      );
    }
    return !(await shows('text' in condition.gone ? condition.gone.text : condition.gone.name));
  }

  async function begin(action: Action): Promise<() => Promise<unknown>> {
    if (action.type === 'dialog') return () => answerDialog(action);
    if (dialog)
      throw new HandrailError(
        'modal_open',
        'A dialog is open.',
        "Answer it with { type: 'dialog', accept: true | false }.",
      );
    if (action.type === 'wait') return () => waitFor(action.for, action.timeoutMs ?? 10_000);
    return beginPlain(hands, action);
  }

  async function act(action: Action): Promise<Evidence> {
    const nothing = {
      done: 'no' as const,
      changes: [],
      complete: true,
      settled: { ms: 0, because: 'nothing was done' },
      ambientChanges: [],
      focuses: false,
    };
    let go: () => Promise<unknown>;
    try {
      go = await begin(action);
    } catch (error) {
      return { ...nothing, error: toFault(error) };
    }
    const before = await see({}, { arm: true });
    news.length = 0;
    let error: Evidence['error'];
    try {
      const most = action.type === 'wait' ? 305_000 : Math.max(limits.action, limits.navigation);
      await within(most, 'The action', orDialog(go()));
    } catch (thrown) {
      error =
        thrown instanceof HandrailError
          ? thrown.fault
          : { code: 'navigation_failed', message: toFault(thrown).message, hint: 'Observe to see how far it came.' };
    }
    const rested = await rest(!['type', 'set_value', 'wait', 'navigate'].includes(action.type));
    const after = await see({}, { fresh: true });
    const changes = [...news.splice(0), ...recordedChanges({ id: 'page' }, ids, rested.answers)];
    return {
      done: error && error.code === 'deadline' ? 'maybe' : 'yes',
      changes,
      complete: ![...rested.answers.values()].some((answer) => answer.activity.timers > 0),
      focuses: action.type === 'key' && sawFocus(rested.answers),
      settled: { ms: rested.ms, because: rested.because },
      ambientChanges: [...new Set([...before.restless, ...after.restless])],
      before: before.view,
      after: after.view,
      ...(error ? { error } : {}),
    };
  }

  async function photograph({ region: asked }: ViewRequest): Promise<RawPicture> {
    const { view } = await see({});
    const region = asked ?? { x: 0, y: 0, ...viewport };
    const bytes = await page.screenshot({ type: 'png', timeout: 10_000, ...(asked ? { clip: asked } : {}) });
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    return { bytes, type: 'png', size, region, secrets: secretsOf(view) };
  }

  /** A dialog keeps the page from answering: then the dialog is the answer. */
  async function orDialog(work: Promise<unknown>): Promise<void> {
    const known = dialog;
    let over = false;
    const done = work.finally(() => {
      over = true;
      bell.ring();
    });
    done.catch(() => undefined); // read below
    while (!over && (!dialog || dialog === known)) await bell.next(1_000);
    if (over) await done;
  }

  return {
    kind: 'browser',
    limits: plainLimits,
    async captureView(request) {
      const sight = await see(request, { fresh: true });
      const picture = request.picture && !dialog ? await photograph(request) : undefined;
      return {
        ...sight.view,
        ...(picture ? { picture } : {}),
        news: [...news.splice(0), ...sight.flashes.map((text): Change => ({ kind: 'flashed', text }))],
      };
    },
    async read(request, signal) {
      if (dialog)
        throw new HandrailError(
          'modal_open',
          'A dialog is open.',
          "Answer it with { type: 'dialog', accept: true | false }.",
        );
      return again(() => readPlain({ page, ids, limits, viewport, signal }, request));
    },
    act,
    storageState: (path) => context.storageState(path === undefined ? {} : { path }),
    async close() {
      await within(5_000, 'Closing the context', context.close()).catch(() => undefined); // the lease ends the browser if need be
      await lease.release();
    },
  };
}

function modalKind(type: string): 'alert' | 'confirm' | 'prompt' | 'beforeunload' {
  return type === 'confirm' || type === 'prompt' || type === 'beforeunload' ? type : 'alert';
}
