import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { Action } from '../../core/action.js';
import type { Change } from '../../core/change.js';
import { cancelled, within } from '../../core/deadline.js';
import { type Fault, HandrailError, toFault } from '../../core/errors.js';
import type { Size } from '../../core/geometry.js';
import type { ReadRequest, ReadResult } from '../../core/read.js';
import type { Environment, Evidence, RawPicture, View, ViewRequest } from '../../core/view.js';
import type { ActionContext, Limits } from './act/action-context.js';
import { performAct } from './act/execute-action.js';
import { begin, checkModal, deadlineOf } from './act/prepare-action.js';
import { createElementIds } from './element-ids.js';
import { isGone } from './frames/document-link.js';
import { type HomeOptions, openInstance } from './launch/browser-instance.js';
import { acquireBrowser, type LaunchOptions } from './launch/launch.js';
import { readTab } from './observe/read-tab.js';
import { type Shot, secretsOf, shoot } from './observe/screenshot.js';
import { type Sight, see } from './observe/take-look.js';
import { openPlain } from './playwright-only/environment.js';
import { standstill, untilStandstill } from './settle/settle.js';
import { arrive } from './tabs/await-arrival.js';
import { answers, replacePage, tellAll } from './tabs/hung-page.js';
import { isCircling } from './tabs/navigation.js';
import { canAsk, type Tab, tell } from './tabs/tab.js';

export interface BrowserOptions
  extends Pick<LaunchOptions, 'engine' | 'executable' | 'headless' | 'profile' | 'cdp' | 'args' | 'note'> {
  viewport?: Size;
  deviceScaleFactor?: number;
  /** A file or an object made by `storageState()`. */
  storageState?: BrowserContextOptions['storageState'];
  /** Where downloads go. Default: the session's run folder. */
  downloads?: string;
  /** Folders that files may be uploaded from. Default: the working folder. */
  uploads?: readonly string[];
  limits?: Partial<Limits>;
}

export const defaultViewport: Size = { width: 1440, height: 900 };

const defaultLimits: Limits = {
  action: 10_000,
  navigation: 20_000,
  settle: 3_000,
  look: 2_000,
  documentBytes: 64 * 1024 * 1024,
  downloadBytes: 512 * 1024 * 1024,
};

export interface BrowserEnvironment extends Environment {
  /** Cookies and local storage, to be given to another session. */
  storageState(path?: string): ReturnType<BrowserContext['storageState']>;
}

