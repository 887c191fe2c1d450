import type { Registry } from '../../tools/registry.js';
import type { ManagedSessionOptions } from '../session-manager/managed-session.js';

/** Settings of the whole server, for all clients. */
export interface ServerSettings {
  registry: Registry;
  version: string;
  /** Approval of calls of safety level medium and above. `ask`: the user of the client decides. */
  approve: 'ask' | 'all' | 'none';
  sessionOptions: Omit<ManagedSessionOptions, 'source'>;
  /** Sessions of clients with different tokens share a browser process, too. */
  sharesBrowser?: boolean;
  /** The text for an unknown tool, if it differs from the standard one. */
  unknownToolText?: (name: string) => string;
}
