// Builds the messages that execute a prepared statement: Bind, Execute and Sync in one buffer, sent with one write. The
// driver would write each message separately.
import type { Duplex } from 'node:stream';
import type { BindValues, DriverConnection } from '../connections/driver-connection.ts';

/** Value of a statement parameter. Undefined means null. */
export type StatementValue =
  | string
  | number
  | boolean
  | Buffer
  | null
  | undefined
  | readonly (string | number)[];

/** Maximum size of a buffer that is kept for the next statement. */
const MAX_KEPT = 64 * 1024;
const USUAL_BYTES = 1024;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const BYTES_OF_UNIT = 3;

/** Sizes of fields in Bind: the two counts of values, and the format and the length of each value. */
const BYTES_OF_COUNTS = 4;
const BYTES_BESIDE_VALUE = 6;
/** Messages after the values: end of Bind (all columns in binary format), Execute (no row limit), and Sync. */
const BINARY_ANSWER = [0, 1, 0, 1];
const EXECUTE = [0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0];
const SYNC = [0x53, 0, 0, 0, 4];
const BEHIND_VALUES = Buffer.from([...BINARY_ANSWER, ...EXECUTE, ...SYNC]);

/** Returns the start of Bind, up to and including the name of the statement. The portal is unnamed. */
export function buildBindHead(name: string): Buffer {
  return Buffer.from(`B\0\0\0\0\0${name}\0`, 'latin1');
}

/**
 * One buffer per connection. It can be reused for each statement, because PostgreSQL reports that it is ready only
 * after it has read the earlier messages.
 */
const rooms = new WeakMap<Duplex, Buffer>();

/** Builds the messages. They are valid until the next call for this connection. */
export function buildStatementMessages(
  stream: Duplex,
  head: Buffer,
  values: readonly StatementValue[],
): Buffer {
  const texts = values.map(toWireValue);
  let most = head.length + BYTES_OF_COUNTS + BEHIND_VALUES.length;
  for (const text of texts)
    most +=
      BYTES_BESIDE_VALUE + (typeof text === 'string' ? text.length * BYTES_OF_UNIT : (text?.length ?? 0));
  const room = reserveBuffer(stream, most);
  const at = writeBind(room, head, texts);
  room.set(BEHIND_VALUES, at);
  closeBind(room, at + BINARY_ANSWER.length);
  return room.subarray(0, at + BEHIND_VALUES.length);
}

/** A value in wire format: text, or binary data. */
type SentValue = string | Buffer | null;

/** Writes Bind up to the last value. Returns the position after it. */
function writeBind(room: Buffer, head: Buffer, values: readonly SentValue[]): number {
  room.set(head);
  let at = room.writeInt16BE(values.length, head.length);
  for (const value of values) at = room.writeInt16BE(typeof value === 'string' ? 0 : 1, at);
  at = room.writeInt16BE(values.length, at);
  for (const value of values) at = writeValue(room, at, value);
  return at;
}

/** Writes the length of a Bind message that ends at `end`. It counts its own field, but not the type byte before it. */
function closeBind(room: Buffer, end: number): void {
  room.writeInt32BE(end - 1, 1);
}

function writeValue(room: Buffer, at: number, value: SentValue): number {
  if (value === null) return room.writeInt32BE(-1, at);
  const length = typeof value === 'string' ? room.write(value, at + 4) : value.copy(room, at + 4);
  return room.writeInt32BE(length, at) + length;
}

function reserveBuffer(stream: Duplex, bytes: number): Buffer {
  const known = rooms.get(stream);
  if (known !== undefined && known.length >= bytes) return known;
  const made = Buffer.allocUnsafeSlow(Math.max(2 * bytes, USUAL_BYTES));
  if (made.length <= MAX_KEPT) rooms.set(stream, made);
  return made;
}

/** Converts a value to PostgreSQL's text format. Returns bytes unchanged. */
function toWireValue(value: StatementValue): SentValue {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? `{${value.map(elementOf).join()}}` : String(value);
}

function elementOf(value: string | number): string {
  return typeof value === 'number' ? String(value) : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const LARGE_BYTES = 64 * 1024;
/** End of a Bind that requests all columns as text. */
const TEXT_ANSWER = [0, 1, 0, 0];

/**
 * Makes the connection write large Bind messages, such as the rows of an import, in one buffer of exact size, which is
 * freed after sending. The driver would repeatedly enlarge its buffer by half, and each old buffer would become
 * garbage.
 */
export function sendLargeValuesImmediately(connection: DriverConnection): void {
  const bind = connection.bind.bind(connection);
  connection.bind = (values) => {
    if (!isLarge(values)) {
      bind(values);
      return;
    }
    const message = buildBindMessage(values);
    const { stream } = connection;
    if (stream.writable) stream.write(message, () => message.buffer.transfer(0));
  };
}

function isLarge({ values = [], portal, valueMapper }: BindValues): boolean {
  if (portal || !valueMapper) return false;
  const bytes = values.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0);
  return bytes >= LARGE_BYTES;
}

function buildBindMessage({
  statement = '',
  values = [],
  valueMapper,
  binary,
}: BindValues): Buffer<ArrayBuffer> {
  const sent = values.map((value, i): SentValue => valueMapper!(value, i) ?? null);
  const head = buildBindHead(statement);
  const end = binary ? BINARY_ANSWER : TEXT_ANSWER;
  let bytes = head.length + BYTES_OF_COUNTS + end.length;
  for (const value of sent) bytes += BYTES_BESIDE_VALUE + countValueBytes(value);
  const message = Buffer.from(new ArrayBuffer(bytes));
  const at = writeBind(message, head, sent);
  message.set(end, at);
  closeBind(message, at + end.length);
  return message;
}

function countValueBytes(value: SentValue): number {
  if (value === null) return 0;
  return typeof value === 'string' ? Buffer.byteLength(value) : value.length;
}
