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

/** How far the page is scrolled and how much there is, in pixels. */
export interface Scroll {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Something that stands in front of everything else until the named action clears it. Its text comes from the page: untrusted. */
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
  /** The part of the screen it shows, in screen pixels. */
  region: Rect;
  marks: boolean;
}

/** What lies outside the screen on one side. */
export interface Beyond {
  pixels: number;
  headings: string[];
}

/** One look at a screen. */
export interface Observation {
  id: number;
  at: string;
  screen: Size;
  url?: string;
  title?: string;
  app?: string;
  tabs?: Tab[];
  scroll?: Scroll;
  elements: Element[];
  /** How many elements were found, and how many of those the text leaves out or folds away. */
  total: number;
  truncated: number;
  /** The UI map: one line an element, folded into the budget. */
  text: string;
  image?: Picture;
  /** Since the observation before. */
  changes?: Change[];
  modal?: Modal;
}
