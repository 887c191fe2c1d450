import { containerUp } from '../../../environments/container/engine/container-up.js';
import { findEngine } from '../../../environments/container/engine/engine.js';
import { containerDown, listContainers } from '../../../environments/container/engine/own-containers.js';
import { listenForInterruption } from '../interruption.js';
import { openOutput } from '../output.js';

const defaultName = 'cua-container';

export interface ContainerFlags {
  socket?: string;
  json?: true;
}

export interface UpFlags extends ContainerFlags {
  packages?: string[];
  size?: { width: number; height: number };
  network?: true;
  memory?: number;
  cpus?: number;
}

/** `handrail container up`: starts a desktop in a container, which runs until `down`. */
export async function containerUpCommand(
  name: string | undefined,
  { socket, json, ...options }: UpFlags,
): Promise<void> {
  const output = openOutput();
  const interruption = listenForInterruption();
  try {
    const engine = await findEngine(socket);
    const desktop = await containerUp(engine, {
      ...options,
      name,
      note: (text) => process.stderr.write(`${text}\n`),
      signal: interruption.signal,
    });
    if (json) {
      output.write(`${JSON.stringify(desktop, undefined, 2)}\n`);
      return;
    }
    const isDefault = desktop.name === defaultName;
    const flag = isDefault ? '' : ` --container ${desktop.name}`;
    output.write(`The container '${desktop.name}' ${desktop.existed ? 'was already running' : 'is running'}, with a desktop on ${desktop.display}.

  handrail run "…" --environment container${flag}
  handrail open --environment container${flag}
  handrail container down${isDefault ? '' : ` ${desktop.name}`}
`);
  } finally {
    interruption.stop();
  }
}

/** `handrail container down`. */
export async function containerDownCommand(name: string | undefined, { socket, json }: ContainerFlags): Promise<void> {
  const output = openOutput();
  await containerDown(await findEngine(socket), name);
  output.write(json ? `${JSON.stringify({ ok: true })}\n` : 'The container was removed with everything in it.\n');
}

/** `handrail container list`. */
export async function containerListCommand({ socket, json }: ContainerFlags): Promise<void> {
  const output = openOutput();
  const containers = await listContainers(await findEngine(socket));
  if (json) {
    output.write(`${JSON.stringify(containers, undefined, 2)}\n`);
    return;
  }
  if (containers.length === 0) output.write('There are no containers. Start one: handrail container up\n');
  const { bold, dim } = output.colours;
  for (const { name, status, image } of containers) output.write(`${bold(name)}  ${status}  ${dim(image)}\n`);
}
