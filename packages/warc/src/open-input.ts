// Chooses the reader for an input by its first bytes. This file lists all supported formats.
import { ArcParser } from './arc/arc-parser.ts';
import { detectCompression, detectRecordFormat, type RecordFormat } from './input/archive-format.ts';
import { type ArchiveInput, type ArchiveInputParts, PlainInput } from './input/archive-input.ts';
import { makeNotAWarcError, makeNotAWarcErrorFromReason } from './input/content-detector.ts';
import { GzipInput } from './input/gzip-input.ts';
import type { ContentParser } from './record/content-parser.ts';
import type { MemberSource } from './record/record-assembler.ts';
import { RecordParser } from './record/record-parser.ts';
import { WaczInput } from './wacz/wacz-input.ts';
import { ZstdInput } from './zstd/zstd-input.ts';

/**
 * Returns the reader for an input that begins with `first`, or undefined if more bytes are needed to decide. Throws
 * NotAWarcError for an unsupported format.
 */
export function openArchiveInput(first: Buffer, parts: ArchiveInputParts): ArchiveInput | undefined {
  if (detectCompression(first) !== 'zip') return openEntry(first, parts);
  return new WaczInput(parts, { openEntry, openPackage });
}

/**
 * Opens a WACZ inside another WACZ. Returns undefined if more bytes are needed. Throws NotAWarcError for other formats.
 */
function openPackage(first: Buffer, parts: ArchiveInputParts): ArchiveInput | undefined {
  const packing = detectCompression(first);
  if (packing === 'zip') return new WaczInput(parts, { openEntry, openPackage: undefined });
  if (packing === undefined) return undefined;
  throw makeNotAWarcErrorFromReason('it has the name of a WACZ, but is not a zip archive');
}

/**
 * Opens an input of any format except zip, such as a file in a zip archive. Returns undefined if more bytes are needed.
 */
function openEntry(first: Buffer, parts: ArchiveInputParts): ArchiveInput | undefined {
  const packing = detectCompression(first);
  if (packing === undefined) return undefined;
  if (packing === 'gzip')
    return new GzipInput(parts, (format, members) => createParser(format, parts, members));
  if (packing === 'zstd') return new ZstdInput(parts, (format) => createParser(format, parts, 'made'));
  const format = packing === 'zip' ? 'neither' : detectRecordFormat(first, first.length);
  if (format === 'neither') throw makeNotAWarcError(first, first.length);
  return format === undefined ? undefined : new PlainInput(createParser(format, parts));
}

function createParser(
  format: RecordFormat,
  parts: ArchiveInputParts,
  members?: MemberSource | 'made',
): ContentParser {
  const { sink, damage, parser } = parts;
  const all = { ...parser, sink, damage };
  return format === 'arc' ? new ArcParser(all, members === undefined) : new RecordParser(all, members);
}
