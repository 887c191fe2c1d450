import type { Action } from '../../../core/action.js';
import { within } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import { type ActionContext, doing, type PreparedAction } from './action-context.js';

type Evaluate = Extract<Action, { type: 'evaluate' }>;

/** Longer values are of no use to anyone who reads them. */
const mostCharacters = 200_000;

/** Runs a script in the page's own world: an expression, or the body of an async function. */
export async function evaluate({ tab, limits, signal }: ActionContext, { script }: Evaluate): Promise<PreparedAction> {
  const expression = toExpression(script);
  const main = tab.frames.main();
  let value: unknown;
  const go = async () => {
    const asked = tab.session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    const { result, exceptionDetails } = await within(limits.action, 'The script', asked, signal);
    if (exceptionDetails)
      throw new HandrailError(
        'invalid_input',
        `The script failed: ${firstLine(exceptionDetails.exception?.description ?? exceptionDetails.text)}`,
        'Mend the script; what it did before it failed is done.',
      );
    value = bounded(result.value);
  };
  return doing(go, { documents: main ? [main] : [], value: () => value });
}

function toExpression(script: string): string {
  const text = script.trim().replace(/;+$/, '');
  if (isSyntax(`(async () => (${text}\n))`))
    return `(async () => { const value = (${text}\n); return typeof value === 'function' ? value() : value; })()`;
  if (isSyntax(`(async () => {${script}\n})`)) return `(async () => {${script}\n})()`;
  throw new HandrailError(
    'invalid_input',
    'The script is not valid JavaScript.',
    'Give an expression, or statements with a return.',
  );
}

/** Parses only: nothing of it is run here. */
function isSyntax(text: string): boolean {
  try {
    new Function(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length <= mostCharacters ? value : `${text.slice(0, mostCharacters)}…`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
