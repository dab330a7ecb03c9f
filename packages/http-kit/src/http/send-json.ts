// Sends JSON values without `response.json` of Express, which parses the type that it has just set, looks up types and
// copies buffers. Those steps take as long as formatting the text.
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { callWhenBytesReleased } from './send-stream.ts';

/**
 * Makes `json` of all responses with this prototype use `sendJson`, or respond with 304 if the client has the current
 * version.
 */
export function patchResponseJson(prototype: Response): void {
  prototype.json = function (this: Response, value: unknown) {
    if (this.req.fresh) this.status(304).end();
    else sendJson(this, value);
    return this;
  };
}

/** Sends a value as JSON. Set the status on `response` first, unless it is 200. */
export function sendJson(response: ServerResponse, value: unknown): void {
  sendJsonText(response, JSON.stringify(value));
}

/** Sends text or bytes that are already JSON. `onTaken` is called when the bytes are no longer needed. */
export function sendJsonText(response: ServerResponse, text: string | Buffer, onTaken?: () => void): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', String(Buffer.byteLength(text)));
  response.end(response.req.method === 'HEAD' ? undefined : text);
  if (onTaken) callWhenBytesReleased(response, onTaken);
}
