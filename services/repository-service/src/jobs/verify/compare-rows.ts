// The rows that the index has of a segment, beside those that its manifest and the journal say it should have. Pure.

import { artifactColumns } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import { withRequest } from '../../domain/record/read-record.ts';
import type { ArtifactTable } from '../../index/schema.ts';
import type { Finding } from './findings.ts';

export function compareRows(expected: readonly ArtifactRow[], found: readonly ArtifactTable[]): Finding[] {
  const rest = new Map(found.map((row) => [row.id, row]));
  const findings: Finding[] = [];
  for (const row of expected) {
    const { id } = row.entry;
    const own = rest.get(id);
    rest.delete(id);
    if (!own)
      findings.push({ kind: 'record without an artifact', subject: id, detail: row.entry.record.url });
    const differences = own ? differencesOf(asRequested(row, own), own) : [];
    if (differences.length > 0) {
      findings.push({ kind: 'artifact that differs', subject: id, detail: differences.join(', ') });
    }
  }
  for (const { id, url } of rest.values()) {
    findings.push({ kind: 'artifact without a record', subject: id, detail: url });
  }
  return findings;
}

/** The request may have come behind the record, and is told by its own line then. */
function asRequested(row: ArtifactRow, { method, request_body: body }: ArtifactTable): ArtifactRow {
  const { record } = row.entry;
  if (record.method !== undefined || method === null) return row;
  const requested = withRequest(record, { method, body: body ?? undefined });
  return { ...row, entry: { ...row.entry, record: requested } };
}

/** Names of columns. */
function differencesOf(row: ArtifactRow, found: ArtifactTable): string[] {
  return knownColumns.flatMap(({ name, empty, value, isKnown }) => {
    if (isKnown && !isKnown(row)) return [];
    const own = found[name as keyof ArtifactTable];
    const text = own instanceof Uint8Array ? Buffer.from(own).toString('hex') : own;
    const expected = value(row, NO_PLACE) ?? empty ?? null;
    // As PostgreSQL has it.
    return text === (typeof expected === 'string' ? expected.toWellFormed() : expected) ? [] : [name];
  });
}

/** Rows are found by the id. */
const knownColumns = artifactColumns.filter(({ name }) => name !== 'id');
/** For values that are known without it. */
const NO_PLACE = { auId: 0, namespaceId: 0, segmentId: 0, storeMs: 0 };
