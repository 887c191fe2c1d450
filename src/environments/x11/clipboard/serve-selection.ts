import { HandrailError } from '../../../core/errors.js';
import { awaitEvent } from '../protocol/await-event.js';
import type { XConnection } from '../protocol/connection.js';
import { events, listenTo, masks } from '../protocol/core-requests.js';
import type { Properties } from '../protocol/properties.js';
import { request, u8, u32 } from '../protocol/wire.js';

/** A text that other programs can paste. */
export interface ServedSelection {
  own(text: string): Promise<void>;
  /** What is served now, while nobody else has taken the clipboard. */
  text(): string | undefined;
}

/** More than this goes piece by piece. */
const pieceLength = 128 * 1024;
const takeMs = 1000;
const textForms = ['UTF8_STRING', 'text/plain;charset=utf-8', 'text/plain', 'TEXT'];

interface Asked {
  time: number;
  requestor: number;
  selection: number;
  target: number;
  property: number;
}

function askedIn(event: Buffer): Asked {
  const [time = 0, requestor = 0, selection = 0, target = 0, property = 0] = [4, 12, 16, 20, 24].map((at) =>
    event.readUInt32LE(at),
  );
  return { time, requestor, selection, target, property };
}

function tellRequestor(x: XConnection, { time, requestor, selection, target }: Asked, property: number): void {
  const fields = u32(time, requestor, selection, target, property, 0, 0);
  x.send(request(25, 0, u32(requestor, 0), u8(events.selectionNotify, 0, 0, 0), fields));
}

/** Answers a request for a selection of ours with nothing. */
export function refuseSelection(x: XConnection, event: Buffer): void {
  tellRequestor(x, askedIn(event), 0);
}

export function serveSelection(x: XConnection, properties: Properties, window: number): ServedSelection {
  let text: string | undefined;
  let since = 0;
  /** Pieces that wait until the one before was taken, by window and property. */
  const waiting = new Map<string, { rest: Buffer; type: number; asked: Asked }>();

  async function answer(asked: Asked): Promise<void> {
    const form = await properties.nameOf(asked.target);
    const given =
      text !== undefined && (await give({ ...asked, property: asked.property || asked.target }, form, text));
    tellRequestor(x, asked, given ? asked.property || asked.target : 0);
  }

  async function give(asked: Asked, form: string | undefined, whole: string): Promise<boolean> {
    const { requestor, property } = asked;
    const [list, number] = await Promise.all([properties.atom('ATOM'), properties.atom('INTEGER')]);
    if (form === 'TARGETS') {
      const names = ['TARGETS', 'TIMESTAMP', ...textForms, 'STRING'];
      const atoms = await Promise.all(names.map((name) => properties.atom(name)));
      properties.write(requestor, property, list, 32, u32(...atoms));
      return true;
    }
    if (form === 'TIMESTAMP') {
      properties.write(requestor, property, number, 32, u32(since));
      return true;
    }
    if (form !== 'STRING' && !textForms.includes(form ?? '')) return false;
    const bytes = Buffer.from(whole, form === 'STRING' ? 'latin1' : 'utf8');
    const type = form === 'TEXT' ? await properties.atom('UTF8_STRING') : asked.target;
    if (bytes.length <= pieceLength) {
      properties.write(requestor, property, type, 8, bytes);
      return true;
    }
    listenTo(x, requestor, masks.structure | masks.property);
    waiting.set(`${requestor} ${property}`, { rest: bytes, type, asked });
    properties.write(requestor, property, await properties.atom('INCR'), 32, u32(bytes.length));
    return true;
  }

  function giveMore(requestor: number, property: number): void {
    const key = `${requestor} ${property}`;
    const left = waiting.get(key);
    if (!left) return;
    const piece = left.rest.subarray(0, pieceLength);
    properties.write(requestor, property, left.type, 8, piece);
    left.rest = left.rest.subarray(piece.length);
    if (piece.length === 0) waiting.delete(key);
  }

  x.listen((event) => {
    const type = (event[0] ?? 0) % 128;
    if (type === events.selectionRequest && event.readUInt32LE(8) === window) {
      // Whoever asked may be gone, or the server: both end the matter.
      answer(askedIn(event)).catch(() => undefined);
    }
    if (type === events.selectionClear && event.readUInt32LE(8) === window) text = undefined;
    if (type === events.property && event[16] === 1) giveMore(event.readUInt32LE(4), event.readUInt32LE(8));
    if (type === events.destroyed) {
      for (const [key, { asked }] of waiting) if (asked.requestor === event.readUInt32LE(8)) waiting.delete(key);
    }
  });

  return {
    text: () => text,
    async own(wanted) {
      const [selection, stamp, string] = await Promise.all(
        ['CLIPBOARD', '_HANDRAIL_TIME', 'STRING'].map((name) => properties.atom(name)),
      );
      if (selection === undefined || stamp === undefined || string === undefined) return;
      // The moment of ownership is one of the server: it tells it with any change of a property.
      const told = awaitEvent(x, 'Taking the clipboard', takeMs, (event) => {
        const ours = (event[0] ?? 0) % 128 === events.property && event.readUInt32LE(4) === window;
        return ours && event.readUInt32LE(8) === stamp ? event.readUInt32LE(12) : undefined;
      });
      properties.write(window, stamp, string, 8, Buffer.alloc(0));
      since = await told;
      x.send(request(22, 0, u32(window, selection, since)));
      text = wanted;
      const { body } = await x.ask(request(23, 0, u32(selection)));
      if (body.readUInt32LE(0) === window) return;
      text = undefined;
      throw new HandrailError(
        'unsupported',
        'Another program holds the clipboard and does not give it up.',
        'Try again.',
      );
    },
  };
}
