// What finds the records in the bytes of an archive once they are inflated, whatever the format. No behaviour.
import type { ByteSpool } from '../bytes/held-bytes.ts';
import type { MemberCompressor } from '../gzip/member-compressor.ts';
import type { DamageReport } from '../report/damage-report.ts';
import type { CompanionUse, PayloadReading, WarcSink } from '../report/types.ts';

/** What the record in progress means for the compressed bytes of its member. */
export type MemberUse = 'unknown' | 'wanted' | 'unwanted';

/** A member is whatever is compressed as one: a gzip member, a zstandard frame. Plain input has none. */
export interface ContentParser {
  /** Says that the next bytes are the first of the member at `offset`. */
  beginMember(offset: number): void;
  /**
   * Takes bytes[start, end), which must stay as they are until `leave`, `endMember` or `end` was called. `base` is the
   * input offset of bytes[0], for plain input.
   */
  push(bytes: Buffer, start: number, end: number, base: number): void;
  /** Says that the bytes pushed last are about to go, before their member ends. */
  leave(): void;
  /** Says that the member ended and was sound. `lengthBytes` is its size. */
  endMember(lengthBytes: number): void;
  /** Gives the record in progress up, its member being damaged; what is known of it. */
  abandon(): { recordId?: string; url?: string };
  /** Says that the input is complete: reports the last record, or what is missing of it. */
  end(): void;
  /** Releases what is held. */
  close(): void;
  /** True while a record goes on beyond the end of its member. */
  readonly goesOn: boolean;
  /** Nothing is open, and what was read says nothing about what comes. Some parsers never get there. */
  readonly isSettled?: boolean;
  memberUse(): MemberUse;
  /** Whether a record of the format may begin with bytes[0, end); undefined when those are too few to tell. */
  mayBegin(bytes: Uint8Array, end: number): boolean | undefined;
  /** What the record that begins with bytes[0, end) says of itself, as far as it can be read. */
  describe(bytes: Buffer, end: number): { recordId?: string; url?: string };
}

export type RecordParserParts = {
  sink: WarcSink;
  damage: DamageReport;
  compressor: MemberCompressor;
  companions: CompanionUse;
  maxHeaderBytes: number;
  maxHttpHeadBytes: number;
  keepDamaged: boolean;
  payloads: PayloadReading;
  heldArtifacts: boolean;
  openSpool: (() => ByteSpool) | undefined;
};
