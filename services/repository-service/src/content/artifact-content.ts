// Content of an opened artifact: in memory if it is small, otherwise as streams.
import type { Readable } from 'node:stream';
import type { StoredHttpHead } from '@holdfast/warc';
import type { ByteRange } from './byte-range.ts';

export interface ArtifactContent {
  /** The HTTP head of a `response`; undefined for a `resource`. */
  readonly head: StoredHttpHead | undefined;
  /**
   * Returns a header field that describes the payload. `name` must be in lower case. For a `resource`, only
   * Content-Type is defined.
   */
  field(name: string): string | undefined;
  /** Returns the payload, or a range of it. Call once. Returns synchronously if the bytes are in memory. */
  payload(range?: ByteRange): Buffer | Promise<Readable>;
  /**
   * Returns the stored body after the head. Call once. The body includes any chunk framing, so it is longer than
   * `contentLength` if the payload is de-chunked. The body of a revisit has framing only if the revisit's own head
   * announces it.
   */
  storedBody(): Promise<{ lengthBytes: number; body: Buffer | Readable }>;
  /**
   * Verifies the head. Call this instead of the other methods if only the head is sent. Reads the body to its end,
   * because the checksum that covers the head is stored there.
   */
  checkHead(): Promise<void>;
  /** Call instead of `close` when no more bytes are needed but other readers may still be reading the record. */
  release(): void;
  close(): void;
}
