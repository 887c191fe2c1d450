import type { SentField } from '../change.js';
import type { Element } from '../element.js';

/** A request that a page is about to send. It has not left the browser. */
export interface OutgoingRequest {
  method: string;
  url: string;
  /** `navigation`: a link, a form, an address. `message`: one message of a WebSocket. `download`: a file that is kept. */
  kind: 'navigation' | 'fetch' | 'beacon' | 'message' | 'resource' | 'download';
  /** The page or frame that sends it. */
  documentUrl: string;
  contentType: string;
  /** The body as text, as far as it can be read. */
  body?: string | undefined;
  /** The fields of the body, or of the query of a GET request. Secrets are not masked here. */
  fields: readonly SentField[];
  /** The browser sends it to submit a form. */
  submitsForm: boolean;
}

/** What is known about why a page sends a request. */
export interface RequestCause {
  /** An action runs, or ran before and no other input came in between. */
  afterAction: boolean;
  /** The page sent the same kind of request to this address by itself, before any action. */
  isAmbient: boolean;
  /** The element that the action pressed, or the submit button that Enter triggered. */
  element?: Element | undefined;
  /** Other words for what was pressed: its visible text, label, title, the question of a confirmed dialog. */
  words: readonly string[];
  /** What was typed or chosen, and the values that the fields of the page show. */
  inputs: readonly string[];
  /** What the action typed or chose, if it did nothing else: no Enter, no press. */
  entered?: string | undefined;
  /** The names, types and autocomplete tokens of the fields of the submitted form or of the page's forms: 'password', 'cc-number'. */
  fieldHints: readonly string[];
}
