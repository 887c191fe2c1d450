/**
 * Close the ways around the proxy of a session: WebRTC by UDP, and names that the browser resolves itself. The names of the internet are resolved
 * by the proxy, so the browser needs no answer for any.
 */
export const egressArguments: readonly string[] = [
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
];
