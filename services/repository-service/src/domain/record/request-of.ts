// The request that an artifact was captured with, read off the block of its `request` record.
import { type CanonicalRequest, canonicalRequest } from '@holdfast/warc';

/** What of a request tells one capture of a URL from another. Plain data: it crosses between threads. */
export type CapturedRequest = CanonicalRequest;

/**
 * `blockStart`: the beginning of the record's block, of which it has `blockLength` bytes. Undefined when that is no HTTP
 * request. Runs in a codec thread, once for each request.
 */
export function requestOf(blockStart: Uint8Array, blockLength: number): CapturedRequest | undefined {
  return canonicalRequest(blockStart, blockStart.length === blockLength);
}
