import type { XConnection } from './connection.js';
import { readU32s, request, u8, u16, u32 } from './wire.js';

export interface Property {
  /** Atom of its type. */
  type: number;
  data: Buffer;
}

/** What windows say of themselves, and what is said to them: by names, whose numbers are asked for once. */
export interface Properties {
  atom(name: string): Promise<number>;
  nameOf(atom: number): Promise<string | undefined>;
  read(window: number, name: string): Promise<Property | undefined>;
  /** By the number of its name; `take` deletes it in the same moment. */
  readBy(window: number, atom: number, how?: { take?: boolean }): Promise<Property | undefined>;
  numbers(window: number, name: string): Promise<number[]>;
  text(window: number, name: string): Promise<string | undefined>;
  write(window: number, atom: number, type: number, format: 8 | 32, data: Buffer): void;
  remove(window: number, atom: number): void;
}

const longest = 0x1fffffff; // in units of four bytes: all of it

export function createProperties(x: XConnection): Properties {
  const atoms = new Map<string, Promise<number>>();
  const names = new Map<number, Promise<string | undefined>>();

  const atom = (name: string): Promise<number> => {
    const known = atoms.get(name);
    if (known) return known;
    const title = Buffer.from(name, 'latin1');
    const found = x.ask(request(16, 0, u16(title.length, 0), title)).then(({ body }) => body.readUInt32LE(0));
    atoms.set(name, found);
    return found;
  };

  const readBy: Properties['readBy'] = async (window, number, { take = false } = {}) => {
    const reply = await x.tryAsk(request(20, take ? 1 : 0, u32(window, number, 0, 0, longest)));
    if (!reply) return undefined;
    const type = reply.body.readUInt32LE(0);
    if (type === 0) return undefined;
    const length = reply.body.readUInt32LE(8) * (reply.detail / 8);
    return { type, data: reply.body.subarray(24, 24 + length) };
  };
  const read = async (window: number, name: string) => readBy(window, await atom(name));

  return {
    atom,
    nameOf(number) {
      const known = names.get(number);
      if (known) return known;
      const found = x
        .tryAsk(request(17, 0, u32(number)))
        .then((reply) => reply?.body.toString('latin1', 24, 24 + reply.body.readUInt16LE(0)));
      names.set(number, found);
      return found;
    },
    read,
    readBy,
    numbers: async (window, name) => readU32s((await read(window, name))?.data ?? Buffer.alloc(0)),
    async text(window, name) {
      const property = await read(window, name);
      if (!property) return undefined;
      const latin = property.type === (await atom('STRING'));
      return property.data.toString(latin ? 'latin1' : 'utf8');
    },
    write(window, number, type, format, data) {
      const units = data.length / (format / 8);
      x.send(request(18, 0, u32(window, number, type), u8(format, 0, 0, 0), u32(units), data));
    },
    remove: (window, number) => x.send(request(19, 0, u32(window, number))),
  };
}
