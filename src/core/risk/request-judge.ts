import type { OutgoingRequest, RequestCause } from './outgoing-request.js';

/** What a browser knows about the cause of a request. */
export type ObservedCause = Pick<RequestCause, 'afterAction' | 'isAmbient'>;

/** Decides whether a request may leave the browser. Only `true` lets it. While a promise is pending, the time of the action stands still. */
export type RequestJudge = (request: OutgoingRequest, cause: ObservedCause) => boolean | Promise<boolean>;
