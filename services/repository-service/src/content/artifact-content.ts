// What of an artifact can be read once it is opened, whether it was read whole or comes as streams.
import type { Readable } from 'node:stream';
import type { StoredHttpHead } from '@holdfast/warc';
import type { ByteRange } from './byte-range.ts';

export interface ArtifactContent {
  /** The HTTP head of a `response`; undefined for a `resource`. */
  readonly head: StoredHttpHead | undefined;
  /** A field that describes the payload, by its name in lower case; a `resource` has only its own type. */
  field(name: string): string | undefined;
  /** Payload bytes, or a range of them. Once. What is there already waits for nobody. */
  payload(range?: ByteRange): Buffer | Promise<Readable>;
  /**
   * The body behind the head: as it is stored, chunk framing included, so that its length is not `contentLength` when
   * de-chunked; for a revisit with that framing only when its head announces it. Once.
   */
  storedBody(): Promise<{ lengthBytes: number; body: Buffer | Readable }>;
  /** Instead of these, before the head goes out alone: the checksum that vouches for it lies behind the body. */
  checkHead(): Promise<void>;
  /** Instead of `close` where none of its bytes is needed any more: others may be read to where they are. */
  release(): void;
  close(): void;
}
