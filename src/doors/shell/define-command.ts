import type { z } from 'zod';
import { HandrailError } from '../../core/errors.js';
import type { CommandContext, CommandReply, ShellCommand } from './command.js';

/** Defines a command whose `run` receives its parsed input with the type of its schema. */
export function defineCommand<Input extends z.ZodObject>(
  command: Omit<ShellCommand, 'run' | 'input'> & {
    input: Input;
    run(input: z.output<Input>, context: CommandContext): Promise<CommandReply>;
  },
): ShellCommand {
  return { ...command, run: (input, context) => command.run(parse(command.name, command.input, input), context) };
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
