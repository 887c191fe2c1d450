import type { Change } from '../../../core/change.js';
import type { CdpSession } from '../handles.js';

/** Reports documents that the browser refuses because of their certificate. */
export function reportCertificateErrors(session: CdpSession, report: (change: Change) => void): void {
  const documents = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Document') documents.set(requestId, request.url.slice(0, 200));
  });
  session.on('Network.loadingFinished', ({ requestId }) => documents.delete(requestId));
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const url = documents.get(requestId);
    documents.delete(requestId);
    if (url === undefined || !/ERR_(CERT|SSL)/.test(errorText)) return;
    report({ kind: 'page', what: 'certificate_error', detail: `${errorText.replace('net::', '')} ${url}` });
  });
  // The end of requests is not reported for a frame that moves to another process.
  session.on('Page.frameNavigated', ({ frame }) => {
    if (!frame.parentId) documents.clear();
  });
}
