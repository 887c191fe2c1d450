import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Every process of a run has this environment variable. Its children inherit it, also if they detach, so all of them can be found.
 * This reads /proc. On systems other than Linux it finds nothing, and only closing the subjects ends their processes.
 */
const variable = 'HANDRAIL_BENCH_RUN';
const run = randomUUID();

/** @param {string} [owner] the name by which these processes are found */
export function marker(owner = 'all') {
  return { [variable]: `${run}/${owner}` };
}

/** The ids of the running processes that `owner` started, or that this run started. @param {string} [owner] */
export function ownedProcesses(owner) {
  const wanted = `${variable}=${run}/${owner ? `${owner}\0` : ''}`;
  return processIds().filter((id) => {
    const environment = id === process.pid ? undefined : read(`/proc/${id}/environ`);
    return environment !== undefined && `${environment}\0`.includes(wanted);
  });
}

/** `roots` and all their descendants. @param {number[]} roots */
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
      // it has already ended
    }
  }
}

/** Ends every remaining process of this run except this one. */
export function endLeftovers() {
  endProcesses(withDescendants([process.pid, ...ownedProcesses()]).filter((id) => id !== process.pid));
}

/**
 * The memory of these processes in bytes: proportional (shared pages counted once) and resident.
 * @param {number[]} ids
 */
export function memoryOf(ids) {
  let proportional = 0;
  let resident = 0;
  let counted = 0;
  for (const id of ids) {
    const rollup = read(`/proc/${id}/smaps_rollup`);
    if (!rollup) continue;
    counted += 1;
    proportional += kilobytes(rollup, 'Pss');
    resident += kilobytes(rollup, 'Rss');
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
    return undefined; // it has ended, or may not be read
  }
}
