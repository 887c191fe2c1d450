import { environmentKinds } from '../../../core/environment-kinds.js';
import { HandrailError } from '../../../core/errors.js';
import type { Check, Result, State } from '../../doctor/check.js';
import { checks } from '../../doctor/checks.js';
import { examine } from '../../doctor/examine.js';
import { exitCodes, signalCode } from '../../terminal/exit-codes.js';
import { type Output, openOutput } from '../output.js';
import { listenForInterruption } from '../run/interruption.js';

/** `handrail doctor`: tries everything that this machine could have, or one kind of screen, and gives back whether what is needed works. */
export async function runDoctor({ kind, timeout, json }: DoctorOptions): Promise<number> {
  const wanted = kind === undefined ? checks : checksFor(kind);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const output = openOutput(() => interruption.interrupt());
  const results: Result[] = [];
  try {
    const limit = timeout === undefined ? {} : { limitMs: timeout * 1_000 };
    for await (const result of examine(wanted, { signal, ...limit })) {
      results.push(result);
      if (!json) writeResult(result, output);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write('Interrupted: the rest was not tried.\n');
    return signalCode(interruption.cause());
  } finally {
    interruption.stop();
  }
  const failures = results.filter(({ state }) => state === 'fails').length;
  const ok = failures === 0;
  if (json) output.write(`${JSON.stringify({ ok, results }, undefined, 2)}\n`);
  else
    output.write(
      ok
        ? '\nEverything that is needed works.\n'
        : `\n${failures === 1 ? '1 thing does' : `${failures} things do`} not work.\n`,
    );
  return ok ? exitCodes.done : exitCodes.failed;
}

interface DoctorOptions {
  kind?: string | undefined;
  timeout?: number;
  json?: true;
}

/** What is not about another kind of screen. */
function checksFor(kind: string): Check[] {
  const kinds: readonly string[] = environmentKinds;
  if (kinds.includes(kind)) return checks.filter(({ name }) => name === kind || !kinds.includes(name));
  throw new HandrailError(
    'invalid_option',
    `There is no kind of screen "${kind}".`,
    `Valid kinds: ${kinds.join(', ')}.`,
  );
}

const words: Record<State, string> = { works: 'ok  ', remark: 'note', fails: 'FAIL' };

function writeResult(
  { state, name, says, fix }: Result,
  { write, colours: { green, yellow, red, bold, dim } }: Output,
): void {
  const paint = { works: green, remark: yellow, fails: red }[state];
  write(`${paint(words[state])}  ${bold(name)}: ${says}\n`);
  if (fix) write(`      ${dim('→')} ${fix}\n`);
}
