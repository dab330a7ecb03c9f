// Content of an opened artifact, whether it was read whole or is read as streams.
import type { Readable } from 'node:stream';
import type { StoredHttpHead } from '@holdfast/warc';
import type { ByteRange } from './byte-range.ts';

export interface ArtifactContent {
  /** The HTTP head of a `response`; undefined for a `resource`. */
  readonly head: StoredHttpHead | undefined;
  /** Returns a field that describes the payload. `name` is in lower case. A `resource` has only its own type. */
  field(name: string): string | undefined;
  /** Payload bytes, or a range of them. Call once. Returns synchronously when the bytes are in memory. */
  payload(range?: ByteRange): Buffer | Promise<Readable>;
  /**
   * Returns the body after the head as it is stored. Chunk framing is included, so its length differs from
   * `contentLength` when de-chunked. A revisit has framing only when its head announces it. Call once.
   */
  storedBody(): Promise<{ lengthBytes: number; body: Buffer | Readable }>;
  /**
   * Call instead of the other methods before the head is sent alone. The checksum of the head is stored after the body.
   */
  checkHead(): Promise<void>;
  /** Call instead of `close` when no more bytes are needed. Other readers may still finish reading the record. */
  release(): void;
  close(): void;
}
