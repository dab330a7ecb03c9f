// A running node of the software that is left, as far as a migration asks it: its listings, and records of artifacts as its
// replay gives them. It answers null where ours leaves out, and knows some operations by other paths.
import { failureWords, type RepositoryClient, ServiceError } from '@holdfast/client';
import { RefusalError, refusal } from '../../service/service.ts';
import type { Counted } from '../shared/census.ts';
import { countedOf } from '../shared/target.ts';

export interface NodeSource {
  readonly client: RepositoryClient;
  readonly url: URL;
  /** Value of the header Authorization; undefined where the node asks for none. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

const PAGE = 2_000;

interface Page {
  readonly pageInfo: { readonly continuationToken?: string | null | undefined };
}

async function* pagesOf<P extends Page>(page: (token: string | undefined) => Promise<P>): AsyncGenerator<P> {
  let token: string | undefined;
  do {
    const found = await page(token).catch((error: unknown) => {
      throw error instanceof ServiceError ? sourceRefusal(error) : error;
    });
    yield found;
    token = found.pageInfo.continuationToken || undefined;
  } while (token !== undefined);
}

export async function namespacesOf({ client, signal }: NodeSource): Promise<readonly string[]> {
  try {
    return await client.getNamespaces({}, { signal });
  } catch (error) {
    throw error instanceof ServiceError ? sourceRefusal(error) : error;
  }
}

export async function* auidsOf({ client, signal }: NodeSource, namespace: string): AsyncGenerator<string> {
  const page = (continuationToken: string | undefined) =>
    client.getAus({ namespace, limit: PAGE, continuationToken }, { signal });
  for await (const { auids } of pagesOf(page)) yield* auids;
}

/** Committed ones: others are not listed. */
export async function* artifactsThere(
  { client, signal }: NodeSource,
  namespace: string,
  auid: string,
): AsyncGenerator<Counted> {
  const page = (continuationToken: string | undefined) =>
    client.getArtifacts({ namespace, auid, version: 'all', limit: PAGE, continuationToken }, { signal });
  for await (const { artifacts } of pagesOf(page)) yield* artifacts.map(countedOf);
}

/** The record of an artifact as a WARC file; undefined when the artifact is gone. Throws `RefusalError`. */
export async function recordOf(
  source: NodeSource,
  namespace: string,
  uuid: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const path = `wayback/warcs/${encodeURIComponent(`${namespace}:${uuid}.warc`)}`;
  const answer = await ask(source, path);
  if (answer.ok && answer.body) return lengthChecked(answer, answer.body);
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

/** A record that was cut is not to be taken for a whole one. */
async function* lengthChecked(answer: Response, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const expected = answer.headers.get('content-length');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    yield chunk;
  }
  if (expected !== null && Number(expected) !== bytes)
    throw new RefusalError(`The node cut a record short: ${bytes} of ${expected} bytes came.`);
}

function sourceRefusal(error: ServiceError): RefusalError {
  const { message, status } = refusal(error);
  return new RefusalError(
    `The node that is to be left: ${error.status === undefined ? error.message : message}`,
    status,
  );
}
