// Records sent to the service, and what became of them. A service that is away for a while is waited for: what it has taken
// by then is told as a duplicate when it comes again.
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusalError, refusal } from '@holdfast/cli-kit';
import { type MigratedRecord, type RepositoryClient, ServiceError } from '@holdfast/client';
import { Census } from './census.ts';
import type { Problem } from './report.ts';
import type { Au } from './target.ts';

export interface SendTools {
  readonly client: RepositoryClient;
  /** Records that are damaged but whole are stored, with a mark. */
  readonly quarantine: boolean;
  readonly signal: AbortSignal;
  /** So many more bytes were handed to the connection. */
  sent(bytes: number): void;
  /** So many need not be sent. */
  spared(bytes: number): void;
  /** One more artifact is over there. */
  arrived(): void;
  /** The service has stored this artifact now: it was not there before. */
  stored(au: Au, uuid: string): void;
}

/** Records that lie in one place. */
export interface Part {
  /** For people: where the records come from. */
  readonly where: string;
  /** Of the first byte, where it is that of a file. */
  readonly start: number;
  readonly sizeBytes: number;
  /** Made anew for each attempt. */
  bytes(): AsyncIterable<Uint8Array>;
}

export interface Shipment {
  readonly namespace: string;
  readonly auid: string;
  /** Uuids. */
  readonly except: Iterable<string>;
  readonly uncommitted: Iterable<string>;
  /** One behind the other, all of them compressed or none. */
  readonly parts: readonly Part[];
}

/** What became of a part. */
export interface Arrival {
  readonly artifacts: Census;
  stored: number;
  found: number;
  /** Records that were refused, or could not be read. */
  errors: number;
  readonly problems: Problem[];
  /** Artifacts that are here, but uncommitted, and not because this shipment says so. */
  readonly uncommitted: string[];
  /** Offset of the last record, where that could not be read: more of it may come. */
  brokenAt: number | undefined;
}

const PAUSES_MS = [1_000, 3_000, 10_000, 30_000, 60_000];

/**
 * Answers an arrival for each part. Throws `RefusalError` when the service refuses, or stays away; what reading the records
 * throws; or the signal's reason.
 */
export async function send(tools: SendTools, shipment: Shipment): Promise<Arrival[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(tools, shipment);
    } catch (error) {
      const isAway = error instanceof AwayError || (error instanceof ServiceError && mayPass(error));
      if (!isAway) throw error instanceof ServiceError ? refusal(error) : error;
      const pauseMs = PAUSES_MS[attempt];
      if (pauseMs === undefined) throw new RefusalError(`The service is away: ${error.message}`);
      await sleep(pauseMs, undefined, { signal: tools.signal });
    }
  }
}

/** The service took a part, and stopped. */
class AwayError extends Error {
  override readonly name = 'AwayError';
}

function mayPass({ status }: ServiceError): boolean {
  return status === undefined || status === 429 || status >= 500;
}

async function sendOnce(tools: SendTools, shipment: Shipment): Promise<Arrival[]> {
  const { client, quarantine, signal } = tools;
  const { namespace, auid, except, uncommitted, parts } = shipment;
  const expected = new Set(uncommitted);
  const places = placesOf(parts);
  let isComplete = false;
  let last = '';
  const input = {
    ...{ namespace, auid, except, uncommitted: expected, quarantine: quarantine || undefined },
    archive: { content: bytesOf(parts, tools.sent), fileName: 'artifacts.warc' },
    onSummary: ({ complete }: { complete: boolean }) => {
      isComplete = complete;
    },
  };
  for await (const status of client.migrateArchive(input, { signal })) {
    const { offset = 0 } = status;
    const place = places.findLast(({ base }) => base <= offset)!;
    take(place.arrival, status, { ...place.part, offset: place.part.start + offset - place.base }, expected);
    last = status.statusMessage ?? '';
    if (status.status === 'OK' || status.status === 'DUPLICATE') tools.arrived();
    if (status.status === 'OK') tools.stored({ namespace, auid }, status.artifactUuid!);
  }
  if (!isComplete) throw new AwayError(last || 'it broke off');
  return places.map(({ arrival }) => arrival);
}

/** `base`: where the part begins among the bytes that are sent. */
function placesOf(parts: readonly Part[]): { part: Part; base: number; arrival: Arrival }[] {
  let next = 0;
  return parts.map((part) => {
    const base = next;
    next += part.sizeBytes;
    return { part, base, arrival: noArrival() };
  });
}

function noArrival(): Arrival {
  const counts = { stored: 0, found: 0, errors: 0, problems: [], uncommitted: [] };
  return { artifacts: new Census(), ...counts, brokenAt: undefined };
}

async function* bytesOf(parts: readonly Part[], sent: (bytes: number) => void) {
  for (const part of parts) {
    for await (const chunk of part.bytes()) {
      const { length } = chunk;
      yield chunk;
      sent(length);
    }
  }
}

function take(
  arrival: Arrival,
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
