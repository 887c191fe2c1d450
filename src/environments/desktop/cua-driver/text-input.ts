import { HandrailError } from '../../../core/errors.js';
import { noWindow } from '../../screen/prepare/prepared-action.js';
import type { InputDriver, KeyboardTarget, ScreenNode, ScreenWindow } from '../../screen/screen.js';
import { toDriverKeys } from './key-names.js';
import { chooseMenuItem } from './menu.js';
import { type DriverParts, inBackground } from './pointer.js';
import { windowParameters } from './windows.js';

/** The driver reads at most this many characters of a field. */
const maxReadCharacters = 4_096;

type TextInput = Pick<InputDriver, 'type' | 'key' | 'setValue' | 'chooseMenuItem' | 'readClipboard' | 'writeClipboard'>;

/** Text, keys, values and the clipboard through the driver. */
export function createDriverTextInput(parts: DriverParts): TextInput {
  const { connection, snapshots, session, platform } = parts;

  async function write(node: ScreenNode, window: ScreenWindow, value: string, signal?: AbortSignal): Promise<void> {
    const { element_token } = await snapshots.elementOf(node, window, signal);
    await connection.act('set_value', { session, ...windowParameters(window), element_token, value }, { signal });
  }

  /** The only field of the window. Throws when there is none or more than one. */
  async function findOnlyField(window: ScreenWindow, signal?: AbortSignal): Promise<ScreenNode> {
    const { nodes } = await snapshots.take(window, signal);
    const [field, ...others] = nodes.filter(({ role, bounds }) => role === 'TextInput' && bounds);
    if (field && others.length === 0) return field;
    throw new HandrailError(
      'background_unavailable',
      'On Linux the driver types characters beyond ASCII only into a field that is named.',
      'Pass the field as the target of type.',
    );
  }

  /** On Linux the driver counts bytes instead of characters and loses text beyond ASCII, so the whole value is written again. */
  async function append(
    text: string,
    where: KeyboardTarget,
    window: ScreenWindow,
    signal?: AbortSignal,
  ): Promise<void> {
    const field = where.node ?? (await findOnlyField(window, signal));
    const { nodes } = await snapshots.take(window, signal);
    const value = nodes.find(({ key }) => key === field.key)?.value ?? '';
    if (value.length >= maxReadCharacters)
      throw new HandrailError(
        'unsupported',
        `The field has more than ${maxReadCharacters} characters, which is all that the driver can read.`,
        'Replace the whole text with clear: true.',
      );
    await write(field, window, value + text, signal);
  }

  return {
    async type(text, where, { clear }, signal) {
      const window = requireWindow(where.window);
      if (clear) return write(where.node ?? (await findOnlyField(window, signal)), window, text, signal);
      if (text === '') return;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII includes its control characters
      if (platform === 'linux' && !/^[\x00-\x7f]*$/.test(text)) return append(text, where, window, signal);
      const element = where.node && (await snapshots.elementOf(where.node, window, signal));
      const token = element ? { element_token: element.element_token } : {};
      const target = { session, ...windowParameters(window), ...token };
      await connection.act('type_text', { ...target, text, ...inBackground }, { signal });
    },
    async key(chord, { repeat, holdMs, phase }, where, signal) {
      if (phase || holdMs)
        throw new HandrailError('unsupported', 'The driver cannot hold keys.', 'Press the keys without holding them.');
      const { key, modifiers } = toDriverKeys(chord);
      const target = { session, ...windowParameters(requireWindow(where.window)), ...inBackground };
      for (let press = 0; press < repeat; press += 1) {
        if (modifiers.length > 0) await connection.act('hotkey', { ...target, keys: [...modifiers, key] }, { signal });
        else await connection.act('press_key', { ...target, key }, { signal });
      }
    },
    async setValue(node, window, value, signal) {
      if (typeof value === 'string') return write(node, window, value, signal);
      if (typeof value !== 'boolean') {
        const [option, ...others] = value;
        if (option !== undefined && others.length === 0) return write(node, window, option, signal);
        throw new HandrailError('unsupported', 'The driver can choose only one option.', 'Choose one option.');
      }
      const isOn = node.states.includes('checked') || node.states.includes('selected');
      if (!isOn && !node.states.includes('unchecked'))
        throw new HandrailError(
          'unsupported',
          `The driver does not report whether "${node.name}" is on.`,
          'Check the picture and click it.',
        );
      if (isOn === value) return;
      const { element_token } = await snapshots.elementOf(node, window, signal);
      const target = { session, ...windowParameters(window), element_token };
      await connection.act('click', { ...target, ...inBackground }, { signal });
    },
    chooseMenuItem: (path, window, signal) => chooseMenuItem(parts, path, window, signal),
    async readClipboard(signal) {
      const { text } = (await connection.read('clipboard_read', { session, include_text: true }, { signal })).data;
      return typeof text === 'string' ? text : '';
    },
    async writeClipboard(text, signal) {
      await connection.act('clipboard_write', { session, text }, { signal });
    },
  };
}

function requireWindow(window: ScreenWindow | undefined): ScreenWindow {
  if (!window) throw noWindow();
  return window;
}
