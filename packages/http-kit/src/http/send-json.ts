// Sends a long JSON value: Express makes a buffer of its text before it is written, which costs as much as the text.
import type { ServerResponse } from 'node:http';

/** The status must be set on `response` before, unless it is 200. */
export function sendJson(response: ServerResponse, value: unknown): void {
  sendJsonText(response, JSON.stringify(value));
}

/** Sends as `sendJson` does what is JSON already: a text, or its bytes. */
export function sendJsonText(response: ServerResponse, text: string | Buffer): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', String(Buffer.byteLength(text)));
  response.end(response.req.method === 'HEAD' ? undefined : text);
}
