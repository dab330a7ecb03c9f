// Upper bound for the speed of readers on one thread: inflates every gzip member and computes SHA-256 and SHA-1 of all
// bytes, without parsing or checking.
import { createHash, type Hash } from 'node:crypto';
import { createBenchInflater, type RawInflater } from './raw-inflater.ts';
import type { ArchiveReader, FileByteSource, ReadTotals } from './reading.ts';

const OUTPUT_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 512;
const TRAILER_BYTES = 8;

export const boundReader: ArchiveReader = { name: 'bound', read: (source) => inflateAndHash(source) };

function inflateAndHash(source: FileByteSource): ReadTotals {
  const inflater = createBenchInflater();
  const digests = createDigestBuffer(OUTPUT_BYTES);
  const input = createWindow(source);
  let records = 0;
  while (input.hold(1)) {
    // Buffers more bytes than any gzip header in these files has. Near the end of the file, fewer may be left.
    input.hold(MAX_HEADER_BYTES);
    input.skip(measureGzipHeader(input.bytes, input.start));
    inflateMember(inflater, input, digests);
    input.hold(TRAILER_BYTES);
    input.skip(TRAILER_BYTES);
    records++;
  }
  digests.end();
  return { records, bytes: digests.total() };
}

function inflateMember(inflater: RawInflater, input: FileWindow, digests: DigestBuffer): void {
  inflater.reset();
  for (;;) {
    const [outputLeft, inputLeft] = inflater.write(input.bytes, input.start, digests.output, digests.filled);
    input.start = input.bytes.length - inputLeft;
    digests.fill(digests.output.length - outputLeft);
    // The inflater does not report the end of a gzip member. If output space and input are both left, the gzip member
    // has ended.
    if (outputLeft > 0 && inputLeft > 0) return;
    if (inputLeft === 0 && outputLeft > 0 && !input.hold(1))
      throw new Error('The file ends within a gzip member.');
  }
}

/** Collects inflated bytes and hashes them in large chunks, which is cheaper. */
interface DigestBuffer {
  readonly output: Buffer;
  readonly filled: number;
  fill(length: number): void;
  end(): void;
  total(): number;
}

function createDigestBuffer(size: number): DigestBuffer {
  const output = Buffer.allocUnsafeSlow(size);
  const hashes: Hash[] = [createHash('sha256'), createHash('sha1')];
  let filled = 0;
  let hashed = 0;
  const flush = () => {
    for (const hash of hashes) hash.update(output.subarray(0, filled));
    hashed += filled;
    filled = 0;
  };
  return {
    output,
    get filled() {
      return filled;
    },
    fill(length) {
      filled = length;
      if (filled === size) flush();
    },
    end() {
      flush();
      for (const hash of hashes) hash.digest();
    },
    total: () => hashed,
  };
}

/** Buffered byte range of the file. */
interface FileWindow {
  bytes: Buffer;
  /** Index of the first byte that has not been consumed. */
  start: number;
  /** Buffers at least `length` bytes. Returns false if the file has fewer bytes left. */
  hold(length: number): boolean;
  skip(length: number): void;
}

function createWindow(source: FileByteSource): FileWindow {
  return {
    bytes: Buffer.alloc(0),
    start: 0,
    hold(length) {
      while (this.bytes.length - this.start < length) {
        const more = source.next();
        if (!more) return false;
        const left = this.bytes.subarray(this.start);
        this.bytes = left.length === 0 ? more : Buffer.concat([left, more]);
        this.start = 0;
      }
      return true;
    },
    skip(length) {
      this.start += length;
    },
  };
}

const HEADER_FLAGS = { headerChecksum: 2, extra: 4, name: 8, comment: 16 };
const FIXED_HEADER_BYTES = 10;

/** Returns the length of the gzip header (RFC 1952) at `start`. Throws if there is no gzip header. */
function measureGzipHeader(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x1f || bytes[start + 1] !== 0x8b)
    throw new Error('No gzip member where one must start.');
  const flag = bytes[start + 3]!;
  let end = start + FIXED_HEADER_BYTES;
  if (flag & HEADER_FLAGS.extra) end += 2 + bytes[end]! + bytes[end + 1]! * 256;
  if (flag & HEADER_FLAGS.name) end = bytes.indexOf(0, end) + 1;
  if (flag & HEADER_FLAGS.comment) end = bytes.indexOf(0, end) + 1;
  if (flag & HEADER_FLAGS.headerChecksum) end += 2;
  return end - start;
}
