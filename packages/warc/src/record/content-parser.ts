// Interface of a parser that finds records in inflated bytes, independent of the record format.
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
  /** Announces that the next bytes are the first bytes of the member at `offset`. */
  beginMember(offset: number): void;
  /**
   * Parses bytes[start, end), which must not change until `leave`, `endMember` or `end` is called. `base`: input offset
   * of bytes[0], if the input is not compressed.
   */
  push(bytes: Buffer, start: number, end: number, base: number): void;
  /**
   * Announces that the bytes that were pushed last are about to be overwritten, although their member has not ended.
   */
  leave(): void;
  /** Announces that the member ended without errors. `lengthBytes`: its size. */
  endMember(lengthBytes: number): void;
  /** Abandons the current record, because its member is damaged. Returns its record id and URL, if known. */
  abandon(): { recordId?: string; url?: string };
  /** Ends the input. Reports the last record, or that its end is missing. */
  end(): void;
  /** Releases resources. */
  close(): void;
  /** True while a record continues beyond the end of its member. */
  readonly goesOn: boolean;
  /**
   * True if no record has begun and the bytes read so far do not affect how the next bytes are read. Some parsers never
   * reach this state.
   */
  readonly isSettled?: boolean;
  memberUse(): MemberUse;
  /**
   * Returns whether a record of the format may begin with bytes[0, end). Returns undefined if more bytes are needed to
   * decide.
   */
  mayBegin(bytes: Uint8Array, end: number): boolean | undefined;
  /** Returns the record id and URL of the record that begins with bytes[0, end), if they can be read. */
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
