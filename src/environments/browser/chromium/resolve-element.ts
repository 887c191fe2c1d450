import type { ElementId } from '../../../core/element.js';
import { HandrailError } from '../../../core/errors.js';
import type { ElementReference } from '../act/action-context.js';
import { staleElement, unknownElement } from '../act/locate-target.js';
import type { ElementIds } from '../element-ids.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { findDocument } from '../frames/frame-documents.js';
import { pageWithoutDocument } from '../frames/page-document.js';
import type { BrowserLimits } from '../limits.js';
import type { Tab } from '../tabs/tab.js';
import type { TabList } from '../tabs/tab-list.js';

/** What finding a target in a Chromium tab depends on. */
export interface TargetContext {
  tab: Tab;
  tabs: TabList;
  ids: ElementIds;
  limits: BrowserLimits;
  signal?: AbortSignal;
}

/** The main document. Throws `page_hung` while there is none. */
export function requireMainDocument(tab: Tab): CdpDocument {
  const main = tab.frames.main();
  if (!main) throw pageWithoutDocument();
  return main;
}

/** The document and number of an element. Throws `stale_element` or `unknown_element`. */
export function resolveElement(
  { tab, tabs, ids }: TargetContext,
  id: ElementId,
): ElementReference & { document: CdpDocument } {
  const location = ids.locationOf(id);
  if (!location) throw ids.wasIssued(id) ? staleElement(id) : unknownElement(id);
  if (location.tab !== tab.id && tabs.get(location.tab)) {
    throw new HandrailError(
      'stale_element',
      `${id} is in another tab (${location.tab}).`,
      `Select it with { type: 'tab', do: 'select', tab: '${location.tab}' }.`,
    );
  }
  const document = findDocument(tab, location.document);
  if (!document) throw staleElement(id);
  return { document, number: location.number };
}
