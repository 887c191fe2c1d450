import { HandrailError } from '../../../core/errors.js';
import type { InputDriver, KeyboardTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { driverKeys } from './driver-keys.js';
import { chooseMenuItem } from './driver-menu.js';
import type { DriverParts } from './driver-pointer.js';
import { addressOf } from './driver-windows.js';

/** The driver reads no more of a field than this. */
const readableCharacters = 4_096;
const background = { delivery_mode: 'background' };

type Texts = Pick<InputDriver, 'type' | 'key' | 'setValue' | 'menu' | 'readClipboard' | 'writeClipboard'>;

/** Words and keys by the driver. */
export function driverText(parts: DriverParts): Texts {
  const { line, snapshots, session, platform } = parts;
  async function write(node: ScreenNode, window: ScreenWindow, value: string, signal?: AbortSignal): Promise<void> {
    const { element_token } = await snapshots.elementOf(node, window, signal);
    await line.act('set_value', { session, ...addressOf(window), element_token, value }, { signal });
  }

  /** The one field there is, when there is one: a window without a field named has to mean it. */
  async function onlyField(window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode> {
    const { nodes } = await snapshots.take(window, signal);
    const fields = nodes.filter(({ role, bounds }) => role === 'TextInput' && bounds);
    const [field] = fields;
    if (field && fields.length === 1) return field;
    throw new HandrailError(
      'background_unavailable',
      'On Linux the driver writes characters beyond ASCII only into a field that is named.',
      'Name the field: give type a target.',
    );
  }

  /** On Linux the driver counts characters as bytes: beyond ASCII nothing arrives. What a field holds is then written with the new text behind it. */
  async function append(
    text: string,
    where: KeyboardTarget,
    window: ScreenWindow,
    signal?: AbortSignal,
  ): Promise<void> {
    const field = where.node ?? (await onlyField(window, signal));
    const { nodes } = await snapshots.take(window, signal);
    const value = nodes.find(({ key }) => key === field.key)?.value ?? '';
    if (value.length >= readableCharacters) {
      throw new HandrailError(
        'unsupported',
        `The field holds more than ${readableCharacters} characters, which is all that the driver can read.`,
        'Replace all of it with clear: true.',
      );
    }
    await write(field, window, value + text, signal);
  }

  return {
    async type(text, where, { clear }, signal) {
      const window = needed(where.window);
      if (clear) return write(where.node ?? (await onlyField(window, signal)), window, text, signal);
      if (text === '') return;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant, its control characters too
      if (platform === 'linux' && !/^[\x00-\x7f]*$/.test(text)) return append(text, where, window, signal);
      const element = where.node && (await snapshots.elementOf(where.node, window, signal));
      const token = element ? { element_token: element.element_token } : {};
      await line.act('type_text', { session, ...addressOf(window), ...token, text, ...background }, { signal });
    },
    async key(chord, { repeat, holdMs, phase }, where, signal) {
      if (phase || holdMs) {
        throw new HandrailError(
          'unsupported',
          'The driver presses keys; it cannot hold them.',
          'Press the keys at once.',
        );
      }
      const window = needed(where.window);
      const { key, modifiers } = driverKeys(chord);
      const target = { session, ...addressOf(window), ...background };
      for (let press = 0; press < repeat; press += 1) {
        if (modifiers.length > 0) await line.act('hotkey', { ...target, keys: [...modifiers, key] }, { signal });
        else await line.act('press_key', { ...target, key }, { signal });
      }
    },
    async setValue(node, window, value, signal) {
      if (typeof value === 'string') return write(node, window, value, signal);
      const [only, ...others] = typeof value === 'boolean' ? [] : value;
      if (only !== undefined && others.length === 0) return write(node, window, only, signal);
      if (typeof value !== 'boolean') throw new HandrailError('unsupported', 'The driver chooses one thing at a time.');
      const isOn = node.states.includes('checked') || node.states.includes('selected');
      if (!isOn && !node.states.includes('unchecked')) {
        throw new HandrailError(
          'unsupported',
          `The driver does not tell whether "${node.name}" is on.`,
          'Look at the picture and click it.',
        );
      }
      if (isOn === value) return;
      const { element_token } = await snapshots.elementOf(node, window, signal);
      await line.act('click', { session, ...addressOf(window), element_token, ...background }, { signal });
    },
    menu: (path, window, signal) => chooseMenuItem(parts, path, window, signal),
    async readClipboard(signal) {
      const { facts } = await line.read('clipboard_read', { session, include_text: true }, { signal });
      return typeof facts.text === 'string' ? facts.text : '';
    },
    async writeClipboard(text, signal) {
      await line.act('clipboard_write', { session, text }, { signal });
    },
  };
}

function needed(window: ScreenWindow | undefined): ScreenWindow {
  if (window) return window;
  throw new HandrailError('not_found', 'There is no window that takes keys.', 'Start a program first.');
}
