/** What is wrong with a request, for a client that reads JSON-RPC. */
export function toFailure(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

/** For what went wrong where nobody waits for an answer. */
export function warn(error: unknown): void {
  process.stderr.write(`handrail mcp: ${error instanceof Error ? error.message : String(error)}\n`);
}
