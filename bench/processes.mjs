import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Every process of a run carries this variable, and so do its children, however they detach: that is how all of them are found again.
 * Reads /proc, so it finds nothing outside Linux, where closing the subjects has to do.
 */
const variable = 'HANDRAIL_BENCH_RUN';
const run = randomUUID();

/** @param {string} [owner] a name to find these processes by. */
export function marker(owner = 'all') {
  return { [variable]: `${run}/${owner}` };
}

/** Ids of the living processes that `owner` started, or of all that this run started. @param {string} [owner] */
export function ownedProcesses(owner) {
  const wanted = `${variable}=${run}/${owner ? `${owner}\0` : ''}`;
  return processIds().filter((id) => {
    const environment = id === process.pid ? undefined : read(`/proc/${id}/environ`);
    return environment !== undefined && `${environment}\0`.includes(wanted);
  });
}

/** `roots` and everything below them. @param {number[]} roots */
export function withDescendants(roots) {
  const parents = new Map(processIds().map((id) => [id, parentOf(id)]));
  const found = new Set(roots);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [id, parent] of parents) {
      if (parent === undefined || found.has(id) || !found.has(parent)) continue;
      found.add(id);
      grown = true;
    }
  }
  return [...found];
}

/** @param {number[]} ids */
export function endProcesses(ids) {
  for (const id of ids) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // it ended by itself
    }
  }
}

/** Ends every process that is left of this run, besides this one. */
export function endLeftovers() {
  endProcesses(withDescendants([process.pid, ...ownedProcesses()]).filter((id) => id !== process.pid));
}

/**
 * Memory of these processes together, in bytes: the proportional share (shared pages counted once) where the kernel tells it.
 * @param {number[]} ids
 */
export function memoryOf(ids) {
  let proportional = 0;
  let resident = 0;
  let counted = 0;
  for (const id of ids) {
    const shares = read(`/proc/${id}/smaps_rollup`);
    if (!shares) continue;
    counted += 1;
    proportional += kilobytes(shares, 'Pss');
    resident += kilobytes(shares, 'Rss');
  }
  return { proportional: proportional * 1024, resident: resident * 1024, processes: counted };
}

/** The command line of a process. @param {number} id */
export function commandOf(id) {
  return read(`/proc/${id}/cmdline`)?.replaceAll('\0', ' ') ?? '';
}

function processIds() {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** @param {number} id */
function parentOf(id) {
  const status = read(`/proc/${id}/stat`);
  const afterName = status?.slice(status.lastIndexOf(')') + 2).split(' ');
  return afterName ? Number(afterName[1]) : undefined;
}

/** @param {string} text @param {string} field */
function kilobytes(text, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined; // it ended, or it is not ours to read
  }
}
