// Several ranges as one multipart/byteranges body (RFC 9110, 14.6), its length known beforehand.
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../content/byte-range.ts';

export interface RangedContent {
  readonly contentType: string;
  readonly sizeBytes: number;
  read(range: ByteRange): Promise<Readable>;
}

export interface MultipartRanges {
  readonly contentType: string;
  readonly lengthBytes: number;
  bytes(): AsyncGenerator<Buffer>;
}

/** `boundary` must not occur in the content: random. */
export function multipartRanges(
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
