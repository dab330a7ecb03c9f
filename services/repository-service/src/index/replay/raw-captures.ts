// Capture as raw bytes from PostgreSQL, decoded on access. Most captures are only written as lines to the response,
// which needs no decoding.
import {
  findValueEnd,
  formatUuidAt,
  type LayoutColumn,
  type RawRows,
  RowLayout,
  readInt64,
  readIntegerAt,
  readRawTextAt,
  readValueLength,
} from '@holdfast/pg-kit';
import { compareKeys } from '../../domain/keys/key-prefix-ranges.ts';
import { toLayoutColumn } from '../../domain/record/artifact-columns.ts';
import type { FieldType } from '../../domain/record/fields.ts';
import {
  type Capture,
  type CaptureFields,
  captureFields,
  type Direction,
} from '../../domain/replay/capture.ts';

/** Length of the record that replay serves. For a revisit, this is the length of the composed record. */
export const LENGTH_EXPRESSION = 'coalesce(replay_length, record_length)';

type ReadValue = (bytes: Buffer, at: number) => string | number | undefined;

const valueReaders: Partial<Record<FieldType, ReadValue>> = {
  bigint: readInt64,
  integer: readIntegerAt,
  smallint: readIntegerAt,
  sha1: (bytes, at) => bytes.toString('hex', at, findValueEnd(bytes, at)),
};

/** Layout of capture rows. Columns are named like the fields. */
export const captureLayout = new RowLayout({
  ...(Object.fromEntries(captureFields.map((field) => [field.capture, toLayoutColumn(field)])) as Readonly<
    Record<keyof CaptureFields, LayoutColumn>
  >),
  lengthBytes: ['bigint', LENGTH_EXPRESSION],
  id: 'uuid',
});

/** Offset of the urlkey, which is the first value of a row. */
const KEY_OFFSET = captureLayout.offset('urlkey');

const { number } = captureLayout;

/** Declares the remaining fields, whose getters are defined below. */
export interface RawCapture extends CaptureFields {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: each field has a getter
export class RawCapture implements Capture {
  readonly bytes: Buffer;
  /** Offset of the row. */
  readonly start: number;
  #urlkey: string | undefined;

  constructor(bytes: Buffer, start: number) {
    this.bytes = bytes;
    this.start = start;
  }

  get urlkeyBytes(): number {
    return readValueLength(this.bytes, this.start + KEY_OFFSET);
  }

  get valueBytes(): number {
    return captureLayout.end(this.bytes, this.start) - this.start;
  }

  /** Cached, because sorting reads the urlkey several times. */
  get urlkey(): string {
    this.#urlkey ??= readRawTextAt(this.bytes, this.start + KEY_OFFSET)!;
    return this.#urlkey;
  }

  get lengthBytes(): number {
    return readInt64(this.bytes, captureLayout.find(this.bytes, this.start, number.lengthBytes));
  }

  get id(): string {
    return formatUuidAt(this.bytes, captureLayout.find(this.bytes, this.start, number.id));
  }
}

for (const { name, type, capture } of captureFields) {
  if (name === 'urlkey') continue;
  const column = number[capture as keyof typeof number];
  const read = valueReaders[type] ?? readRawTextAt;
  Object.defineProperty(RawCapture.prototype, capture, {
    get(this: RawCapture) {
      return read(this.bytes, captureLayout.find(this.bytes, this.start, column));
    },
  });
}

/** Returns a capture for each row. The rows start with the columns of `captureLayout`. */
export function toRawCaptures({ bytes, starts }: RawRows): RawCapture[] {
  return starts.map((start) => new RawCapture(bytes, start));
}

/** Sorts captures with the same time by ID, in place. `samePart`: whether two captures also have the same key part. */
export function sortSimultaneousCaptures(
  captures: Capture[],
  direction: Direction,
  samePart: (a: Capture, b: Capture) => boolean,
): Capture[] {
  for (let start = 0; start < captures.length - 1; ) {
    let end = start + 1;
    while (end < captures.length && isTie(captures[start]!, captures[end]!, samePart)) end++;
    if (end - start > 1) {
      const tied = captures.slice(start, end).sort((a, b) => compareKeys(a.id, b.id));
      captures.splice(start, tied.length, ...(direction === 'forward' ? tied : tied.reverse()));
    }
    start = end;
  }
  return captures;
}

function isTie(a: Capture, b: Capture, samePart: (a: Capture, b: Capture) => boolean): boolean {
  return a.collectionMs === b.collectionMs && samePart(a, b);
}
