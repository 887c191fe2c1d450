import { HandrailError } from '../../../core/errors.js';
import { equalsText } from '../windows/match-text.js';
import { checkNoModal } from './action-target.js';
import { type ActionOf, checkText, noWindow, type PrepareContext, type PreparedAction } from './prepared-action.js';

export function prepareMenu(
  { app, path }: ActionOf<'menu'>,
  { input, layout, windows }: PrepareContext,
): PreparedAction {
  const window = app === undefined ? layout.current : windows.find(app);
  if (!window) throw noWindow();
  checkNoModal(window, layout);
  return {
    execute: (signal) => input.chooseMenuItem(path, window, signal),
    window,
    mayReactLate: true,
    ignoredBounds: [],
  };
}

export function prepareFocusApp(
  { app, raise }: Pick<ActionOf<'focus_app'>, 'app' | 'raise'>,
  { input, windows }: PrepareContext,
): PreparedAction {
  const window = windows.find(app);
  return {
    async execute(signal) {
      if (raise) await input.raise(window, signal);
      windows.select(window);
    },
    window,
    findChanges: (now) =>
      raise && now.find(({ popup }) => !popup)?.id === window.id
        ? [{ kind: 'tab', tab: windows.tabIdOf(window), do: 'selected', window: window.title }]
        : [],
    switchesWindow: true,
    isOutsideCurrentWindow: true,
    ignoredBounds: [],
  };
}

export function prepareCloseApp(
  { app }: ActionOf<'close_app'>,
  { input, layout, windows }: PrepareContext,
): PreparedAction {
  const window = windows.find(app);
  // A program name means all its windows; a title means one window.
  const isProgram = equalsText(window.app, app) && window.pid !== undefined;
  const all = isProgram ? layout.scopedWindows.filter(({ pid, popup }) => pid === window.pid && !popup) : [window];
  return {
    async execute(signal) {
      for (const one of all)
        await input.closeWindow(one, signal).catch((error: unknown) => {
          // A dialog may have closed together with its main window.
          if (!(isProgram && error instanceof HandrailError && error.code === 'stale_element')) throw error;
        });
    },
    mayReactLate: true,
    ignoredBounds: [],
  };
}

export function prepareTab(action: ActionOf<'tab'>, context: PrepareContext): PreparedAction {
  if (action.do === 'new' || action.tab === undefined)
    throw new HandrailError(
      'unsupported',
      'A desktop has windows, not tabs.',
      'Start a program with the launch action, or name a window: { type: "tab", do: "select", tab: "tab_2" }.',
    );
  if (action.do === 'select') return prepareFocusApp({ app: action.tab }, context);
  const window = context.windows.find(action.tab);
  return { execute: (signal) => context.input.closeWindow(window, signal), ignoredBounds: [] };
}

export function prepareLaunch(
  { app, arguments: parameters = [] }: ActionOf<'launch'>,
  { input, windows }: PrepareContext,
): PreparedAction {
  return {
    async execute(signal) {
      await input.launch(app, parameters, signal);
      windows.selectLaunched(app);
    },
    isOutsideCurrentWindow: true,
    ignoredBounds: [],
  };
}

/** The clipboard shows in no snapshot, so it is read back as evidence. */
export function prepareClipboard({ text }: ActionOf<'clipboard'>, { input }: PrepareContext): PreparedAction {
  checkText(text);
  let isStored = false;
  return {
    async execute(signal) {
      await input.writeClipboard(text, signal);
      isStored = (await input.readClipboard(signal)) === text;
    },
    findChanges: () => (isStored ? [{ kind: 'value', name: 'clipboard', to: text }] : []),
    isOutsideCurrentWindow: true,
    ignoredBounds: [],
  };
}
