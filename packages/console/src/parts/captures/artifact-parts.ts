// Reads the multipart response for an artifact: the HTTP header block and the first bytes of the payload. Stops reading
// after that, so that a large payload needs little memory.

export interface ArtifactParts {
  /** HTTP header block. Undefined if the artifact is not an HTTP response. */
  readonly head: string | undefined;
  /** Media type of the payload part. */
  readonly type: string | undefined;
  /** First bytes of the payload. Content codings are not removed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether `bytes` is the complete payload. */
  readonly isWhole: boolean;
}

/** Maximum size of a part header, and of the HTTP header block. */
const MAX_HEAD_BYTES = 1024 * 1024;

/**
 * Reads at most `mostBytes` bytes of the payload. Throws read errors, and `SyntaxError` if the response is malformed.
 */
export async function readArtifactParts(answer: Response, mostBytes: number): Promise<ArtifactParts> {
  const boundary = /boundary="?([^";]+)/.exec(answer.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined || answer.body === null) throw new SyntaxError('The response is not a form.');
  const stream = new ByteReader(answer.body.getReader());
  try {
    return await readParts(stream, `--${boundary}`, mostBytes);
  } finally {
    await stream.stop();
  }
}

async function readParts(stream: ByteReader, delimiter: string, mostBytes: number): Promise<ArtifactParts> {
  let head: string | undefined;
  let line = await stream.until('\r\n');
  while (line === delimiter) {
    const fields = parsePartHead(await stream.until('\r\n\r\n'));
    if (fields.name === 'payload') {
      const bytes = await stream.take(Math.min(fields.lengthBytes, mostBytes));
      return { head, type: fields.type, bytes, isWhole: bytes.length === fields.lengthBytes };
    }
    const content = await stream.until(`\r\n${delimiter}`);
    if (fields.name === 'httpResponseHeader') head = content;
    line = delimiter + (await stream.until('\r\n'));
  }
  return { head, type: undefined, bytes: new Uint8Array(), isWhole: false };
}

function parsePartHead(text: string): { name: string; type: string | undefined; lengthBytes: number } {
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim();
  const name = /;\s*name="([^"]*)"/i.exec(field('content-disposition') ?? '')?.[1] ?? '';
  const lengthBytes = Number(field('content-length') ?? 0);
  return { name, type: field('content-type'), lengthBytes };
}

/** Reads from a byte stream: a given number of bytes, or the bytes up to a delimiter. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #held: Uint8Array<ArrayBuffer> = new Uint8Array();

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  /** Returns `lengthBytes` bytes, or fewer at the end of the stream. */
  async take(lengthBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(lengthBytes);
    let filled = 0;
    for (;;) {
      const piece = this.#held.subarray(0, lengthBytes - filled);
      taken.set(piece, filled);
      filled += piece.length;
      this.#held = this.#held.subarray(piece.length);
      if (filled === lengthBytes) return taken;
      const { done, value } = await this.#reader.read();
      if (done) return taken.subarray(0, filled);
      this.#held = new Uint8Array(value);
    }
  }

  /**
   * Returns the text before the delimiter, decoded as Latin-1, and skips the delimiter. Throws `SyntaxError` if the
   * delimiter is missing.
   */
  async until(mark: string): Promise<string> {
    let text = '';
    for (;;) {
      text += decodeLatin1(this.#held);
      const end = text.indexOf(mark);
      if (end !== -1) {
        this.#held = encodeLatin1(text.slice(end + mark.length));
        return text.slice(0, end);
      }
      const { done, value } = await this.#reader.read();
      if (done || text.length > MAX_HEAD_BYTES) throw new SyntaxError('The form breaks off.');
      this.#held = new Uint8Array(value);
    }
  }

  /** Cancels the rest of the stream. */
  async stop(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }
}

const CHARACTERS_AT_ONCE = 8_192;

/** Decodes Latin-1. TextDecoder is unsuitable, because it treats `latin1` as windows-1252. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHARACTERS_AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(start, start + CHARACTERS_AT_ONCE));
  return text;
}

function encodeLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
