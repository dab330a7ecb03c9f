// Sends the WARC data of one or more records. Supports conditional and range requests. Never sends Content-Encoding,
// because replay clients request ranges of the stored bytes.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import {
  evaluateReadConditions,
  isRangeApplicable,
  parsePreconditions,
  type ShellRequest,
  sendStream,
} from '@holdfast/http-kit';
import type { ByteRange } from '../../../content/byte-range.ts';
import type { WarcContent } from '../../../content/replay/warc-content.ts';
import { makePreconditionFailedError, makeRangeNotSatisfiableError } from '../../errors.ts';

const CONTENT_TYPE = 'application/warc';

/** Methods of the express response that this file uses. Only the routes depend on express. */
export type WarcResponse = Parameters<typeof sendStream>[0] & {
  set(fields: Record<string, string>): unknown;
  status(code: number): unknown;
};

export async function sendWarc(
  { raw, signal }: Pick<ShellRequest, 'raw' | 'signal'>,
  response: WarcResponse,
  content: WarcContent,
  { contentType = CONTENT_TYPE, send = sendStream }: { contentType?: string; send?: typeof sendStream } = {},
): Promise<void> {
  const { lengthBytes: sizeBytes, tag, read } = content;
  const etag = `"${tag}"`;
  const verdict = evaluateReadConditions(parsePreconditions(raw.headers), { etag });
  if (verdict === 'failed') throw makePreconditionFailedError();
  response.set({ ETag: etag, 'Accept-Ranges': 'bytes' });
  if (verdict === 'not-modified') {
    response.status(304);
    response.end();
    return;
  }
  response.set({ 'Content-Type': contentType });
  const ranges = parseRequestedRanges(raw as RangeRequest, { sizeBytes, etag });
  if (ranges === 'unsatisfiable') throw makeRangeNotSatisfiableError(sizeBytes);
  if (ranges && ranges.length > 1) {
    const parts = buildMultipartRanges({ contentType, sizeBytes, read }, ranges, randomUUID());
    response.status(206);
    response.set({ 'Content-Type': parts.contentType, 'Content-Length': String(parts.lengthBytes) });
    await sendStream(response, Readable.from(parts.bytes(), { objectMode: false }), { signal });
    return;
  }
  const range = ranges?.[0] ?? { start: 0, end: sizeBytes - 1 };
  if (ranges) {
    response.status(206);
    response.set({ 'Content-Range': `bytes ${range.start}-${range.end}/${sizeBytes}` });
  }
  response.set({ 'Content-Length': String(range.end - range.start + 1) });
  await send(response, raw.method === 'HEAD' ? Readable.from([]) : await read(range), { signal });
}

// Evaluates the headers Range and If-Range (RFC 9110, 13.1.5 and 14.2).
interface RangeRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Returns the parsed ranges as express does: -1 if no range can be satisfied, -2 if the header is malformed. */
  range(
    sizeBytes: number,
    options: { combine: boolean },
  ): (ByteRange[] & { type: string }) | -1 | -2 | undefined;
}

/** Maximum number of ranges. A request with more ranges gets the whole content. */
const MAX_RANGES = 16;

/**
 * Returns the ranges to send, merging overlapping ones. Returns undefined to send everything. RFC 9110 permits ignoring
 * ranges that are malformed, too many, or in a unit other than bytes. Ranges whose If-Range does not match must be
 * ignored.
 */
function parseRequestedRanges(
  request: RangeRequest,
  { sizeBytes, etag }: { sizeBytes: number; etag: string },
): ByteRange[] | 'unsatisfiable' | undefined {
  const { range } = request.headers;
  if (range === undefined || request.method !== 'GET') return undefined;
  if (!isRangeApplicable(request.headers, { etag })) return undefined;
  if (!/^bytes\s*=/i.test(range)) return undefined;
  const ranges = request.range(sizeBytes, { combine: true });
  if (ranges === undefined || ranges === -2) return undefined;
  // Handle a suffix range that is longer than the content here, because the library rejects it.
  if (hasOverlongSuffix(range, sizeBytes)) return [{ start: 0, end: sizeBytes - 1 }];
  if (ranges === -1) return 'unsatisfiable';
  return ranges.length > MAX_RANGES ? undefined : [...ranges];
}

function hasOverlongSuffix(range: string, sizeBytes: number): boolean {
  return range.split(/[=,]/).some((part) => /^\s*-\d+\s*$/.test(part) && -Number(part) > sizeBytes);
}

// Sends several ranges in one multipart/byteranges body of known length (RFC 9110, 14.6).
interface RangedContent {
  readonly contentType: string;
  readonly sizeBytes: number;
  read(range: ByteRange): Promise<Readable>;
}

interface MultipartRanges {
  readonly contentType: string;
  readonly lengthBytes: number;
  bytes(): AsyncGenerator<Buffer>;
}

/** `boundary`: random text that does not occur in the content. */
function buildMultipartRanges(
  { contentType, sizeBytes, read }: RangedContent,
  ranges: readonly ByteRange[],
  boundary: string,
): MultipartRanges {
  const parts = ranges.map((range) => ({
    range,
    head: Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\n` +
        `Content-Range: bytes ${range.start}-${range.end}/${sizeBytes}\r\n\r\n`,
    ),
  }));
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  const lengths = parts.map(({ range, head }) => head.length + range.end - range.start + 1);
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    lengthBytes: lengths.reduce((sum, length) => sum + length, end.length),
    bytes: async function* () {
      for (const { range, head } of parts) {
        const content = await read(range);
        yield head;
        yield* content as AsyncIterable<Buffer>;
      }
      yield end;
    },
  };
}
