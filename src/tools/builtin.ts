import { desktopTools } from './builtin/desktop.js';
import { extractionTools } from './builtin/extraction.js';
import { formTools } from './builtin/form.js';
import { interactionTools } from './builtin/interaction.js';
import { navigationTools } from './builtin/navigation.js';
import { systemTools } from './builtin/system.js';
import { utilityTools } from './builtin/utility.js';
import { asOwnTools } from './own-tools.js';
import { createRegistry, type Registry } from './registry.js';
import type { Tool } from './tool.js';

/** All built-in tools. */
export const builtinTools: readonly Tool[] = asOwnTools([
  ...navigationTools,
  ...interactionTools,
  ...extractionTools,
  ...formTools,
  ...systemTools,
  ...utilityTools,
  ...desktopTools,
]);

/** A new registry of all built-in tools. More tools can be added to it. */
export function builtinRegistry(): Registry {
  return createRegistry(builtinTools);
}
