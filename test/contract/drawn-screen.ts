import sharp from 'sharp';
import type { Element, State } from '../../src/core/element.js';
import type { Size } from '../../src/core/geometry.js';
import type { Modal } from '../../src/core/observation.js';
import type { Action, Environment, Evidence, View } from '../../src/index.js';
import { createSession, type Session, type SessionRails } from '../../src/session/session.js';
import type { ScreenPoint } from '../../src/testing/index.js';

/** A screen without a browser: a column of buttons, a picture of them, and a list of executed actions. */
export interface DrawnScreen {
  session: Session;
  /** The names of the clicked buttons, in order; `nothing` for a click beside them. */
  hits: string[];
  /** All executed actions. */
  done: Action[];
  names: string[];
  /** The size of each button. */
  states: State[];
  url: string;
  /** A different number gives a different picture. */
  face: number;
  modal?: Modal | undefined;
  /** An additional effect of a click on a button. */
  onHit: (name: string, screen: DrawnScreen) => void;
  /** The center of a button. */
  at(name: string): ScreenPoint;
}

export const drawnSize: Size = { width: 800, height: 600 };

export function drawScreen(
  names: string[] = ['One', 'Two', 'Three'],
  onHit: DrawnScreen['onHit'] = () => undefined,
  rails: SessionRails = {},
  size: Size = drawnSize,
): DrawnScreen {
  const row = size.height / 6;
  const boundsOf = (index: number) => ({
    x: size.width / 8,
    y: (index + 0.4) * row,
    width: size.width / 2,
    height: row * 0.6,
  });
  const view = (): View => ({
    screen: size,
    sceneId: screen.url,
    url: screen.url,
    title: 'Drawn',
    dropped: 0,
    ...(screen.modal ? { modal: screen.modal } : {}),
    elements: screen.names.map(
      (name, index): Element => ({
        id: `el_${index + 1}`,
        role: 'Button',
        name,
        states: screen.states,
        interactive: true,
        bounds: boundsOf(index),
      }),
    ),
  });
  const hit = (action: Action): string | undefined => {
    if (action.type !== 'click') return undefined;
    const { target } = action;
    if ('element' in target) return screen.names[Number(target.element.slice(3)) - 1] ?? 'nothing';
    const found = screen.names.find((_, index) => {
      const { x, y, width, height } = boundsOf(index);
      return target.x >= x && target.x < x + width && target.y >= y && target.y < y + height;
    });
    return found ?? 'nothing';
  };
  const environment: Environment = {
    kind: 'browser',
    limitations: [],
    async captureView({ picture, region = { x: 0, y: 0, ...size } }) {
      if (!picture) return view();
      const whole = await draw(screen.face, size);
      const { x: left, y: top, width, height } = region;
      const isPart = width < size.width || height < size.height;
      const bytes = isPart ? await sharp(whole).extract({ left, top, width, height }).png().toBuffer() : whole;
      return {
        ...view(),
        picture: { bytes, type: 'png', size: { width, height }, region, secretRegions: [] },
      };
    },
    async act(action): Promise<Evidence> {
      const before = view();
      screen.done.push(action);
      if (action.type === 'navigate') screen.url = action.url;
      const name = hit(action);
      if (name !== undefined) {
        screen.hits.push(name);
        screen.onHit(name, screen);
      }
      return executed('drawn', before, view());
    },
    close: async () => undefined,
  };
  const screen: DrawnScreen = {
    session: createSession(environment, rails),
    hits: [],
    done: [],
    names,
    states: [],
    url: 'http://drawn.test/1',
    face: 0,
    onHit,
    at(name) {
      const index = screen.names.indexOf(name);
      if (index < 0) throw new Error(`There is no button "${name}".`);
      const { x, y, width, height } = boundsOf(index);
      return { x: (x + width / 2) / size.width, y: (y + height / 2) / size.height, name };
    },
  };
  return screen;
}

/** A screen on which each click changes the picture and the name of the third button. */
export function changingScreen(draw: typeof smallScreen = drawScreen): DrawnScreen {
  return draw(['One', 'Two', 'Three'], (_, screen) => {
    screen.face += 1;
    screen.names[2] = `Three after ${screen.face}`;
  });
}

/** The evidence of an action that was executed and caused no further change. `reason` says why the screen settled. */
export const executed = (reason: string, before: View, after: View): Evidence => ({
  executed: 'yes',
  changes: [],
  complete: true,
  settled: { ms: 0, reason },
  tookFocus: false,
  ambientElements: [],
  before,
  after,
});

/** The same on a small screen that is quick to draw. */
export function smallScreen(names?: string[], onHit?: DrawnScreen['onHit']): DrawnScreen {
  return drawScreen(names, onHit, {}, { width: 320, height: 240 });
}

const drawn = new Map<string, Promise<Buffer>>();

function draw(face: number, size: Size): Promise<Buffer> {
  const key = `${face} ${size.width} ${size.height}`;
  const known = drawn.get(key);
  if (known) return known;
  const background = { r: (face * 53) % 256, g: (face * 29) % 256, b: face % 256 };
  const bytes = sharp({ create: { ...size, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  drawn.set(key, bytes);
  return bytes;
}
