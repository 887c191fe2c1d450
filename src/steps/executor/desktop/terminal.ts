import type { Execution } from '../../calls.js';
import type { InstructionOf } from '../../instruction.js';
import { isTerminal } from '../../resolver/program-windows.js';
import type { Step } from '../../step.js';
import { launchProgram } from './programs.js';
import { typeOnDesktop } from './typing.js';

/** 'Run "ls -l"' in a terminal. Returns undefined when the active window is not a terminal or no command is quoted. */
export function runInTerminal(step: Step, { verb, what }: InstructionOf<'press_named_control'>): Execution | undefined {
  const command = /^["“](.+)["”]$/su.exec(what.trim())?.[1];
  if (command === undefined || !/^(?:run|execute)$/iu.test(verb) || !isTerminal(step)) return undefined;
  return runCommand(step, command, what);
}

/** The name of a program alone starts the program. */
async function* runCommand(step: Step, command: string, what: string): Execution {
  const { apps } = await step.screen.turn.read({ what: 'apps' });
  if (apps.some(({ app, launch }) => app === command || launch === command)) return yield* launchProgram(step, what);
  yield* typeOnDesktop(step, { kind: 'type', value: { kind: 'text', text: command }, submit: true });
}
