import { type ActionInput, openSession, type Session, type SessionOptions } from '../../../src/index.js';
import { marker, type Purpose } from './purpose.js';
import { type ShopServer, startShopServer } from './shop-server.js';
import { type Hands, place, type Way } from './way.js';

/** What became of one way on one page. */
export interface Attempt {
  name: string;
  /** The requests that carried the order to the server. */
  reached: string[];
  /** Why actions failed. */
  errors: string[];
}

export interface Trial {
  try(way: Way, purpose: Purpose): Promise<Attempt>;
  close(): Promise<void>;
}

/** A server and the sessions that visit it. Without an approver: what needs approval is refused. */
export async function openTrial(options: SessionOptions = {}): Promise<Trial> {
  const server = await startShopServer();
  return {
    async try(way, purpose) {
      server.show(way.html(purpose), { ...purpose.files, ...way.files?.(purpose) });
      const session = await openSession({ url: `${server.origin}/page`, ...options });
      const errors: string[] = [];
      try {
        server.received.splice(0);
        await way.use(toHands(session, server, purpose, errors));
      } finally {
        await session.close();
      }
      const reached = server.received
        .filter(({ path, body }) => `${decode(path)} ${body}`.includes(marker))
        .map(({ method, path, body }) => `${method} ${path} ${body.slice(0, 80)}`);
      return { name: `${way.name} / ${purpose.name}`, reached, errors };
    },
    close: () => server.close(),
  };
}

function decode(path: string): string {
  return URL.canParse(path, 'http://x') ? decodeURIComponent(path) : path;
}

function toHands(session: Session, { origin }: ShopServer, purpose: Purpose, errors: string[]): Hands {
  const find = async ({ x, y }: { x: number; y: number }) => {
    const { elements } = await session.observe();
    const distance = ({ bounds }: (typeof elements)[number]) =>
      Math.hypot(bounds.x + bounds.width / 2 - x, bounds.y + bounds.height / 2 - y);
    const [element] = elements.toSorted(
      (one, other) => distance(one) - distance(other) || Number(other.interactive) - Number(one.interactive),
    );
    if (!element || distance(element) > 60) throw new Error('The control is not listed.');
    return { element: element.id };
  };
  const perform = async (action: ActionInput) => {
    const { error } = await session.perform(action);
    if (error) errors.push(`${action.type}: ${error.code} ${error.message}`);
  };
  return {
    session,
    origin,
    purpose,
    control: () => find(place.control),
    field: () => find(place.field),
    perform,
    pause: (seconds) => perform({ type: 'wait', for: { seconds } }),
  };
}
