import type { Found, Rule } from '../grammar/form.js';
import { toClick } from '../grammar/pointer.js';
import type { Field, Operation } from '../instruction.js';
import { readSuperlative } from '../parser/superlatives.js';

const trip = '(flights?|trains?|trips?|tickets?|buses|bus|connections?|journeys?|routes?)';
const route = 'from :? {from} to :? {to} [(on|for|departing) {date}]';

/** Fills in origin, destination and date, and searches. */
function search({ raw, value }: Found): Operation[] {
  const names = ['from', 'to', 'date'].filter((name) => raw(name) !== '');
  const fields = names.map((name): Field => [name, value(name)]);
  return [{ kind: 'fill', fields }, toClick('search button')];
}

function searchAndPick(found: Found): Operation[] | undefined {
  const best = readSuperlative(found.phrase('what'), found.raw('verb').toLowerCase());
  return best && [...search(found), best];
}

/** Trips from one place to another. */
export const travelRules: readonly Rule<Operation[]>[] = [
  [`(search|find|look) [for] [an?|some|the] [one-way|return|direct] ${trip} ${route}`, search],
  [`{verb:book|buy|order|reserve|select|choose} [the] {what:.+? ${trip}} ${route}`, searchAndPick],
];
