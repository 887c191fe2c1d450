import { randomUUID } from 'node:crypto';
import { createExec, type ExecTarget, execute, killMarkedScript } from './exec.js';
import { openInterpreterRunner } from './interpreter-runner.js';
import { checkArguments, type Interpreter, type Runner, unknownApp } from './runner.js';

const maxCloseMs = 2_000;
/** The environment variable that marks all processes of one session. */
const sessionMarkName = 'HANDRAIL_EXEC_SESSION';

/** Opens a runner. With an interpreter, one process in the container starts all commands: 5 ms each instead of 60 to 100. */
export async function openRunner(target: ExecTarget, interpreter: Interpreter | undefined): Promise<Runner> {
  return interpreter ? openInterpreterRunner(target, interpreter) : createExecRunner(target);
}

/** For a container without an interpreter: each command is a separate exec. */
function createExecRunner(target: ExecTarget): Runner {
  const { engine, name: container } = target;
  const sessionId = randomUUID();
  const marked = { ...target, environment: { ...target.environment, [sessionMarkName]: sessionId } };
  return {
    lost: new Promise(() => undefined), // there is no connection
    run(command, signal) {
      checkArguments(command.args);
      return execute(marked, command, signal);
    },
    async startDetached(args, signal) {
      checkArguments(args);
      return engine.request({ task: 'Starting a program', container, signal }, async () => {
        const exec = await createExec(target, args);
        try {
          await exec.start({ Detach: true });
        } catch (error) {
          const isMissing = /not found|no such file|permission denied/i.test(String(error));
          throw isMissing ? unknownApp(args[0] ?? '') : error;
        }
        return {
          async exitCode() {
            const { Running, ExitCode } = await exec.inspect();
            return Running ? undefined : (ExitCode ?? 0);
          },
        };
      });
    },
    runAtExit: () => Promise.resolve(), // needs a process in the container
    async close() {
      const args = ['sh', '-c', killMarkedScript, `${sessionMarkName}=${sessionId}`];
      await execute(target, { args, timeoutMs: maxCloseMs });
    },
  };
}
