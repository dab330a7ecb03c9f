// Uploads records to the service and collects the results. Retries while the service is unavailable; records that an
// earlier attempt has stored are then reported as duplicates.
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusalError, toRefusalError } from '@holdfast/cli-kit';
import { type MigratedRecord, type RepositoryClient, ServiceError } from '@holdfast/client';
import { ArtifactCensus, type CensusArtifact } from './census.ts';
import type { MigrationProblem } from './report.ts';
import type { AuReference } from './target.ts';

export interface SendTools {
  readonly client: RepositoryClient;
  /** True if the service should store damaged but complete records, in quarantine. */
  readonly quarantine: boolean;
  readonly signal: AbortSignal;
  /** Called when `bytes` more bytes were written to the connection. */
  sent(bytes: number): void;
  /** Called if `bytes` bytes need not be sent, to adjust the progress. */
  spared(bytes: number): void;
  /** Called for each artifact that exists in the target after the upload. */
  arrived(): void;
  /** Called for each artifact that the upload newly stored in the target. */
  stored(au: AuReference, uuid: string): void;
}

/** Part of an upload, with bytes from one file or node. */
export interface ShipmentPart {
  /** File or address that the records come from, for messages. */
  readonly where: string;
  /** Offset of the part's first byte in the source file. */
  readonly start: number;
  readonly sizeBytes: number;
  /** Opens a stream of the part's bytes. Called for each attempt. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface Shipment {
  readonly namespace: string;
  readonly auid: string;
  /** UUIDs of records to omit. */
  readonly except: Iterable<string>;
  readonly uncommitted: Iterable<string>;
  /** Artifacts as listed by the source. Set only if the records do not contain the identities of their artifacts. */
  readonly identities?: readonly CensusArtifact[];
  /** Payload definition on which the digests are based. Default: `recorded`, the body as recorded. */
  readonly payloads?: 'recorded' | 'entity';
  /** Parts of this upload. Either all parts are compressed or all are uncompressed. */
  readonly parts: readonly ShipmentPart[];
}

/** Result of a part. */
export interface ShipmentResult {
  readonly artifacts: ArtifactCensus;
  stored: number;
  found: number;
  /** Number of refused or unreadable records. */
  errors: number;
  readonly problems: MigrationProblem[];
  /** UUIDs of artifacts that are uncommitted in the target, but missing in the shipment's list `uncommitted`. */
  readonly uncommitted: string[];
  /** Offset of the last record, if it is unreadable. The record may be incomplete because the file is still growing. */
  brokenAt: number | undefined;
}

const PAUSES_MS = [1_000, 3_000, 10_000, 30_000, 60_000];

/**
 * Uploads a shipment, with retries. Returns a result for each part. Throws `RefusalError` if the service refuses the
 * upload or remains unavailable, read errors of the source, or the signal's abort reason.
 */
export async function sendShipment(tools: SendTools, shipment: Shipment): Promise<ShipmentResult[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(tools, shipment);
    } catch (error) {
      const isAway = error instanceof AwayError || (error instanceof ServiceError && isTransient(error));
      if (!isAway) throw error instanceof ServiceError ? toRefusalError(error) : error;
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined) throw new RefusalError(`The service is not available: ${error.message}`);
      await sleep(pauseMs, undefined, { signal: tools.signal });
    }
  }
}

/** Thrown if the service accepted the upload, but stopped before it had read all records. */
class AwayError extends Error {
  override readonly name = 'AwayError';
}

function isTransient({ status }: ServiceError): boolean {
  return status === undefined || status === 429 || status >= 500;
}

async function sendOnce(tools: SendTools, shipment: Shipment): Promise<ShipmentResult[]> {
  const { client, quarantine, signal } = tools;
  const { namespace, auid, except, uncommitted, identities, payloads, parts } = shipment;
  const expected = new Set(uncommitted);
  const places = locateParts(parts);
  let isComplete = false;
  let last = '';
  const input = {
    ...{ namespace, auid, except, uncommitted: expected, quarantine: quarantine || undefined },
    ...{ identities, payloads },
    archive: { content: readParts(parts, tools.sent), fileName: 'artifacts.warc' },
    onSummary: ({ complete }: { complete: boolean }) => {
      isComplete = complete;
    },
  };
  for await (const status of client.migrateArchive(input, { signal })) {
    const { offset = 0 } = status;
    const place = places.findLast(({ base }) => base <= offset)!;
    applyRecord(
      place.arrival,
      status,
      { ...place.part, offset: place.part.start + offset - place.base },
      expected,
    );
    last = status.statusMessage ?? '';
    if (status.status === 'OK' || status.status === 'DUPLICATE') tools.arrived();
    if (status.status === 'OK') tools.stored({ namespace, auid }, status.artifactUuid!);
  }
  if (!isComplete) throw new AwayError(last || 'the connection broke');
  return places.map(({ arrival }) => arrival);
}

/** Creates an empty result for each part, with the part's offset in the upload (`base`). */
function locateParts(
  parts: readonly ShipmentPart[],
): { part: ShipmentPart; base: number; arrival: ShipmentResult }[] {
  let next = 0;
  return parts.map((part) => {
    const base = next;
    next += part.sizeBytes;
    return { part, base, arrival: createEmptyResult() };
  });
}

function createEmptyResult(): ShipmentResult {
  const counts = { stored: 0, found: 0, errors: 0, problems: [], uncommitted: [] };
  return { artifacts: new ArtifactCensus(), ...counts, brokenAt: undefined };
}

async function* readParts(parts: readonly ShipmentPart[], sent: (bytes: number) => void) {
  for (const part of parts) {
    for await (const chunk of part.bytes()) {
      const { length } = chunk;
      yield chunk;
      sent(length);
    }
  }
}

function applyRecord(
  arrival: ShipmentResult,
  record: MigratedRecord,
  { where, offset }: { readonly where: string; readonly offset: number },
  expected: ReadonlySet<string>,
): void {
  const { status, statusMessage: message, artifactUuid: uuid, url } = record;
  const problem = { where, offset, ...(uuid !== undefined && { uuid }), ...(url !== undefined && { url }) };
  arrival.brokenAt = status === 'ERROR' && uuid === undefined ? offset : undefined;
  if (status === 'ERROR') {
    arrival.errors += 1;
    arrival.problems.push({ ...problem, message: message ?? 'it was refused' });
  }
  if (status === 'OK' && message !== undefined) arrival.problems.push({ ...problem, message });
  if (status !== 'OK' && status !== 'DUPLICATE') return;
  if (status === 'OK') arrival.stored += 1;
  else arrival.found += 1;
  const committed = !expected.has(uuid!);
  if (record.committed === false && committed) arrival.uncommitted.push(uuid!);
  arrival.artifacts.add({
    uuid: uuid!,
    uri: url ?? '',
    version: record.version ?? 0,
    committed,
    collectionDate: record.collectionDate ?? 0,
    contentDigest: record.digest ?? '',
    contentLength: record.contentLength ?? 0,
  });
}
