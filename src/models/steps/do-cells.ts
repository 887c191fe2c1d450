import type { Element } from '../../core/element.js';
import { valueText } from './do-fields.js';
import { awaitThing, find } from './find.js';
import type { Field, Instruction, Value } from './instruction.js';
import { type Found, tell } from './target.js';
import { perform, type Script, type World } from './world.js';

const cellPhrase = /^(?:the\s+)?(cell\s+)?["“]?([a-z]{1,3}\d{1,7})["”]?$/iu;

/** The name of the cell that a phrase means: what is said to be one, or is called like one where there is a sheet. */
export function cellNamed({ turn }: World, phrase: string): string | undefined {
  const [, word, name] = cellPhrase.exec(phrase.trim()) ?? [];
  const isSheet = (): boolean => turn.observation.elements.some((one) => isCell(one, '[A-Z]{1,3}\\d{1,7}'));
  return name !== undefined && (word !== undefined || isSheet()) ? name.toUpperCase() : undefined;
}

function isCell({ role, name }: Element, form: string): boolean {
  return role === 'TableCell' && new RegExp(`^${form}(?:\\s|$)`, 'u').test(name);
}

/** The box that shows which cell is in use has the name of that cell, too: only cells count. */
async function* findCell(world: World, name: string): Script<Found> {
  const look = async (): Promise<Element | undefined> => {
    const { turn } = world;
    const here = turn.observation.elements.find((one) => isCell(one, name));
    return here ?? (await turn.see({ find: name, budget: 1 })).elements.find((one) => isCell(one, name));
  };
  const element = yield* awaitThing(world, `The cell ${name}`, look);
  return element ? { element, score: 1, why: 'by its name' } : yield* find(world, `"${name}"`, { kind: 'click' });
}

/** Goes to a cell. */
export async function* goToCell(world: World, name: string, words: string): Script {
  const cell = yield* findCell(world, name);
  world.last = { phrase: name, element: cell.element };
  const input = { selector: cell.element.id };
  yield* perform(world, words, `${tell(name, cell)} Going there.`, { tool: 'click', input });
}

/** Cells take their text with Enter. */
export async function* typeIntoCell(world: World, name: string, value: Value, words: string): Script {
  const text = await valueText(world, value);
  yield* goToCell(world, name, words);
  yield* perform(world, words, `Typing "${text}" into it.`, { tool: 'type', input: { text, submit: true } });
}

/** Fills one cell after the other. Nothing where not all of it are cells. */
export function fillCells(world: World, { fields, words }: Extract<Instruction, { do: 'fill' }>): Script | undefined {
  const cells = fields.flatMap(([label, value]: Field) => {
    const name = cellNamed(world, label);
    return name === undefined ? [] : [{ name, value }];
  });
  if (cells.length === 0 || cells.length < fields.length) return undefined;
  return (async function* () {
    for (const { name, value } of cells) yield* typeIntoCell(world, name, value, words);
  })();
}
