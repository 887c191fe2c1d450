import type { Change } from './change.js';
import type { Element } from './element.js';
import type { Rect, Size } from './geometry.js';

export type TabId = `tab_${number}`;

export interface Tab {
  id: TabId;
  url: string;
  title: string;
  active: boolean;
}

/** The scroll position and the size of the whole page, in pixels. */
export interface Scroll {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A dialog that blocks the page until the named action clears it. Its text comes from the page and is untrusted. */
export interface Modal {
  kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | 'file_chooser';
  text: string;
  defaultText?: string;
  multiple?: boolean;
  clearedBy: 'dialog' | 'upload';
}

export interface Picture {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  size: Size;
  /** The region of the screen it shows, in screen pixels. */
  region: Rect;
  /** Whether element numbers are drawn on it. */
  marks: boolean;
}

/** The content outside the screen on one side. */
export interface OffscreenContent {
  pixels: number;
  headings: string[];
}

/** What a screen shows. */
export interface ScreenContent {
  screen: Size;
  url?: string;
  title?: string;
  app?: string;
  tabs?: Tab[];
  scroll?: Scroll;
  /** In reading order. */
  elements: Element[];
  modal?: Modal;
}

/** The state of a screen at one time. */
export interface Observation extends ScreenContent {
  id: number;
  at: string;
  /** How many elements were found. */
  total: number;
  /** How many of them the text omits or folds. */
  truncated: number;
  /** The UI map: one line per element, folded to fit the token budget. */
  text: string;
  image?: Picture;
  /** Changes since the previous observation. */
  changes?: Change[];
}
