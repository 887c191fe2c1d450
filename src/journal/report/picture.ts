import { type Html, html, trusted } from './html.js';
import type { CallTimeline, Shot, StepTimeline } from './timeline.js';
import { shorten } from './verdicts.js';

/** The pictures of a report. Each is in the file once; where it is shown again, the script takes it from there. */
export interface Shelf {
  /** The id of the picture on the page, or undefined when it is not in the file. */
  idOf(file: string): string | undefined;
  /** The data of the picture when it is shown for the first time. */
  take(file: string): string | undefined;
}

export function createShelf(pictures: ReadonlyMap<string, string>): Shelf {
  const ids = new Map([...pictures.keys()].map((file, index) => [file, `picture-${index + 1}`]));
  const left = new Map(pictures);
  return {
    idOf: (file) => ids.get(file),
    take(file) {
      const data = left.get(file);
      left.delete(file);
      return data;
    },
  };
}

export interface Shown {
  shot: Shot;
  caption: string;
  alt: string;
  marks?: Html;
  /** It is shown in its own place elsewhere. */
  borrowed?: boolean;
}

/** A picture that can be enlarged, or a line that says where it is. */
export function renderPicture(shelf: Shelf, { shot, caption, alt, marks, borrowed = false }: Shown): Html {
  const id = shelf.idOf(shot.file);
  const { width, height } = shot.screen;
  if (id === undefined) {
    return html`<figure class="shot"><p class="missing">${shot.file} is not in this file.</p><figcaption>${caption}</figcaption></figure>`;
  }
  const data = borrowed ? undefined : shelf.take(shot.file);
  const image = data
    ? html`<img id="${id}" src="${dataUrl(data)}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`
    : html`<img data-same="${id}" alt="${alt}" width="${width}" height="${height}" decoding="async">`;
  return html`<figure class="shot"><button type="button" class="frame" title="Enlarge">${image}${marks}</button><figcaption>${caption}</figcaption></figure>`;
}

/** Megabytes that need no escaping, because they are base64 and nothing else. */
function dataUrl(data: string): Html | undefined {
  return /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z\d+/]*={0,2}$/.test(data) ? trusted(data) : undefined;
}

/** Boxes around what the calls of a step were done to, in pixels of the screen. */
export function renderMarks(step: StepTimeline, { screen }: Shot): Html | undefined {
  const shapes = step.calls.flatMap((call) => {
    const shape = markOf(call, screen);
    return shape ? [shape] : [];
  });
  if (shapes.length === 0) return undefined;
  const box = `0 0 ${screen.width} ${screen.height}`;
  return html`<svg class="marks" viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${shapes}</svg>`;
}

/** The names of what is marked, for those who cannot see it. */
export function markedNames(step: StepTimeline): string[] {
  return step.calls.flatMap(({ ended, acts }) => {
    const name = ended?.target?.name ?? acts[0]?.intent.element?.name;
    return name ? [`“${shorten(name, 60)}”`] : [];
  });
}

function markOf({ ended, acts }: CallTimeline, screen: Shot['screen']): Html | undefined {
  const target = ended?.target;
  const bounds = target?.bounds ?? acts[0]?.intent.element?.bounds;
  if (bounds) {
    const room = 4;
    const left = Math.max(0, bounds.x - room);
    const top = Math.max(0, bounds.y - room);
    const width = Math.min(screen.width, bounds.x + bounds.width + room) - left;
    const height = Math.min(screen.height, bounds.y + bounds.height + room) - top;
    if (width <= 0 || height <= 0) return undefined;
    const box = html`x="${left}" y="${top}" width="${width}" height="${height}" rx="5"`;
    return html`<rect class="halo" ${box}/><rect ${box}/>`;
  }
  if (target?.x === undefined || target.y === undefined) return undefined;
  const ring = html`cx="${target.x}" cy="${target.y}" r="14"`;
  return html`<circle class="halo" ${ring}/><circle ${ring}/>`;
}
