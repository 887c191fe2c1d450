import type { ElementId } from '../core/element.js';
import { HandrailError } from '../core/errors.js';
import type { Rect, Size } from '../core/geometry.js';
import type { Picture } from '../core/observation.js';
import type { RawPicture, View, ViewRequest } from '../core/view.js';
import { finishPicture } from '../perception/marks/finish-picture.js';

export interface ObserveOptions {
  /** Tokens of text, at most. Default 2,000. */
  budget?: number;
  /** False leaves out where each element is, for readers who act by id. Default true. */
  coordinates?: boolean;
  /** No picture unless asked. `marks` draws the number of each element beside it. */
  picture?: false | 'plain' | 'marks';
  pictureAs?: {
    type?: 'png' | 'jpeg' | 'webp';
    quality?: number;
    /** Fitted into this, never enlarged. */
    size?: Partial<Size>;
    /** Exactly this size, given the size of the part that is shown and of the whole screen. */
    exactly?: (shown: Size, screen: Size) => Size;
  };
  /** Elements anywhere on the page that hold these words. */
  find?: string;
  /** Everything inside an element, on the screen or not; from a row on, for long lists. */
  expand?: ElementId | { element: ElementId; from?: number };
  /** The same as `expand`, by its plainer name. */
  element?: ElementId;
  /** A part of the screen. */
  region?: Rect;
  /** Of a desktop, only the window in use with its menus: the others are left out of elements, text and marks. */
  windowOnly?: boolean;
  signal?: AbortSignal;
}

/** How much of it is told. */
export type RenderOptions = Pick<ObserveOptions, 'budget' | 'coordinates'>;

/** What an environment is asked for. */
export function toLook({ find, element, expand = element, region, budget, picture }: ObserveOptions): ViewRequest {
  if (budget !== undefined && !(Number.isFinite(budget) && budget > 0)) {
    throw new HandrailError(
      'invalid_option',
      `A budget of ${budget} tokens cannot be kept.`,
      'Give a number of tokens above 0.',
    );
  }
  const look: ViewRequest = {};
  if (find !== undefined) {
    if (!find.trim()) throw new HandrailError('invalid_option', 'There is nothing to find.', 'Give words to look for.');
    look.find = find;
  }
  if (region) look.region = region;
  if (picture) look.picture = true;
  if (expand !== undefined) {
    const inside = typeof expand === 'string' ? { element: expand } : expand;
    if (!/^el_[1-9]\d*$/.test(inside.element))
      throw new HandrailError(
        'unknown_element',
        `There is no ${inside.element}.`,
        'Use an id from the last observation.',
      );
    look.inside = inside;
  }
  return look;
}

/** The picture as it was asked for: its type, its size, with marks or without. */
export function finish(raw: RawPicture, { picture, pictureAs = {} }: ObserveOptions, view: View): Promise<Picture> {
  const { type = 'png', quality, size, exactly } = pictureAs;
  return finishPicture(raw, {
    type,
    ...(quality ? { quality } : {}),
    ...(size ? { size } : {}),
    ...(exactly ? { exactly: exactly({ width: raw.region.width, height: raw.region.height }, view.screen) } : {}),
    ...(picture === 'marks' ? { marks: view.elements } : {}),
  });
}
