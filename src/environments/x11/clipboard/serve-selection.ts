import { HandrailError } from '../../../core/errors.js';
import type { XConnection } from '../protocol/connection.js';
import { eventMasks, readSelectionOwner, selectEvents } from '../protocol/core-requests.js';
import { propertyStates, type SelectionRequestEvent } from '../protocol/events.js';
import type { Properties } from '../protocol/properties.js';
import { u32 } from '../protocol/raw-request.js';
import { waitForEvent } from '../protocol/wait-for-event.js';

/** A text that other programs can paste. */
export interface ServedSelection {
  own(text: string): Promise<void>;
  /** The served text. Undefined after another program took the clipboard. */
  text(): string | undefined;
}

/** A longer text is sent in chunks. */
const chunkLength = 128 * 1024;
const ownTimeoutMs = 1000;
const textFormats = ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'TEXT'];

/** Answers a selection request. `property` is where the data is; 0 refuses. */
function answerRequest(x: XConnection, request: SelectionRequestEvent, property: number): void {
  const { time, requestor, selection, target } = request;
  const answer = { name: 'SelectionNotify', time, requestor, selection, target, property };
  x.send((client) => client.SendEvent(requestor, 0, 0, answer));
}

export function refuseSelection(x: XConnection, request: SelectionRequestEvent): void {
  answerRequest(x, request, 0);
}

/** Serves a text as the CLIPBOARD selection from `window`. */
export function serveSelection(x: XConnection, properties: Properties, window: number): ServedSelection {
  let text: string | undefined;
  let ownedSince = 0;
  /** Unsent chunks by requestor and property. */
  const transfers = new Map<string, { rest: Buffer; type: number; requestor: number }>();

  async function handleRequest(request: SelectionRequestEvent): Promise<void> {
    const format = await properties.atomName(request.target);
    const property = request.property || request.target;
    const isWritten = text !== undefined && (await writeAs(format, text, { ...request, property }));
    answerRequest(x, request, isWritten ? property : 0);
  }

  /** Writes the data of a format to the property of the requestor. False for an unknown format. */
  async function writeAs(format: string | undefined, whole: string, request: SelectionRequestEvent): Promise<boolean> {
    const { requestor, property } = request;
    if (format === 'TARGETS') {
      const formats = await properties.atoms('TARGETS', 'TIMESTAMP', ...textFormats, 'STRING');
      properties.write(requestor, property, await properties.atom('ATOM'), 32, u32(...formats));
      return true;
    }
    if (format === 'TIMESTAMP') {
      properties.write(requestor, property, await properties.atom('INTEGER'), 32, u32(ownedSince));
      return true;
    }
    if (format !== 'STRING' && !textFormats.includes(format ?? '')) return false;
    const bytes = Buffer.from(whole, format === 'STRING' ? 'latin1' : 'utf8');
    const type = format === 'TEXT' ? await properties.atom('UTF8_STRING') : request.target;
    if (bytes.length <= chunkLength) {
      properties.write(requestor, property, type, 8, bytes);
      return true;
    }
    selectEvents(x, requestor, eventMasks.structure | eventMasks.property);
    transfers.set(`${requestor} ${property}`, { rest: bytes, type, requestor });
    properties.write(requestor, property, await properties.atom('INCR'), 32, u32(bytes.length));
    return true;
  }

  function writeNextChunk(requestor: number, property: number): void {
    const key = `${requestor} ${property}`;
    const transfer = transfers.get(key);
    if (!transfer) return;
    const chunk = transfer.rest.subarray(0, chunkLength);
    properties.write(requestor, property, transfer.type, 8, chunk);
    transfer.rest = transfer.rest.subarray(chunk.length);
    if (chunk.length === 0) transfers.delete(key);
  }

  x.onEvent((event) => {
    if (event.name === 'SelectionRequest' && event.owner === window) {
      handleRequest(event).catch(() => undefined); // the requestor or the server is gone
    } else if (event.name === 'SelectionClear' && event.owner === window) {
      text = undefined;
    } else if (event.name === 'PropertyNotify' && event.state === propertyStates.deleted) {
      writeNextChunk(event.wid, event.atom);
    } else if (event.name === 'DestroyNotify') {
      for (const [key, { requestor }] of transfers) if (requestor === event.wid) transfers.delete(key);
    }
  });

  return {
    text: () => text,
    async own(newText) {
      const [selection, stamp, string] = await properties.atoms('CLIPBOARD', '_HANDRAIL_TIME', 'STRING');
      // Ownership needs a time of the server, which comes with the event for a changed property.
      const time = waitForEvent(x, {
        what: 'Taking the clipboard',
        ms: ownTimeoutMs,
        match: (event) =>
          event.name === 'PropertyNotify' && event.wid === window && event.atom === stamp ? event.time : undefined,
      });
      properties.write(window, stamp, string, 8, Buffer.alloc(0));
      ownedSince = await time;
      x.send((client) => client.SetSelectionOwner(window, selection, ownedSince));
      text = newText;
      if ((await readSelectionOwner(x, selection)) === window) return;
      text = undefined;
      throw new HandrailError(
        'unsupported',
        'Another program holds the clipboard and does not release it.',
        'Try again.',
      );
    },
  };
}
