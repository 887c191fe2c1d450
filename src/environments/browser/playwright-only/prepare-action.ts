import type { ElementHandle, Frame, Page } from 'playwright-core';
import type { Action, Modifier, Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import type { Point, Size } from '../../../core/geometry.js';
import { parseKeySequence } from '../../../core/keys.js';
import type { Limits } from '../act/action-context.js';
import { checkUploads } from '../act/upload-paths.js';
import { readAddress } from '../address.js';
import type { ElementIds } from '../element-ids.js';
import { type PlainDocument, plainDocument } from './document.js';

export interface PlainHands {
  page: Page;
  ids: ElementIds;
  limits: Limits;
  viewport: Size;
  uploadFolders: readonly string[];
}

interface Found extends Point {
  handle?: ElementHandle;
  document?: PlainDocument;
  number?: number;
  editable: boolean;
  checked?: boolean;
  tag: string;
  type: string;
}

/** Where a target is on the screen: shown, enabled, at rest and on top, as the collector finds it. */
async function find(hands: PlainHands, target: Target): Promise<Found> {
  if (!('element' in target)) return findPoint(hands, target);
  const place = hands.ids.placeOf(target.element);
  if (!place) {
    const known = hands.ids.wasGiven(target.element);
    throw new HandrailError(
      known ? 'stale_element' : 'unknown_element',
      `${known ? `${target.element} is gone` : `There is no ${target.element}`}.`,
      'Observe again.',
    );
  }
  for (const frame of hands.page.frames()) {
    const document = await plainDocument(frame, hands.limits.look);
    if (document.key !== place.document) continue;
    const prepared = await document.ask(
      'prepare',
      { number: place.number, need: 'use', most: 1_500 },
      hands.limits.look + 1_500,
    );
    if (!prepared.ok) {
      const code = prepared.code === 'stale' ? 'stale_element' : prepared.code;
      const by = prepared.cover ? ` by ${prepared.cover.role} "${prepared.cover.name}"` : '';
      throw new HandrailError(
        code,
        `${target.element} is ${prepared.code.replace('_', ' ')}${by}.`,
        'Observe again, and do first what is in the way.',
      );
    }
    const offset = await frameOffset(frame);
    const handle = await document.handleOf(place.number);
    const { editable, checked, tag, type } = prepared;
    return {
      x: prepared.x + offset.x,
      y: prepared.y + offset.y,
      document,
      number: place.number,
      handle,
      editable,
      checked,
      tag,
      type,
    };
  }
  throw new HandrailError('stale_element', `${target.element} is gone.`, 'Observe again.');
}

function findPoint({ viewport }: PlainHands, { x, y }: Point): Found {
  if (x >= 0 && y >= 0 && x < viewport.width && y < viewport.height) return { x, y, editable: true, tag: '', type: '' };
  throw new HandrailError(
    'out_of_range',
    `(${x}, ${y}) is not on the screen.`,
    `The screen is ${viewport.width}×${viewport.height}.`,
  );
}

async function frameOffset(frame: Frame): Promise<Point> {
  if (!frame.parentFrame()) return { x: 0, y: 0 };
  const box = await (await frame.frameElement()).boundingBox();
  return { x: box?.x ?? 0, y: box?.y ?? 0 };
}

/** Makes an action ready: everything is checked, nothing is done yet. */
export async function beginPlain(hands: PlainHands, action: Action): Promise<() => Promise<unknown>> {
  const { page, limits } = hands;
  const { mouse, keyboard } = page;
  switch (action.type) {
    case 'click': {
      const { x, y } = await find(hands, action.target);
      const { button = 'left', count = 1, modifiers = [] } = action;
      if (button === 'back' || button === 'forward')
        return () => (button === 'back' ? page.goBack() : page.goForward());
      return () => holding(page, modifiers, () => mouse.click(x, y, { button, clickCount: count }));
    }
    case 'move': {
      const { x, y } = await find(hands, action.target);
      return () => holding(page, action.modifiers, () => mouse.move(x, y));
    }
    case 'press':
    case 'release': {
      const at = action.target && (await find(hands, action.target));
      const button = action.button === 'right' || action.button === 'middle' ? action.button : 'left';
      return async () => {
        if (at) await mouse.move(at.x, at.y);
        await (action.type === 'press' ? mouse.down({ button }) : mouse.up({ button }));
      };
    }
    case 'drag': {
      const path: Found[] = [];
      for (const target of action.path) path.push(await find(hands, target));
      const pull = async () => {
        for (const [index, { x, y }] of path.entries()) {
          await mouse.move(x, y, { steps: index === 0 ? 1 : 12 });
          if (index === 0) await mouse.down();
        }
        await mouse.up();
      };
      return () => holding(page, action.modifiers, pull);
    }
    case 'scroll': {
      const { x, y } = await find(
        hands,
        action.target ?? { x: hands.viewport.width / 2, y: hands.viewport.height / 2 },
      );
      const turn = async () => {
        await mouse.move(x, y);
        await mouse.wheel(action.dx, action.dy);
      };
      return () => holding(page, action.modifiers, turn);
    }
    case 'type':
      return beginType(hands, action);
    case 'key': {
      const chords = parseKeySequence(action.keys);
      const keys = chords.flatMap((chord) => [...chord.modifiers, chord.key]);
      return async () => {
        if (action.phase === 'down') for (const key of keys) await keyboard.down(key);
        if (action.phase === 'up') for (const key of keys.reverse()) await keyboard.up(key);
        if (action.phase) return;
        for (const chord of chords)
          for (let turn = 0; turn < (action.repeat ?? 1); turn += 1)
            await keyboard.press(chord.normal, { delay: action.holdMs });
      };
    }
    case 'set_value':
      return beginSetValue(hands, action);
    case 'upload': {
      const paths = await checkUploads(action.paths, hands.uploadFolders);
      const place = action.target && 'element' in action.target ? hands.ids.placeOf(action.target.element) : undefined;
      const document = place && (await documentOf(hands, place.document));
      const handle = place && (await document?.handleOf(place.number));
      if (!handle)
        throw new HandrailError(
          'unsupported',
          'Files can only be given to a file field.',
          'Give the file field as target.',
        );
      return () => handle.setInputFiles(paths);
    }
    case 'navigate': {
      const url = readAddress(action.url);
      return () => page.goto(url, { timeout: limits.navigation, waitUntil: 'commit' });
    }
    case 'back':
      return () => page.goBack({ timeout: limits.navigation, waitUntil: 'commit' });
    case 'forward':
      return () => page.goForward({ timeout: limits.navigation, waitUntil: 'commit' });
    case 'reload':
      return () => page.reload({ timeout: limits.navigation, waitUntil: 'commit' });
    default:
      throw new HandrailError(
        'unsupported',
        `This browser engine does no "${action.type}" here.`,
        'Use Chromium for it.',
      );
  }
}

async function holding(
  { keyboard }: Page,
  modifiers: readonly Modifier[] | undefined,
  work: () => Promise<void>,
): Promise<void> {
  for (const modifier of modifiers ?? []) await keyboard.down(modifier);
  try {
    await work();
  } finally {
    for (const modifier of modifiers ?? []) await keyboard.up(modifier);
  }
}

async function documentOf(hands: PlainHands, key: string): Promise<PlainDocument | undefined> {
  for (const frame of hands.page.frames()) {
    const document = await plainDocument(frame, hands.limits.look);
    if (document.key === key) return document;
  }
  return undefined;
}

async function beginType(
  hands: PlainHands,
  action: Extract<Action, { type: 'type' }>,
): Promise<() => Promise<unknown>> {
  const { page, limits } = hands;
  const found = action.target && (await find(hands, action.target));
  if (found && !found.editable)
    throw new HandrailError('not_editable', 'This element takes no text.', 'Choose a text field.');
  const document = found?.document ?? (await plainDocument(page.mainFrame(), limits.look));
  return async () => {
    if (found) await page.mouse.click(found.x, found.y);
    const caret = await document.ask(
      'placeCaret',
      { all: action.clear ?? false, ...(found?.number === undefined ? {} : { number: found.number }) },
      limits.look,
    );
    if (!caret.ok) throw new HandrailError('not_editable', caret.message, caret.hint);
    if (action.clear) await page.keyboard.press('Delete');
    for (const [index, line] of action.text.split(/\r?\n/).entries()) {
      if (index > 0) await page.keyboard.press('Enter');
      await page.keyboard.insertText(line);
    }
    if (action.submit) await page.keyboard.press('Enter');
  };
}

async function beginSetValue(
  hands: PlainHands,
  action: Extract<Action, { type: 'set_value' }>,
): Promise<() => Promise<unknown>> {
  const found = await find(hands, action.target);
  const { document, number } = found;
  if (!document || number === undefined)
    throw new HandrailError('invalid_action', 'set_value needs an element.', 'Give { element: "el_N" }.');
  if (found.checked !== undefined)
    return () =>
      found.checked === (action.value === true) ? Promise.resolve() : hands.page.mouse.click(found.x, found.y);
  return async () => {
    const edited = await document.ask('setValue', { number, value: action.value }, hands.limits.look);
    if (!edited.ok) throw new HandrailError('unknown_option', edited.message, edited.hint);
  };
}
