import type { Element, ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import { type Affine, intersect, mapRect, type Size } from '../../../core/geometry.js';
import type { DataBlock, ReadRequest, ReadResult, ReadResults } from '../../../core/read.js';
import { shortUrl } from '../../../core/url.js';
import type { PageBlock, PageCalls, ReadPart, ReadPartRequest } from '../../../perception/page/protocol.js';
import { staleElement } from '../act/locate-target.js';
import { CollectorError, isDocumentGone, isTimeout } from '../frames/page-document.js';
import { toElement } from '../observe/to-element.js';

type ReadMethod = 'readElements' | 'readParts' | 'readAttributes' | 'readBlocks';

/** A document that can be read, with those in its frames. */
export interface ReadableDocument {
  readonly key: string;
  call<M extends ReadMethod>(
    method: M,
    argument: Parameters<PageCalls[M]>[0],
    ms: number,
    signal?: AbortSignal,
  ): Promise<ReturnType<PageCalls[M]>>;
  /** By the number of the iframe element. */
  frames(): Promise<Map<number, ReadableDocument>>;
  /** How its pixels map to those of the screen. */
  affine(): Promise<Affine>;
}

export interface ReadContext {
  main: ReadableDocument;
  /** The document and number of an element. Throws if it is gone. */
  locate(id: ElementId): Promise<{ document: ReadableDocument; number: number }>;
  idOf(document: ReadableDocument, number: number): ElementId;
  screen: Size;
  /** Nothing is read after this time (performance.now). */
  deadline: number;
  signal?: AbortSignal;
}

const maxFrameDepth = 8;

/** Reads from a page and its frames. */
export async function readPage<R extends ReadRequest>(context: ReadContext, request: R): Promise<ReadResult<R>>;
export async function readPage(context: ReadContext, request: ReadRequest): Promise<ReadResult> {
  switch (request.what) {
    case 'elements':
      return readElements(context, request.css);
    case 'text': {
      const { text, truncated } = await readText(context, request);
      return { text, truncated };
    }
    case 'html': {
      const { text: html, truncated } = await readText(context, request);
      return { html, truncated };
    }
    case 'markdown': {
      const { text, truncated } = await readText(context, request);
      return { markdown: text.replace(/\n{3,}/g, '\n\n').trim(), truncated };
    }
    case 'attributes':
      return readAttributes(context, request.element);
    case 'data':
      return readData(context, request.element);
    case 'clipboard':
    case 'apps':
      throw new HandrailError(
        'unsupported',
        `A browser session cannot read ${request.what}.`,
        'Open a desktop or container session for it.',
      );
  }
}

function timeoutMs({ deadline }: ReadContext): number {
  return Math.max(50, deadline - performance.now());
}

function invalidSelector(css: string): HandrailError {
  return new HandrailError(
    'invalid_input',
    `"${css.slice(0, 120)}" is not a CSS selector.`,
    'Fix it, or use an element id.',
  );
}

/** The result of `work`, or undefined if the frame cannot be read. */
async function readFrame<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isDocumentGone(error) || error instanceof CollectorError || isTimeout(error)) return undefined;
    throw error;
  }
}

const maxElements = 300;

async function readElements(context: ReadContext, css: string): Promise<ReadResults['elements']> {
  const elements: Element[] = [];
  let total = 0;
  const collect = async (document: ReadableDocument, depth: number): Promise<void> => {
    const answer = await document.call('readElements', { css }, timeoutMs(context), context.signal);
    if (!answer.ok) throw invalidSelector(css);
    total += answer.total;
    const frame = document.key === context.main.key ? undefined : shortUrl(answer.url);
    const affine = answer.total > 0 ? await document.affine() : undefined;
    const frames = answer.matches.some((match) => 'searchFrame' in match) ? await document.frames() : undefined;
    for (const match of answer.matches) {
      if ('searchFrame' in match) {
        const child = depth < maxFrameDepth ? frames?.get(match.searchFrame) : undefined;
        if (child) await readFrame(() => collect(child, depth + 1));
      } else if (affine && elements.length < maxElements) {
        const [x, y, width, height] = match.box;
        const bounds = mapRect(affine, { x, y, width, height });
        const element = toElement(match, (number) => context.idOf(document, number), bounds, frame);
        if (!intersect({ x: 0, y: 0, ...context.screen }, bounds)) element.states.push('offscreen');
        elements.push(element);
      }
    }
  };
  await collect(context.main, 0);
  return { elements, total };
}

