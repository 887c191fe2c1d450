import type { XConnection } from './connection.js';
import { readU32s } from './raw-request.js';

export interface Property {
  /** Atom of its type. */
  type: number;
  data: Buffer;
}

/** Reads and writes window properties by name. Each atom is requested once. */
export interface Properties {
  atom(name: string): Promise<number>;
  /** The numbers of several names, in order. */
  atoms<Names extends readonly string[]>(...names: Names): Promise<{ [Index in keyof Names]: number }>;
  /** Undefined for an atom that does not exist. */
  atomName(atom: number): Promise<string | undefined>;
  /** Undefined when the window or the property does not exist. */
  read(window: number, name: string): Promise<Property | undefined>;
  /** As `read`, by the atom of the name. */
  readAtom(window: number, name: number): Promise<Property | undefined>;
  /** An empty list when the window or the property does not exist. */
  numbers(window: number, name: string): Promise<number[]>;
  text(window: number, name: string): Promise<string | undefined>;
  write(window: number, name: number, type: number, format: 8 | 32, data: Buffer): void;
  remove(window: number, name: number): void;
}

const maxPropertyWords = 0x1fffffff; // the whole property
const anyType = 0;
const replace = 0;

export function createProperties(x: XConnection): Properties {
  const atomsByName = new Map<string, Promise<number>>();
  const namesByAtom = new Map<number, Promise<string | undefined>>();

  const atom = (name: string): Promise<number> => {
    const found =
      atomsByName.get(name) ?? x.query<number>((client, callback) => client.InternAtom(false, name, callback));
    atomsByName.set(name, found);
    return found;
  };
  const readAtom = async (window: number, name: number): Promise<Property | undefined> => {
    const property = await x.tryQuery<Property>((client, callback) =>
      client.GetProperty(0, window, name, anyType, 0, maxPropertyWords, callback),
    );
    return property?.type === 0 ? undefined : property;
  };
  const read = async (window: number, name: string) => readAtom(window, await atom(name));

  return {
    atom,
    // One promise for each name, in order.
    atoms: <Names extends readonly string[]>(...names: Names) =>
      Promise.all(names.map(atom)) as Promise<{ [Index in keyof Names]: number }>,
    atomName(number) {
      const found =
        namesByAtom.get(number) ?? x.tryQuery<string>((client, callback) => client.GetAtomName(number, callback));
      namesByAtom.set(number, found);
      return found;
    },
    read,
    readAtom,
    numbers: async (window, name) => readU32s((await read(window, name))?.data ?? Buffer.alloc(0)),
    async text(window, name) {
      const property = await read(window, name);
      if (!property) return undefined;
      const isLatin1 = property.type === (await atom('STRING'));
      return property.data.toString(isLatin1 ? 'latin1' : 'utf8');
    },
    write: (window, name, type, format, data) =>
      x.send((client) => client.ChangeProperty(replace, window, name, type, format, data)),
    remove: (window, name) => x.send((client) => client.DeleteProperty(window, name)),
  };
}
