// Whether an answer that could begin while its request is still being sent must wait for the end of the request. A proxy that
// stops forwarding a request as soon as its answer begins, as nginx does, says so by a header.
import type { IncomingMessage } from 'node:http';

/** `X-Holdfast-Answer: after-request`. */
export function mustHoldAnswer({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return String(headers['x-holdfast-answer']).toLowerCase() === 'after-request';
}
