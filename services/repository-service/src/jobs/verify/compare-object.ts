// Compares an object in the store with its segment and rows in the index.
import { NoSuchObjectError, type ObjectInfo, type ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { readSegmentManifest } from '../../content/segments/contents.ts';
import { toManifestCopyKey } from '../../domain/manifest-copy-keys.ts';
import { artifactColumns } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import type { KeptRecord } from '../../domain/record/manifest.ts';
import { addRequest } from '../../domain/record/read-record.ts';
import { toUnsignedCrc } from '../../index/crc.ts';
import {
  findSegmentByKey,
  type IndexedSegment,
  isRetiredKey,
  listSegmentArtifacts,
  listSegmentKeptRecords,
} from '../../index/keeping/verify.db.ts';
import { findPresentArtifacts } from '../../index/rebuild/complete.db.ts';
import {
  type ArtifactTable,
  findKeptRecordTypeName,
  type IndexSchema,
  type KeptRecordTable,
} from '../../index/schema.ts';
import type { JobRun } from '../frame/job-run.ts';
import { buildSegmentRows, listAffectedArtifacts } from '../rebuild/rows-of-segment.ts';
import type { VerifyFinding } from './findings.ts';
import type { JournalView } from './journal-view.ts';

export interface VerifyObjectDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly journal: JournalView;
  readonly run: JobRun;
}

export async function compareObjectWithIndex(
  deps: VerifyObjectDeps,
  key: string,
  object: ObjectInfo | undefined,
): Promise<VerifyFinding[]> {
  const segment = await findSegmentByKey(deps.db, key);
  if (!segment) {
    if (!object || (await isRetiredKey(deps.db, key))) return [];
    return [{ kind: 'object without a segment', subject: key, detail: `${object.sizeBytes} bytes` }];
  }
  if (!object) return [{ kind: 'segment without an object', subject: key }];
  const { sizeBytes } = object;
  if (sizeBytes !== segment.sizeBytes) {
    const detail = `${sizeBytes} bytes, not ${segment.sizeBytes}`;
    return [{ kind: 'object of another size', subject: key, detail }];
  }
  return compareContents(deps, segment);
}

async function compareContents(
  { db, store, journal, run }: VerifyObjectDeps,
  segment: IndexedSegment,
): Promise<VerifyFinding[]> {
  const { key, sizeBytes, manifestOffset } = segment;
  const manifest = await readSegmentManifest(store, {
    key,
    sizeBytes,
    manifestOffset: manifestOffset ?? undefined,
  }).catch(toMissing);
  if (manifest === 'missing') return [{ kind: 'segment without an object', subject: key }];
  if (!manifest) return [{ kind: 'segment without a manifest', subject: key }];
  await run.throttle(manifest.readBytes);
  const { lines, kept } = manifest;
  const known = await journal.segment(key);
  if (!known?.entry) return [{ kind: 'segment unknown to the journal', subject: key }];
  const changes = await journal.changes(listAffectedArtifacts(manifest, known.entry));
  const positions = lines.map((_, position) => position);
  const expected = buildSegmentRows({ lines, kept, positions }, known.entry, changes);
  const { rows } = expected;
  run.done({ items: rows.length, bytes: sizeBytes });
  const differing = compareRows(rows, await listSegmentArtifacts(db, segment.id));
  const missing = differing.filter(({ kind }) => kind === 'record without an artifact');
  // After a rebuild from two histories of the index, the artifact may be in a different segment.
  const elsewhere = await findPresentArtifacts(
    db,
    missing.map(({ subject }) => subject),
  );
  const owners = expected.kept.flatMap(({ artifactId }) => artifactId ?? []);
  const found = [
    ...differing.filter((finding) => !missing.includes(finding) || !elsewhere.has(finding.subject)),
    ...compareKept(key, {
      expected: expected.kept,
      found: await listSegmentKeptRecords(db, segment.id),
      present: await findPresentArtifacts(db, owners),
    }),
  ];
  if (known.entry.op === 'moved' && !(await store.stat(toManifestCopyKey(key))))
    found.push({ kind: 'manifest without its copy', subject: key });
  return found;
}

