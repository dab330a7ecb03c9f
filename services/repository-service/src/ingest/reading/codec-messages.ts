// The messages between the service's thread and a codec thread. One thread reads many uploads at once, told apart
// by `upload`; bytes are transferred, not copied. Of an upload that several threads read each has some portions, and an
// `upload` of its own.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../../domain/record/given-identity.ts';
import type { PackedFindings } from './packed-form.ts';
import type { InflationBound } from './upload-gauge.ts';

export interface OpenUpload {
  readonly message: 'open';
  readonly upload: number;
  readonly inlineLimitBytes: number;
  readonly companions: CompanionUse;
  /** Where bytes may go that a wrong length makes the thread read again; none in memory alone. */
  readonly spoolFolder: string | undefined;
  readonly keepDamaged: boolean;
  readonly payloads: PayloadReading;
  readonly givenBy: GivenAu | undefined;
  /** See upload-gauge.ts: the same memory for all threads that read some of the upload. */
  readonly gauge: SharedArrayBuffer;
  readonly inflation: InflationBound | undefined;
}

export type ToCodec =
  | OpenUpload
  /** What comes next begins there in the upload: a portion that nobody knows for certain to begin with a member. */
  | { message: 'portion'; upload: number; portion: number; offset: number }
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  /** The portion is complete: say whether it ends where another one can begin. */
  | { message: 'cut'; upload: number }
  | { message: 'end'; upload: number }
  /** All portions up to this one begin where they should. */
  | { message: 'certain'; upload: number; portion: number }
  /** Those that are not certain do not: give their bytes back, and go on with the one before them. */
  | { message: 'giveBack'; upload: number }
  /** One output was taken: the thread may send another, in the same memory. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type FromCodec =
  /** So many input buffers were read: others may be sent. These the codec no longer needs; it keeps them until then. */
  | { message: 'read'; upload: number; count: number; buffers: ArrayBuffer[] }
  | { message: 'output'; upload: number; value: PackedOutput }
  /** The answer to `cut`, behind all outputs of the portion. */
  | { message: 'cut'; upload: number; isSettled: boolean }
  | { message: 'gaveBack'; upload: number; pieces: PortionPiece[] }
  /** Something about the archive as a whole is not as it says. */
  | { message: 'warned'; upload: number; warning: string }
  | { message: 'done'; upload: number }
  | { message: 'failed'; upload: number; reason: 'notAWarc' | 'codec'; detail: string };

/** One buffer of input, as it was sent. */
export interface PortionPiece {
  readonly portion: number;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

/** A `CodecOutput`, packed. */
export type PackedOutput =
  | { output: 'findings'; findings: PackedFindings; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
