import type { Action } from '../../../core/action.js';
import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import { center, type Rect } from '../../../core/geometry.js';
import { type KeyChord, parseKeySequence } from '../../../core/keys.js';
import type { CaretMoves, InputDriver, KeyboardTarget, PointerTarget, ScreenNode, ScreenWindow } from '../screen.js';
import type { WindowsInUse } from '../windows/windows-in-use.js';
import { aimAt, checkAnswered, nodeOf, type Scene } from './action-target.js';

/** An action made ready: everything that can be checked is checked, nothing is done yet. */
export interface PreparedAction {
  go(signal?: AbortSignal): Promise<void>;
  /** Comes before, and has its own rest: what `go` does is not taken for done because this is seen. */
  prelude?(signal?: AbortSignal): Promise<void>;
  /** The window it is on. */
  window?: ScreenWindow | undefined;
  /** A pointer that passes over a window, or a wheel that turns there, leaves the keys where they are. */
  leavesKeys?: boolean;
  /** The node it is on. */
  node?: ScreenNode | undefined;
  /** Programs answer it when they come to it. */
  mayBeLate?: boolean;
  /** That another element has the keys is what it is for. */
  movesFocus?: boolean;
  /** What it is seen to have changed that no look shows. */
  tells?(windows: readonly ScreenWindow[]): Change[] | Promise<Change[]>;
  /** What the node is to hold afterwards, at its end. */
  written?: string;
  /** It is to hold nothing else. */
  isSet?: boolean;
  /** To have another window in use is what was asked for. */
  isSwitch?: boolean;
  /** Nothing of it happens in the window in use. */
  isElsewhere?: boolean;
  /** Places whose own look says nothing: a button that is pressed looks pressed. */
  own: readonly Rect[];
}

type Of<Type extends Action['type']> = Extract<Action, { type: Type }>;

export interface Ground {
  input: InputDriver;
  scene: Scene;
  windows: WindowsInUse;
  /** Keys that stay down until an action lets them go. */
  held: Set<string>;
}

/** Makes an action ready. Throws HandrailError when it cannot be done. */
export function makeReady(action: Action, ground: Ground): PreparedAction {
  switch (action.type) {
    case 'click':
      return click(action, ground);
    case 'move':
      return pointing(action, ground, (aim, signal) => ground.input.move(aim, action.modifiers ?? [], signal));
    case 'press':
      return holding(action, ground, (aim, signal) => ground.input.press(aim, action.button ?? 'left', signal));
    case 'release':
      return holding(action, ground, (aim, signal) => ground.input.release(aim, action.button ?? 'left', signal));
    case 'drag':
      return drag(action, ground);
    case 'scroll':
      return scroll(action, ground);
    case 'type':
      return type(action, ground);
    case 'key':
      return key(action, ground);
    case 'set_value':
      return setValue(action, ground);
    case 'menu':
      return menu(action, ground);
    case 'focus_app':
      return focusApp(action, ground);
    case 'close_app':
      return closeApp(action, ground);
    case 'tab':
      return tab(action, ground);
    case 'launch':
      return launch(action, ground);
    case 'clipboard':
      return clipboard(action, ground);
    default:
      throw unsupported(action.type);
  }
}

/** Nobody sees a clipboard: it is read back. */
function clipboard({ text }: Of<'clipboard'>, { input }: Ground): PreparedAction {
  checkText(text);
  let isThere = false;
  return {
    async go(signal) {
      await input.writeClipboard(text, signal);
      isThere = (await input.readClipboard(signal)) === text;
    },
    tells: () => (isThere ? [{ kind: 'value', name: 'clipboard', to: text }] : []),
    isElsewhere: true,
    own: [],
  };
}

function launch({ app, arguments: parameters = [] }: Of<'launch'>, { input, windows }: Ground): PreparedAction {
  return {
    async go(signal) {
      await input.launch(app, parameters, signal);
      windows.useLaunched(app);
    },
    isElsewhere: true,
    own: [],
  };
}

function unsupported(what: string): HandrailError {
  return new HandrailError(
    'unsupported',
    `"${what}" is for pages in a browser; this is a screen with windows.`,
    what === 'dialog' || what === 'upload'
      ? 'A dialog here is a window like any other: use its fields and buttons.'
      : 'Use clicks, keys and menus of the program itself.',
  );
}

/** A control's own box. What is as large as a page is looked into instead. */
function ownPlace(node: ScreenNode | undefined): Rect[] {
  return node?.bounds && node.bounds.height < 80 ? [node.bounds] : [];
}

function pointing(
  { target, type }: Of<'move'>,
  { scene }: Ground,
  go: (aim: PointerTarget, signal?: AbortSignal) => Promise<void>,
): PreparedAction {
  const aim = aimAt(target, scene, type);
  const { window, node } = aim;
  return { go: (signal) => go(aim, signal), window, node, leavesKeys: true, own: ownPlace(node) };
}

