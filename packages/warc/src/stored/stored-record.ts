// Reads one stored gzip member: its WARC header, its HTTP header block, and its body as a stream. The stream fails if
// the bytes are damaged. warc-reader.ts reads uploads instead.
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Dechunker } from '../bytes/dechunker.ts';
import { WARC_HEADER_INCOMPLETE } from '../head/warc-header.ts';
import {
  createHeaderParser,
  createHttpHeadParser,
  DamagedRecordError,
  hasHttpHead,
  MAX_HEADER_BYTES,
  MAX_HTTP_HEAD_BYTES,
  type StoredHttpHead,
  type StoredRecordHeader,
} from './stored-heads.ts';

export interface StoredRecord {
  /** WARC-Type in lower case. */
  type: string;
  /** Bytes of the WARC header, including the empty line. */
  header: Buffer;
  /** Content-Type in the WARC header. */
  contentType: string | undefined;
  /** WARC-Target-URI without enclosing `<>`. Empty if absent. */
  targetUri: string;
  blockLength: number;
  http: StoredHttpHead | undefined;
  /** Length of the body in bytes: the block without the HTTP header block. */
  bodyLength: number;
  /**
   * Returns the body, with or without its chunk framing. Call this at most once. If you never call it, call `destroy`.
   * The stream fails with DamagedRecordError or errors of the source.
   */
  body(options: { dechunk: boolean }): Readable;
  /** Returns the inflated record as in a `.warc` file: header, block, CRLF CRLF. Call this instead of `body`. */
  plain(): Readable;
  /** Length of `plain()` in bytes. */
  plainLength: number;
  /** Releases the source. */
  destroy(): void;
}

const INFLATED_CHUNK_BYTES = 256 * 1024;
const recordEnd = Buffer.from('\r\n\r\n', 'latin1');

/**
 * Reads up to the start of the body. `member` must be exactly one gzip member. If the promise rejects, `member` has
 * been destroyed. `payloadLength` is the length of the record's payload, if known.
 */
export async function openStoredRecord(member: Readable, payloadLength?: number): Promise<StoredRecord> {
  const input = new InflatedInput(member);
  try {
    const header = await readHeader(input);
    const http = await readHttpHead(input, header, payloadLength);
    const bodyLength = header.blockLength - (http?.bytes.length ?? 0);
    return {
      ...header,
      http,
      bodyLength,
      body: ({ dechunk }) => {
        const pieces = readBody(input, bodyLength);
        return Readable.from(dechunk ? dechunkPieces(pieces) : pieces, { objectMode: false });
      },
      plain: () => {
        const heads = http === undefined ? [header.header] : [header.header, http.bytes];
        return Readable.from(joinHeadsAndBody(heads, readBody(input, bodyLength)), { objectMode: false });
      },
      plainLength: header.header.length + header.blockLength + recordEnd.length,
      destroy: () => input.destroy(),
    };
  } catch (error) {
    input.destroy();
    throw error;
  }
}

async function readHeader(input: InflatedInput): Promise<StoredRecordHeader> {
  const parser = createHeaderParser();
  const end = await input.fill(MAX_HEADER_BYTES, parser.parse);
  return parser.header(end, (length) => input.take(length));
}

async function readHttpHead(
  input: InflatedInput,
  header: StoredRecordHeader,
  payloadLength: number | undefined,
): Promise<StoredHttpHead | undefined> {
  if (!hasHttpHead(header, payloadLength)) return undefined;
  const parser = createHttpHeadParser(header.blockLength);
  const end = await input.fill(Math.min(MAX_HTTP_HEAD_BYTES, header.blockLength), parser.parse);
  return parser.head(end, (length) => input.take(length));
}

/**
 * Withholds the last chunk of the body until the end of the gzip member has been read, which verifies the member's CRC.
 */
async function* readBody(input: InflatedInput, bodyLength: number): AsyncGenerator<Buffer> {
  let left = bodyLength;
  let held: Buffer | undefined;
  try {
    while (left > 0) {
      const piece = await input.next();
      if (!piece) throw new DamagedRecordError(`the stored record is ${left} bytes too short`);
      if (held) yield held;
      held = piece.subarray(0, left);
      left -= held.length;
      input.giveBack(piece.subarray(held.length));
    }
    while (await input.next());
    if (held) yield held;
  } finally {
    input.destroy();
  }
}

async function* joinHeadsAndBody(heads: Buffer[], body: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* heads;
    yield* body;
    yield recordEnd;
  } finally {
    await body.return(undefined);
  }
}

async function* dechunkPieces(pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const dechunker = new Dechunker();
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      at = dechunker.push(piece, at, piece.length);
      if (at < 0) throw new DamagedRecordError('the chunk framing of the stored body is broken');
      if (dechunker.dataEnd > dechunker.dataStart)
        yield piece.subarray(dechunker.dataStart, dechunker.dataEnd);
    }
  }
  if (!dechunker.complete) throw new DamagedRecordError('the chunk framing of the stored body is truncated');
}

/** Inflated content of a gzip member, whose first bytes can be read ahead. */
class InflatedInput {
  readonly #source: Readable;
  readonly #gunzip = createGunzip({ chunkSize: INFLATED_CHUNK_BYTES });
  readonly #pieces: AsyncIterator<Buffer>;
  #ahead: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#source = source;
    // `pipeline` destroys both streams if either is destroyed, even if the source closes early. The iterator below
    // reports errors.
    pipeline(source, this.#gunzip, () => {});
    this.#pieces = this.#gunzip[Symbol.asyncIterator]();
  }

  /** Reads ahead until `parse` returns a value other than WARC_HEADER_INCOMPLETE, or `maxBytes` have been read. */
  async fill(maxBytes: number, parse: (bytes: Buffer, endsHere: boolean) => number): Promise<number> {
    for (;;) {
      const answer = parse(this.#ahead, false);
      if (answer !== WARC_HEADER_INCOMPLETE || this.#ahead.length >= maxBytes) return answer;
      const piece = await this.#readPiece();
      if (!piece) return parse(this.#ahead, true);
      this.#ahead = this.#ahead.length === 0 ? piece : Buffer.concat([this.#ahead, piece]);
    }
  }

  /** Removes and returns the first `length` bytes that were read ahead. */
  take(length: number): Buffer {
    const taken = Buffer.from(this.#ahead.subarray(0, length));
    this.#ahead = this.#ahead.subarray(length);
    return taken;
  }

  async next(): Promise<Buffer | undefined> {
    if (this.#ahead.length === 0) return this.#readPiece();
    const ahead = this.#ahead;
    this.#ahead = Buffer.alloc(0);
    return ahead;
  }

  giveBack(bytes: Buffer): void {
    this.#ahead = bytes;
  }

  destroy(): void {
    this.#gunzip.destroy();
    this.#source.destroy();
  }

  async #readPiece(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#pieces.next();
      return done ? undefined : value;
    } catch (error) {
      throw isZlibError(error)
        ? new DamagedRecordError('the stored gzip member is damaged', { cause: error })
        : error;
    }
  }
}

function isZlibError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return code.startsWith('Z_') || code === 'ERR_BUFFER_OUT_OF_BOUNDS';
}
