/** Limits for environments that a test opens without a session: milliseconds and bytes. */
export const limits = {
  action: 5_000,
  navigation: 5_000,
  settle: 2_000,
  observe: 2_000,
  documentBytes: 1e7,
  downloadBytes: 1e7,
};
