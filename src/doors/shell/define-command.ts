import type { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import type { Shell, ShellCommand, ShellReply } from './command.js';

/** Keeps the types of a command's input between its schema and its work. */
export function define<Input extends z.ZodObject>(
  command: Omit<ShellCommand, 'run' | 'input'> & {
    input: Input;
    run(input: z.output<Input>, shell: Shell): Promise<ShellReply>;
  },
): ShellCommand {
  return { ...command, run: (input, shell) => command.run(parse(command.name, command.input, input), shell) };
}

function parse<Input extends z.ZodObject>(name: string, schema: Input, input: unknown): z.output<Input> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new HandrailError(
    'invalid_input',
    `${name}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}.`,
    `See: handrail ${name} --help`,
  );
}
