import { listOf, numberOf, textOf } from '../dbus/bus-values.js';
import { everySeen, type Seen } from '../tree/walk.js';
import { type Ask, ifThere, property, type Ref, toRef } from './atspi.js';
import { ownName } from './describe-object.js';
import { childRefs, type Facts, has, offers, readFacts } from './object-facts.js';
import { mapRole, roleNumbers } from './role-table.js';

/** More of a text than this is not read for a line; `text` reads it all. */
const mostCharacters = 4000;
const labelledBy = 2;

/** Asks for what the first answers do not hold: values, texts, labels, levels. */
export async function readDetails(ask: Ask, roots: readonly Seen[]): Promise<void> {
  await Promise.all([...everySeen(roots)].map((seen) => readDetail(ask, seen)));
}

async function readDetail(ask: Ask, seen: Seen): Promise<void> {
  const { facts } = seen;
  const mapped = mapRole(facts.role);
  const [value, label, level] = await Promise.all([
    readValue(ask, facts),
    mapped.acts && needsLabel(facts) ? readLabel(ask, facts.ref) : undefined,
    facts.role === roleNumbers.heading ? readLevel(ask, facts.ref) : undefined,
  ]);
  seen.value = value;
  seen.label = label;
  seen.level = level;
}

function needsLabel(facts: Facts): boolean {
  return facts.name.trim() === '' || /^(?:Gtk|Adw)[A-Z]/.test(facts.name) || facts.role === roleNumbers.comboBox;
}

/** What a person would read in it. Of a password: nothing, ever. */
export async function readValue(ask: Ask, facts: Facts): Promise<string | undefined> {
  const { role, ref } = facts;
  if (role === roleNumbers.passwordText) return undefined;
  if (role === roleNumbers.comboBox) return readChoice(ask, facts);
  if (isNumberWidget(role)) return readNumber(ask, facts);
  const isText = mapRole(role).role === 'TextInput' || (mapRole(role).role === 'Text' && facts.name.trim() === '');
  if (!isText || !offers(facts, 'Text')) return undefined;
  return readText(ask, ref, mostCharacters);
}

function isNumberWidget(role: number): boolean {
  return [roleNumbers.slider, roleNumbers.spinButton, roleNumbers.progressBar, 15, 103, 114].includes(role);
}

/** The text of an object, or its first characters. */
export async function readText(ask: Ask, ref: Ref, most = -1): Promise<string | undefined> {
  const answer = await ifThere(ask(ref, 'Text', 'GetText', 'ii', 0, most));
  return answer && textOf(answer[0]);
}

async function readNumber(ask: Ask, facts: Facts): Promise<string | undefined> {
  if (facts.role === roleNumbers.spinButton && offers(facts, 'Text')) {
    const shown = await readText(ask, facts.ref, mostCharacters);
    if (shown) return shown;
  }
  const value = await ifThere(property(ask, facts.ref, 'Value', 'CurrentValue'));
  return value === undefined ? undefined : String(Number(numberOf(value).toPrecision(12)));
}

/** The field of a combo box that takes words of one's own. */
export async function fieldOf(ask: Ask, facts: Facts): Promise<Facts | undefined> {
  if (isEditable(facts)) return facts;
  if (facts.childCount < 1 || facts.childCount > 10) return undefined;
  const children = await Promise.all((await childRefs(ask, facts.ref)).map((ref) => readFacts(ask, ref)));
  return children.find((child) => child && isEditable(child));
}

/** The chosen item of a combo box: what is selected in it, what stands in its field, or the name it goes by. */
async function readChoice(ask: Ask, facts: Facts): Promise<string | undefined> {
  if (offers(facts, 'Text')) {
    const shown = await readText(ask, facts.ref, mostCharacters);
    if (shown) return shown;
  }
  const field = await fieldOf(ask, facts);
  if (field) return readText(ask, field.ref, mostCharacters);
  if (!offers(facts, 'Selection')) return facts.name.trim() || undefined;
  const answer = await ifThere(ask(facts.ref, 'Selection', 'GetSelectedChild', 'i', 0));
  const chosen = toRef(answer?.[0]);
  const name = chosen && textOf(await ifThere(property(ask, chosen, 'Accessible', 'Name'))).trim();
  return name || facts.name.trim() || undefined;
}

async function readLabel(ask: Ask, ref: Ref): Promise<string | undefined> {
  const answer = await ifThere(ask(ref, 'Accessible', 'GetRelationSet'));
  for (const relation of listOf(answer?.[0])) {
    const [kind, targets] = listOf(relation);
    if (numberOf(kind) !== labelledBy) continue;
    const refs = listOf(targets).flatMap((target) => toRef(target) ?? []);
    const names = await Promise.all(refs.map((target) => ifThere(property(ask, target, 'Accessible', 'Name'))));
    return (
      names
        .map((name) => ownName({ name: textOf(name) }))
        .join(' ')
        .trim() || undefined
    );
  }
  return undefined;
}

async function readLevel(ask: Ask, ref: Ref): Promise<number | undefined> {
  const answer = await ifThere(ask(ref, 'Accessible', 'GetAttributes'));
  const level = answer?.[0] instanceof Map ? Number(textOf(answer[0].get('level'))) : 0;
  return level >= 1 && level <= 6 ? level : undefined;
}

export function isEditable(facts: Facts): boolean {
  return has(facts, 'editable') && offers(facts, 'EditableText');
}
