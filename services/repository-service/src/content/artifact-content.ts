// Content of an artifact that was opened for reading. Small content is in memory; large content is streamed.
import type { Readable } from 'node:stream';
import type { StoredHttpHead } from '@holdfast/warc';
import type { ByteRange } from './byte-range.ts';

export interface ArtifactContent {
  /** HTTP header block of a `response`. Undefined for a `resource`. */
  readonly head: StoredHttpHead | undefined;
  /**
   * Returns the value of a header field that describes the payload. `name` must be in lower case. A `resource` has only
   * Content-Type.
   */
  field(name: string): string | undefined;
  /** Returns the payload or a byte range of it. Call once. Returns synchronously if the bytes are in memory. */
  payload(range?: ByteRange): Buffer | Promise<Readable>;
  /**
   * Returns the stored body, including any chunked framing. Call once. With framing, the body is longer than
   * `contentLength`. The body of a revisit has framing only if `head` announces it.
   */
  storedBody(): Promise<{ lengthBytes: number; body: Buffer | Readable }>;
  /**
   * Verifies the HTTP header block when no body is sent. Call it instead of `payload` and `storedBody`. Reads the
   * record to its end, where its checksum is, unless the record is very long.
   */
  checkHead(): Promise<void>;
  /** Returns the pooled buffers to the pool. Call when the bytes from `payload` are no longer needed. */
  release(): void;
  close(): void;
}
