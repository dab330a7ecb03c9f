// Interface of parsers that find records in inflated bytes, for any record format.
import type { ByteSpool } from '../bytes/reread-buffer.ts';
import type { MemberCompressor } from '../gzip/member-compressor.ts';
import type { DamageReport } from '../report/damage-report.ts';
import type { CompanionUse, PayloadReading, WarcSink } from '../report/types.ts';

/** Whether the compressed bytes of a member are needed for the current record. */
export type MemberUse = 'unknown' | 'wanted' | 'unwanted';

/**
 * Parser of inflated content. A member is a unit of compression: a gzip member or a zstandard frame. Uncompressed input
 * has no members.
 */
export interface ContentParser {
  /** Begins a member. `offset` is its input offset. */
  beginMember(offset: number): void;
  /**
   * Parses bytes[start, end), which must not change until `leave`, `endMember` or `end` is called. `base` is the input
   * offset of bytes[0], if the input is not compressed.
   */
  push(bytes: Buffer, start: number, end: number, base: number): void;
  /** Saves bytes of the last `push` that are still needed. Called before they are overwritten, inside a member. */
  leave(): void;
  /** Ends a member without errors. `lengthBytes` is the size of the compressed member. */
  endMember(lengthBytes: number): void;
  /** Abandons the current record because its member is damaged. Returns its record ID and URL, if they are known. */
  abandon(): { recordId?: string; url?: string };
  /** Ends the input. Reports the last record, as truncated if it is incomplete. */
  end(): void;
  /** Releases resources. */
  close(): void;
  /** True if a record continues after the end of its member. */
  readonly continues: boolean;
  /**
   * True if no record has begun, and earlier bytes have no effect on how the next bytes are read. Undefined for parsers
   * that cannot determine this.
   */
  readonly isSettled?: boolean;
  memberUse(): MemberUse;
  /** Returns whether a record of this format may begin with bytes[0, end), or undefined if more bytes are needed. */
  mayBegin(bytes: Uint8Array, end: number): boolean | undefined;
  /** Returns the record ID and URL of the record that begins with bytes[0, end), if they are readable. */
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
