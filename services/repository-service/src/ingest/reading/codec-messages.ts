// Messages between the main thread and a codec thread. One codec thread reads many uploads at once,
// distinguished by `upload`. Bytes are transferred, not copied. If several threads read an upload, each reads
// some portions under an `upload` number of its own.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../../domain/record/given-identity.ts';
import type { PackedFindings } from './packed-form.ts';
import type { InflationBound } from './upload-gauge.ts';

export interface OpenUpload {
  readonly message: 'open';
  readonly upload: number;
  readonly inlineLimitBytes: number;
  readonly companions: CompanionUse;
  /** Folder for bytes that must be read again because of a wrong length. Undefined to keep them in memory. */
  readonly spoolFolder: string | undefined;
  readonly keepDamaged: boolean;
  readonly payloads: PayloadReading;
  readonly givenBy: GivenAu | undefined;
  /** Shared memory of all threads that read parts of the upload; see upload-gauge.ts. */
  readonly gauge: SharedArrayBuffer;
  readonly inflation: InflationBound | undefined;
}

export type ToCodec =
  | OpenUpload
  /** The next bytes start at this offset of the upload. It is not yet certain that a member starts there. */
  | { message: 'portion'; upload: number; portion: number; offset: number }
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  /** The portion is complete. The thread answers whether another portion can start at its end. */
  | { message: 'cut'; upload: number }
  | { message: 'end'; upload: number }
  /** All portions up to this one start where a member starts. */
  | { message: 'certain'; upload: number; portion: number }
  /**
   * The uncertain portions do not start where a member starts. The thread returns their bytes and continues
   * with the portion before them.
   */
  | { message: 'giveBack'; upload: number }
  /** One output was taken. The thread may send another in the same memory. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type FromCodec =
  /**
   * This many input buffers were read, so that others may be sent. `buffers` are those that the codec no longer needs.
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

/** One buffer of input, as it was sent. */
export interface PortionPiece {
  readonly portion: number;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

/** A packed `CodecOutput`. */
export type PackedOutput =
  | { output: 'findings'; findings: PackedFindings; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
