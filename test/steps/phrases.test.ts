import { describe, expect, it } from 'vitest';
import { phrasePages } from '../phrases/pages.js';
import { sample } from '../support/sample.js';
import { usePageTrials } from './page-trials.js';
import { phrasePageTasks } from './phrase-page-tasks.js';

/** Logs `press <id>` for each click, and `fill <id> <value>` for each changed field. */
const recorder = `<script>
  window.events = [];
  const idOf = (event) => event.composedPath().find((node) => node.id)?.id ?? 'none';
  addEventListener('click', (event) => window.events.push('press ' + idOf(event)), true);
  addEventListener('input', (event) => {
    const target = event.composedPath()[0];
    const line = 'fill ' + idOf(event) + ' ';
    if (window.events.at(-1)?.startsWith(line)) window.events.pop();
    window.events.push(line + (target.isContentEditable ? target.textContent : target.value));
  }, true);
</script>`;
const htmlOf = phrasePages.map(({ html }) => `<!doctype html>${recorder}<title>Page</title>${html}`);
const attempt = usePageTrials(htmlOf);

const pages = phrasePages.map((page, index) => ({ ...page, index }));

/** The text fields of a page by their id. */
function isTextField(html: string, id: string): boolean {
  const tag = new RegExp(`<(input|textarea)\\b[^>]*\\bid="${id}"[^>]*>`, 'u').exec(html)?.[0] ?? '';
  return (
    tag !== '' &&
    !/type="(?:checkbox|radio|submit|button|range|number|date|time|color|file)"|disabled|readonly/u.test(tag)
  );
}

/** A name that reads like two instructions, or begins with "on", must be quoted in a task. */
function quoted(phrase: string): string {
  if (/["“]/u.test(phrase)) return phrase;
  if (/^On /u.test(phrase)) return phrase.replace(/^On/u, '"On"');
  return /,|\band\b/u.test(phrase) && !/\b(?:row|next to|in the)\b/u.test(phrase) ? `"${phrase}"` : phrase;
}

describe.each(sample(pages, 12))('click on $name', ({ index, phrases }) => {
  it.each(phrases)('%s → %s', async (phrase, refusedOrId) => {
    const { status, events, transcript } = await attempt(index, `Click ${quoted(phrase)}.`);
    const isRefused = refusedOrId === 'refused' || (refusedOrId.startsWith('?') && status !== 'done');
    const presses = events.filter((event) => event.startsWith('press '));
    expect(presses, transcript).toEqual(isRefused ? [] : [`press ${refusedOrId.replace('?', '')}`]);
    expect(status === 'done', transcript).toBe(!isRefused);
  });
});

const fields = pages.flatMap(({ index, html, phrases }) =>
  phrases
    .filter(([, expected]) => isTextField(html, expected.replace('?', '')))
    .map(([phrase, expected]) => ({ index, phrase, id: expected.replace('?', '') })),
);

describe('fields', () => {
  it.each(sample(fields, 12))('$phrase → $id', async ({ index, phrase, id }) => {
    const { status, events, transcript } = await attempt(index, `Enter "Zebra 7" into ${phrase}.`);
    const filled = events.filter((event) => event.startsWith('fill '));
    if (filled.length > 0) expect(filled.at(-1), transcript).toBe(`fill ${id} Zebra 7`);
    expect(new Set(filled.map((event) => event.split(' ')[1])).size, transcript).toBeLessThan(2);
    expect(status === 'done', transcript).toBe(filled.length > 0);
  });

  it.each(sample(pages, 12))('refuses a field that does not exist on $name', async ({ index }) => {
    const { status, events, transcript } = await attempt(index, 'Enter "Zebra 7" into the Quarterly levy field.');
    expect(status, transcript).not.toBe('done');
    expect(events, transcript).toEqual([]);
  });
});

const others = pages.flatMap(({ name, index }) =>
  (phrasePageTasks[name] ?? []).map(([task, expected]) => ({ index, task, expected })),
);

describe('other tasks', () => {
  it.each(sample(others, 6))('$task → $expected', async ({ index, task, expected }) => {
    const { status, answer, events, transcript } = await attempt(index, task);
    const wanted = expected.replace(/^\?/u, '');
    const isQuestion = wanted.startsWith('answer: ');
    const presses = events.filter((event) => event.startsWith('press '));
    if (isQuestion || expected === 'refused') expect(presses, transcript).toEqual([]);
    else if (presses.length > 0) expect(presses, transcript).toEqual([`press ${wanted}`]);
    const isRight = isQuestion ? `answer: ${answer}` === wanted : presses.length > 0;
    if (status === 'done') expect(isRight, transcript).toBe(true);
    else if (!expected.startsWith('?')) expect(expected, transcript).toBe('refused');
  });
});
