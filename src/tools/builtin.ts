import { desktopTools } from './builtin/desktop.js';
import { extractionTools } from './builtin/extraction.js';
import { formTools } from './builtin/form.js';
import { interactionTools } from './builtin/interaction.js';
import { navigationTools } from './builtin/navigation.js';
import { systemTools } from './builtin/system.js';
import { utilityTools } from './builtin/utility.js';
import { createRegistry, type Registry } from './registry.js';
import type { Tool } from './tool.js';

/** Every tool that comes with Handrail. */
export const builtinTools: readonly Tool[] = [
  ...navigationTools,
  ...interactionTools,
  ...extractionTools,
  ...formTools,
  ...systemTools,
  ...utilityTools,
  ...desktopTools,
];

/** A registry of all of them, to which others can be added. */
export function builtinRegistry(): Registry {
  return createRegistry(builtinTools);
}
