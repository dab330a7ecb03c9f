// Messages between the main thread and a codec thread. One codec thread reads many uploads at once, identified by
// `upload`. If several threads read one upload, each reads some portions under its own `upload` number. Bytes are
// transferred, not copied.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../../domain/record/given-identity.ts';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import type { PackedFindings } from './packed-form.ts';
import type { InflationBound } from './upload-gauge.ts';

export interface OpenUpload {
  readonly message: 'open';
  readonly upload: number;
  readonly inlineLimitBytes: number;
  readonly companions: CompanionUse;
  /** Folder for bytes that must be read again because a length was wrong. If undefined, they stay in memory. */
  readonly spoolFolder: string | undefined;
  readonly keepDamaged: boolean;
  readonly payloads: PayloadReading;
  readonly givenBy: GivenAu | undefined;
  readonly identities: readonly NamedIdentity[] | undefined;
  /** Shared memory of all threads that read parts of the upload; see upload-gauge.ts. */
  readonly gauge: SharedArrayBuffer;
  readonly inflation: InflationBound | undefined;
}

export type ToCodec =
  | OpenUpload
  /** The next bytes start at this offset of the upload. It is not yet certain that a member starts there. */
  | { message: 'portion'; upload: number; portion: number; offset: number }
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  /** The portion is complete. The thread answers whether another portion can start where this one ends. */
  | { message: 'cut'; upload: number }
  | { message: 'end'; upload: number }
  /** All portions up to this one start where a member starts. */
  | { message: 'certain'; upload: number; portion: number }
  /**
   * The uncertain portions do not start at a member. The thread returns their bytes and continues with the portion
   * before them.
   */
  | { message: 'giveBack'; upload: number }
  /** One output was consumed. The thread may send another one in the same memory. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type FromCodec =
  /**
   * This number of input buffers was read, so the sender may send as many. `buffers`: buffers that the codec no longer
   * needs.
   */
  | { message: 'read'; upload: number; count: number; buffers: ArrayBuffer[] }
  | { message: 'output'; upload: number; value: PackedOutput }
  /** Answer to `cut`, sent after all outputs of the portion. */
  | { message: 'cut'; upload: number; isSettled: boolean }
  | { message: 'gaveBack'; upload: number; pieces: PortionPiece[] }
  /** Warning about an inconsistency of the archive as a whole. */
  | { message: 'warned'; upload: number; warning: string }
  | { message: 'done'; upload: number }
  | { message: 'failed'; upload: number; reason: 'notAWarc' | 'codec'; detail: string };

/** One buffer of input in the form in which it was sent. */
export interface PortionPiece {
  readonly portion: number;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

/** A packed `CodecOutput`. */
export type PackedOutput =
  | { output: 'findings'; findings: PackedFindings; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
