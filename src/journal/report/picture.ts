import { type Html, html, trusted } from './html.js';
import type { CallTimeline, StepPicture, StepTimeline } from './timeline.js';
import { shorten } from './verdicts.js';

/** The pictures of a report. The file contains each one once; the script copies it to the other positions. */
export interface PictureSet {
  /** The HTML id of the picture, or undefined when the file does not contain it. */
  idOf(file: string): string | undefined;
  /** The data URL of the picture, for its first position only. */
  takeData(file: string): string | undefined;
}

export function createPictureSet(pictures: ReadonlyMap<string, string>): PictureSet {
  const ids = new Map([...pictures.keys()].map((file, index) => [file, `picture-${index + 1}`]));
  const remaining = new Map(pictures);
  return {
    idOf: (file) => ids.get(file),
    takeData(file) {
      const data = remaining.get(file);
      remaining.delete(file);
      return data;
    },
  };
}

export interface PictureOptions {
  picture: StepPicture;
  caption: string;
  alt: string;
  marks?: Html;
  /** Another step contains the data of this picture. */
  isRepeated?: boolean;
}

/** A picture that can be enlarged, or a line with its path if the file does not contain it. */
export function renderPicture(pictures: PictureSet, options: PictureOptions): Html {
  const { picture, caption, alt, marks, isRepeated = false } = options;
  const id = pictures.idOf(picture.file);
  const { width, height } = picture.screen;
  if (id === undefined) {
    return html`<figure class="shot"><p class="missing">${picture.file} is not in this file.</p><figcaption>${caption}</figcaption></figure>`;
  }
  const data = isRepeated ? undefined : pictures.takeData(picture.file);
  const image = data
    ? html`<img id="${id}" src="${dataUrl(data)}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`
    : html`<img data-same="${id}" alt="${alt}" width="${width}" height="${height}" decoding="async">`;
  return html`<figure class="shot"><button type="button" class="frame" title="Enlarge">${image}${marks}</button><figcaption>${caption}</figcaption></figure>`;
}

/** Base64 needs no escaping, which is slow for megabytes. */
function dataUrl(data: string): Html | undefined {
  return /^data:image\/(?:webp|png|jpeg);base64,[A-Za-z\d+/]*={0,2}$/.test(data) ? trusted(data) : undefined;
}

/** Boxes around the targets of a step, in screen pixels. */
export function renderMarks(step: StepTimeline, { screen }: StepPicture): Html | undefined {
  const shapes = step.calls.flatMap((call) => {
    const shape = renderMark(call, screen);
    return shape ? [shape] : [];
  });
  if (shapes.length === 0) return undefined;
  const box = `0 0 ${screen.width} ${screen.height}`;
  return html`<svg class="marks" viewBox="${box}" preserveAspectRatio="none" aria-hidden="true">${shapes}</svg>`;
}

/** The names of the marked targets, for screen readers. */
export function listMarkedNames(step: StepTimeline): string[] {
  return step.calls.flatMap(({ ended, actions }) => {
    const name = ended?.target?.name ?? actions[0]?.intent.element?.name;
    return name ? [`“${shorten(name, 60)}”`] : [];
  });
}

function renderMark({ ended, actions }: CallTimeline, screen: StepPicture['screen']): Html | undefined {
  const target = ended?.target;
  const bounds = target?.bounds ?? actions[0]?.intent.element?.bounds;
  if (bounds) {
    const padding = 4;
    const left = Math.max(0, bounds.x - padding);
    const top = Math.max(0, bounds.y - padding);
    const width = Math.min(screen.width, bounds.x + bounds.width + padding) - left;
    const height = Math.min(screen.height, bounds.y + bounds.height + padding) - top;
    if (width <= 0 || height <= 0) return undefined;
    const box = html`x="${left}" y="${top}" width="${width}" height="${height}" rx="5"`;
    return html`<rect class="halo" ${box}/><rect ${box}/>`;
  }
  if (target?.x === undefined || target.y === undefined) return undefined;
  const ring = html`cx="${target.x}" cy="${target.y}" r="14"`;
  return html`<circle class="halo" ${ring}/><circle ${ring}/>`;
}
