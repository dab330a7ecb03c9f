// A running node of the software that is left, as far as a migration asks it: its listings, and records of artifacts as its
// replay gives them. It answers null where ours leaves out, and knows some operations by other paths.

import { RefusalError, refusal } from '@holdfast/cli-kit';
import { type Artifact, failureWords, type RepositoryClient, ServiceError } from '@holdfast/client';
import type { Counted } from '../transfer/census.ts';
import { countedOf } from '../transfer/target.ts';
import { listed, strange } from './listing.ts';

export interface NodeSource {
  readonly client: RepositoryClient;
  readonly url: URL;
  /** Value of the header Authorization; undefined where the node asks for none. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

const PAGE = 2_000;

export async function namespacesOf({ client, signal }: NodeSource): Promise<readonly string[]> {
  const found: unknown = await heard(client.getNamespaces({}, { signal }));
  if (Array.isArray(found) && found.every((one) => typeof one === 'string')) return found;
  throw strange('its namespaces are no list of names');
}

export async function* auidsOf({ client, signal }: NodeSource, namespace: string): AsyncGenerator<string> {
  const page = (continuationToken: string | undefined) =>
    heard(client.getAus({ namespace, limit: PAGE, continuationToken }, { signal }));
  const seen = new Set<string>();
  for await (const auid of listed(page, 'auids', 'its list of Archival Units')) {
    if (typeof auid !== 'string' || seen.has(auid))
      throw strange(
        `its list of Archival Units names ${JSON.stringify(auid)}${seen.has(auid as string) ? ' twice' : ''}`,
      );
    seen.add(auid);
    yield auid;
  }
}

/** Committed ones: others are not listed. */
export async function* artifactsThere(
  { client, signal }: NodeSource,
  namespace: string,
  auid: string,
): AsyncGenerator<Counted> {
  const query = { namespace, auid, version: 'all', limit: PAGE } as const;
  const page = (continuationToken: string | undefined) =>
    heard(client.getArtifacts({ ...query, continuationToken }, { signal }));
  const title = `its list of the artifacts of ${auid}`;
  for await (const artifact of listed(page, 'artifacts', title)) {
    const counted = countedOf((artifact ?? {}) as Artifact);
    if (!UUID.test(counted.uuid)) throw strange(`${title} has one without a uuid`);
    yield counted;
  }
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** An artifact whose record is wanted. */
export interface Fetched {
  readonly uuid: string;
  readonly contentLength: number;
}

/** Headers of a record, and how it is framed. */
const MOST_AROUND_BYTES = 16 * 1024 * 1024;

/** The record of an artifact as a WARC file; undefined when the artifact is gone. Throws `RefusalError`. */
export async function recordOf(
  source: NodeSource,
  namespace: string,
  { uuid, contentLength }: Fetched,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const path = `wayback/warcs/${encodeURIComponent(`${namespace}:${uuid}.warc`)}`;
  const answer = await ask(source, path);
  const mostBytes = 2 * Number(contentLength) + MOST_AROUND_BYTES;
  if (answer.ok && answer.body) return lengthChecked(answer, answer.body, mostBytes);
  await answer.body?.cancel();
  // The node answers 500 for a record that it cannot find.
  if (!(await isThere(source, namespace, uuid))) return undefined;
  throw new RefusalError(`The node answered ${answer.status} for the record of ${uuid}.`, answer.status);
}

/** Whether there is such an artifact, whatever its state. */
export async function isThere(source: NodeSource, namespace: string, uuid: string): Promise<boolean> {
  const query = new URLSearchParams({ namespace, includeContent: 'NEVER' });
  const answer = await ask(source, `artifacts/${encodeURIComponent(uuid)}?${query}`);
  await answer.body?.cancel();
  if (!answer.ok && answer.status !== 404)
    throw new RefusalError(`The node answered ${answer.status} for the artifact ${uuid}.`, answer.status);
  return answer.ok;
}

async function ask({ url, authorization, signal }: NodeSource, path: string): Promise<Response> {
  const base = url.pathname.endsWith('/') ? url : new URL(`${url.pathname}/`, url);
  const headers = {
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(authorization !== undefined && { authorization }),
  };
  try {
    return await fetch(new URL(path, base), { headers, signal, redirect: 'error' });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new RefusalError(`The node at ${url.origin} cannot be reached: ${failureWords(error)}.`);
  }
}

/** A record that was cut is not to be taken for a whole one, and one that never ends for none. */
async function* lengthChecked(
  answer: Response,
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const expected = answer.headers.get('content-length');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw strange('a record is far longer than its artifact');
    yield chunk;
  }
  if (expected !== null && Number(expected) !== bytes)
    throw new RefusalError(`The node cut a record short: ${bytes} of ${expected} bytes came.`);
}

/** The node's answer. Rejects with `RefusalError` when it refuses or cannot be reached. */
async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError ? sourceRefusal(error) : error;
  }
}

function sourceRefusal(error: ServiceError): RefusalError {
  const { message, status } = refusal(error);
  return new RefusalError(
    `The node that is to be left: ${error.status === undefined ? error.message : message}`,
    status,
  );
}
