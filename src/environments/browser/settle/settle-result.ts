import type { SettleReport } from '../../../perception/page/recorded-changes.js';
import type { PageDocument } from '../frames/page-document.js';

/** How a page settled after an action. */
export interface SettleResult<Document extends PageDocument = PageDocument> {
  ms: number;
  reason: string;
  /** What each recorded document reported. A document that was replaced is missing. */
  answers: ReadonlyMap<Document, SettleReport>;
}
