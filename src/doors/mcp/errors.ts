import { messageOf } from '../../core/errors.js';
/** A JSON-RPC error as an HTTP response. */
export function errorResponse(status: number, message: string, code = -32_000): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}

/** Logs an error that no request can report. */
export function logError(error: unknown): void {
  process.stderr.write(`handrail mcp: ${messageOf(error)}\n`);
}
