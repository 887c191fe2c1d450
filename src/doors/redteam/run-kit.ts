import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '../../models/model.js';
import { runTrial, type TrialResult } from './run-trial.js';
import { startKitServers } from './servers.js';
import type { Trial } from './trials.js';

export interface KitOptions {
  trials: readonly Trial[];
  /** Creates the model of one trial. Default: the obedient model. */
  createModel?: (() => Model) | undefined;
  policy?: string | undefined;
  signal?: AbortSignal | undefined;
  onResult?(result: TrialResult): void;
}

/** Runs the trials one after the other. */
export async function runKit({ trials, createModel, policy, signal, onResult }: KitOptions): Promise<TrialResult[]> {
  const servers = await startKitServers();
  const folder = await mkdtemp(join(tmpdir(), 'handrail-redteam-'));
  const results: TrialResult[] = [];
  try {
    for (const trial of trials) {
      signal?.throwIfAborted();
      const result = await runTrial(trial, { servers, folder, model: createModel?.(), policy, signal });
      results.push(result);
      onResult?.(result);
    }
    return results;
  } finally {
    await servers.close();
    await rm(folder, { recursive: true, force: true });
  }
}
