// Finds the bytes of deleted artifacts that may still be stored. The journal names the AUs of the artifacts, and the
// manifests contain the positions of their records.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { readSegmentContents } from '../../content/segments/contents.ts';
import { type ManifestLine, parseDigestText } from '../../domain/record/manifest-line.ts';
import { findAuByHash } from '../../index/compaction/candidates.db.ts';
import { type JournalLine, readJournalLines } from '../../index/keeping/journal.db.ts';
import { type ArtifactToPurge, listAuSegments } from '../../index/keeping/purge.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { readJournalObjects } from '../journal/read.ts';

interface DeletedDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly signal: AbortSignal;
}

/** Returns the artifacts that were deleted, according to the journal. */
export async function findDeletedArtifacts(
  deps: DeletedDeps,
  ids: readonly string[],
): Promise<ArtifactToPurge[]> {
  if (ids.length === 0) return [];
  const findings = await searchJournal(deps, ids);
  const found: ArtifactToPurge[] = [];
  for (const [name, artifacts] of Map.groupBy(findings.deleted, ([, { namespace, auid }]) =>
    JSON.stringify([namespace, auid]),
  )) {
    const [namespace, auid] = JSON.parse(name) as [string, string];
    const au = await findAuByHash(deps.db, { namespace, hash: hashAuid(auid) });
    if (!au) continue;
    const wanted = new Set(artifacts.map(([id]) => id));
    const records = await findDeletedRecords(deps, au.auId, wanted, findings.replacing);
    for (const id of wanted) {
      const own = records.filter((record) => record.id === id);
      const { line } = own.find((record) => record.line) ?? {};
      found.push({
        ...{ id, auId: au.auId, namespace, auid, payloadId: line?.original?.holder ?? null },
        // Null if there are several segments, in which case every segment with content to erase is rewritten.
        segmentId: own.length === 1 ? own[0]!.segmentId : null,
        url: line?.uri ?? null,
        version: null,
        sha256: line ? parseDigestText(line.contentDigest) : '',
        sha1: line?.storedSha1 ?? '',
      });
    }
  }
  return found;
}

interface JournalFindings {
  readonly deleted: Map<string, { namespace: string; auid: string }>;
  /**
   * Records that replaced a damaged record. Keys: segment and position. Values: UUID of the repaired artifact, which
   * the record's manifest line does not contain.
   */
  readonly replacing: Map<string, string>;
}

/** Reads the lines in the table first. Lines that are shipped meanwhile are then read twice rather than missed. */
async function searchJournal(
  { db, store, signal }: DeletedDeps,
  ids: readonly string[],
): Promise<JournalFindings> {
  const asked = new Set(ids);
  const findings: JournalFindings = { deleted: new Map(), replacing: new Map() };
  const take = (line: JournalLine) => {
    if (line.op === 'deleted') {
      for (const id of line.artifacts) if (asked.has(id)) findings.deleted.set(id, line);
    } else if (line.op === 'recorded') {
      for (const [position, { artifact }] of line.replaces ?? []) {
        if (asked.has(artifact)) findings.replacing.set(`${line.segment} ${position}`, artifact);
      }
    }
  };
  for (const line of await readJournalLines(db, MAX_ON_THEIR_WAY)) take(line);
  for await (const { lines } of readJournalObjects(store, '')) {
    signal.throwIfAborted();
    for (const line of lines ?? []) take(line);
  }
  return findings;
}

const MAX_ON_THEIR_WAY = 100_000;

interface DeletedRecord {
  readonly id: string;
  readonly segmentId: number;
  /** Undefined if the segment contains only companion records of the artifact. */
  readonly line: ManifestLine | undefined;
}

async function findDeletedRecords(
  { db, store, signal }: DeletedDeps,
  auId: number,
  wanted: ReadonlySet<string>,
  replacing: JournalFindings['replacing'],
): Promise<DeletedRecord[]> {
  const found: DeletedRecord[] = [];
  for (const { id: segmentId, ...segment } of await listAuSegments(db, auId)) {
    const { lines, positions, kept } = await readSegmentContents(store, segment, { signal });
    const idOf = new Map(
      lines.map((line, i) => [line.uuid, replacing.get(`${segment.key} ${positions[i]}`) ?? line.uuid]),
    );
    const here = new Set<string>();
    for (const line of lines) {
      const id = idOf.get(line.uuid)!;
      if (!wanted.has(id)) continue;
      here.add(id);
      found.push({ id, segmentId, line });
    }
    for (const { artifact } of kept) {
      const id = artifact && (idOf.get(artifact) ?? artifact);
      if (!id || !wanted.has(id) || here.has(id)) continue;
      here.add(id);
      found.push({ id, segmentId, line: undefined });
    }
  }
  return found;
}
