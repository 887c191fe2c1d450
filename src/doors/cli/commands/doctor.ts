import { environmentKinds } from '../../../core/environment-kinds.js';
import { HandrailError } from '../../../core/errors.js';
import { exitCodeForSignal, exitCodes } from '../../command-line/exit-codes.js';
import type { Check, Result, Status } from '../../doctor/check.js';
import { checks } from '../../doctor/checks.js';
import { runChecks } from '../../doctor/run-checks.js';
import { listenForInterruption } from '../interruption.js';
import { type Output, openOutput } from '../output.js';

export interface DoctorOptions {
  kind?: string;
  timeoutMs?: number;
  json?: true;
}

/** `handrail doctor`: runs all checks, or those of one environment. Returns the exit code. */
export async function runDoctor({ kind, timeoutMs, json }: DoctorOptions): Promise<number> {
  const selected = kind === undefined ? checks : selectChecks(kind);
  const interruption = listenForInterruption();
  const { signal } = interruption;
  const output = openOutput(() => interruption.interrupt());
  const results: Result[] = [];
  try {
    for await (const result of runChecks(selected, { signal, timeoutMs })) {
      results.push(result);
      if (!json) writeResult(result, output);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write('Interrupted: the other checks did not run.\n');
    return exitCodeForSignal(interruption.cause());
  } finally {
    interruption.stop();
  }
  const failures = results.filter(({ status }) => status === 'failed').length;
  const ok = failures === 0;
  if (json) output.write(`${JSON.stringify({ ok, results }, undefined, 2)}\n`);
  else
    output.write(
      ok ? '\nAll required checks passed.\n' : `\n${failures} ${failures === 1 ? 'check' : 'checks'} failed.\n`,
    );
  return ok ? exitCodes.done : exitCodes.failed;
}

/** The checks of one environment and those that concern all. */
function selectChecks(kind: string): Check[] {
  const kinds: readonly string[] = environmentKinds;
  if (kinds.includes(kind)) return checks.filter(({ name }) => name === kind || !kinds.includes(name));
  throw new HandrailError(
    'invalid_option',
    `There is no environment "${kind}".`,
    `Valid environments: ${kinds.join(', ')}.`,
  );
}

const labels: Record<Status, string> = { ok: 'ok  ', note: 'note', failed: 'FAIL' };

function writeResult(
  { status, name, message, fix }: Result,
  { write, colours: { green, yellow, red, bold, dim } }: Output,
): void {
  const colour = { ok: green, note: yellow, failed: red }[status];
  write(`${colour(labels[status])}  ${bold(name)}: ${message}\n`);
  if (fix) write(`      ${dim('→')} ${fix}\n`);
}
