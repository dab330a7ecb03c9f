// Sends JSON that is text already: what Express does for an object costs more than to make the text of it.
import type { ServerResponse } from 'node:http';

/** The status must be set on `response` before, unless it is 200. */
export function sendJson(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', String(Buffer.byteLength(text)));
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