function holding(
  { target, type }: Of<'press'> | Of<'release'>,
  { scene }: Ground,
  go: (aim: PointerTarget | undefined, signal?: AbortSignal) => Promise<void>,
): PreparedAction {
  const aim = target && aimAt(target, scene, type);
  return { go: (signal) => go(aim, signal), window: aim?.window, node: aim?.node, own: ownPlace(aim?.node) };
}

function click(action: Of<'click'>, { input, scene }: Ground): PreparedAction {
  const aim = aimAt(action.target, scene, 'click');
  const how = { button: action.button ?? 'left', count: action.count ?? 1, modifiers: action.modifiers ?? [] } as const;
  return {
    go: (signal) => input.click(aim, how, signal),
    window: aim.window,
    node: aim.node,
    mayBeLate: true,
    own: ownPlace(aim.node),
  };
}

function drag(action: Of<'drag'>, { input, scene }: Ground): PreparedAction {
  const path = action.path.map((target) => aimAt(target, scene, 'drag'));
  const [first] = path;
  return {
    go: (signal) => input.drag(path, action.modifiers ?? [], signal),
    window: first?.window,
    node: first?.node,
    own: [],
  };
}

function scroll({ target, dx, dy, modifiers = [] }: Of<'scroll'>, { input, scene }: Ground): PreparedAction {
  const { current, size } = scene;
  const middle = center(current?.bounds ?? { x: 0, y: 0, ...size });
  const aim: PointerTarget = target
    ? aimAt(target, scene, 'scroll')
    : { x: Math.floor(middle.x), y: Math.floor(middle.y), ...(current ? { window: current } : {}) };
  return {
    go: (signal) => input.scroll(aim, { dx, dy }, modifiers, signal),
    window: aim.window,
    node: aim.node,
    leavesKeys: true,
    own: [],
  };
}

/** The part of a text that no program can hold. */
function checkText(text: string): void {
  const at = text.search(/\p{Surrogate}/u);
  if (at < 0) return;
  throw new HandrailError(
    'invalid_action',
    `The text has half a character (a lone surrogate) at ${at}, which cannot be typed.`,
    'Leave it out, or send the whole character.',
  );
}

/** What has the keys in the window in use. Without a window the input know best: a menu of the desktop itself takes keys, too. */
function keyboardOf({ current, nodes }: Scene): KeyboardTarget {
  if (!current) return {};
  const focused = [...nodes.values()].filter(
    ({ window, states }) => window === current.id && states.includes('focused'),
  );
  // Qt says it of a tab and of the text in it.
  const node = focused.findLast(({ role }) => role === 'TextInput') ?? focused.at(-1);
  return { window: current, ...(node ? { node } : {}) };
}

function noWindow(): HandrailError {
  return new HandrailError(
    'not_found',
    'There is no window that could take keys.',
    'Start a program with the launch action.',
  );
}

function type(action: Of<'type'>, { input, scene }: Ground): PreparedAction {
  checkText(action.text);
  const aim = action.target && aimAt(action.target, scene, 'type');
  if (aim?.node?.states.includes('readonly'))
    throw new HandrailError(
      'not_editable',
      `"${aim.node.name.slice(0, 60)}" can only be read.`,
      'Choose another field.',
    );
  const where: KeyboardTarget = aim
    ? { ...(aim.window ? { window: aim.window } : {}), ...(aim.node ? { node: aim.node } : {}) }
    : keyboardOf(scene);
  const write = async (signal?: AbortSignal): Promise<void> => {
    // At a place, what is there gets the keys by a click, as a person would do it.
    if (aim && !aim.node) await input.click(aim, { button: 'left', count: 1, modifiers: [] }, signal);
    await input.type(action.text, where, { clear: action.clear ?? false }, signal);
  };
  const enter = async (signal?: AbortSignal): Promise<void> => {
    for (const chord of parseKeySequence('Enter')) await input.key(chord, { repeat: 1 }, where, signal);
  };
  return {
    ...(action.submit ? { prelude: write, go: enter } : { go: write }),
    window: where.window,
    node: where.node,
    written: action.text,
    mayBeLate: true,
    own: [],
  };
}

function key(action: Of<'key'>, { input, scene, held }: Ground): PreparedAction {
  const chords = parseKeySequence(action.keys);
  const where = keyboardOf(scene);
  const { repeat = 1, holdMs, phase } = action;
  if (phase) checkPhase(action, chords, held);
  const how = { repeat, ...(holdMs === undefined ? {} : { holdMs }), ...(phase ? { phase } : {}) };
  const movesCaret = chords.every(({ key: name }) => caretKeys.has(name));
  let before: CaretMoves | undefined;
  return {
    async go(signal) {
      before = movesCaret ? await input.carets?.() : undefined;
      for (const chord of chords) {
        await input.key(chord, how, where, signal);
        if (phase) for (const name of keysOf(chord)) held[phase === 'down' ? 'add' : 'delete'](name);
      }
    },
    window: where.window,
    node: where.node,
    mayBeLate: true,
    movesFocus: chords.every(({ key: name }) => name === 'Tab' || caretKeys.has(name)),
    tells: async () => (before ? caretChange(before, await input.carets?.(), scene) : []),
    own: [],
  };
}

