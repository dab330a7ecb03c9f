// Corrects a wrong Content-Length: rereads the record of a gzip member and lets its block end with the member. Used
// only for damaged records that are to be stored and flagged as damaged.

import type { MemberCompressor } from '../gzip/member-compressor.ts';
import { toImportRecord } from '../head/import-record.ts';
import { readLockssArtifact } from '../head/lockss-artifact.ts';
import { FIELD_TYPE, WarcHeader } from '../head/warc-header.ts';
import type { ImportRecord, PayloadReading } from '../report/types.ts';
import { BlockDigester } from './block-digester.ts';
import type { MemberSource, RecordAssembler } from './record-assembler.ts';
import { type RecordLengthValidator, WRONG_CONTENT_LENGTH } from './record-length.ts';

interface MemberRecordParts {
  readonly compressor: MemberCompressor;
  readonly maxHeaderBytes: number;
  readonly maxHttpHeadBytes: number;
  readonly payloads: PayloadReading;
  readonly heldArtifacts: boolean;
}

/** Previous record with a wrong length, until it is known whether it extends to the end of its gzip member. */
export class MemberBoundRecord {
  /**
   * True if the record is longer than declared and may extend to the end of its gzip member. Only such a record is
   * stored.
   */
  isOpen = false;
  readonly #keeper: RecordAssembler;
  readonly #parts: MemberRecordParts & { readonly keepDamaged: boolean };

  constructor(keeper: RecordAssembler, parts: MemberRecordParts & { readonly keepDamaged: boolean }) {
    this.#keeper = keeper;
    this.#parts = parts;
  }

  /**
   * Call this if the data after the record is not another record, because this data may be the rest of the block.
   * Returns false if the record cannot be stored.
   */
  begin(length: RecordLengthValidator): boolean {
    if (this.#source === undefined || !length.isWrong('else')) return false;
    length.unsettled = false;
    this.isOpen = true;
    return true;
  }

  /**
   * Reports the record with the actual length of its block. Returns false if the record must not be stored or its gzip
   * member contains other data.
   */
  keep(offset: number, memberLength: number): boolean {
    const source = this.#source;
    const kept = source && readMemberRecord(source, offset, this.#parts);
    if (kept === undefined) return false;
    this.isOpen = false;
    this.#keeper.replace(kept, memberLength);
    return true;
  }

  /**
   * Reports the record with an error, because its length is wrong and it does not extend to the end of its gzip member.
   */
  giveUp(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const { record } = this.#keeper;
    if (record !== undefined) record.error ??= WRONG_CONTENT_LENGTH;
    this.#keeper.conclude(false, 0);
  }

  get #source(): MemberSource | undefined {
    const { record, ownMember } = this.#keeper;
    return this.#parts.keepDamaged && record !== undefined && 'payload' in record ? ownMember : undefined;
  }
}

/** Maximum inflated size of a gzip member that is reread, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
const RECORD_ENDS = ['\r\n\r\n', '\n\n'].map((end) => Buffer.from(end, 'latin1'));
const RECORD_END = RECORD_ENDS[0]!;
const LINE_WARC = Buffer.from('\nWARC/', 'latin1');
const LENGTH_FIELD = /^Content-Length[ \t]*:[ \t]*(.*?)[ \t]*$/im;

/**
 * Returns the record of the gzip member, flagged as damaged and compressed into a new member. Its header declares the
 * actual length of the block, and the previous value in X-Declared-Content-Length. Returns undefined if the member is
 * not available, is too large, or contains other data.
 */
function readMemberRecord(
  source: MemberSource,
  offset: number,
  parts: MemberRecordParts,
): ImportRecord | undefined {
  const bytes = inflateMember(source);
  const header = new WarcHeader();
  const from = bytes === undefined ? -1 : header.parseVersion(bytes, 0, bytes.length);
  const blockAt = from < 0 ? -1 : header.parseFields(bytes!, from, bytes!.length);
  if (blockAt < 0 || blockAt > parts.maxHeaderBytes) return undefined;
  const block = stripRecordEnd(bytes!.subarray(blockAt));
  if (block.includes(LINE_WARC)) return undefined;
  const text = bytes!.toString('latin1', 0, blockAt);
  const declared = LENGTH_FIELD.exec(text)?.[1];
  if (declared === undefined) return undefined;
  const lines = `Content-Length: ${block.length}\r\nX-Declared-Content-Length: ${declared}`;
  return parseRecord(
    Buffer.from(
      text.replace(LENGTH_FIELD, () => lines),
      'latin1',
    ),
    block,
    offset,
    parts,
  );
}

function parseRecord(head: Buffer, block: Buffer, offset: number, parts: MemberRecordParts): ImportRecord {
  const header = new WarcHeader();
  header.parseFields(head, header.parseVersion(head, 0, head.length), head.length);
  const read = toImportRecord(header, header.repeatedText(FIELD_TYPE).toLowerCase(), offset, true);
  if (parts.heldArtifacts) read.held = readLockssArtifact(header);
  if (read.error !== undefined) return read;
  const digester = new BlockDigester(parts.maxHttpHeadBytes, { keepDamaged: true, payloads: parts.payloads });
  digester.begin(read, header);
  if (block.length > 0) digester.push(block, 0, block.length);
  digester.finish();
  if (read.error !== undefined) return read;
  const reason = `Content-Length is wrong: the gzip member holds ${block.length} bytes.`;
  read.damaged = read.damaged === undefined ? reason : `${reason} ${read.damaged}`;
  const { compressor } = parts;
  compressor.begin();
  for (const piece of [head, block, RECORD_END]) compressor.write(piece, 0, piece.length);
  read.member = compressor.finish();
  return read;
}

/** Returns the inflated content of the gzip member, or undefined if it is too large or no longer available. */
function inflateMember(source: MemberSource): Buffer | undefined {
  const pieces: Buffer[] = [];
  const isThere = source.replayMember(MAX_BYTES + 1, (bytes, start, end) => {
    pieces.push(Buffer.from(bytes.subarray(start, end)));
  });
  if (!isThere) return undefined;
  const all = Buffer.concat(pieces);
  return all.length > MAX_BYTES ? undefined : all;
}

/** Removes the line ends after a record, and zeros that some writers add as padding. */
function stripRecordEnd(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  const padded = bytes.subarray(0, end);
  const found = RECORD_ENDS.find((one) => padded.subarray(-one.length).equals(one));
  return found === undefined ? bytes : padded.subarray(0, -found.length);
}
