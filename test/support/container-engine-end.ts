import { stopEngine } from '../../scripts/docker-engine.mjs';

/** Runs once, after all tests: a Docker engine that a test has started is ended. */
export async function teardown(): Promise<void> {
  await stopEngine();
}
