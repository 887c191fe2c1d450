import { tokens } from '../tokens.mjs';

const rowCount = 200;

/**
 * Reads the table as a model does: one observation, then `expand` with the id in the text, page by page, until all rows are read.
 * A control is reached if the text shows its id and its name.
 * @param {import('../subjects/subject.mjs').Subject} subject
 */
export async function walkTable(subject) {
  const first = await subject.observe();
  const container = new RegExp(`of ${rowCount}\\b.*?expand (el_\\d+)`).exec(first.text)?.[1];
  if (!container) throw new Error('The text does not say how to expand the table.');
  const reached = new Set();
  let observations = 1;
  let cost = tokens(first.text);
  for (let from = 0; from !== undefined; ) {
    const { text, observation } = await subject.observe({ expand: { element: container, from } });
    observations += 1;
    cost += tokens(text);
    const shown = new Set(Array.from(text.matchAll(/\b(el_\d+)\]?(?: \w+)? "/g), ([, id]) => id));
    for (const { id, interactive, list } of observation.elements) {
      if (interactive && list?.container === container && shown.has(id)) reached.add(id);
    }
    from = nextRow(text, container, from);
  }
  return { reached: reached.size, observations, tokens: cost };
}

/** The first row after `from` that the text offers to expand. @param {string} text @param {string} container @param {number} from */
function nextRow(text, container, from) {
  const offeredRows = Array.from(text.matchAll(new RegExp(`expand ${container} (?:from=)?(\\d+)`, 'g')), ([, row]) =>
    Number(row),
  );
  const later = offeredRows.filter((row) => row > from);
  return later.length > 0 ? Math.min(...later) : undefined;
}
