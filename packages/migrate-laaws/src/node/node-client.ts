// Client of the source node. Reads its listings, and reads artifact records through its replay service. A LOCKSS node
// differs from Holdfast: it returns null instead of omitting fields, and some operations have other paths.

import { RefusalError, toRefusalError } from '@holdfast/cli-kit';
import { type Artifact, describeSystemError, type RepositoryClient, ServiceError } from '@holdfast/client';
import type { CensusArtifact } from '../transfer/census.ts';
import { toCensusArtifact } from '../transfer/target.ts';
import { readListing, toNodeError } from './listing.ts';

export interface NodeSource {
  readonly client: RepositoryClient;
  readonly url: URL;
  /** Value of the Authorization header. Undefined if the node requires no login. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
  /**
   * True if the source is a Holdfast node. Holdfast also lists uncommitted artifacts. It sends records together with
   * their companion records (request, metadata), but without the identities that LOCKSS writes into records.
   */
  readonly isHoldfast?: boolean;
}

const PAGE = 2_000;

export async function fetchNamespaces({ client, signal }: NodeSource): Promise<readonly string[]> {
  const found: unknown = await convertToRefusal(client.getNamespaces({}, { signal }));
  if (Array.isArray(found) && found.every((one) => typeof one === 'string')) return found;
  throw toNodeError('its namespaces are not a list of names');
}

export async function* fetchAuids({ client, signal }: NodeSource, namespace: string): AsyncGenerator<string> {
  const page = (continuationToken: string | undefined) =>
    convertToRefusal(client.getAus({ namespace, limit: PAGE, continuationToken }, { signal }));
  const seen = new Set<string>();
  for await (const auid of readListing(page, 'auids', 'its list of Archival Units')) {
    if (typeof auid !== 'string' || seen.has(auid))
      throw toNodeError(
        `its list of Archival Units names ${JSON.stringify(auid)}${seen.has(auid as string) ? ' twice' : ''}`,
      );
    seen.add(auid);
    yield auid;
  }
}

/** Lists the artifacts of an AU. A LOCKSS node lists only committed artifacts. */
export async function* fetchArtifacts(
  source: NodeSource,
  namespace: string,
  auid: string,
): AsyncGenerator<ListedArtifact> {
  const { client, signal, isHoldfast = false } = source;
  const query = {
    ...{ namespace, auid, version: 'all' as const, limit: PAGE },
    ...(isHoldfast && { includeUncommitted: true }),
  };
  const page = (continuationToken: string | undefined) =>
    convertToRefusal(client.getArtifacts({ ...query, continuationToken }, { signal }));
  const title = `its list of the artifacts of ${auid}`;
  for await (const artifact of readListing(page, 'artifacts', title)) {
    const counted = toCensusArtifact((artifact ?? {}) as Artifact);
    if (!UUID.test(counted.uuid)) throw toNodeError(`${title} has one without a uuid`);
    const { storeDate } = (artifact ?? {}) as Artifact;
    yield storeDate === undefined ? counted : { ...counted, storeDate };
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export type ListedArtifact = CensusArtifact & Pick<Artifact, 'storeDate'>;

/** Thrown if the source cannot deliver the record of an existing artifact. */
export class UnreadableRecordError extends RefusalError {}

export interface ArtifactToFetch {
  readonly uuid: string;
  readonly contentLength: number;
}

/** Maximum size of a record beyond its payload: headers and framing. */
const MAX_OVERHEAD_BYTES = 16 * 1024 * 1024;

/** Returns the record of an artifact as a WARC file, or undefined if the artifact is gone. Throws `RefusalError`. */
export async function fetchRecord(
  source: NodeSource,
  namespace: string,
  { uuid, contentLength }: ArtifactToFetch,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const name = encodeURIComponent(`${namespace}:${uuid}.warc`);
  const path = source.isHoldfast ? `replay/warcs/${name}.gz?records=all` : `wayback/warcs/${name}`;
  const answer = await requestNode(source, path);
  const mostBytes = 2 * Number(contentLength) + MAX_OVERHEAD_BYTES;
  if (answer.ok && answer.body) return checkLength(answer, answer.body, mostBytes);
  await answer.body?.cancel();
  // LOCKSS also responds with 500 if it cannot find the record.
  if (!(await hasArtifact(source, namespace, uuid))) return undefined;
  const message = `The node returned status ${answer.status} for the record of ${uuid}.`;
  throw answer.status === 502
    ? new UnreadableRecordError(message, answer.status)
    : new RefusalError(message, answer.status);
}

/** Returns whether the artifact exists, in any state. */
export async function hasArtifact(source: NodeSource, namespace: string, uuid: string): Promise<boolean> {
  const query = new URLSearchParams({ namespace, includeContent: 'NEVER' });
  const answer = await requestNode(source, `artifacts/${encodeURIComponent(uuid)}?${query}`);
  await answer.body?.cancel();
  if (!answer.ok && answer.status !== 404)
    throw new RefusalError(
      `The node returned status ${answer.status} for the artifact ${uuid}.`,
      answer.status,
    );
  return answer.ok;
}

async function requestNode({ url, authorization, signal }: NodeSource, path: string): Promise<Response> {
  const base = url.pathname.endsWith('/') ? url : new URL(`${url.pathname}/`, url);
  const headers = {
    'accept-encoding': 'identity',
    ...(authorization !== undefined && { authorization }),
  };
  try {
    return await fetch(new URL(path, base), { headers, signal, redirect: 'error' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new RefusalError(`The node at ${url.origin} cannot be reached: ${describeSystemError(error)}.`);
  }
}

/** Passes the bytes of a record through. Throws if the record is truncated, or much longer than the payload. */
async function* checkLength(
  answer: Response,
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const expected = answer.headers.get('content-length');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw toNodeError('a record is far longer than its artifact');
    yield chunk;
  }
  if (expected !== null && Number(expected) !== bytes)
    throw new UnreadableRecordError(`The node truncated a record: ${bytes} of ${expected} bytes arrived.`);
}

/** Waits for the response. Rejects with `RefusalError` if the node cannot be reached or refuses the request. */
async function convertToRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError ? toSourceRefusal(error) : error;
  }
}

function toSourceRefusal(error: ServiceError): RefusalError {
  const { message, status } = toRefusalError(error);
  return new RefusalError(`The source node: ${error.status === undefined ? error.message : message}`, status);
}
