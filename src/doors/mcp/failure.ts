/** What is wrong with a request, for a client that reads JSON-RPC. */
export function toFailure(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
