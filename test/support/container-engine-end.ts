import { registerRun, unregisterRun } from '../../scripts/docker-engine.mjs';

/** Several test runs can use one Docker engine: the last one stops it, if the tests started it. */
export function setup(): void {
  registerRun(process.pid);
}

export async function teardown(): Promise<void> {
  await unregisterRun(process.pid);
}
