import type { Registry } from '../../tools/registry.js';
import type { ManagedSessionOptions } from '../session-manager/managed-session.js';

/** What holds for the whole server, whoever is connected. */
export interface Door {
  registry: Registry;
  version: string;
  /** Who decides from safety level medium up: the person behind the client, or what was said beforehand. */
  approve: 'ask' | 'all' | 'none';
  hold: Omit<ManagedSessionOptions, 'by'>;
  /** What to say of a tool that there is not, where callers know another sentence than ours. */
  unknownTool?: ((name: string) => string) | undefined;
}
