// Sends raw bytes over a new socket, optionally breaks the connection, and reads the response.
import { connect, type Socket } from 'node:net';

export interface SendOptions {
  bytes: Buffer;
  /** Maximum number of bytes per write. */
  pieceBytes: number;
  /**
   * Whether the server can tell where the request ends. If not, the client half-closes the connection after sending.
   */
  complete: boolean;
  /** Closes or resets the connection after this many bytes. */
  breakOff: { afterBytes: number; by: 'close' | 'reset' } | undefined;
}

export interface RawUploadResponse {
  /** Status of the response; undefined if the connection ended without a response. */
  status: number | undefined;
  body: string;
  /** Whether the response is complete. */
  whole: boolean;
}

const patienceMs = 120_000;

/**
 * Sends the bytes. Resolves to the response. Rejects if the connection stays open without a complete response for too
 * long.
 */
export async function sendRaw(
  port: number,
  { bytes, pieceBytes, complete, breakOff }: SendOptions,
): Promise<RawUploadResponse> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  const received: Buffer[] = [];
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      received.push(chunk);
      if (mayBeTheLast(chunk) && parse(textOf(received)).whole) resolve();
    });
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
  const sent = breakOff ? bytes.subarray(0, breakOff.afterBytes) : bytes;
  const writing = write(socket, sent, pieceBytes).then(() => {
    if (breakOff?.by === 'reset') socket.resetAndDestroy();
    else if (breakOff) socket.destroy();
    else if (!complete) socket.end();
  });
  await withTimeout(patienceMs, ended);
  socket.destroy();
  await writing;
  return parse(textOf(received));
}

async function write(socket: Socket, bytes: Buffer, pieceBytes: number): Promise<void> {
  socket.setNoDelay(true);
  for (let at = 0; at < bytes.length && socket.writable; at += pieceBytes) {
    if (socket.write(bytes.subarray(at, at + pieceBytes))) {
      await new Promise(setImmediate);
      continue;
    }
    await new Promise<void>((resolve) => {
      const go = () => {
        socket.off('drain', go).off('close', go);
        resolve();
      };
      socket.once('drain', go).once('close', go);
    });
  }
}

async function withTimeout(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer and no end in ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const textOf = (received: readonly Buffer[]) => Buffer.concat(received).toString('latin1');

/**
 * Returns whether the last chunk may have arrived. Only then is the response checked for completeness, which is slow
 * for long responses.
 */
function mayBeTheLast(chunk: Buffer): boolean {
  return chunk.length < 10_000 || chunk.subarray(-5).toString('latin1') === '0\r\n\r\n';
}

function parse(text: string): RawUploadResponse {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  if (status === undefined) return { status: undefined, body: '', whole: false };
  const headEnd = text.indexOf('\r\n\r\n');
  const head = text.slice(0, headEnd).toLowerCase();
  const rest = text.slice(headEnd + 4);
  if (head.includes('transfer-encoding: chunked')) return { status: Number(status), ...decodeChunked(rest) };
  const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
  return { status: Number(status), body: rest, whole: rest.length >= length };
}

function decodeChunked(text: string): { body: string; whole: boolean } {
  const pieces: string[] = [];
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(length)) return { body: pieces.join(''), whole: false };
    if (length === 0) return { body: pieces.join(''), whole: true };
    pieces.push(text.slice(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
