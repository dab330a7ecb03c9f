// Messages between the main thread and a codec thread. A codec thread can read several uploads concurrently, and
// several threads can read ranges (portions) of one upload. `upload` identifies an upload within one thread. Bytes are
// transferred, not copied.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import type { DestinationAu } from '../../domain/record/requested-identity.ts';
import type { PackedRecords } from './packed-form.ts';
import type { InflationBound } from './upload-gauge.ts';

export interface OpenUpload {
  readonly message: 'open';
  readonly upload: number;
  readonly inlineLimitBytes: number;
  readonly companions: CompanionUse;
  /**
   * Folder for bytes that must be read again because of a wrong declared length, if they do not fit in memory. If
   * undefined, such bytes are discarded.
   */
  readonly spoolFolder: string | undefined;
  readonly keepDamaged: boolean;
  readonly payloads: PayloadReading;
  readonly givenBy: DestinationAu | undefined;
  readonly identities: readonly NamedIdentity[] | undefined;
  /** Counters shared by all threads that read the upload; see upload-gauge.ts. */
  readonly gauge: SharedArrayBuffer;
  readonly inflation: InflationBound | undefined;
}

export type CodecRequest =
  | OpenUpload
  /** Starts a range of the upload at `offset`. It is not yet confirmed that a gzip member starts there. */
  | { message: 'portion'; upload: number; portion: number; offset: number }
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  /** Ends the current range. The thread replies whether the range ends at the end of a gzip member. */
  | { message: 'cut'; upload: number }
  | { message: 'end'; upload: number }
  /** Confirms that all ranges up to `portion` start at a gzip member. */
  | { message: 'certain'; upload: number; portion: number }
  /**
   * The unconfirmed ranges do not start at a gzip member. The thread returns their bytes and continues to read the
   * range before them.
   */
  | { message: 'giveBack'; upload: number }
  /** The receiver has consumed an output. The thread may reuse its buffer. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type CodecMessage =
  /** `count` input buffers were read, so the sender may send `count` more. `buffers`: buffers to reuse. */
  | { message: 'read'; upload: number; count: number; buffers: ArrayBuffer[] }
  | { message: 'output'; upload: number; value: PackedCodecOutput }
  /** Reply to `cut`. The thread sends it after all outputs of the range. */
  | { message: 'cut'; upload: number; isSettled: boolean }
  | { message: 'gaveBack'; upload: number; pieces: InputBufferPiece[] }
  /** Warning about an inconsistency in the whole upload. */
  | { message: 'warned'; upload: number; warning: string }
  | { message: 'done'; upload: number }
  | { message: 'failed'; upload: number; reason: 'notAWarc' | 'codec'; detail: string };

/** Input buffer that the codec thread returns unchanged. */
export interface InputBufferPiece {
  readonly portion: number;
  readonly buffer: ArrayBuffer;
  readonly length: number;
}

/** A packed `CodecOutput`. */
export type PackedCodecOutput =
  | { output: 'findings'; findings: PackedRecords; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
