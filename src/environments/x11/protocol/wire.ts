/** Fields of X requests, least significant byte first: the order this client speaks. */
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

/** Filled up to a multiple of four. */
export function padded(bytes: Buffer): Buffer {
  const missing = (4 - (bytes.length % 4)) % 4;
  return missing === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(missing)]);
}

/** A request: its number, the byte beside it, and its fields. */
export function request(opcode: number, detail: number, ...fields: Buffer[]): Buffer {
  const whole = padded(Buffer.concat([u8(opcode, detail, 0, 0), ...fields]));
  whole.writeUInt16LE(whole.length / 4, 2);
  return whole;
}

/** Unsigned numbers of four bytes. */
export function readU32s(bytes: Buffer): number[] {
  const values: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) values.push(bytes.readUInt32LE(at));
  return values;
}
