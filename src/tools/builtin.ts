import { desktopTools } from './desktop.js';
import { extractionTools } from './extraction.js';
import { formTools } from './form.js';
import { interactionTools } from './interaction.js';
import { navigationTools } from './navigation.js';
import { createRegistry, type Registry } from './registry.js';
import { systemTools } from './system.js';
import type { Tool } from './tool.js';
import { utilityTools } from './utility.js';

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
