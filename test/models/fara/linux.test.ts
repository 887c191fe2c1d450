import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ExecutionResult, type FaraResult, faraComputerUse } from '../../../src/exports/compat.js';
import { faraScoreContract, type Intent, serveContract } from '../../../src/testing/index.js';
import { type ContainerDesk, docker, openContainerDesk } from '../../support/container-desk.js';
import { imageMs } from '../../support/container-image.js';

const folder = mkdtempSync(join(tmpdir(), 'handrail-fara-linux-'));
let desk: ContainerDesk;

beforeAll(async () => {
  desk = await openContainerDesk({ flags: ['--env', 'SCREEN_SIZE=1200x800'] });
}, imageMs);
afterAll(async () => {
  await desk?.close();
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const dataOf = ({ output_blocks: [block] }: ExecutionResult): FaraResult => JSON.parse(block?.data ?? '');

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A window of the container, as xdotool reports it. */
async function windowNamed(name: string): Promise<Box | undefined> {
  const found = await desk.run('sh', '-c', 'xdotool search --onlyvisible --name "$1" || true', 'sh', name);
  const id = found.trim().split('\n').at(-1);
  if (!id) return undefined;
  const told = await desk.run('xdotool', 'getwindowgeometry', '--shell', id);
  const value = (key: string): number => Number(new RegExp(`^${key}=(-?\\d+)$`, 'm').exec(told)?.[1]);
  return { x: value('X'), y: value('Y'), width: value('WIDTH'), height: value('HEIGHT') };
}

const screen = { width: 1200, height: 800 };
const wait: Intent[] = [{ do: 'wait', seconds: 1 }];

/** Acts as a model that sees the screen: the desktop menu, a terminal, the file manager, its context menu. */
function fileManagerUser(): () => Promise<Intent[]> {
  let next = 0;
  const plan: (() => Promise<Intent[] | undefined>)[] = [
    async () => [{ do: 'click', at: { x: 0.9, y: 0.9 }, button: 'right' }],
    async () => [{ do: 'key', keys: 'Down' }],
    async () => [{ do: 'key', keys: 'Return' }],
    async () => ((await windowNamed('handrail@')) ?? (await windowNamed('xterm'))) && [{ do: 'type', text: 'thunar' }],
    async () => [{ do: 'key', keys: 'Return' }],
    async () => {
      const window = await windowNamed('Thunar');
      if (!window) return undefined;
      const at = {
        x: (window.x + window.width * 0.7) / screen.width,
        y: (window.y + window.height * 0.7) / screen.height,
      };
      return [{ do: 'click', at, button: 'right' }];
    },
    async () => [{ do: 'key', keys: 'Down' }],
    async () => [{ do: 'key', keys: 'Return' }],
    async () => (await windowNamed('Create New Folder')) && [{ do: 'type', text: 'Projects' }],
    async () => [{ do: 'key', keys: 'Return' }],
    async () => [{ do: 'done', answer: "Created the folder 'Projects'." }],
  ];
  return async () => {
    const intents = await plan[next]?.();
    if (!intents) return wait;
    next += 1;
    return intents;
  };
}

describe('fara_computer_use in a container', () => {
  it("F38: opens the file manager and creates a new folder called 'Projects'", async () => {
    await using server = await serveContract(faraScoreContract(), fileManagerUser());
    vi.stubEnv('FARA_AZURE_ENDPOINT', `${server.url}/score`);
    vi.stubEnv('FARA_AZURE_API_KEY', 'test-key');
    const result = await faraComputerUse({
      task: "Open the file manager and create a new folder called 'Projects'",
      environment: 'linux',
      environment_config: {
        container_name: desk.name,
        display: ':99',
      },
      max_iterations: 20,
      agent_cwd: folder,
    });
    const data = dataOf(result);
    expect(data, JSON.stringify(data.action_log)).toMatchObject({
      success: true,
      operation: 'fara_computer_use',
      environment: 'linux',
      status: 'done',
      final_result: "Created the folder 'Projects'.",
    });
    expect(server.violations).toEqual([]);
    // The prompt states the size of the pictures, whatever size was requested.
    expect(JSON.stringify(server.requests[0]?.body)).toContain('Screen resolution: 1200x800');
    expect(server.inputs[0]?.pictures[0]).toMatchObject(screen);
    await expect.poll(() => desk.run('ls', '/home/handrail'), { timeout: 10_000 }).toContain('Projects\n');
  }, 120_000);

  it('F44: names a missing container', async () => {
    const data = dataOf(
      await faraComputerUse({
        task: 'x',
        environment: 'linux',
        environment_config: { container_name: 'no-such-container' },
        azure_ml_endpoint: 'http://127.0.0.1:9/score',
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
      }),
    );
    expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0, action_log: [] });
    expect(data.error).toMatch(
      /^Docker container not found: 'no-such-container'\. Create the Docker container first\./,
    );
  });

  it('rejects settings that are not an object', async () => {
    const environment_config = 'cua-container' as unknown as { container_name: string }; // as callers without types write
    const data = dataOf(await faraComputerUse({ task: 'x', environment: 'linux', environment_config }));
    expect(data.error).toContain('environment_config of faraComputerUse is "cua-container", but it must be an object');
  });

  it('F45: reports a display that does not respond', async () => {
    const data = dataOf(
      await faraComputerUse({
        task: 'x',
        environment: 'linux',
        environment_config: { container_name: desk.name, display: ':42' },
        azure_ml_endpoint: 'http://127.0.0.1:9/score',
        azure_ml_api_key: 'test-key',
        agent_cwd: folder,
      }),
    );
    expect(data).toMatchObject({ success: false, status: 'fail', iterations: 0 });
    expect(data.error).toMatch(/^Failed to capture screenshot from Docker\. Check X11 display :42 is running\./);
    expect(data.error?.match(/Check X11/g)).toHaveLength(1);
  });

  it('leaves the container as it was: running, without new processes', async () => {
    expect((await docker('inspect', '--format', '{{.State.Running}}', desk.name)).trim()).toBe('true');
    expect((await desk.processes()).filter((line) => /perl|socat|python/.test(line))).toEqual([]);
  });
});
