import { type BusValue, listOf, numberOf, textOf } from '../dbus/bus-values.js';
import { type Ask, ifThere, keyOf, property, type Ref, rootPath, type StateName, stateBits, toRef } from './atspi.js';

/** What a program says of one object. */
export interface Facts {
  ref: Ref;
  parent?: Ref;
  index: number;
  /** -1 when the program would rather not count. */
  childCount: number;
  interfaces: readonly string[];
  name: string;
  /** As the protocol numbers them. */
  role: number;
  description: string;
  states: readonly [number, number];
}

/** Everything that a program has told of itself in one answer. */
export interface Program {
  bus: string;
  facts: Map<string, Facts>;
  children: Map<string, Facts[]>;
}

export function has(facts: Pick<Facts, 'states'>, state: StateName): boolean {
  const bit = stateBits[state];
  return (((bit < 32 ? facts.states[0] : facts.states[1]) >>> (bit % 32)) & 1) === 1;
}

export function offers(facts: Facts, name: string): boolean {
  return facts.interfaces.includes(name);
}

/** All objects of a program by one question. Objects of toolkits that keep no such list (Qt, GTK 4) are asked one by one. */
export async function readProgram(ask: Ask, bus: string, keepsList: boolean): Promise<Program> {
  const program: Program = { bus, facts: new Map(), children: new Map() };
  if (!keepsList) return program;
  const answer = await ifThere(ask({ bus, path: '/org/a11y/atspi/cache' }, 'Cache', 'GetItems'));
  for (const item of listOf(answer?.[0])) {
    const facts = fromCache(listOf(item));
    if (facts) program.facts.set(keyOf(facts.ref), facts);
  }
  for (const facts of program.facts.values()) {
    if (!facts.parent) continue;
    const parent = keyOf(facts.parent);
    const siblings = program.children.get(parent);
    if (siblings) siblings.push(facts);
    else program.children.set(parent, [facts]);
  }
  for (const siblings of program.children.values()) siblings.sort((one, other) => one.index - other.index);
  return program;
}

function fromCache(item: BusValue[]): Facts | undefined {
  const ref = toRef(item[0]);
  if (!ref || item.length < 10) return undefined;
  const [, , parent, index, childCount, interfaces, name, role, description, states] = item;
  return {
    ref,
    parent: toRef(parent),
    index: numberOf(index),
    childCount: numberOf(childCount),
    interfaces: interfaceNames(interfaces),
    name: textOf(name),
    role: numberOf(role),
    description: textOf(description),
    states: stateWords(states),
  };
}

/** What an object says of itself; undefined when it is gone. */
export async function readFacts(ask: Ask, ref: Ref): Promise<Facts | undefined> {
  // One by one: programs of Qt 5 die of being asked for all properties at once.
  const get = (name: string) => property(ask, ref, 'Accessible', name);
  const answers = await ifThere(
    Promise.all([
      Promise.all([ask(ref, 'Accessible', 'GetRole'), ask(ref, 'Accessible', 'GetState')]),
      ask(ref, 'Accessible', 'GetInterfaces'),
      Promise.all([get('Name'), get('Description'), get('ChildCount'), get('Parent')]),
    ]),
  );
  if (!answers) return undefined;
  const [[[role], [states]], [interfaces], [name, description, childCount, parent]] = answers;
  return {
    ref,
    parent: toRef(parent),
    index: 0,
    childCount: numberOf(childCount),
    interfaces: interfaceNames(interfaces),
    name: textOf(name),
    role: numberOf(role),
    description: textOf(description),
    states: stateWords(states),
  };
}

/** There are many cells, so less is asked of each: what they are is known. */
export async function readCellFacts(ask: Ask, ref: Ref, parent: Ref, role: number): Promise<Facts | undefined> {
  const answers = await ifThere(
    Promise.all([
      ask(ref, 'Accessible', 'GetState'),
      property(ask, ref, 'Accessible', 'Name'),
      property(ask, ref, 'Accessible', 'ChildCount'),
    ]),
  );
  if (!answers) return undefined;
  const [[states], name, childCount] = answers;
  return {
    ref,
    parent,
    index: 0,
    childCount: numberOf(childCount),
    interfaces: [],
    name: textOf(name),
    role,
    description: '',
    states: stateWords(states),
  };
}

/** Neither of the two words for it is said. */
export function isDisabled(facts: Facts): boolean {
  return !has(facts, 'sensitive') && !has(facts, 'enabled');
}

/** References to the direct children of an object. Never to be asked of what manages its descendants: there may be millions. */
export async function childRefs(ask: Ask, ref: Ref): Promise<Ref[]> {
  const answer = await ifThere(ask(ref, 'Accessible', 'GetChildren'));
  return listOf(answer?.[0]).flatMap((child) => toRef(child) ?? []);
}

export function isApplication(ref: Ref): boolean {
  return ref.path === rootPath;
}

function interfaceNames(value: BusValue | undefined): string[] {
  return listOf(value).map((name) => textOf(name).replace('org.a11y.atspi.', ''));
}

export function stateWords(value: BusValue | undefined): readonly [number, number] {
  const [low, high] = listOf(value);
  return [numberOf(low), numberOf(high)];
}
