import type { Element, ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Affine, intersect, mapRect, type Size } from '../../../core/geometry.js';
import type { DataBlock, ReadRequest, ReadResult, ReadResults } from '../../../core/read.js';
import type { PageBlock, PageCalls, ReadPart, ReadPartRequest } from '../../../perception/page-protocol.js';
import { shortAddress } from '../address.js';
import { CollectorFailed, isGone } from '../frames/document-link.js';
import { toElement } from '../to-element.js';

type ReadMethod = 'readElements' | 'readParts' | 'readAttributes' | 'readBlocks';

/** A document that can be read, with those in its frames. */
export interface Source {
  readonly key: string;
  ask<M extends ReadMethod>(
    method: M,
    argument: Parameters<PageCalls[M]>[0],
    ms: number,
    signal?: AbortSignal,
  ): Promise<ReturnType<PageCalls[M]>>;
  /** By the number of the iframe element. */
  frames(): Promise<Map<number, Source>>;
  /** How its pixels map to those of the screen. */
  affine(): Promise<Affine>;
}

export interface Reading {
  main: Source;
  /** The document that an element lives in. Throws when it is gone. */
  place(id: ElementId): Promise<{ source: Source; number: number }>;
  idOf(source: Source, number: number): ElementId;
  screen: Size;
  /** Nothing is read after that (performance.now). */
  until: number;
  signal?: AbortSignal;
}

const mostCharacters = 400_000;
const mostElements = 300;
const deepest = 8;

/** Reads what was asked for from a page and its frames. */
export async function readPage<R extends ReadRequest>(reading: Reading, request: R): Promise<ReadResult<R>>;
export async function readPage(reading: Reading, request: ReadRequest): Promise<ReadResult> {
  switch (request.what) {
    case 'elements':
      return readElements(reading, request.css);
    case 'text': {
      const { text, truncated } = await readText(reading, request);
      return { text, truncated };
    }
    case 'html': {
      const { text: html, truncated } = await readText(reading, request);
      return { html, truncated };
    }
    case 'markdown': {
      const { text, truncated } = await readText(reading, request);
      return { markdown: text.replace(/\n{3,}/g, '\n\n').trim(), truncated };
    }
    case 'attributes':
      return readAttributes(reading, request.element);
    case 'data':
      return readData(reading, request.element);
    case 'clipboard':
    case 'apps':
      throw new HandrailError(
        'unsupported',
        `A browser session has no ${request.what} to read.`,
        'Open a desktop or container session for that.',
      );
  }
}

function timeLeft({ until }: Reading): number {
  return Math.max(50, until - performance.now());
}

function badSelector(css: string): HandrailError {
  return new HandrailError(
    'invalid_input',
    `"${css.slice(0, 120)}" is not a CSS selector.`,
    'Mend it, or use an element id.',
  );
}

function stale(id: ElementId): HandrailError {
  return new HandrailError('stale_element', `${id} is gone.`, 'Observe again.');
}

/** What is in a frame that cannot be read is left out, and the answer says that it is not whole. */
async function fromFrame<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isGone(error) || error instanceof CollectorFailed) return undefined;
    if (error instanceof HandrailError && error.code === 'deadline') return undefined;
    throw error;
  }
}

async function readElements(reading: Reading, css: string): Promise<ReadResults['elements']> {
  const elements: Element[] = [];
  let total = 0;
  const collect = async (source: Source, depth: number): Promise<void> => {
    const answer = await source.ask('readElements', { css }, timeLeft(reading), reading.signal);
    if (!answer.ok) throw badSelector(css);
    total += answer.total;
    const frame = source.key === reading.main.key ? undefined : shortAddress(answer.url);
    const affine = answer.total > 0 ? await source.affine() : undefined;
    const frames = answer.found.some((one) => 'inside' in one) ? await source.frames() : undefined;
    for (const one of answer.found) {
      if ('inside' in one) {
        const child = depth < deepest ? frames?.get(one.inside) : undefined;
        if (child) await fromFrame(() => collect(child, depth + 1));
      } else if (affine && elements.length < mostElements) {
        const [x, y, width, height] = one.box;
        const bounds = mapRect(affine, { x, y, width, height });
        const element = toElement(one, (number) => reading.idOf(source, number), bounds, frame);
        if (!intersect({ x: 0, y: 0, ...reading.screen }, bounds)) element.states.push('offscreen');
        elements.push(element);
      }
    }
  };
  await collect(reading.main, 0);
  return { elements, total };
}