const caretKeys: ReadonlySet<string> = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...['Home', 'End', 'PageUp', 'PageDown'],
]);

/** A caret that only moved is seen by nobody but whoever types next. */
function caretChange(before: CaretMoves, after: CaretMoves | undefined, { nodes, ids }: Scene): Change[] {
  if (!after || before.count === after.count) return [];
  const node = after.last === undefined ? undefined : nodes.get(after.last);
  const name = node?.name ?? '';
  return [{ kind: 'attribute', ...(node ? { element: ids.idOf(node) } : {}), name, attribute: 'caret' }];
}

const keysOf = ({ modifiers, key: last }: KeyChord): string[] => [...modifiers, last];

function checkPhase({ phase, repeat, holdMs }: Of<'key'>, chords: readonly KeyChord[], held: Set<string>): void {
  const [chord] = chords;
  if (!chord || chords.length > 1 || repeat !== undefined || holdMs !== undefined)
    throw new HandrailError(
      'invalid_action',
      'key: a phase goes with one chord, without repeat and holdMs.',
      "For example { keys: 'Shift', phase: 'down' }.",
    );
  if (phase === 'up' && !keysOf(chord).some((name) => held.has(name)))
    throw new HandrailError('invalid_action', `${chord.normal} is not held.`, "Use key with phase 'down' first.");
}

function setValue(action: Of<'set_value'>, { input, scene }: Ground): PreparedAction {
  if (!('element' in action.target))
    throw new HandrailError(
      'invalid_action',
      'set_value needs an element.',
      'Give { element: "el_N" } from the last observation.',
    );
  if (typeof action.value === 'string') checkText(action.value);
  const node = nodeOf(action.target.element, scene);
  if (node.states.includes('disabled'))
    throw new HandrailError('disabled', `${action.target.element} is disabled.`, 'Do first what enables it.');
  const window = scene.windows.find(({ id }) => id === node.window) ?? scene.current;
  if (!window) throw noWindow();
  checkAnswered(window, scene);
  const written = typeof action.value === 'string' ? { written: action.value, isSet: true } : {};
  return { go: (signal) => input.setValue(node, window, action.value, signal), window, node, ...written, own: [] };
}

function menu(action: Of<'menu'>, { input, scene, windows }: Ground): PreparedAction {
  const window = action.app === undefined ? scene.current : windows.find(action.app);
  if (!window) throw noWindow();
  checkAnswered(window, scene);
  return { go: (signal) => input.menu(action.path, window, signal), window, mayBeLate: true, own: [] };
}

function focusApp({ app, raise }: Of<'focus_app'>, { input, windows }: Ground): PreparedAction {
  const window = windows.find(app);
  return {
    async go(signal) {
      if (raise) await input.raise(window, signal);
      windows.use(window);
    },
    window,
    tells: (now) =>
      raise && now.find(({ popup }) => !popup)?.id === window.id
        ? [{ kind: 'tab', tab: windows.numberOf(window), do: 'selected', window: window.title }]
        : [],
    isSwitch: true,
    isElsewhere: true,
    own: [],
  };
}

function closeApp({ app }: Of<'close_app'>, { input, scene, windows }: Ground): PreparedAction {
  const window = windows.find(app);
  // By its name the whole program is meant, by a title that window.
  const isProgram = window.app.toLowerCase() === app.trim().toLowerCase() && window.pid !== undefined;
  const all = isProgram ? scene.own.filter(({ pid, popup }) => pid === window.pid && !popup) : [window];
  return {
    async go(signal) {
      for (const one of all)
        await input.closeWindow(one, signal).catch((error: unknown) => {
          // A dialog of it that has gone by itself meanwhile is closed.
          if (!(isProgram && error instanceof HandrailError && error.code === 'stale_element')) throw error;
        });
    },
    mayBeLate: true,
    own: [],
  };
}

function tab(action: Of<'tab'>, ground: Ground): PreparedAction {
  if (action.do === 'new' || action.tab === undefined)
    throw new HandrailError(
      'unsupported',
      'A desktop has windows, not tabs.',
      'Start a program with the launch action, or name a window: { type: "tab", do: "select", tab: "tab_2" }.',
    );
  if (action.do === 'select') return focusApp({ type: 'focus_app', app: action.tab }, ground);
  const window = ground.windows.find(action.tab);
  return { go: (signal) => ground.input.closeWindow(window, signal), own: [] };
}