/**
 * Returns `missing` if the object does not exist. If compaction has just removed the object, the repeated check no
 * longer finds a difference.
 */
function toMissing(error: unknown): 'missing' {
  if (error instanceof NoSuchObjectError) return 'missing';
  throw error;
}

/** Rows of separately stored records: expected from the manifest, and found in the index. */
interface KeptRows {
  /** Records in the manifest, including records of deleted artifacts. */
  readonly expected: readonly KeptRecord[];
  readonly found: readonly KeptRecordTable[];
  /** IDs of the artifacts in `expected` that still exist. */
  readonly present: ReadonlySet<string>;
}

function compareKept(segmentKey: string, { expected, found, present }: KeptRows): VerifyFinding[] {
  const wanted = new Set(
    expected
      .filter(({ artifactId }) => artifactId === undefined || present.has(artifactId))
      .map(({ offset, length, crc32, type, artifactId }) =>
        JSON.stringify([offset, length, crc32 ?? null, type, artifactId ?? null]),
      ),
  );
  const surplus = found.map(formatKeptRow).filter((text) => !wanted.delete(text));
  return [
    ...[...wanted].map((text) => `${text} is not in the index`),
    ...surplus.map((text) => `${text} is not in the manifest`),
  ].map((detail) => ({ kind: 'kept record that differs', subject: segmentKey, detail }));
}

function formatKeptRow(row: KeptRecordTable): string {
  const crc32 = toUnsignedCrc(row.record_crc) ?? null;
  const { record_offset: offset, record_length: length, artifact_id: artifact } = row;
  return JSON.stringify([offset, length, crc32, findKeptRecordTypeName(row.type), artifact]);
}

// Compares the rows of a segment with the rows expected from manifest and journal.
function compareRows(expected: readonly ArtifactRow[], found: readonly ArtifactTable[]): VerifyFinding[] {
  const rest = new Map(found.map((row) => [row.id, row]));
  const findings: VerifyFinding[] = [];
  for (const row of expected) {
    const { id } = row.entry;
    const own = rest.get(id);
    rest.delete(id);
    if (!own)
      findings.push({ kind: 'record without an artifact', subject: id, detail: row.entry.record.url });
    const differences = own ? listDifferences(addKnownRequest(row, own), own) : [];
    if (differences.length > 0) {
      findings.push({ kind: 'artifact that differs', subject: id, detail: differences.join(', ') });
    }
  }
  for (const { id, url } of rest.values()) {
    findings.push({ kind: 'artifact without a record', subject: id, detail: url });
  }
  return findings;
}

/**
 * Adds the request to an expected row that lacks it. The artifact's manifest line lacks the request if the request
 * record was stored later.
 */
function addKnownRequest(row: ArtifactRow, { method, request_body: body }: ArtifactTable): ArtifactRow {
  const { record } = row.entry;
  if (record.method !== undefined || method === null) return row;
  const requested = addRequest(record, { method, body: body ?? undefined });
  return { ...row, entry: { ...row.entry, record: requested } };
}

function listDifferences(row: ArtifactRow, found: ArtifactTable): string[] {
  return knownColumns.flatMap(({ name, empty, value, isKnown }) => {
    if (isKnown && !isKnown(row)) return [];
    const own = found[name as keyof ArtifactTable];
    const text = own instanceof Uint8Array ? Buffer.from(own).toString('hex') : own;
    const expected = value(row, NO_PLACE) ?? empty ?? null;
    // PostgreSQL stores only well-formed text, so convert the expected value before comparing.
    return text === (typeof expected === 'string' ? expected.toWellFormed() : expected) ? [] : [name];
  });
}

/** Columns to compare. Excludes the ID, by which the rows were looked up. */
const knownColumns = artifactColumns.filter(({ name }) => name !== 'id');
/** Placeholder for columns that do not depend on the segment. */
const NO_PLACE = { auId: 0, namespaceId: 0, segmentId: 0, storeMs: 0 };
