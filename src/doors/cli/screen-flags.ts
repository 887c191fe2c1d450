import { type Command, Option } from 'commander';
import { environmentKinds } from '../../core/environment-kinds.js';
import { gather, size } from './option-values.js';

/** The flags that name a screen other than a browser. */
export interface ScreenFlags {
  environment?: string;
  display?: string;
  size?: { width: number; height: number };
  app?: string;
  container?: string;
  launch?: string[];
}

export function addScreenFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--environment <kind>', 'where it happens: browser (default), desktop, container').choices(
        environmentKinds,
      ),
    )
    .option('--display <which>', 'of a desktop: private (default), current or :N; of a container: :99 (default)')
    .option('--size <size>', 'of a private desktop (1280x800)', size)
    .option('--app <name>', 'of a desktop or container: only the windows of this program')
    .option('--container <name>', 'the container (cua-container)')
    .option('--launch <program>', 'start a program with the desktop; may be given again', gather);
}
