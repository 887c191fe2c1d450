import { type AtspiCall, ignoreMissing, type ObjectRef, parseRef, readProperty } from '../atspi/atspi.js';
import { hasInterface, hasState, type ObjectFacts, readChildRefs, readFacts } from '../atspi/object-facts.js';
import { mapRole, roleNumbers } from '../atspi/role-table.js';
import { toList, toNumber, toText } from '../dbus/bus-values.js';
import { cleanName } from './to-screen-node.js';
import { type TreeObject, walkObjects } from './walk.js';

/** The part of a text that is read for a tree. `Accessibility.readText` reads the whole text. */
const maxCharacters = 4000;
const labelledByRelation = 2;
const maxComboChildren = 10;

/** Reads what the facts lack: values, texts, labels, levels. */
export async function readDetails(call: AtspiCall, roots: readonly TreeObject[]): Promise<void> {
  await Promise.all([...walkObjects(roots)].map((object) => readDetail(call, object)));
}

async function readDetail(call: AtspiCall, object: TreeObject): Promise<void> {
  const { facts } = object;
  const mapped = mapRole(facts.role);
  const [value, label, level] = await Promise.all([
    readValue(call, facts),
    mapped.interactive && needsLabel(facts) ? readLabel(call, facts.ref) : undefined,
    facts.role === roleNumbers.heading ? readLevel(call, facts.ref) : undefined,
  ]);
  object.value = value;
  object.label = label;
  object.level = level;
}

function needsLabel(facts: ObjectFacts): boolean {
  return facts.name.trim() === '' || /^(?:Gtk|Adw)[A-Z]/.test(facts.name) || facts.role === roleNumbers.comboBox;
}

/** The text that a user reads in an object. Always undefined for a password. */
export async function readValue(call: AtspiCall, facts: ObjectFacts): Promise<string | undefined> {
  const { role, ref } = facts;
  if (role === roleNumbers.passwordText) return undefined;
  if (role === roleNumbers.comboBox) return readChoice(call, facts);
  if (isNumberWidget(role)) return readNumber(call, facts);
  const isText = mapRole(role).role === 'TextInput' || (mapRole(role).role === 'Text' && facts.name.trim() === '');
  if (!isText || !hasInterface(facts, 'Text')) return undefined;
  return readText(call, ref, maxCharacters);
}

function isNumberWidget(role: number): boolean {
  return [roleNumbers.slider, roleNumbers.spinButton, roleNumbers.progressBar, 15, 103, 114].includes(role);
}

/** The text of an object, or its first characters. */
export async function readText(call: AtspiCall, ref: ObjectRef, length = -1): Promise<string | undefined> {
  const reply = await ignoreMissing(call(ref, 'Text', 'GetText', 'ii', 0, length));
  return reply && toText(reply[0]);
}

async function readNumber(call: AtspiCall, facts: ObjectFacts): Promise<string | undefined> {
  if (facts.role === roleNumbers.spinButton && hasInterface(facts, 'Text')) {
    const shown = await readText(call, facts.ref, maxCharacters);
    if (shown) return shown;
  }
  const value = await ignoreMissing(readProperty(call, facts.ref, 'Value', 'CurrentValue'));
  return value === undefined ? undefined : String(Number(toNumber(value).toPrecision(12)));
}

/** The object itself if it is editable, or the text field inside a combo box. */
export async function findEditableField(call: AtspiCall, facts: ObjectFacts): Promise<ObjectFacts | undefined> {
  if (isEditable(facts)) return facts;
  if (facts.childCount < 1 || facts.childCount > maxComboChildren) return undefined;
  const children = await Promise.all((await readChildRefs(call, facts.ref)).map((ref) => readFacts(call, ref)));
  return children.find((child) => child && isEditable(child));
}

/** The choice of a combo box: its text, the text of its field, its selected item, or its name. */
async function readChoice(call: AtspiCall, facts: ObjectFacts): Promise<string | undefined> {
  if (hasInterface(facts, 'Text')) {
    const shown = await readText(call, facts.ref, maxCharacters);
    if (shown) return shown;
  }
  const field = await findEditableField(call, facts);
  if (field) return readText(call, field.ref, maxCharacters);
  if (!hasInterface(facts, 'Selection')) return facts.name.trim() || undefined;
  const reply = await ignoreMissing(call(facts.ref, 'Selection', 'GetSelectedChild', 'i', 0));
  const chosen = parseRef(reply?.[0]);
  const name = chosen && toText(await ignoreMissing(readProperty(call, chosen, 'Accessible', 'Name'))).trim();
  return name || facts.name.trim() || undefined;
}

async function readLabel(call: AtspiCall, ref: ObjectRef): Promise<string | undefined> {
  const reply = await ignoreMissing(call(ref, 'Accessible', 'GetRelationSet'));
  for (const relation of toList(reply?.[0])) {
    const [kind, targets] = toList(relation);
    if (toNumber(kind) !== labelledByRelation) continue;
    const refs = toList(targets).flatMap((target) => parseRef(target) ?? []);
    const names = await Promise.all(
      refs.map((target) => ignoreMissing(readProperty(call, target, 'Accessible', 'Name'))),
    );
    return (
      names
        .map((name) => cleanName({ name: toText(name) }))
        .join(' ')
        .trim() || undefined
    );
  }
  return undefined;
}

async function readLevel(call: AtspiCall, ref: ObjectRef): Promise<number | undefined> {
  const reply = await ignoreMissing(call(ref, 'Accessible', 'GetAttributes'));
  const level = reply?.[0] instanceof Map ? Number(toText(reply[0].get('level'))) : 0;
  return level >= 1 && level <= 6 ? level : undefined;
}

export function isEditable(facts: ObjectFacts): boolean {
  return hasState(facts, 'editable') && hasInterface(facts, 'EditableText');
}

/** The name of an object. Empty when it has none, or is gone. */
export async function readName(call: AtspiCall, ref: ObjectRef): Promise<string> {
  return toText(await ignoreMissing(readProperty(call, ref, 'Accessible', 'Name'))).trim();
}
