// The messages between the service's thread and a codec thread. One thread reads many uploads at once, told apart
// by `upload`; bytes are transferred, not copied.
import type { CompanionUse, PayloadReading } from '@holdfast/warc';
import type { GivenAu } from '../domain/given-identity.ts';
import type { PackedFindings } from './packed-findings.ts';

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
}

export type ToCodec =
  | OpenUpload
  | { message: 'data'; upload: number; buffer: ArrayBuffer; length: number }
  | { message: 'end'; upload: number }
  /** One output was taken: the thread may send another, in the same memory. */
  | { message: 'taken'; upload: number; buffer: ArrayBuffer; lengthBytes: number }
  | { message: 'drop'; upload: number };

export type FromCodec =
  /** One input buffer was read: another may be sent. These the codec no longer needs; it keeps them until then. */
  | { message: 'read'; upload: number; buffers: ArrayBuffer[] }
  | { message: 'output'; upload: number; value: PackedOutput }
  | { message: 'done'; upload: number }
  | { message: 'failed'; upload: number; reason: 'notAWarc' | 'codec'; detail: string };

/** A `CodecOutput`, packed. */
export type PackedOutput =
  | { output: 'findings'; findings: PackedFindings; bytes: Uint8Array }
  | { output: 'chunk'; bytes: Uint8Array };
