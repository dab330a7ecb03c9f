// Messages between the main thread and a codec thread. One codec thread reads many uploads concurrently; `upload` is
// the number of an upload within its thread. If several threads read portions of one upload, the upload has a different
// number in each thread. Bytes are transferred, not copied.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { DestinationAu } from '../../domain/record/given-identity.ts';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import type { PackedFindings } from './packed-form.ts';
import type { InflationBound } from './upload-gauge.ts';

export interface OpenUpload {
  readonly message: 'open';
  readonly upload: number;
  readonly inlineLimitBytes: number;
  readonly companions: CompanionUse;
  /** Folder for bytes that must be read again because a length was wrong. If undefined, these bytes stay in memory. */
  readonly spoolFolder: string | undefined;
  readonly keepDamaged: boolean;
  readonly payloads: PayloadReading;
  readonly givenBy: DestinationAu | undefined;
  readonly identities: readonly NamedIdentity[] | undefined;
  /** Shared memory of all threads that read parts of the upload; see upload-gauge.ts. */
  readonly gauge: SharedArrayBuffer;
  readonly inflation: InflationBound | undefined;
}

export type CodecRequest =
  | OpenUpload
  /** The next bytes start at this offset of the upload. It is not yet certain that a member starts there. */
  | { message: 'portion'; upload: number; portion: number; offset: number }
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  /** The portion is complete. The thread replies with whether another portion can start where this one ends. */
  | { message: 'cut'; upload: number }
  | { message: 'end'; upload: number }
  /** Confirms that every portion up to and including this one starts with a gzip member. */
  | { message: 'certain'; upload: number; portion: number }
  /**
   * The uncertain portions do not start at the start of a gzip member. The thread returns the bytes of these portions
   * and continues with the portion before them.
   */
  | { message: 'giveBack'; upload: number }
  /** One output was consumed. The thread may reuse the memory of that output. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type CodecMessage =
  /**
   * `count` input buffers were read, so the sender may send that many more. `buffers`: buffers that the codec no longer
   * needs.
   */
  | { message: 'read'; upload: number; count: number; buffers: ArrayBuffer[] }
  | { message: 'output'; upload: number; value: PackedCodecOutput }
  /** Reply to `cut`, sent after all outputs of the portion. */
  | { message: 'cut'; upload: number; isSettled: boolean }
  | { message: 'gaveBack'; upload: number; pieces: InputBufferPiece[] }
  /** Warning about an inconsistency that concerns the whole archive. */
  | { message: 'warned'; upload: number; warning: string }
  | { message: 'done'; upload: number }
  | { message: 'failed'; upload: number; reason: 'notAWarc' | 'codec'; detail: string };

/** One buffer of input, returned as it was sent. */
export interface InputBufferPiece {
  readonly portion: number;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

/** A packed `CodecOutput`. */
export type PackedCodecOutput =
  | { output: 'findings'; findings: PackedFindings; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
