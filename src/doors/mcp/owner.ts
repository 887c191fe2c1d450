/** The owner of the sessions that clients with this token open. `token`: its index. */
export function ownerOf(token: number): string {
  return `token ${token}`;
}
