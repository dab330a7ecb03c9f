// Intercepts data between the socket and the driver. For a raw statement, collects the rows, skips messages without
// data, and notifies the driver when PostgreSQL is ready. Passes all other messages to the driver. Each read from the
// socket overwrites the previous bytes (createConnectionSocket), so this module copies the bytes that are needed later.

import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { DriverConnection } from '../connections/driver-connection.ts';

export interface RawRows {
  readonly bytes: Buffer;
  /** Start of each row in `bytes`. A length field of 4 bytes precedes each value (big-endian; -1 for null). */
  readonly starts: readonly number[];
}

const NOTHING = Buffer.alloc(0);
export const NO_ROWS: RawRows = { bytes: NOTHING, starts: [] };

const taps = new WeakMap<Duplex, RowTap>();

/** Returns the tap of the connection. Call this after the driver has added its listeners to the connection. */
export function getRowTap(connection: DriverConnection): RowTap {
  const known = taps.get(connection.stream);
  if (known !== undefined) return known;
  const made = new RowTap(connection);
  taps.set(connection.stream, made);
  return made;
}

/**
 * Processes bytes before the next read overwrites them. Returns false if no raw statement is running; the driver must
 * then process the bytes.
 */
function handleRawBytes(stream: Duplex, read: Buffer): boolean {
  return taps.get(stream)?.take(read) ?? false;
}

const DATA_ROW = 0x44;
const BIND_COMPLETE = 0x32;
const COMMAND_COMPLETE = 0x43;
const READY_FOR_QUERY = 0x5a;
/**
 * Sizes of message headers. A message begins with its type and its length (without the type). A row message continues
 * with the number of columns.
 */
const HEAD_BYTES = 5;
const BEFORE_ROW = HEAD_BYTES + 2;
const READY_LENGTH = 5;

const HELD_BYTES = 64 * 1024;
/** Maximum size of a buffer that is kept for the next response. */
const MAX_KEPT = 1024 * 1024;

class RowTap {
  readonly #connection: DriverConnection;
  readonly #driver: (bytes: Buffer) => void;
  #onRows: ((rows: RawRows) => void) | undefined;
  /** Buffer for a response that arrives in several reads. `#length` is the number of bytes in it. */
  #held: Buffer = NOTHING;
  #length = 0;
  /** Position of the next message to process. */
  #at = 0;
  #starts: number[] = [];

  constructor(connection: DriverConnection) {
    const { stream } = connection;
    this.#connection = connection;
    const listeners = stream.listeners('data') as ((chunk: Buffer) => void)[];
    this.#driver = (bytes) => {
      for (const listener of listeners) listener.call(stream, bytes);
    };
    stream.on('data', (chunk: Buffer) => {
      if (!this.take(chunk)) this.#driver(chunk);
    });
    for (const listener of listeners) stream.off('data', listener);
  }

  /** Starts collecting rows. Call this before sending the statement. */
  begin(onRows: (rows: RawRows) => void): void {
    this.#onRows = onRows;
    this.#length = 0;
    this.#at = 0;
    this.#starts = [];
  }

  take(read: Buffer): boolean {
    if (this.#onRows === undefined) return false;
    this.#read(read);
    return true;
  }

  #read(chunk: Buffer): void {
    // Fast path: most responses arrive in one read.
    const bytes = this.#length === 0 ? chunk : this.#appendToBuffer(chunk);
    let passing = this.#at;
    while (bytes.length - this.#at >= HEAD_BYTES) {
      const [kind, next] = [bytes[this.#at]!, this.#at + 1 + bytes.readInt32BE(this.#at + 1)];
      if (next > bytes.length) break;
      if (kind === READY_FOR_QUERY) {
        this.#passOn(bytes, passing, this.#at);
        this.#finish(bytes, next);
        return;
      }
      if (kind === DATA_ROW || kind === BIND_COMPLETE || kind === COMMAND_COMPLETE) {
        this.#passOn(bytes, passing, this.#at);
        if (kind === DATA_ROW) this.#starts.push(this.#at + BEFORE_ROW);
        passing = next;
      }
      this.#at = next;
    }
    this.#passOn(bytes, passing, this.#at);
    if (this.#length === 0) this.#appendToBuffer(chunk);
  }

  /** Resets the state first, because the driver may start the next query while it handles the end of this one. */
  #finish(bytes: Buffer, end: number): void {
    const starts = this.#starts;
    this.#onRows?.(starts.length === 0 ? NO_ROWS : { bytes: copyBeginning(bytes, this.#at), starts });
    this.#onRows = undefined;
    if (this.#held.length > MAX_KEPT) this.#held = NOTHING;
    const status = String.fromCharCode(bytes[end - 1]!);
    this.#connection.emit('readyForQuery', { name: 'readyForQuery', length: READY_LENGTH, status });
    this.#passOn(bytes, end, bytes.length);
  }

  #passOn(bytes: Buffer, from: number, to: number): void {
    if (to > from) this.#driver(Buffer.from(bytes.subarray(from, to)));
  }

  /** Returns all bytes of the response so far, including this chunk. */
  #appendToBuffer(chunk: Buffer): Buffer {
    const length = this.#length + chunk.length;
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#held.length, HELD_BYTES));
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    chunk.copy(this.#held, this.#length);
    this.#length = length;
    return this.#held.subarray(0, length);
  }
}

function copyBeginning(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.allocUnsafe(length);
  bytes.copy(copy, 0, 0, length);
  return copy;
}

const BYTES = 64 * 1024;

/**
 * Creates a socket for the driver's option `stream` that uses one buffer for all reads. By default, Node allocates 64
 * KiB for each read although most responses have a few hundred bytes, so the garbage collector would run often. TLS
 * sockets do not read through this buffer and are not affected.
 */
export function createConnectionSocket({ ssl }: { readonly ssl?: unknown } = {}): Socket {
  if (ssl) return new Socket();
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(BYTES),
      callback: (length, { buffer, byteOffset }) => {
        const read = Buffer.from(buffer, byteOffset, length);
        return handleRawBytes(socket, read) || socket.push(Buffer.from(read));
      },
    },
  });
  return socket;
}
