import type { Element, ElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import { isRecord } from '../core/is-record.js';
import type { Picture } from '../core/observation.js';
import { checkOptions, either, type OptionType, type OptionTypes, oneOf, option } from '../core/options.js';
import type { RawPicture, View, ViewRequest } from '../core/view.js';
import { finishPicture } from '../perception/marks/finish-picture.js';

export interface ObserveOptions {
  /** Maximum tokens of text. Default 2,000. */
  budget?: number | undefined;
  /** Include the coordinates of each element in the text. Default true. */
  coordinates?: boolean | undefined;
  /** Default: no picture. `marks` draws the number of each element next to it. */
  picture?: false | 'plain' | 'marks' | undefined;
  pictureAs?:
    | {
        type?: 'png' | 'jpeg' | 'webp' | undefined;
        quality?: number | undefined;
        /** Enlarges what is shown, by 1 to 4. A browser draws it again with more pixels. Default 1. */
        scale?: number | undefined;
        /** Scale down to fit this size. Never enlarges. */
        size?: Partial<Size> | undefined;
        /** Returns the exact size, from the size of the shown region and of the whole screen. */
        exactly?: ((shown: Size, screen: Size) => Size) | undefined;
      }
    | undefined;
  /** In a browser: the picture shows the whole page, beyond the screen, too. */
  wholePage?: boolean | undefined;
  /** Elements anywhere on the page that contain this text. */
  find?: string | undefined;
  /** Everything inside an element, on the screen or not. `from` is the first row of a long list. */
  expand?: ElementId | { element: ElementId; from?: number } | undefined;
  /** Same as `expand`. */
  element?: ElementId | undefined;
  /** Only this part of the screen. */
  region?: Rect | undefined;
  /** On a desktop: only the active window and its menus, in elements, text and picture. The picture omits what covers them. */
  windowOnly?: boolean | undefined;
  /** `false`: whoever chooses element ids does not receive this observation, so ids that only it contains stay unknown. Default true. */
  shown?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** How an observation is rendered as text. */
export type RenderOptions = Pick<ObserveOptions, 'budget' | 'coordinates'>;

const region: OptionType = {
  expected: '{ x, y, width, height }',
  accepts: (value) =>
    isRecord(value) && [value.x, value.y, value.width, value.height].every((one) => option.number.accepts(one)),
};

export const observeTypes: OptionTypes<ObserveOptions> = {
  budget: option.any,
  coordinates: option.flag,
  picture: either(oneOf('plain', 'marks'), { expected: 'false', accepts: (value) => value === false }),
  pictureAs: option.object,
  wholePage: option.flag,
  find: option.text,
  expand: either(option.text, option.object),
  element: option.text,
  region,
  windowOnly: option.flag,
  shown: option.flag,
  signal: option.signal,
};

const pictureTypes: OptionTypes<NonNullable<ObserveOptions['pictureAs']>> = {
  type: oneOf('png', 'jpeg', 'webp'),
  quality: option.number,
  scale: option.any,
  size: option.object,
  exactly: option.function,
};

/** Throws `invalid_option` for an unknown option. */
export function checkObserveOptions(options: ObserveOptions): void {
  checkOptions('observe', options, observeTypes);
  checkOptions('pictureAs of observe', options.pictureAs, pictureTypes);
}

/** Converts the options to a request to the environment. Throws HandrailError for invalid options. */
export function toViewRequest({
  find,
  element,
  expand = element,
  region,
  budget,
  picture,
  wholePage,
  windowOnly,
  pictureAs,
}: ObserveOptions): ViewRequest {
  if (budget !== undefined && !(Number.isFinite(budget) && budget > 0)) {
    throw new HandrailError('invalid_option', `The budget ${budget} is not valid.`, 'Use a number of tokens above 0.');
  }
  const request: ViewRequest = {};
  if (find !== undefined) {
    if (!find.trim())
      throw new HandrailError('invalid_option', 'The text to find is empty.', 'Pass the text to search for.');
    request.find = find;
  }
  if (region) request.region = region;
  if (picture) request.picture = true;
  if (picture && wholePage) request.wholePage = true;
  if (picture && windowOnly) request.activeWindow = true;
  if (pictureAs?.scale !== undefined) request.pictureScale = readScale(pictureAs.scale);
  if (expand !== undefined) {
    const inside = typeof expand === 'string' ? { element: expand } : expand;
    if (!/^el_[1-9]\d*$/.test(inside.element))
      throw new HandrailError(
        'unknown_element',
        `There is no element ${inside.element}.`,
        'Use an id from the last observation.',
      );
    request.inside = inside;
  }
  return request;
}

const maxScale = 4;

function readScale(scale: number): number {
  if (scale >= 1 && scale <= maxScale) return scale;
  throw new HandrailError('invalid_option', `The scale ${scale} is not valid.`, `Use a number from 1 to ${maxScale}.`);
}

/** Converts the captured picture to the requested type and size, with marks if requested. */
export function toPicture(raw: RawPicture, { picture, pictureAs = {} }: ObserveOptions, view: View): Promise<Picture> {
  const { type = 'png', quality, size, scale = 1, exactly } = pictureAs;
  return finishPicture(raw, {
    type,
    quality,
    size,
    minSize: scale > 1 ? { width: raw.region.width * scale, height: raw.region.height * scale } : undefined,
    exactSize: exactly?.({ width: raw.region.width, height: raw.region.height }, view.screen),
    marks: picture === 'marks' ? view.elements.map((element) => withoutCover(element, raw)) : undefined,
  });
}

function withoutCover(element: Element, { uncovered }: RawPicture): Element {
  if (!uncovered?.has(element.id)) return element;
  return { ...element, states: element.states.filter((state) => state !== 'covered') };
}
