// The answer that carries an archive, of one record or of many: conditions, ranges, length. It never carries a Content-Encoding:
// replay clients ask for ranges of the bytes as they are stored.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { judgeRead, parsePreconditions, type ShellRequest, sendStream } from '@holdfast/http-kit';
import type { WarcContent } from '../../../content/replay/warc-content.ts';
import { preconditionFailed, rangeNotSatisfiable } from '../../errors.ts';
import { multipartRanges } from './multipart-ranges.ts';
import { type RangeRequest, requestedRanges } from './requested-ranges.ts';

const CONTENT_TYPE = 'application/warc';

/** What is used of the response; express itself stays in the routes. */
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
  const verdict = judgeRead(parsePreconditions(raw.headers), { etag });
  if (verdict === 'failed') throw preconditionFailed();
  response.set({ ETag: etag, 'Accept-Ranges': 'bytes' });
  if (verdict === 'not-modified') {
    response.status(304);
    response.end();
    return;
  }
  response.set({ 'Content-Type': contentType });
  const ranges = requestedRanges(raw as RangeRequest, { sizeBytes, etag });
  if (ranges === 'unsatisfiable') throw rangeNotSatisfiable(sizeBytes);
  if (ranges && ranges.length > 1) {
    const parts = multipartRanges({ contentType, sizeBytes, read }, ranges, randomUUID());
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
