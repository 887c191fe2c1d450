/** Why a connection could not be opened, with the names that Chromium has for it. */
export type FailureCode =
  | 'ERR_BLOCKED_BY_ADMINISTRATOR'
  | 'ERR_NAME_NOT_RESOLVED'
  | 'ERR_CONNECTION_REFUSED'
  | 'ERR_ADDRESS_UNREACHABLE'
  | 'ERR_CONNECTION_TIMED_OUT'
  | 'ERR_CONNECTION_FAILED';

/** A connection that was not opened. */
export class EgressFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** A sentence. */
    message: string,
  ) {
    super(message);
  }

  get isRefusal(): boolean {
    return this.code === 'ERR_BLOCKED_BY_ADMINISTRATOR';
  }
}

const codesOfSystem: Readonly<Record<string, FailureCode>> = {
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ENODATA: 'ERR_NAME_NOT_RESOLVED',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  EADDRNOTAVAIL: 'ERR_ADDRESS_UNREACHABLE',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
};

export function toEgressFailure(error: unknown, host: string): EgressFailure {
  if (error instanceof EgressFailure) return error;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const system = first instanceof Error && 'code' in first ? String(first.code) : '';
  const code = codesOfSystem[system] ?? 'ERR_CONNECTION_FAILED';
  return new EgressFailure(code, `${host} could not be reached: ${system || String(first)}.`);
}
