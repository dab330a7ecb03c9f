// Encodes and decodes STOMP 1.2 frames (https://stomp.github.io/stomp-specification-1.2.html). The size of received
// frames is limited.

export interface StompFrame {
  readonly command: string;
  /** Headers by name. If a header is repeated, its first value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Thrown if the received bytes are not STOMP, or exceed the size limits. */
export class StompFaultError extends Error {
  override readonly name = 'StompFaultError';
}

/** Commands whose headers are not escaped, for compatibility with STOMP 1.0. */
const UNESCAPED = new Set(['CONNECT', 'CONNECTED']);
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;
const [LF, NUL] = [0x0a, 0x00];
const NOTHING = Buffer.alloc(0);

/**
 * Encodes a frame. Omits the header `content-length`, because it would make ActiveMQ create a BytesMessage. Throws if
 * the body contains NUL, which would end the frame, or if a header of CONNECT contains a line break.
 */
export function encodeFrame(
  command: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer = NOTHING,
): Buffer {
  const written = UNESCAPED.has(command) ? checkPlainText : escapeHeaderText;
  const lines = Object.entries(headers).map(([name, value]) => `${written(name)}:${written(value)}\n`);
  if (body.includes(NUL)) throw new StompFaultError('the body of a frame holds a zero');
  return Buffer.concat([Buffer.from(`${command}\n${lines.join('')}\n`), body, Buffer.from([NUL])]);
}

export interface FrameReader {
  /** Adds received bytes and returns the frames that have become complete. Throws StompFaultError. */
  read(chunk: Buffer): StompFrame[];
}

export function createFrameReader(): FrameReader {
  let held: Buffer = NOTHING;
  return {
    read(chunk) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const frames: StompFrame[] = [];
      for (let next = firstFrame(held); next !== undefined; next = firstFrame(held)) {
        held = held.subarray(next.end);
        if (next.frame !== undefined) frames.push(next.frame);
      }
      return frames;
    },
  };
}

/**
 * Decodes the first frame in the buffer. Returns undefined if the frame is incomplete. If the buffer contains only line
 * breaks (heart-beats), returns `end` without a frame.
 */
function firstFrame(bytes: Buffer): { end: number; frame?: StompFrame } | undefined {
  const start = bytes.findIndex((byte) => byte !== LF && byte !== 0x0d);
  if (start === -1) return bytes.length === 0 ? undefined : { end: bytes.length };
  const head = headOf(bytes, start);
  if (head === undefined) {
    if (bytes.length - start > MAX_HEAD_BYTES) throw new StompFaultError('the head of a frame is too long');
    return undefined;
  }
  const { command, headers, bodyStart } = head;
  const bodyEnd = endOfBody(bytes, bodyStart, headers['content-length']);
  if (bodyEnd === undefined) return undefined;
  return { end: bodyEnd + 1, frame: { command, headers, body: bytes.subarray(bodyStart, bodyEnd) } };
}

function headOf(bytes: Buffer, start: number) {
  const lines: string[] = [];
  for (let from = start; ; ) {
    const end = bytes.indexOf(LF, from);
    if (end === -1 || end - start > MAX_HEAD_BYTES) return undefined;
    const line = bytes.toString('utf8', from, end).replace(/\r$/, '');
    from = end + 1;
    if (line !== '') {
      lines.push(line);
      continue;
    }
    const [command = '', ...rest] = lines;
    return { command, headers: headersOf(command, rest), bodyStart: from };
  }
}

function headersOf(command: string, lines: readonly string[]): Record<string, string> {
  const read = UNESCAPED.has(command) ? checkPlainText : unescapeHeaderText;
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon === -1) throw new StompFaultError('a header has no colon');
    const name = read(line.slice(0, colon));
    headers[name] ??= read(line.slice(colon + 1));
  }
  return headers;
}

function endOfBody(bytes: Buffer, start: number, said: string | undefined): number | undefined {
  const length = said === undefined ? undefined : lengthOf(said);
  const end = length === undefined ? bytes.indexOf(NUL, start) : start + length;
  if ((end === -1 ? bytes.length : end) - start > MAX_BODY_BYTES) {
    throw new StompFaultError('the body of a frame is too long');
  }
  if (end === -1 || end >= bytes.length) return undefined;
  if (bytes[end] !== NUL) throw new StompFaultError('a frame is longer than its declared length');
  return end;
}

function lengthOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new StompFaultError('the length of a frame is not a number');
  return Number(text);
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', ':': '\\c' };
const UNESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\c': ':' };

function escapeHeaderText(text: string): string {
  return text.replaceAll(/[\\\n\r:]/g, (character) => ESCAPES[character]!);
}

function unescapeHeaderText(text: string): string {
  return text.replaceAll(/\\.?/gs, (pair) => {
    const character = UNESCAPES[pair];
    if (character === undefined) throw new StompFaultError('a header has an escape that STOMP does not know');
    return character;
  });
}

function checkPlainText(text: string): string {
  if (/[\n\0]/.test(text)) throw new StompFaultError('a header of CONNECT cannot hold a line end');
  return text;
}
