import { z } from 'zod';
import { HandrailError, toFault } from '../core/errors.js';
import { resolvePhrase } from '../perception/grounding/resolve-phrase.js';
import type { Session } from '../session/session.js';

/** Conditions that must hold at the end of the run. */
export interface Expectation {
  /** Text that the page shows. */
  text?: string | readonly string[] | undefined;
  /** Part of the URL, or a pattern that it matches. */
  url?: string | RegExp | undefined;
  /** The description of an element on the page: "the Log out button". */
  element?: string | readonly string[] | undefined;
  /** A JSON Schema that the answer matches. */
  schema?: Record<string, unknown> | undefined;
  /** A custom check. It fails with false or with a sentence that explains the problem. */
  check?:
    | ((end: { answer?: string; data?: unknown; session: Session }) => boolean | string | Promise<boolean | string>)
    | undefined;
}

const maxAnswerLength = 2_000;

export interface Check {
  holds: boolean;
  text: string;
}

/** Checks every condition. Never throws: a check that throws does not hold. */
export async function checkExpectations(
  expectation: Expectation,
  session: Session,
  end: { answer?: string; data?: unknown },
  signal: AbortSignal,
): Promise<Check[]> {
  const checks: Check[] = [];
  const add = async (text: string, test: () => Promise<boolean | string>) => {
    try {
      const answer = await test();
      checks.push({ holds: answer === true, text: typeof answer === 'string' ? `${text}: ${answer}` : text });
    } catch (error) {
      checks.push({ holds: false, text: `${text}: ${toFault(error).message}` });
    }
  };
  for (const text of toList(expectation.text))
    await add(`the page shows "${text}"`, async () =>
      normalize(await pageText(session, signal)).includes(normalize(text)),
    );
  if (expectation.url !== undefined) {
    const { url } = expectation;
    await add(`the URL ${typeof url === 'string' ? `contains "${url}"` : `matches ${url}`}`, async () => {
      const { url: current = '' } = await session.observe({ budget: 1, shown: false, signal });
      return (typeof url === 'string' ? current.includes(url) : url.test(current)) || `it is ${current}`;
    });
  }
  for (const phrase of toList(expectation.element))
    await add(`the page has the element "${phrase}"`, async () => hasElement(phrase, session, signal));
  if (expectation.schema) {
    const { schema } = expectation;
    await add('the answer matches the schema', async () => {
      const result = z.fromJSONSchema(schema).safeParse(end.data ?? parseData(end.answer));
      return result.success || (result.error.issues[0]?.message ?? 'it does not match');
    });
  }
  if (expectation.check)
    await add('the custom check holds', async () => expectation.check?.({ ...end, session }) ?? false);
  return checks;
}

export async function pageShowsAnswer(answer: string, session: Session, signal: AbortSignal): Promise<boolean> {
  const text = normalize(answer);
  if (text.length === 0 || text.length > maxAnswerLength) return false;
  return ` ${normalize(await pageText(session, signal))} `.includes(` ${text} `);
}

async function hasElement(phrase: string, session: Session, signal: AbortSignal): Promise<boolean> {
  const { elements } = await session.observe({ budget: 1, shown: false, signal });
  if (resolvePhrase(phrase, elements, 'point').kind !== 'none') return true;
  const found = await session.observe({ find: phrase, budget: 1, shown: false, signal });
  return resolvePhrase(phrase, found.elements, 'point').kind !== 'none';
}

async function pageText(session: Session, signal: AbortSignal): Promise<string> {
  const { title = '', elements } = await session.observe({ budget: 1, shown: false, signal });
  const values = elements.map(({ name, value }) => `${name} ${value ?? ''}`).join(' ');
  try {
    const { text } = await session.read({ what: 'text' }, { shown: false, signal });
    return `${title} ${text} ${values}`;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'unsupported') return `${title} ${values}`;
    throw error;
  }
}

function toList(one: string | readonly string[] | undefined): readonly string[] {
  if (one === undefined) return [];
  return typeof one === 'string' ? [one] : one;
}

/** Removes the differences in case, space and punctuation around words. */
function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[.,;:!?"'“”‘’()[\]]+(?=\s|$)|(?<=^|\s)["'“”‘’([]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function parseData(answer: string | undefined): unknown {
  try {
    return answer === undefined ? undefined : JSON.parse(answer);
  } catch (error) {
    if (error instanceof SyntaxError) return answer;
    throw error;
  }
}
