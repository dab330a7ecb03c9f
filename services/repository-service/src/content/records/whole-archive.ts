// Builds a WARC file with all stored records of an artifact. Order: the warcinfo record, the artifact with its adjacent
// companion records, the remaining companion records (request, metadata).
import { Readable } from 'node:stream';
import type { WarcName } from '../../domain/replay/warc-name.ts';
import type { StoredArtifact, StoredRecordPosition } from '../../index/artifact.db.ts';
import type { ArtifactKeptRecords } from '../../index/companion-places.db.ts';
import { type ByteRange, mustReadWhole } from '../byte-range.ts';
import type { RecordSource } from '../replay/composed-bytes.ts';
import {
  openInflatedWarc,
  openStoredWarc,
  openWarcContent,
  type WarcContent,
} from '../replay/warc-content.ts';
import { checkAdjacentRanges, listAdjacentRanges, listArtifactRecords } from './artifact-records.ts';

/** Opens the WARC file. `artifact`: WARC file with only the artifact's own record. */
export async function openWholeArchive(
  source: RecordSource,
  artifact: StoredArtifact,
  kept: ArtifactKeptRecords,
  form: WarcName['form'],
): Promise<WarcContent> {
  const own = await openWarcContent(source, artifact, form);
  const others =
    form === 'gzip' ? await storedParts(source, artifact, kept) : await plainParts(source, artifact, kept);
  const crcs = [artifact.companions, kept.warcinfo, ...kept.companions].map((one) => one?.crc32 ?? 0);
  const tag = `${own.tag}-${crcs.map((crc) => crc.toString(16)).join('-')}`;
  return joinContents([...others.before, own, ...others.after], tag);
}

/** WARC contents before and after the artifact's own record. */
interface ArchiveParts {
  readonly before: WarcContent[];
  readonly after: WarcContent[];
}

async function storedParts(
  source: RecordSource,
  artifact: StoredArtifact,
  kept: ArtifactKeptRecords,
): Promise<ArchiveParts> {
  const adjacent = listAdjacentRanges(artifact);
  const { before, after } = adjacent?.places ?? {};
  // Verify only short ranges here. For longer ranges, the client verifies the gzip checksums when it inflates the
  // members.
  if (adjacent && mustReadWhole((before?.length ?? 0) + (after?.length ?? 0)))
    await checkAdjacentRanges(source, adjacent);
  const partsOf = (...places: (StoredRecordPosition | undefined)[]) =>
    places.flatMap((place) => (place ? [openStoredWarc(source, place, '')] : []));
  return { before: partsOf(kept.warcinfo, before), after: partsOf(after, ...kept.companions) };
}

async function plainParts(
  source: RecordSource,
  artifact: StoredArtifact,
  kept: ArtifactKeptRecords,
): Promise<ArchiveParts> {
  const adjacent = listAdjacentRanges(artifact)?.places;
  const lengths = { before: 0, after: 0 };
  const elsewhere: WarcContent[] = [];
  let warcinfo: WarcContent[] = [];
  for await (const { relation, isAdjacent, place, plainBytes } of listArtifactRecords(
    source,
    artifact,
    kept,
  )) {
    const content = () => openInflatedWarc(source, place, { lengthBytes: plainBytes, tag: '' });
    if (isAdjacent) lengths[place.offset < artifact.record.offset ? 'before' : 'after'] += plainBytes;
    else if (relation === 'companion') elsewhere.push(content());
    else if (relation === 'warcinfo') warcinfo = [content()];
  }
  const partOf = (place: StoredRecordPosition | undefined, lengthBytes: number) =>
    place ? [openInflatedWarc(source, place, { lengthBytes, tag: '' })] : [];
  return {
    before: [...warcinfo, ...partOf(adjacent?.before, lengths.before)],
    after: [...partOf(adjacent?.after, lengths.after), ...elsewhere],
  };
}

function joinContents(parts: readonly WarcContent[], tag: string): WarcContent {
  const lengthBytes = parts.reduce((sum, part) => sum + part.lengthBytes, 0);
  const read = async (range: ByteRange) =>
    Readable.from(readJoinedBytes(parts, range), { objectMode: false });
  return { lengthBytes, tag, read };
}

async function* readJoinedBytes(
  parts: readonly WarcContent[],
  { start, end }: ByteRange,
): AsyncGenerator<Buffer, void, undefined> {
  let at = 0;
  for (const part of parts) {
    const range = { start: Math.max(start - at, 0), end: Math.min(end - at, part.lengthBytes - 1) };
    if (range.start <= range.end) yield* (await part.read(range)) as AsyncIterable<Buffer>;
    at += part.lengthBytes;
  }
}