/** Opens a browser: started, shared, with a profile, or one that runs already. */
export async function openBrowser(options: BrowserOptions = {}): Promise<BrowserEnvironment> {
  const viewport = options.viewport ?? defaultViewport;
  const limits = { ...defaultLimits, ...options.limits };
  const ids = createElementIds();
  const runFolder = join(process.env.HANDRAIL_HOME ?? '.handrail', 'runs', randomUUID());
  const downloadFolder = resolve(options.downloads ?? join(runFolder, 'downloads'));
  const uploadFolders = options.uploads ?? [process.cwd()];
  if (options.engine && options.engine !== 'chromium') {
    const contextOptions: BrowserContextOptions = {
      viewport,
      ...(options.storageState ? { storageState: options.storageState } : {}),
    };
    const lease = await acquireBrowser({ ...options, contextOptions });
    const context = lease.context ?? (await lease.browser.newContext(contextOptions));
    return openPlain({ lease, context, viewport, limits, downloadFolder, uploadFolders });
  }
  const place: HomeOptions = {
    launch: options,
    viewport,
    limits,
    downloadFolder,
    contextOptions: {
      viewport,
      deviceScaleFactor: options.deviceScaleFactor ?? 1,
      acceptDownloads: false,
      ...(options.storageState ? { storageState: options.storageState } : {}),
    },
  };
  let closed = false;
  let home = await openInstance(place);
  let screen = viewport;
  let lastView: View | undefined;
  let recovering: Promise<void> | undefined;

  /** After the browser died: another one, with the same addresses in its tabs. Done once for each death. */
  function recover(): Promise<void> {
    recovering ??= (async () => {
      const why = home.lost()?.message ?? 'The browser is gone.';
      const former = home.noted;
      await home.leave();
      home = await openInstance(place, former);
      const active = home.tabs.active();
      if (former.active?.target === active.target) {
        tell(active, { kind: 'page', what: 'cut_off', detail: `${why} It was connected to again.` });
        return;
      }
      tell(active, { kind: 'page', what: 'crashed', detail: why });
      tell(active, { kind: 'page', what: 'replaced', detail: active.page.url() });
    })().finally(() => {
      recovering = undefined;
    });
    recovering.catch(() => undefined); // whoever uses the session next tries again, and hears of it
    return recovering;
  }

  /** The tab in use, and what had to be made good before it could be used. */
  async function ready(signal?: AbortSignal): Promise<{ tab: Tab; mended?: Fault }> {
    if (closed) throw new HandrailError('closed', 'The session is closed.', 'Open another one.');
    // A browser that dies takes its tabs along first.
    const lost = home.lost() ?? (home.tabs.all().length === 0 ? await home.lostWithin(200) : undefined);
    if (lost) await within(60_000, 'Starting the browser again', recover(), signal);
    if (home.tabs.all().length === 0) home.tabs.select(await home.tabs.open());
    const tab = home.tabs.active();
    if (!tab.crashed) return lost ? { tab, mended: lost } : { tab };
    const { tab: fresh, changes } = await replacePage(home.tabs, tab, 'crashed');
    tellAll(fresh, changes);
    return { tab: fresh, mended: { code: 'page_crashed', message: 'The page had crashed before the action began.' } };
  }

  function sight(tab: Tab, request: ViewRequest, signal?: AbortSignal, flags?: { fresh?: boolean; arm?: boolean }) {
    return see({ home, ids, limits, screen, lastView }, tab, request, signal, flags);
  }

  async function finish(tab: Tab, { view }: Sight): Promise<View> {
    // One tab is not worth a word, unless others have just gone.
    if (home.tabs.all().length > 1 || (lastView?.tabs?.length ?? 0) > 1) view.tabs = await home.tabs.facts();
    if (tab.modal) view.modal = tab.modal.modal;
    else lastView = view;
    screen = view.screen;
    home.note();
    return view;
  }

  async function captureView(request: ViewRequest, signal?: AbortSignal): Promise<View> {
    for (let turns = 1; ; turns += 1) {
      const { tab } = await ready(signal);
      try {
        // Drawing is asked for first: the browser draws while the page is read.
        const drawing = request.picture ? draw(tab, request, signal) : undefined;
        const seen = await sight(tab, request, signal, { fresh: true });
        const picture = drawing && (await photograph(tab, request, seen, drawing, signal));
        if ((tab.crashed || tab.closed) && turns < 3) continue;
        const view = await finish(tab, seen);
        const flashes = seen.flashes.map((text): Change => ({ kind: 'flashed', text }));
        const news = [...tab.news.splice(0), ...home.downloads.news(0), ...flashes];
        return picture && !seen.blind ? { ...view, news, picture } : { ...view, news };
      } catch (error) {
        if (!home.lost() || turns >= 3) throw error;
      }
    }
  }

  function draw(tab: Tab, request: ViewRequest, signal?: AbortSignal): Promise<Shot | undefined> {
    if (!canAsk(tab)) return Promise.resolve(undefined);
    const drawing = untilStandstill(tab, shoot(tab, request.region, signal), 12_000, signal).catch((error: unknown) => {
      if (isLate(error) || standstill(tab)) return undefined;
      throw error;
    });
    drawing.catch(() => undefined); // read later, or no longer wanted
    return drawing;
  }

  /** A page that cannot be asked is not shown: nobody knows where its passwords are. */
  async function photograph(
    tab: Tab,
    request: ViewRequest,
    seen: Sight,
    drawing: Promise<Shot | undefined>,
    signal?: AbortSignal,
  ): Promise<RawPicture | undefined> {
    const isWhole = !request.find && !request.inside && !request.region;
    const whole = isWhole || seen.blind ? seen : await sight(tab, {}, signal);
    if (whole.blind) return undefined;
    const shot = await drawing;
    return shot && { ...shot, secrets: secretsOf(whole.view) };
  }

  async function act(action: Action, signal?: AbortSignal): Promise<Evidence> {
    let started = false;
    try {
      const { tab: current, mended } = await ready(signal);
      if (mended && !standsAlone.has(action.type)) return notDone({ ...mended, hint: openedAgain });
      const until = performance.now() + deadlineOf(action, limits);
      const tab = await usable(current, action);
      const hands: ActionContext = { tab, tabs: home.tabs, ids, limits, viewport: screen, uploadFolders, signal };
      checkModal(hands, action);
      if (!standsAlone.has(action.type)) await arrive(tab, limits, until, signal);
      const seenUrl = lastView?.url ?? tab.page.url();
      const doing = await untilStandstill(tab, begin(hands, action, seenUrl), until - performance.now(), signal).catch(
        async (error: unknown) => {
          if (!isLate(error) || standstill(tab) || (await answers(tab, Math.max(300, until - performance.now()))))
            throw error;
          const { tab: fresh, changes } = await replacePage(home.tabs, tab, 'hung');
          tellAll(fresh, changes);
          throw new HandrailError('page_hung', 'The page did not answer, so the action was not begun.', openedAgain);
        },
      );
      const go = async () => {
        if (signal?.aborted) throw cancelled(signal);
        started = true;
        await doing.go();
      };
      return await performAct({
        hands,
        doing: { ...doing, go },
        downloads: home.downloads,
        until,
        see: async (flags) => {
          if (home.tabs.all().length === 0) home.tabs.select(await home.tabs.open());
          const now = home.tabs.active();
          const seen = await sight(now, {}, signal, flags);
          return { ...seen, view: await finish(now, seen) };
        },
        isLost: async () => home.lost() ?? (tab.closed ? home.lostWithin(100) : undefined),
      });
    } catch (error) {
      const lost = home.lost() ?? (isGone(error) ? await home.lostWithin(100) : undefined);
      if (lost) recover();
      const fault = lost
        ? { ...lost, hint: startedAgain }
        : isGone(error)
          ? {
              code: 'stale_element' as const,
              message: 'The page changed before the action began.',
              hint: 'Observe again.',
            }
          : toFault(error);
      return started ? cutOff(fault) : notDone(fault);
    }
  }

  async function read<R extends ReadRequest>(request: R, signal?: AbortSignal): Promise<ReadResult<R>> {
    const { tab } = await ready(signal);
    try {
      return await readTab({ tab, tabs: home.tabs, ids, limits, viewport: screen, uploadFolders, signal }, request);
    } catch (error) {
      const lost = home.lost() ?? (isGone(error) ? await home.lostWithin(100) : undefined);
      if (!lost) throw error;
      recover();
      throw new HandrailError(lost.code, lost.message, startedAgain);
    }
  }

  /** To leave a page that hangs or sends itself in circles, it has to be closed: it would hold up the next one. */
  async function usable(tab: Tab, action: Action): Promise<Tab> {
    if (action.type !== 'navigate' && action.type !== 'reload') return tab;
    const isFree = !canAsk(tab) || (await answers(tab, limits.look));
    if (isFree && !isCircling(tab.navigation)) return tab;
    const { tab: fresh, changes } = await replacePage(
      home.tabs,
      tab,
      'hung',
      action.type === 'reload' ? tab.page.url() : 'about:blank',
    );
    tellAll(fresh, changes);
    return fresh;
  }

  return {
    kind: 'browser',
    limits: [],
    captureView,
    read,
    act,
    async storageState(path) {
      await ready();
      const reading = home.context.storageState(path === undefined ? {} : { path });
      return within(15_000, 'Reading cookies and storage', reading);
    },
    async close() {
      if (closed) return;
      closed = true;
      const left = (recovering ?? Promise.resolve()).catch(() => undefined).then(() => home.leave());
      await within(10_000, 'Closing', left).catch(() => undefined); // a browser that cannot be reached is left to itself
    },
  };
}

const startedAgain =
  'It is being started again with the same addresses; what it was signed in to may be gone. Observe before you act.';
const openedAgain = 'It was opened again at the same address. Observe before you act.';

/** Actions that do not depend on what is on the screen. */
const standsAlone = new Set<Action['type']>(['navigate', 'reload', 'tab', 'wait', 'focus_app']);

function isLate(error: unknown): boolean {
  return error instanceof HandrailError && error.code === 'deadline';
}

const nothingSeen = { changes: [], ambientChanges: [], focuses: false };

function notDone(error: Fault): Evidence {
  return { done: 'no', complete: true, settled: { ms: 0, because: 'nothing was done' }, error, ...nothingSeen };
}

/** It was begun, and what came of it was not seen. */
function cutOff(error: Fault): Evidence {
  return { done: 'maybe', complete: false, settled: { ms: 0, because: 'cut off' }, error, ...nothingSeen };
}
