import { type BusValue, toList, toNumber, toText } from '../dbus/bus-values.js';
import {
  type AtspiCall,
  ignoreMissing,
  type ObjectRef,
  objectKey,
  parseRef,
  readProperty,
  rootPath,
  type StateName,
  stateBits,
} from './atspi.js';

/** What a program reports about one object. */
export interface ObjectFacts {
  ref: ObjectRef;
  parent?: ObjectRef;
  index: number;
  /** -1 when the program does not count its children. */
  childCount: number;
  interfaces: readonly string[];
  name: string;
  /** Role number of the protocol. */
  role: number;
  description: string;
  states: readonly [number, number];
}

/** The objects that a program has reported in one reply. */
export interface ProgramObjects {
  facts: Map<string, ObjectFacts>;
  children: Map<string, ObjectFacts[]>;
}

export function hasState(facts: Pick<ObjectFacts, 'states'>, state: StateName): boolean {
  const bit = stateBits[state];
  return (((bit < 32 ? facts.states[0] : facts.states[1]) >>> (bit % 32)) & 1) === 1;
}

export function hasInterface(facts: ObjectFacts, name: string): boolean {
  return facts.interfaces.includes(name);
}

/** Reads all objects of a program with one call. For toolkits without such a cache (Qt, GTK 4), the result is empty. */
export async function readProgramObjects(call: AtspiCall, bus: string, hasCache: boolean): Promise<ProgramObjects> {
  const program: ProgramObjects = { facts: new Map(), children: new Map() };
  if (!hasCache) return program;
  const reply = await ignoreMissing(call({ bus, path: '/org/a11y/atspi/cache' }, 'Cache', 'GetItems'));
  for (const item of toList(reply?.[0])) {
    const facts = parseCacheItem(toList(item));
    if (facts) program.facts.set(objectKey(facts.ref), facts);
  }
  for (const facts of program.facts.values()) {
    if (!facts.parent) continue;
    const parent = objectKey(facts.parent);
    const siblings = program.children.get(parent);
    if (siblings) siblings.push(facts);
    else program.children.set(parent, [facts]);
  }
  for (const siblings of program.children.values()) siblings.sort((one, other) => one.index - other.index);
  return program;
}

function parseCacheItem(item: BusValue[]): ObjectFacts | undefined {
  const ref = parseRef(item[0]);
  if (!ref || item.length < 10) return undefined;
  const [, , parent, index, childCount, interfaces, name, role, description, states] = item;
  return {
    ...toFacts(ref, { parent, childCount, interfaces, name, role, description, states }),
    index: toNumber(index),
  };
}

type RawFact = 'parent' | 'childCount' | 'interfaces' | 'name' | 'role' | 'description' | 'states';

function toFacts(ref: ObjectRef, raw: Partial<Record<RawFact, BusValue>>): ObjectFacts {
  return {
    ref,
    parent: parseRef(raw.parent),
    index: 0,
    childCount: toNumber(raw.childCount),
    interfaces: toList(raw.interfaces).map((name) => toText(name).replace('org.a11y.atspi.', '')),
    name: toText(raw.name),
    role: toNumber(raw.role),
    description: toText(raw.description),
    states: parseStates(raw.states),
  };
}

/** Undefined when the object is gone. */
export async function readFacts(call: AtspiCall, ref: ObjectRef): Promise<ObjectFacts | undefined> {
  // One by one: Qt 5 programs crash on GetAll.
  const get = (name: string) => readProperty(call, ref, 'Accessible', name);
  const replies = await ignoreMissing(
    Promise.all([
      Promise.all(['GetRole', 'GetState', 'GetInterfaces'].map((method) => call(ref, 'Accessible', method))),
      Promise.all(['Name', 'Description', 'ChildCount', 'Parent'].map(get)),
    ]),
  );
  if (!replies) return undefined;
  const [[[role] = [], [states] = [], [interfaces] = []], [name, description, childCount, parent]] = replies;
  return toFacts(ref, { parent, childCount, interfaces, name, role, description, states });
}

/** Reads fewer facts, because there are many cells and their parent and role are known. */
export async function readCellFacts(
  call: AtspiCall,
  ref: ObjectRef,
  known: { parent: ObjectRef; role: number },
): Promise<ObjectFacts | undefined> {
  const replies = await ignoreMissing(
    Promise.all([
      call(ref, 'Accessible', 'GetState'),
      readProperty(call, ref, 'Accessible', 'Name'),
      readProperty(call, ref, 'Accessible', 'ChildCount'),
    ]),
  );
  if (!replies) return undefined;
  const [[states], name, childCount] = replies;
  return { ...toFacts(ref, { states, name, childCount }), ...known };
}

/** Has neither of the two states of an enabled object. */
export function isDisabled(facts: ObjectFacts): boolean {
  return !hasState(facts, 'sensitive') && !hasState(facts, 'enabled');
}

/** References to the children of an object. Do not use it for an object that manages its descendants, which may be millions. */
export async function readChildRefs(call: AtspiCall, ref: ObjectRef): Promise<ObjectRef[]> {
  const reply = await ignoreMissing(call(ref, 'Accessible', 'GetChildren'));
  return toList(reply?.[0]).flatMap((child) => parseRef(child) ?? []);
}

export function isApplication(ref: ObjectRef): boolean {
  return ref.path === rootPath;
}

export function parseStates(value: BusValue | undefined): readonly [number, number] {
  const [low, high] = toList(value);
  return [toNumber(low), toNumber(high)];
}
