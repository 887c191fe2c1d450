import type { ElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Picture } from '../core/observation.js';
import type { RawPicture, View, ViewRequest } from '../core/view.js';
import { finishPicture } from '../perception/marks/finish-picture.js';

export interface ObserveOptions {
  /** Maximum tokens of text. Default 2,000. */
  budget?: number;
  /** Include the coordinates of each element in the text. Default true. */
  coordinates?: boolean;
  /** Default: no picture. `marks` draws the number of each element next to it. */
  picture?: false | 'plain' | 'marks';
  pictureAs?: {
    type?: 'png' | 'jpeg' | 'webp';
    quality?: number;
    /** Scale down to fit this size. Never enlarges. */
    size?: Partial<Size>;
    /** Returns the exact size, from the size of the shown region and of the whole screen. */
    exactly?: (shown: Size, screen: Size) => Size;
  };
  /** Elements anywhere on the page that contain this text. */
  find?: string;
  /** Everything inside an element, on the screen or not. `from` is the first row of a long list. */
  expand?: ElementId | { element: ElementId; from?: number };
  /** Same as `expand`. */
  element?: ElementId;
  /** Only this part of the screen. */
  region?: Rect;
  /** On a desktop: only the active window and its menus, in elements, text and marks. */
  windowOnly?: boolean;
  signal?: AbortSignal;
}

/** How an observation is rendered as text. */
export type RenderOptions = Pick<ObserveOptions, 'budget' | 'coordinates'>;

/** Converts the options to a request to the environment. Throws HandrailError for invalid options. */
export function toViewRequest({
  find,
  element,
  expand = element,
  region,
  budget,
  picture,
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

/** Converts the captured picture to the requested type and size, with marks if requested. */
export function toPicture(raw: RawPicture, { picture, pictureAs = {} }: ObserveOptions, view: View): Promise<Picture> {
  const { type = 'png', quality, size, exactly } = pictureAs;
  return finishPicture(raw, {
    type,
    quality,
    size,
    exactSize: exactly?.({ width: raw.region.width, height: raw.region.height }, view.screen),
    marks: picture === 'marks' ? view.elements : undefined,
  });
}
