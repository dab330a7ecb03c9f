// Refuses what a browser would run or apply as part of a page: operations answer data, much of it captured elsewhere, and the
// pages of this origin allow scripts of this origin. Fetch Metadata (Sec-Fetch-Dest) says what a browser wants an answer for.
import type { IncomingMessage } from 'node:http';
import { dataOnly } from '../errors/catalogue.ts';

const CODE = new Set([
  'script',
  'style',
  'worker',
  'sharedworker',
  'serviceworker',
  'audioworklet',
  'paintworklet',
  'xslt',
]);

/** Throws ApiError 403. Programs that are no browsers do not send the header. */
export function refuseAsCode({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return;
  const named = [destination].flat().flatMap((text) => text.toLowerCase().split(','));
  if (named.some((one) => CODE.has(one.trim()))) throw dataOnly();
}