interface CollectedText {
  text: string;
  truncated: boolean;
  /** How many elements the selector matched. */
  count: number;
}

/** The document and number that a read starts from: an element, or the whole page. */
async function findStart(
  context: ReadContext,
  element: ElementId | undefined,
): Promise<{ document: ReadableDocument; number?: number }> {
  return element ? context.locate(element) : { document: context.main };
}

async function readText(
  context: ReadContext,
  { what, element, css }: { what: ReadPartRequest['what']; element?: ElementId; css?: string },
): Promise<CollectedText> {
  const { document, number } = await findStart(context, element);
  const request: ReadPartRequest = { what };
  if (number !== undefined) request.number = number;
  else if (css !== undefined) request.css = css;
  const collected = await readParts(context, document, request, element, 0);
  if (request.css !== undefined && collected.count === 0)
    throw new HandrailError(
      'not_found',
      `Nothing matches the selector ${request.css}.`,
      'Observe the page, or read all of it.',
    );
  return collected;
}

const maxCharacters = 400_000;

async function readParts(
  context: ReadContext,
  document: ReadableDocument,
  request: ReadPartRequest,
  element: ElementId | undefined,
  depth: number,
): Promise<CollectedText> {
  const answer = await document.call('readParts', request, timeoutMs(context), context.signal);
  if (!answer.ok)
    throw answer.why === 'invalid' || !element ? invalidSelector(request.css ?? '') : staleElement(element);
  const frames = answer.parts.some((part) => typeof part !== 'string')
    ? await document.frames()
    : new Map<number, ReadableDocument>();
  const collected: CollectedText = { text: '', truncated: answer.truncated, count: answer.count ?? 0 };
  for (const part of answer.parts) {
    if (typeof part === 'string') collected.text += part;
    else await addFrameText(context, request, part, frames, collected, depth);
  }
  if (collected.text.length <= maxCharacters) return collected;
  return { ...collected, text: collected.text.slice(0, maxCharacters), truncated: true };
}

async function addFrameText(
  context: ReadContext,
  { what, css }: ReadPartRequest,
  part: Exclude<ReadPart, string>,
  frames: Map<number, ReadableDocument>,
  collected: CollectedText,
  depth: number,
): Promise<void> {
  const child = frames.get('frame' in part ? part.frame : part.search);
  if (!child || depth >= maxFrameDepth) return;
  const request: ReadPartRequest = 'search' in part && css !== undefined ? { what, css } : { what };
  const inner = await readFrame(() => readParts(context, child, request, undefined, depth + 1));
  const gap = what === 'markdown' ? '\n\n' : what === 'text' ? '\n' : '';
  if (inner?.text)
    collected.text += `${collected.text && !collected.text.endsWith('\n') ? gap : ''}${inner.text}${gap}`;
  collected.count += inner?.count ?? 0;
  collected.truncated ||= inner?.truncated ?? true;
}

async function readAttributes(context: ReadContext, element: ElementId): Promise<ReadResults['attributes']> {
  const { document, number } = await context.locate(element);
  const answer = await document.call('readAttributes', { number }, timeoutMs(context), context.signal);
  if (!answer) throw staleElement(element);
  const { widgetNumber, ...rest } = answer;
  return widgetNumber === undefined ? rest : { ...rest, widget: context.idOf(document, widgetNumber) };
}

async function readData(context: ReadContext, element: ElementId | undefined): Promise<ReadResults['data']> {
  const start = await findStart(context, element);
  const blocks: DataBlock[] = [];
  const collect = async (document: ReadableDocument, number: number | undefined, depth: number): Promise<void> => {
    const answer = await document.call('readBlocks', { number }, timeoutMs(context), context.signal);
    if (!answer.ok)
      throw element
        ? staleElement(element)
        : new HandrailError('internal', 'The page could not be read.', 'Observe the page, then try again.');
    for (const block of answer.blocks) blocks.push(withId(block, (local) => context.idOf(document, local)));
    if (answer.frames.length === 0 || depth >= maxFrameDepth) return;
    const frames = await document.frames();
    for (const frame of answer.frames) {
      const child = frames.get(frame);
      if (child) await readFrame(() => collect(child, undefined, depth + 1));
    }
  };
  await collect(start.document, start.number, 0);
  return { blocks };
}

function withId(block: PageBlock, idOf: (number: number) => ElementId): DataBlock {
  if (block.kind === 'json-ld' || block.kind === 'microdata') return block;
  const { number, ...rest } = block;
  return number === undefined ? rest : { ...rest, element: idOf(number) };
}
