// The rows that the index has of a segment, beside those that its manifest and the journal say it should have. Pure.

import type { ArtifactRow } from '../../domain/artifact-row.ts';
import { withRequest } from '../../domain/companions/with-request.ts';
import { replayedRedirect, replayedStatus } from '../../domain/revisit.ts';
import { signed } from '../../index/artifact-rows.db.ts';
import { type ArtifactTable, artifactKinds } from '../../index/schema.ts';
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
  return Object.entries(columnsOf(row)).flatMap(([name, value]) => {
    const own = found[name as keyof ArtifactTable];
    const text = own instanceof Uint8Array ? Buffer.from(own).toString('hex') : own;
    return text === value ? [] : [name];
  });
}

function columnsOf({
  entry,
  version,
  original,
  storeMs,
}: ArtifactRow): Partial<Record<keyof ArtifactTable, unknown>> {
  const { record, stored, committed } = entry;
  const payload = original ?? record;
  return {
    version,
    committed,
    url: record.url.toWellFormed(),
    urlkey: record.urlkey.toWellFormed(),
    kind: artifactKinds[record.kind],
    record_offset: stored?.offset,
    record_length: stored?.length,
    record_crc: signed(stored?.crc32) ?? null,
    content_length: payload.contentLength,
    collection_ms: record.collectionMs,
    ...(storeMs !== undefined && { store_ms: storeMs }),
    sha256: payload.sha256,
    // A revisit's are those of the record that holds its payload by now, which may be another after a repair.
    ...(!original && { sha1: record.storedSha1, dechunked: record.dechunked }),
    http_status: replayedStatus(record, original) ?? null,
    mime: record.mime ?? original?.mime ?? null,
    redirect: replayedRedirect(record, original)?.toWellFormed() ?? null,
    quarantined: record.quarantined ?? null,
    method: record.method ?? null,
    request_body: record.requestBody ?? null,
    payload_id: original?.payload.id ?? null,
    companions_before: stored?.before ?? 0,
    companions_after: stored?.after ?? 0,
    companions_crc: signed(stored?.companionsCrc) ?? null,
  };
}
