import { type Command, Option } from 'commander';
import { environmentKinds } from '../../../core/environment-kinds.js';
import type { Size } from '../../../core/geometry.js';
import { appendValue, parseSizeOption } from './option-values.js';

/** The flags that select a desktop or container. */
export interface ScreenFlags {
  environment?: string;
  display?: string;
  size?: Size;
  app?: string;
  container?: string;
  launch?: string[];
}

export function addScreenFlags(command: Command): Command {
  return command
    .addOption(new Option('--environment <kind>', 'kind of screen; default browser').choices(environmentKinds))
    .option(
      '--display <display>',
      'display of a desktop: private (default), current or :N; of a container: :N (default :99)',
    )
    .option('--size <size>', 'size of a private desktop (default 1280x800)', parseSizeOption)
    .option('--app <name>', 'only the windows of this program; for a desktop or container')
    .option('--container <name>', 'name of the container (default cua-container)')
    .option('--launch <program>', 'program to start with the desktop; repeatable', appendValue);
}
