// Listed artifact as raw bytes from PostgreSQL, decoded on access. Most artifacts are only written as JSON to the
// response, which needs no decoding.
import {
  findNextValue,
  formatUuidAt,
  isNullValue,
  RowLayout,
  readInt32,
  readInt64,
  readRawTextAt,
  readValueLength,
} from '@holdfast/pg-kit';
import type { ListingRow } from './listing.ts';

export const SHA256_BYTES = 32;

export const listedLayout = new RowLayout({
  id: 'uuid',
  segment_id: 'bigint',
  au_id: 'integer',
  record_offset: 'bigint',
  record_length: 'bigint',
  content_length: 'bigint',
  collection_ms: 'bigint',
  store_ms: 'bigint',
  version: 'integer',
  committed: 'boolean',
  sha256: `bytea(${SHA256_BYTES})`,
  url: 'text',
  quarantined: 'text?',
});

/** Offset of each value within the row. */
export const columnOffsets = listedLayout.offsets('url');

/** Values that all artifacts of a segment share. */
export interface ListedSegment {
  readonly auid: string;
  readonly key: string;
}

export class RawArtifact implements ListingRow {
  readonly bytes: Buffer;
  /** Offset of the row. */
  readonly start: number;
  readonly segment: ListedSegment;
  #url: string | undefined;

  constructor(bytes: Buffer, start: number, segment: ListedSegment) {
    this.bytes = bytes;
    this.start = start;
    this.segment = segment;
  }

  get id(): string {
    return formatUuidAt(this.bytes, this.start + columnOffsets.id);
  }

  get auid(): string {
    return this.segment.auid;
  }

  get urlBytes(): number {
    return readValueLength(this.bytes, this.start + columnOffsets.url);
  }

  /** Cached, because sorting reads the URL several times. */
  get url(): string {
    this.#url ??= readRawTextAt(this.bytes, this.start + columnOffsets.url)!;
    return this.#url;
  }

  get version(): number {
    return readInt32(this.bytes, this.start + columnOffsets.version);
  }

  get committed(): boolean {
    return this.bytes[this.start + columnOffsets.committed] === 1;
  }

  get contentLength(): number {
    return this.#int64('content_length');
  }

  get sha256(): string {
    const at = this.start + columnOffsets.sha256;
    return this.bytes.toString('hex', at, at + SHA256_BYTES);
  }

  get collectionMs(): number {
    return this.#int64('collection_ms');
  }

  get storeMs(): number {
    return this.#int64('store_ms');
  }

  get segmentKey(): string {
    return this.segment.key;
  }

  get recordOffset(): number {
    return this.#int64('record_offset');
  }

  get recordLength(): number {
    return this.#int64('record_length');
  }

  get isQuarantined(): boolean {
    return !isNullValue(this.bytes, findNextValue(this.bytes, this.start + columnOffsets.url));
  }

  get quarantined(): string | undefined {
    return readRawTextAt(this.bytes, findNextValue(this.bytes, this.start + columnOffsets.url));
  }

  #int64(column: keyof typeof columnOffsets): number {
    return readInt64(this.bytes, this.start + columnOffsets[column]);
  }
}
