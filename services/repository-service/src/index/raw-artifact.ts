// A listed artifact as PostgreSQL sends it: its values as bytes, of which text and numbers are made when they are asked for.
// Most are only passed on, as JSON that can be written without making any.
import { int32, int64, textAt, uuidText } from '../domain/rows/raw-values.ts';
import type { ListedArtifact } from './listing.ts';

/** What to select of artifact. All but the last two are never null, and always of one length: see `place`. */
export const artifactColumns = `id, segment_id, au_id, record_offset, record_length, content_length, collection_ms, store_ms,
  version, committed, sha256, url, quarantined`;

/** Where each value stands, counted from where the row begins: `url` with its length before it. */
export const place = {
  id: 4,
  segmentId: 24,
  auId: 36,
  recordOffset: 44,
  recordLength: 56,
  contentLength: 68,
  collectionMs: 80,
  storeMs: 92,
  version: 104,
  committed: 112,
  sha256: 117,
  url: 149,
} as const;

export const SHA256_BYTES = 32;

/** What an artifact has of its segment, one object for all that share it. */
export interface ListedSegment {
  readonly auid: string;
  readonly key: string;
}

export class RawArtifact implements ListedArtifact {
  readonly bytes: Buffer;
  /** Where its first value begins, with its length. */
  readonly start: number;
  readonly segment: ListedSegment;
  #url: string | undefined;

  constructor(bytes: Buffer, start: number, segment: ListedSegment) {
    this.bytes = bytes;
    this.start = start;
    this.segment = segment;
  }

  get id(): string {
    return uuidText(this.bytes, this.start + place.id);
  }

  get auid(): string {
    return this.segment.auid;
  }

  get urlBytes(): number {
    return int32(this.bytes, this.start + place.url);
  }

  /** Asked for more than once, where artifacts are put in order. */
  get url(): string {
    this.#url ??= textAt(this.bytes, this.start + place.url)!;
    return this.#url;
  }

  get version(): number {
    return int32(this.bytes, this.start + place.version);
  }

  get committed(): boolean {
    return this.bytes[this.start + place.committed] === 1;
  }

  get contentLength(): number {
    return this.#int64('contentLength');
  }

  get sha256(): string {
    const at = this.start + place.sha256;
    return this.bytes.toString('hex', at, at + SHA256_BYTES);
  }

  get collectionMs(): number {
    return this.#int64('collectionMs');
  }

  get storeMs(): number {
    return this.#int64('storeMs');
  }

  get segmentKey(): string {
    return this.segment.key;
  }

  get recordOffset(): number {
    return this.#int64('recordOffset');
  }

  get recordLength(): number {
    return this.#int64('recordLength');
  }

  get quarantined(): string | undefined {
    return textAt(this.bytes, this.start + place.url + 4 + this.urlBytes);
  }

  #int64(column: keyof typeof place): number {
    return int64(this.bytes, this.start + place[column]);
  }
}
