// Bind messages with much in them, as an import's rows: written in one piece of the size that they have, which is let go when
// it is sent. The driver gathers them in memory that grows by half again and again, and leaves all of it to the collector.

import type { BindValues, DriverConnection } from '../connections/driver-connection.ts';
import {
  BINARY_ANSWER,
  BYTES_BESIDE_VALUE,
  BYTES_OF_COUNTS,
  closeBind,
  headOfBind,
  type SentValue,
  writeBind,
} from './ask-statement.ts';

const LARGE_BYTES = 64 * 1024;
/** The end of Bind, which asks for all columns as text. */
const TEXT_ANSWER = [0, 1, 0, 0];

/** From now on the connection sends large values so. */
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
