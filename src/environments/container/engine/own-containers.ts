import type { ContainerInspectInfo } from 'dockerode';
import { HandrailError } from '../../../core/errors.js';
import { defaultContainer } from '../defaults.js';
import { checkName } from './check-name.js';
import type { Engine } from './engine.js';

const labelName = 'handrail.made-by';
const labelValue = 'handrail container up';
/** The label of our containers. It is not a label of the image, because every container of an image inherits those. */
export const ownerLabel = { [labelName]: labelValue };

/** An existing container. */
export interface KnownContainer {
  id: string;
  image: string;
  isOurs: boolean;
  host: ContainerInspectInfo['HostConfig'];
  environment: readonly string[];
}

/** The container of that name, if it exists. */
export async function findOwnContainer(engine: Engine, name: string): Promise<KnownContainer | undefined> {
  try {
    const { Id, Config, HostConfig } = await engine.request({ task: 'Finding the container', container: name }, () =>
      engine.docker.getContainer(name).inspect(),
    );
    const isOurs = Config.Labels?.[labelName] === labelValue;
    return { id: Id, image: Config.Image, isOurs, host: HostConfig, environment: Config.Env };
  } catch (error) {
    if (error instanceof HandrailError && error.code === 'container_missing') return undefined;
    throw error;
  }
}

/** Removes one of our containers with its data. */
export async function containerDown(engine: Engine, name = defaultContainer): Promise<void> {
  checkName(name);
  const existing = await findOwnContainer(engine, name);
  if (!existing)
    throw new HandrailError(
      'container_missing',
      `There is no container '${name}'.`,
      'List the containers: handrail container list.',
    );
  if (!existing.isOurs)
    throw new HandrailError(
      'denied',
      `The container '${name}' was not created by handrail container up, so it is not removed.`,
      `Remove it yourself: docker rm -f ${name}`,
    );
  await engine.request({ task: 'Removing the container', timeoutMs: 30_000, container: name }, () =>
    engine.docker.getContainer(existing.id).remove({ force: true, v: true }),
  );
}

export interface ContainerSummary {
  name: string;
  id: string;
  image: string;
  state: string;
  /** 'Up 5 minutes (healthy)'. */
  status: string;
}

/** All containers that handrail created. */
export async function listContainers(engine: Engine): Promise<ContainerSummary[]> {
  const containers = await engine.request({ task: 'Listing containers' }, (abortSignal) =>
    engine.docker.listContainers({
      all: true,
      filters: { label: [`${labelName}=${labelValue}`] },
      abortSignal,
    }),
  );
  return containers.map(({ Names: [name = ''], Id, Image, State, Status }) => ({
    name: name.replace(/^\//, ''),
    id: Id.slice(0, 12),
    image: Image,
    state: State,
    status: Status,
  }));
}
