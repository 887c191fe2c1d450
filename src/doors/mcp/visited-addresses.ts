import { formatAddress, readWebAddress } from '../../rails/addresses/web-address.js';
import type { ManagedSession, ManagedSessionOptions } from '../session-manager/managed-session.js';

/** The addresses that the sessions of a client have opened. */
export interface VisitedAddresses {
  note(sessions: readonly ManagedSession[]): void;
  /** What a new session may reach by itself. What one session has reached on this machine, the others of the client may reach, too. */
  optionsFor(url: string | undefined, isOfUser: boolean): Pick<ManagedSessionOptions, 'startChosenBy' | 'named'>;
}

export function createVisitedAddresses(): VisitedAddresses {
  const visited = new Set<string>();
  return {
    note(sessions) {
      for (const session of sessions) {
        const address = readWebAddress(session.location() ?? '');
        if (address) visited.add(`http://${formatAddress(address)}/`);
      }
    },
    optionsFor: (url, isOfUser) => ({
      // After the first page, a session can be opened because a page asked for it.
      startChosenBy: url !== undefined && isOfUser ? 'user' : visited.size > 0 ? 'unknown' : 'client',
      named: [...visited].filter((one) => readWebAddress(one)?.kind === 'loopback'),
    }),
  };
}
