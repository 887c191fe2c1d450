import type { Change } from '../../../core/change.js';
import { HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeySequence } from '../../../core/keys/keys.js';
import type { CaretMoves, KeyboardTarget } from '../screen.js';
import { checkNoModal, resolveNode, resolvePointerTarget } from './action-target.js';
import { type ActionOf, checkText, noWindow, type PrepareContext, type PreparedAction } from './prepared-action.js';
import type { ScreenLayout } from './screen-layout.js';

const caretKeys: ReadonlySet<string> = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
  ...['Home', 'End', 'PageUp', 'PageDown'],
]);

export function prepareType(action: ActionOf<'type'>, { input, layout }: PrepareContext): PreparedAction {
  checkText(action.text);
  const target = action.target && resolvePointerTarget(action.target, layout, 'type');
  if (target?.node?.states.includes('readonly'))
    throw new HandrailError(
      'not_editable',
      `"${target.node.name.slice(0, 60)}" is read-only.`,
      'Choose another field.',
    );
  const where: KeyboardTarget = target ? { window: target.window, node: target.node } : keyboardTarget(layout);
  const write = async (signal?: AbortSignal): Promise<void> => {
    // A point has no node to focus, so a click gives it the focus.
    if (target && !target.node) await input.click(target, { button: 'left', count: 1, modifiers: [] }, signal);
    await input.type(action.text, where, { clear: action.clear ?? false }, signal);
  };
  const pressEnter = async (signal?: AbortSignal): Promise<void> => {
    for (const chord of parseKeySequence('Enter')) await input.key(chord, { repeat: 1 }, where, signal);
  };
  return {
    ...(action.submit ? { executeFirst: write, execute: pressEnter } : { execute: write }),
    window: where.window,
    node: where.node,
    expectedText: action.text,
    mayReactLate: true,
    ignoredBounds: [],
  };
}

export function prepareKey(action: ActionOf<'key'>, { input, layout, heldKeys }: PrepareContext): PreparedAction {
  const chords = parseKeySequence(action.keys);
  const where = keyboardTarget(layout);
  const { repeat = 1, holdMs, phase } = action;
  if (phase) checkPhase(action, chords, heldKeys);
  const movesCaret = chords.every(({ key }) => caretKeys.has(key));
  let before: CaretMoves | undefined;
  return {
    async execute(signal) {
      before = movesCaret ? await input.caretMoves?.() : undefined;
      for (const chord of chords) {
        await input.key(chord, { repeat, holdMs, phase }, where, signal);
        if (phase) for (const key of keysOf(chord)) heldKeys[phase === 'down' ? 'add' : 'delete'](key);
      }
    },
    window: where.window,
    node: where.node,
    mayReactLate: true,
    movesFocus: chords.every(({ key }) => key === 'Tab' || caretKeys.has(key)),
    findChanges: async () => (before ? toCaretChange(before, await input.caretMoves?.(), layout) : []),
    ignoredBounds: [],
  };
}

export function prepareSetValue(action: ActionOf<'set_value'>, { input, layout }: PrepareContext): PreparedAction {
  const { target, value } = action;
  if (!('element' in target))
    throw new HandrailError(
      'invalid_action',
      'set_value needs an element.',
      'Pass { element: "el_N" } from the last observation.',
    );
  if (typeof value === 'string') checkText(value);
  const node = resolveNode(target.element, layout);
  if (node.states.includes('disabled'))
    throw new HandrailError('disabled', `${target.element} is disabled.`, 'Enable it first.');
  const window = layout.windows.find(({ id }) => id === node.window) ?? layout.current;
  if (!window) throw noWindow();
  checkNoModal(window, layout);
  return {
    execute: (signal) => input.setValue(node, window, value, signal),
    window,
    node,
    ...(typeof value === 'string' ? { expectedText: value, replacesText: true } : {}),
    ignoredBounds: [],
  };
}

/** The focused node of the current window. Without a window the driver decides: a menu of the desktop takes keys, too. */
function keyboardTarget({ current, nodes }: ScreenLayout): KeyboardTarget {
  if (!current) return {};
  const focused = [...nodes.values()].filter(
    ({ window, states }) => window === current.id && states.includes('focused'),
  );
  // Qt reports both a tab and the text field in it as focused.
  const node = focused.findLast(({ role }) => role === 'TextInput') ?? focused.at(-1);
  return { window: current, node };
}

/** A moved caret shows in no snapshot, so the program's own report is the evidence. */
function toCaretChange(before: CaretMoves, after: CaretMoves | undefined, { nodes, ids }: ScreenLayout): Change[] {
  if (!after || before.count === after.count) return [];
  const node = after.lastNode === undefined ? undefined : nodes.get(after.lastNode);
  return [
    { kind: 'attribute', ...(node ? { element: ids.idOf(node) } : {}), name: node?.name ?? '', attribute: 'caret' },
  ];
}

const keysOf = ({ modifiers, key }: KeyChord): string[] => [...modifiers, key];

function checkPhase(
  { phase, repeat, holdMs }: ActionOf<'key'>,
  chords: readonly KeyChord[],
  heldKeys: ReadonlySet<string>,
): void {
  const [chord] = chords;
  if (!chord || chords.length > 1 || repeat !== undefined || holdMs !== undefined)
    throw new HandrailError(
      'invalid_action',
      'key: a phase needs exactly one chord, without repeat and holdMs.',
      "For example { keys: 'Shift', phase: 'down' }.",
    );
  if (phase === 'up' && !keysOf(chord).some((key) => heldKeys.has(key)))
    throw new HandrailError('invalid_action', `${chord.canonical} is not held.`, "Use key with phase 'down' first.");
}
