import { z } from 'zod';
import { HandrailError, toFault } from '../core/errors.js';
import { choose } from '../perception/grounding/choose.js';
import { ground } from '../perception/grounding/ground.js';
import type { Session } from '../session/session.js';

/** What must hold at the end. All that is given is checked. */
export interface Expectation {
  /** Words that the page shows. */
  text?: string | readonly string[];
  /** Part of the address, or a pattern. */
  url?: string | RegExp;
  /** Something that is on the page, in words: "the Log out button". */
  element?: string | readonly string[];
  /** A JSON Schema that the answer fits. */
  schema?: Record<string, unknown>;
  /** Anything else. False, or a sentence that says what is wrong, is a no. */
  check?: (end: { answer?: string; data?: unknown; session: Session }) => boolean | string | Promise<boolean | string>;
}

export interface Check {
  holds: boolean;
  what: string;
}

/** Checks what must hold, one line for each. Never throws: a check that fails to run does not hold. */
export async function checkExpectations(
  expectation: Expectation,
  session: Session,
  end: { answer?: string; data?: unknown },
  signal: AbortSignal,
): Promise<Check[]> {
  const checks: Check[] = [];
  const add = async (what: string, test: () => Promise<boolean | string>) => {
    try {
      const said = await test();
      checks.push({ holds: said === true, what: typeof said === 'string' ? `${what}: ${said}` : what });
    } catch (error) {
      checks.push({ holds: false, what: `${what}: ${toFault(error).message}` });
    }
  };
  for (const words of listOf(expectation.text))
    await add(`the page shows "${words}"`, async () => fold(await pageText(session, signal)).includes(fold(words)));
  if (expectation.url !== undefined) {
    const { url } = expectation;
    await add(`the address ${typeof url === 'string' ? `has "${url}"` : `matches ${url}`}`, async () => {
      const { url: at = '' } = await session.observe({ budget: 1, signal });
      return (typeof url === 'string' ? at.includes(url) : url.test(at)) || `it is ${at}`;
    });
  }
  for (const phrase of listOf(expectation.element))
    await add(`there is "${phrase}"`, async () => isThere(phrase, session, signal));
  if (expectation.schema) {
    const { schema } = expectation;
    await add('the answer fits the schema', async () => {
      const result = z.fromJSONSchema(schema).safeParse(end.data ?? asData(end.answer));
      return result.success || (result.error.issues[0]?.message ?? 'it does not');
    });
  }
  if (expectation.check) await add('the check holds', async () => expectation.check?.({ ...end, session }) ?? false);
  return checks;
}

/** Whether a page shows an answer that was given. */
export async function showsAnswer(answer: string, session: Session, signal: AbortSignal): Promise<boolean> {
  const words = fold(answer);
  if (words.length === 0 || words.length > 2_000) return false;
  return ` ${fold(await pageText(session, signal))} `.includes(` ${words} `);
}

async function isThere(phrase: string, session: Session, signal: AbortSignal): Promise<boolean> {
  const here = choose(ground(phrase, (await session.observe({ budget: 1, signal })).elements));
  if (here.kind !== 'none') return true;
  const found = await session.observe({ find: phrase, budget: 1, signal });
  return choose(ground(phrase, found.elements)).kind !== 'none';
}

async function pageText(session: Session, signal: AbortSignal): Promise<string> {
  const { title = '', elements } = await session.observe({ budget: 1, signal });
  const values = elements.map(({ name, value }) => `${name} ${value ?? ''}`).join(' ');
  try {
    const { text } = await session.read({ what: 'text' }, { signal });
    return `${title} ${text} ${values}`;
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'unsupported') return `${title} ${values}`;
    throw error;
  }
}

function listOf(one: string | readonly string[] | undefined): readonly string[] {
  if (one === undefined) return [];
  return typeof one === 'string' ? [one] : one;
}

/** Case, space and punctuation around words make no difference. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[.,;:!?"'“”‘’()[\]]+(?=\s|$)|(?<=^|\s)["'“”‘’([]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function asData(answer: string | undefined): unknown {
  try {
    return answer === undefined ? undefined : JSON.parse(answer);
  } catch (error) {
    if (error instanceof SyntaxError) return answer;
    throw error;
  }
}
