/** Limits for environments that a test opens without a session: milliseconds and bytes. */
export const limits = {
  actionTimeoutMs: 5_000,
  navigationTimeoutMs: 5_000,
  settleTimeoutMs: 2_000,
  observeTimeoutMs: 2_000,
  maxDocumentBytes: 1e7,
  maxDownloadBytes: 1e7,
};
