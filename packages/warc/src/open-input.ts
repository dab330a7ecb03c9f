// Chooses the reader for an input by its first bytes. This is the only list of readable formats.
import { ArcParser } from './arc/arc-parser.ts';
import { detectPacking, detectRecordFormat, type RecordFormat } from './input/archive-format.ts';
import { type ArchiveInput, type InputParts, PlainInput } from './input/archive-input.ts';
import { notAWarc, notAWarcBecause } from './input/content-start.ts';
import { GzipInput } from './input/gzip-input.ts';
import type { ContentParser } from './record/content-parser.ts';
import type { MemberSource } from './record/record-keeper.ts';
import { RecordParser } from './record/record-parser.ts';
import { WaczInput } from './wacz/wacz-input.ts';
import { ZstdInput } from './zstd/zstd-input.ts';

/**
 * Returns the reader for an input that begins with `first`; undefined if there are too few bytes to decide.
 * Throws NotAWarcError.
 */
export function openInput(first: Buffer, parts: InputParts): ArchiveInput | undefined {
  if (detectPacking(first) !== 'zip') return openEntry(first, parts);
  return new WaczInput(parts, { openEntry, openPackage });
}

/** Opens an archive inside a package of WACZ files; undefined if it cannot be one. */
function openPackage(first: Buffer, parts: InputParts): ArchiveInput | undefined {
  const packing = detectPacking(first);
  if (packing === 'zip') return new WaczInput(parts, { openEntry, openPackage: undefined });
  if (packing === undefined) return undefined;
  throw notAWarcBecause('it is named as a WACZ, but is no zip archive');
}

/** Opens any format except zip archives, that is, what a zip archive may contain. */
function openEntry(first: Buffer, parts: InputParts): ArchiveInput | undefined {
  const packing = detectPacking(first);
  if (packing === undefined) return undefined;
  if (packing === 'gzip') return new GzipInput(parts, (format, members) => parserOf(format, parts, members));
  if (packing === 'zstd') return new ZstdInput(parts, (format) => parserOf(format, parts, 'made'));
  const format = packing === 'zip' ? 'neither' : detectRecordFormat(first, first.length);
  if (format === 'neither') throw notAWarc(first, first.length);
  return format === undefined ? undefined : new PlainInput(parserOf(format, parts));
}

function parserOf(format: RecordFormat, parts: InputParts, members?: MemberSource | 'made'): ContentParser {
  const { sink, damage, parser } = parts;
  const all = { ...parser, sink, damage };
  return format === 'arc' ? new ArcParser(all, members === undefined) : new RecordParser(all, members);
}
