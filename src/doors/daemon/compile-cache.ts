import module from 'node:module';
import { join } from 'node:path';
import { checkPrivate, runtimeFolder } from './runtime-folder.js';

/** The function exists since Node 22.8. */
const enable: ((folder: string) => unknown) | undefined = Reflect.get(module, 'enableCompileCache');

/**
 * Lets Node store compiled modules, so that the next process starts faster. The folder must be private: Node runs what it finds there. Called
 * before the large modules are imported.
 */
export function enableCompileCache(): void {
  if (!enable || process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return;
  try {
    const folder = runtimeFolder();
    if (checkPrivate(folder)) enable(join(folder, 'compile-cache'));
  } catch {
    // The folder cannot be used. The command that needs it reports why.
  }
}
