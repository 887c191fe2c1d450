import type { Query, VoidRequest } from './connection.js';

/** Encodes little-endian request fields: the byte order of this client. */
export function u8(...values: number[]): Buffer {
  return Buffer.from(values.map((value) => value & 0xff));
}

export function u16(...values: number[]): Buffer {
  const field = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) field.writeUInt16LE(value & 0xffff, index * 2);
  return field;
}

export function u32(...values: number[]): Buffer {
  const field = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) field.writeUInt32LE(value >>> 0, index * 4);
  return field;
}

/** Pads with zeros to a multiple of four bytes. */
export function padded(bytes: Buffer): Buffer {
  const missing = (4 - (bytes.length % 4)) % 4;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** Decodes unsigned 32-bit numbers. */
export function readU32s(bytes: Buffer): number[] {
  const values: number[] = [];
  for (let offset = 0; offset + 4 <= bytes.length; offset += 4) values.push(bytes.readUInt32LE(offset));
  return values;
}

function encodeRequest(opcode: number, minorOpcode: number, fields: readonly Buffer[]): Buffer {
  const bytes = padded(Buffer.concat([u8(opcode, minorOpcode, 0, 0), ...fields]));
  bytes.writeUInt16LE(bytes.length / 4, 2);
  return bytes;
}

/** A request that the package `x11` lacks. Its reply is everything after the first eight bytes. */
export function rawQuery(opcode: number, minorOpcode: number, ...fields: Buffer[]): Query<Buffer> {
  const bytes = encodeRequest(opcode, minorOpcode, fields);
  return (client, callback) => {
    client.seq_num += 1;
    client.replies[client.seq_num] = [(body) => body, callback];
    client.pack_stream.put(bytes);
    client.pack_stream.submit(true);
  };
}

/** A request without a reply that the package `x11` lacks. */
export function rawRequest(opcode: number, minorOpcode: number, ...fields: Buffer[]): VoidRequest {
  const bytes = encodeRequest(opcode, minorOpcode, fields);
  return (client, callback) => {
    client.seq_num += 1;
    if (callback) client.replies[client.seq_num] = [undefined, callback];
    client.pack_stream.put(bytes);
    client.pack_stream.submit(false);
  };
}
