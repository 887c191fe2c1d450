import { tokens } from '../tokens.mjs';

const rows = 200;

/**
 * Reads the table as a model would: one look, then the handle that the text names, page after page, until no rows are left.
 * A control counts as reached when the text shows its id and its name.
 * @param {import('../subjects/subject.mjs').Subject} subject
 */
export async function walkTable(subject) {
  const first = await subject.observe();
  const handle = new RegExp(`of ${rows}\\b.*?expand (el_\\d+)`).exec(first.text)?.[1];
  if (!handle) throw new Error('The text names no handle for the rows of the table.');
  const reached = new Set();
  let observations = 1;
  let cost = tokens(first.text);
  for (let from = 0; from !== undefined; ) {
    const { text, observation } = await subject.observe({ expand: { element: handle, from } });
    observations += 1;
    cost += tokens(text);
    const shown = new Set(Array.from(text.matchAll(/\b(el_\d+)\]?(?: \w+)? "/g), ([, id]) => id));
    for (const { id, interactive, list } of observation.elements) {
      if (interactive && list?.of === handle && shown.has(id)) reached.add(id);
    }
    from = nextRow(text, handle, from);
  }
  return { reached: reached.size, observations, tokens: cost };
}

/** The first row after `from` that the text says is still to be seen. @param {string} text @param {string} handle @param {number} from */
function nextRow(text, handle, from) {
  const offered = Array.from(text.matchAll(new RegExp(`expand ${handle} from row (\\d+)`, 'g')), ([, row]) =>
    Number(row),
  );
  const later = offered.filter((row) => row > from);
  return later.length > 0 ? Math.min(...later) : undefined;
}
