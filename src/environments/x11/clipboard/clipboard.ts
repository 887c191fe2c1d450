import { within } from '../../../core/deadline.js';
import { awaitEvent } from '../protocol/await-event.js';
import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, events } from '../protocol/core-requests.js';
import type { Properties, Property } from '../protocol/properties.js';
import { request, u32 } from '../protocol/wire.js';
import { serveSelection } from './serve-selection.js';

/** The clipboard of a display, as text. */
export interface Clipboard {
  read(signal?: AbortSignal): Promise<string>;
  /** Ours until another program takes it, or the connection ends. */
  write(text: string): Promise<void>;
}

const answerMs = 3000;
const pieceMs = 3000;
const wholeMs = 20_000;

export function createClipboard(x: XConnection, properties: Properties): Clipboard {
  const window = createHiddenWindow(x);
  const served = serveSelection(x, properties, window);

  /** Asks the owner for its text in one form. Undefined when it does not have it in that form. */
  async function convert(target: string, signal?: AbortSignal): Promise<string | undefined> {
    const [selection, form, place, incremental, latin] = await Promise.all(
      ['CLIPBOARD', target, '_HANDRAIL_CLIPBOARD', 'INCR', 'STRING'].map((name) => properties.atom(name)),
    );
    if (selection === undefined || form === undefined || place === undefined) return undefined;
    properties.remove(window, place);
    const answered = awaitEvent(
      x,
      'Reading the clipboard: the program that owns it',
      answerMs,
      (event) => {
        const ours = (event[0] ?? 0) % 128 === events.selectionNotify && event.readUInt32LE(8) === window;
        return ours && event.readUInt32LE(16) === form ? event.readUInt32LE(20) : undefined;
      },
      signal,
    );
    x.send(request(24, 0, u32(window, selection, form, place, 0)));
    if ((await answered) === 0) return undefined;
    const whole = await properties.readBy(window, place);
    if (!whole) return undefined;
    const inPieces = whole.type === incremental;
    const data = inPieces ? await within(wholeMs, 'Reading the clipboard', pieces(place, signal), signal) : whole.data;
    if (!inPieces) properties.remove(window, place);
    return data.toString(whole.type === latin || target === 'STRING' ? 'latin1' : 'utf8');
  }

  /** A long text comes piece by piece, the next one when the last was taken; an empty one is the end. */
  async function pieces(place: number, signal?: AbortSignal): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (;;) {
      const written = awaitEvent(
        x,
        'Reading the clipboard: the next piece',
        pieceMs,
        (event) =>
          (event[0] ?? 0) % 128 === events.property &&
          event.readUInt32LE(4) === window &&
          event.readUInt32LE(8) === place &&
          event[16] === 0
            ? true
            : undefined,
        signal,
      );
      properties.remove(window, place); // the sign for the next piece
      await written;
      const part: Property | undefined = await properties.readBy(window, place);
      if (!part || part.data.length === 0) break;
      parts.push(Buffer.from(part.data));
    }
    properties.remove(window, place);
    return Buffer.concat(parts);
  }

  return {
    async read(signal) {
      const ours = served.text();
      if (ours !== undefined) return ours;
      const selection = await properties.atom('CLIPBOARD');
      const { body } = await x.ask(request(23, 0, u32(selection)));
      if (body.readUInt32LE(0) === 0) return '';
      return (await convert('UTF8_STRING', signal)) ?? (await convert('STRING', signal)) ?? '';
    },
    write: (text) => served.own(text),
  };
}
