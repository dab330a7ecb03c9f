// Sends JSON values. What Express does for each beside – to parse the type that it has just set, to look types up, to make a
// buffer of a long text – costs as much as the text.
import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import { whenTaken } from './send-stream.ts';

/** Has `json` of all answers with this prototype send as `sendJson` does; what the client has already is not sent again. */
export function sendJsonStraight(prototype: Response): void {
  prototype.json = function (this: Response, value: unknown) {
    if (this.req.fresh) this.status(304).end();
    else sendJson(this, value);
    return this;
  };
}

/** The status must be set on `response` before, unless it is 200. */
export function sendJson(response: ServerResponse, value: unknown): void {
  sendJsonText(response, JSON.stringify(value));
}

/** Sends as `sendJson` does what is JSON already: a text, or its bytes. `onTaken`: told when nobody needs them any more. */
export function sendJsonText(response: ServerResponse, text: string | Buffer, onTaken?: () => void): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', String(Buffer.byteLength(text)));
  response.end(response.req.method === 'HEAD' ? undefined : text);
  if (onTaken) whenTaken(response, onTaken);
}
