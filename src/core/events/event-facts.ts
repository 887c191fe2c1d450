import { isRecord } from '../is-record.js';
import type { Observation, Picture } from '../observation.js';

/** A picture without its bytes. */
export type PictureFacts = Omit<Picture, 'bytes'>;

/** An observation whose picture has no bytes. */
export type ObservationFacts = Omit<Observation, 'image'> & { image?: PictureFacts };

/** Names of one of a few values. A secret with the same letters does not hide them. */
const namingMembers = new Set(['type', 'kind', 'tool', 'safety']);

/** A copy of an event that JSON.stringify can write: without the bytes of pictures and without functions, with masked texts. */
export function toPublicEvent<Event extends object>(event: Event, mask: (text: string) => string): Event {
  return copy(event, mask) as Event;
}

function copy(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return `(${value.byteLength} bytes)`;
  if (Array.isArray(value)) return value.map((one) => copy(one, mask));
  if (value instanceof Error) return { name: value.name, message: mask(value.message) };
  if (value instanceof Map) return copy(Object.fromEntries(value), mask);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => !(name === 'bytes' && member instanceof Uint8Array))
      .map(([name, member]) => [
        name,
        namingMembers.has(name) && typeof member === 'string' ? member : copy(member, mask),
      ]),
  );
}
