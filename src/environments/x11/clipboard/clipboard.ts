import { withTimeout } from '../../../core/deadline.js';
import type { XConnection } from '../protocol/connection.js';
import { createHiddenWindow, readSelectionOwner } from '../protocol/core-requests.js';
import { propertyStates } from '../protocol/events.js';
import type { Properties } from '../protocol/properties.js';
import { waitForEvent } from '../protocol/wait-for-event.js';
import { serveSelection } from './serve-selection.js';

/** The clipboard of a display, as text. */
export interface Clipboard {
  read(signal?: AbortSignal): Promise<string>;
  /** Serves the text until another program takes the clipboard, or the connection ends. */
  write(text: string): Promise<void>;
}

const replyTimeoutMs = 3000;
const chunkTimeoutMs = 3000;
const transferTimeoutMs = 20_000;

export function createClipboard(x: XConnection, properties: Properties): Clipboard {
  const window = createHiddenWindow(x);
  const served = serveSelection(x, properties, window);

  /** Requests the text of the clipboard's owner in one format. Undefined when the owner does not offer this format. */
  async function convert(format: string, signal?: AbortSignal): Promise<string | undefined> {
    const [selection, target, property, incremental, latin1] = await properties.atoms(
      'CLIPBOARD',
      format,
      '_HANDRAIL_CLIPBOARD',
      'INCR',
      'STRING',
    );
    properties.remove(window, property);
    const answered = waitForEvent(x, {
      what: 'Reading the clipboard: the program that owns it',
      ms: replyTimeoutMs,
      match: (event) =>
        event.name === 'SelectionNotify' && event.requestor === window && event.target === target
          ? event.property
          : undefined,
      signal,
    });
    x.send((client) => client.ConvertSelection(window, selection, target, property, 0));
    if ((await answered) === 0) return undefined;
    const whole = await properties.readAtom(window, property);
    if (!whole) return undefined;
    const inChunks = whole.type === incremental;
    const data = inChunks
      ? await withTimeout(transferTimeoutMs, 'Reading the clipboard', readChunks(property, signal), signal)
      : whole.data;
    if (!inChunks) properties.remove(window, property);
    return data.toString(whole.type === latin1 || format === 'STRING' ? 'latin1' : 'utf8');
  }

  /** A long text arrives in chunks. Deleting the property requests the next one; an empty chunk is the end. */
  async function readChunks(property: number, signal?: AbortSignal): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      const written = waitForEvent(x, {
        what: 'Reading the clipboard: the next chunk',
        ms: chunkTimeoutMs,
        match: (event) =>
          (event.name === 'PropertyNotify' &&
            event.wid === window &&
            event.atom === property &&
            event.state === propertyStates.newValue) ||
          undefined,
        signal,
      });
      properties.remove(window, property);
      await written;
      const chunk = await properties.readAtom(window, property);
      if (!chunk || chunk.data.length === 0) break;
      chunks.push(Buffer.from(chunk.data));
    }
    properties.remove(window, property);
    return Buffer.concat(chunks);
  }

  return {
    async read(signal) {
      const ours = served.text();
      if (ours !== undefined) return ours;
      if ((await readSelectionOwner(x, await properties.atom('CLIPBOARD'))) === 0) return '';
      return (await convert('UTF8_STRING', signal)) ?? (await convert('STRING', signal)) ?? '';
    },
    write: (text) => served.own(text),
  };
}
