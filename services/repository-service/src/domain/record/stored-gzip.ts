// Creates an uncompressed gzip member of stored DEFLATE blocks. Its length depends only on the content length, and its
// bytes do not depend on the zlib version.
import { crc32 } from 'node:zlib';

const BLOCK_BYTES = 65_535;
const BLOCK_HEAD_BYTES = 5;
// Gzip header: DEFLATE, no flags, no time, no extra flags, unknown operating system.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const TRAILER_BYTES = 8;

export function computeStoredMemberLength(contentBytes: number): number {
  const blocks = Math.max(1, Math.ceil(contentBytes / BLOCK_BYTES));
  return gzipHead.length + blocks * BLOCK_HEAD_BYTES + contentBytes + TRAILER_BYTES;
}

/**
 * Yields the gzip member. Throws if the length of the content is not `contentBytes`, because the announced length would
 * be wrong.
 */
export async function* makeStoredMember(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  contentBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  let leftInBlock = 0;
  let checksum = 0;
  yield gzipHead;
  for await (const chunk of content) {
    if (done + chunk.length > contentBytes) throw new Error('the content is longer than announced');
    checksum = crc32(chunk, checksum);
    for (let at = 0; at < chunk.length; ) {
      if (leftInBlock === 0) {
        leftInBlock = Math.min(BLOCK_BYTES, contentBytes - done);
        yield encodeBlockHead(leftInBlock, done + leftInBlock === contentBytes);
      }
      const take = Math.min(leftInBlock, chunk.length - at);
      yield chunk.subarray(at, at + take);
      at += take;
      done += take;
      leftInBlock -= take;
    }
  }
  if (done !== contentBytes) throw new Error('the content is shorter than announced');
  if (contentBytes === 0) yield encodeBlockHead(0, true);
  yield encodeGzipTrailer(checksum, contentBytes);
}

function encodeBlockHead(length: number, last: boolean): Uint8Array {
  const head = Buffer.alloc(BLOCK_HEAD_BYTES);
  head[0] = last ? 1 : 0;
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(length ^ 0xffff, 3);
  return head;
}

function encodeGzipTrailer(checksum: number, contentBytes: number): Uint8Array {
  const end = Buffer.alloc(TRAILER_BYTES);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(contentBytes % 2 ** 32, 4);
  return end;
}
