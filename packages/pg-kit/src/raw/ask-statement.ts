// What asks a prepared statement: Bind, Execute and Sync in one piece of bytes, which one write sends. The driver makes and
// writes each for itself.
import type { Duplex } from 'node:stream';
import type { BindValues, DriverConnection } from '../connections/driver-connection.ts';

/** Nothing is null. */
export type StatementValue =
  | string
  | number
  | boolean
  | Buffer
  | null
  | undefined
  | readonly (string | number)[];

/** Room for a question that was longer is not kept for the next one. */
const MOST_KEPT = 64 * 1024;
const USUAL_BYTES = 1024;
/** One unit of a string takes no more in UTF-8. */
const BYTES_OF_UNIT = 3;

/** A Bind says how many values it has twice, and of each its format and its length. */
const BYTES_OF_COUNTS = 4;
const BYTES_BESIDE_VALUE = 6;
/** The end of Bind, which asks for all columns in the binary format; Execute without a limit; Sync. */
const BINARY_ANSWER = [0, 1, 0, 1];
const EXECUTE = [0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0];
const SYNC = [0x53, 0, 0, 0, 4];
const BEHIND_VALUES = Buffer.from([...BINARY_ANSWER, ...EXECUTE, ...SYNC]);

/** The beginning of Bind, to the name of the statement; the portal has none. */
export function headOfBind(name: string): Buffer {
  return Buffer.from(`B\0\0\0\0\0${name}\0`, 'latin1');
}

/**
 * Room of each connection for what it is asked. A question overwrites the one before, which PostgreSQL has read: it has
 * said that it is ready.
 */
const rooms = new WeakMap<Duplex, Buffer>();

/** The bytes are right until the next question on this connection. */
export function questionOn(stream: Duplex, head: Buffer, values: readonly StatementValue[]): Buffer {
  const texts = values.map(textOf);
  let most = head.length + BYTES_OF_COUNTS + BEHIND_VALUES.length;
  for (const text of texts)
    most +=
      BYTES_BESIDE_VALUE + (typeof text === 'string' ? text.length * BYTES_OF_UNIT : (text?.length ?? 0));
  const room = roomOf(stream, most);
  const at = writeBind(room, head, texts);
  room.set(BEHIND_VALUES, at);
  closeBind(room, at + BINARY_ANSWER.length);
  return room.subarray(0, at + BEHIND_VALUES.length);
}

/** A value as it is sent: a text, or bytes in the binary format. */
type SentValue = string | Buffer | null;

/** Writes Bind up to its values; what comes behind them begins where it answers. */
function writeBind(room: Buffer, head: Buffer, values: readonly SentValue[]): number {
  room.set(head);
  let at = room.writeInt16BE(values.length, head.length);
  for (const value of values) at = room.writeInt16BE(typeof value === 'string' ? 0 : 1, at);
  at = room.writeInt16BE(values.length, at);
  for (const value of values) at = writeValue(room, at, value);
  return at;
}

/** Writes the length of a Bind that ends there: it counts itself, and not the kind before it. */
function closeBind(room: Buffer, end: number): void {
  room.writeInt32BE(end - 1, 1);
}

function writeValue(room: Buffer, at: number, value: SentValue): number {
  if (value === null) return room.writeInt32BE(-1, at);
  const length = typeof value === 'string' ? room.write(value, at + 4) : value.copy(room, at + 4);
  return room.writeInt32BE(length, at) + length;
}

function roomOf(stream: Duplex, bytes: number): Buffer {
  const known = rooms.get(stream);
  if (known !== undefined && known.length >= bytes) return known;
  const made = Buffer.allocUnsafeSlow(Math.max(2 * bytes, USUAL_BYTES));
  if (made.length <= MOST_KEPT) rooms.set(stream, made);
  return made;
}

/** As PostgreSQL reads values; what are bytes stay so. */
function textOf(value: StatementValue): SentValue {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? `{${value.map(elementOf).join()}}` : String(value);
}

function elementOf(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const LARGE_BYTES = 64 * 1024;
/** The end of Bind, which asks for all columns as text. */
const TEXT_ANSWER = [0, 1, 0, 0];

/**
 * From now on the connection writes a Bind with much in it, as an import's rows, in one piece of the size that it has, which is let
 * go when it is sent. The driver gathers it in memory that grows by half again and again, and leaves all of it to the collector.
 */
export function sendLargeValuesAtOnce(connection: DriverConnection): void {
  const bind = connection.bind.bind(connection);
  connection.bind = (values) => {
    if (!isLarge(values)) {
      bind(values);
      return;
    }
    const message = messageOf(values);
    const { stream } = connection;
    if (stream.writable) stream.write(message, () => message.buffer.transfer(0));
  };
}

function isLarge({ values = [], portal, valueMapper }: BindValues): boolean {
  if (portal || !valueMapper) return false;
  const bytes = values.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0);
  return bytes >= LARGE_BYTES;
}

function messageOf({ statement = '', values = [], valueMapper, binary }: BindValues): Buffer<ArrayBuffer> {
  const sent = values.map((value, i): SentValue => valueMapper!(value, i) ?? null);
  const head = headOfBind(statement);
  const end = binary ? BINARY_ANSWER : TEXT_ANSWER;
  let bytes = head.length + BYTES_OF_COUNTS + end.length;
  for (const value of sent) bytes += BYTES_BESIDE_VALUE + lengthOf(value);
  const message = Buffer.from(new ArrayBuffer(bytes));
  const at = writeBind(message, head, sent);
  message.set(end, at);
  closeBind(message, at + end.length);
  return message;
}

function lengthOf(value: SentValue): number {
  if (value === null) return 0;
  return typeof value === 'string' ? Buffer.byteLength(value) : value.length;
}
