import type { Execution } from '../../calls.js';
import type { ExecutionState } from '../../execution-state.js';
import type { InstructionOf } from '../../instruction.js';
import { isTerminal } from '../../resolver/program-windows.js';
import { launchProgram } from './programs.js';
import { typeOnDesktop } from './typing.js';

/** 'Run "ls -l"' in a terminal. Returns undefined when the active window is not a terminal or no command is quoted. */
export function runInTerminal(
  state: ExecutionState,
  { verb, what, clause }: InstructionOf<'press_named_control'>,
): Execution | undefined {
  const command = /^["“](.+)["”]$/su.exec(what.trim())?.[1];
  if (command === undefined || !/^(?:run|execute)$/iu.test(verb) || !isTerminal(state)) return undefined;
  return runCommand(state, command, what, clause);
}

/** The name of a program alone starts the program. */
async function* runCommand(state: ExecutionState, command: string, what: string, clause: string): Execution {
  const { apps } = await state.turn.read({ what: 'apps' });
  if (apps.some(({ app, launch }) => app === command || launch === command))
    return yield* launchProgram(state, what, clause);
  yield* typeOnDesktop(state, { kind: 'type', value: { kind: 'text', text: command }, submit: true, clause });
}