interface Written {
  text: string;
  truncated: boolean;
  count: number;
}

async function readText(
  reading: Reading,
  { what, element, css }: { what: ReadPartRequest['what']; element?: ElementId; css?: string },
): Promise<Written> {
  const start = element ? await reading.place(element) : { source: reading.main, number: undefined };
  const request: ReadPartRequest = { what };
  if (start.number !== undefined) request.number = start.number;
  else if (css !== undefined) request.css = css;
  const written = await writeParts(reading, start.source, request, element, 0);
  if (request.css !== undefined && written.count === 0)
    throw new HandrailError(
      'not_found',
      `Nothing matches the selector ${request.css}.`,
      'Observe the page, or read all of it.',
    );
  return written;
}

async function writeParts(
  reading: Reading,
  source: Source,
  request: ReadPartRequest,
  element: ElementId | undefined,
  depth: number,
): Promise<Written> {
  const answer = await source.ask('readParts', request, timeLeft(reading), reading.signal);
  if (!answer.ok) throw answer.why === 'invalid' || !element ? badSelector(request.css ?? '') : stale(element);
  const frames = answer.parts.some((part) => typeof part !== 'string')
    ? await source.frames()
    : new Map<number, Source>();
  const written: Written = { text: '', truncated: answer.truncated, count: answer.count ?? 0 };
  for (const part of answer.parts) {
    if (typeof part === 'string') written.text += part;
    else await writeFrame(reading, request, part, frames, written, depth);
  }
  if (written.text.length <= mostCharacters) return written;
  return { ...written, text: written.text.slice(0, mostCharacters), truncated: true };
}

async function writeFrame(
  reading: Reading,
  { what, css }: ReadPartRequest,
  part: Exclude<ReadPart, string>,
  frames: Map<number, Source>,
  written: Written,
  depth: number,
): Promise<void> {
  const child = frames.get('frame' in part ? part.frame : part.search);
  if (!child || depth >= deepest) return;
  const request: ReadPartRequest = 'search' in part && css !== undefined ? { what, css } : { what };
  const inner = await fromFrame(() => writeParts(reading, child, request, undefined, depth + 1));
  const gap = what === 'markdown' ? '\n\n' : what === 'text' ? '\n' : '';
  if (inner?.text) written.text += `${written.text && !written.text.endsWith('\n') ? gap : ''}${inner.text}${gap}`;
  written.count += inner?.count ?? 0;
  written.truncated ||= inner?.truncated ?? true;
}

async function readAttributes(reading: Reading, element: ElementId): Promise<ReadResults['attributes']> {
  const { source, number } = await reading.place(element);
  const answer = await source.ask('readAttributes', { number }, timeLeft(reading), reading.signal);
  if (!answer) throw stale(element);
  return answer;
}

async function readData(reading: Reading, element: ElementId | undefined): Promise<ReadResults['data']> {
  const start = element ? await reading.place(element) : { source: reading.main, number: undefined };
  const blocks: DataBlock[] = [];
  const collect = async (source: Source, number: number | undefined, depth: number): Promise<void> => {
    const argument = number === undefined ? {} : { number };
    const answer = await source.ask('readBlocks', argument, timeLeft(reading), reading.signal);
    if (!answer.ok) throw element ? stale(element) : new HandrailError('internal', 'The page could not be read.');
    for (const block of answer.blocks) blocks.push(withId(block, (local) => reading.idOf(source, local)));
    if (answer.frames.length === 0 || depth >= deepest) return;
    const frames = await source.frames();
    for (const frame of answer.frames) {
      const child = frames.get(frame);
      if (child) await fromFrame(() => collect(child, undefined, depth + 1));
    }
  };
  await collect(start.source, start.number, 0);
  return { blocks };
}

function withId(block: PageBlock, idOf: (number: number) => ElementId): DataBlock {
  if (block.kind === 'json-ld' || block.kind === 'microdata') return block;
  const { number, ...rest } = block;
  return number === undefined ? rest : { ...rest, element: idOf(number) };
}
