import { withTimeout } from '../../../core/deadline.js';
import { HandrailError } from '../../../core/errors.js';
import type { ActionOf } from '../act/action-context.js';
import { type PreparedAction, preparedAction } from '../act/prepared-action.js';
import type { TargetContext } from './resolve-element.js';

/** Longer results are cut. */
const maxResultCharacters = 200_000;

/** Runs a script in the page's own world: an expression, or the body of an async function. */
export async function prepareScript(
  { tab, limits, signal }: TargetContext,
  { script }: ActionOf<'evaluate'>,
): Promise<PreparedAction> {
  const expression = toExpression(script);
  const main = tab.frames.main();
  let value: unknown;
  const execute = async () => {
    const evaluated = tab.session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    const { result, exceptionDetails } = await withTimeout(limits.actionTimeoutMs, 'The script', evaluated, signal);
    if (exceptionDetails)
      throw new HandrailError(
        'invalid_input',
        `The script failed: ${firstLine(exceptionDetails.exception?.description ?? exceptionDetails.text)}`,
        'Fix the script. What it did before it failed is not undone.',
      );
    value = cutResult(result.value);
  };
  return preparedAction(execute, { documents: main ? [main] : [], value: () => value });
}

function toExpression(script: string): string {
  const text = script.trim().replace(/;+$/, '');
  if (isSyntax(`(async () => (${text}\n))`))
    return `(async () => { const value = (${text}\n); return typeof value === 'function' ? value() : value; })()`;
  if (isSyntax(`(async () => {${script}\n})`)) return `(async () => {${script}\n})()`;
  throw new HandrailError(
    'invalid_input',
    'The script is not valid JavaScript.',
    'Pass an expression, or statements with a return.',
  );
}

/** Parses the text. Runs nothing. */
function isSyntax(text: string): boolean {
  try {
    new Function(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function cutResult(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length <= maxResultCharacters ? value : `${text.slice(0, maxResultCharacters)}…`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
