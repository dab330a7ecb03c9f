// Fake LOCKSS node for tests of migrations, with the paths of the LOCKSS interface and its artifacts in memory. Its
// listings contain only committed artifacts, with nulls where Holdfast omits fields.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeReferenceRecord, type ReferenceArtifact } from './reference-store.ts';

export interface ReferenceNode {
  readonly url: string;
  /** Artifacts by UUID. Tests may change the map while the node runs. */
  readonly artifacts: Map<string, ReferenceArtifact & { readonly committed: boolean }>;
  /** Returns the number of records sent so far. */
  readonly given: () => number;
  stop(): Promise<void>;
}

const PAGE = 7;

export async function startReferenceNode(): Promise<ReferenceNode> {
  const artifacts: ReferenceNode['artifacts'] = new Map();
  let given = 0;
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://node');
    const path = pathname.split('/').slice(1).map(decodeURIComponent);
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const listed = [...artifacts.values()].filter(({ committed }) => committed);
    const [what, second] = path;
    if (what === 'namespaces') return answer(200, distinct(listed.map(({ namespace }) => namespace)));
    const inNamespace = listed.filter(
      ({ namespace }) => namespace === (searchParams.get('namespace') ?? 'lockss'),
    );
    if (what === 'aus' && second === undefined)
      return answer(200, toPage(distinct(inNamespace.map(({ auid }) => auid)), searchParams, 'auids'));
    if (what === 'aus' && path[2] === 'artifacts') {
      const ofAu = inNamespace.filter(({ auid }) => auid === second).map(toListedArtifact);
      return answer(200, toPage(ofAu, searchParams, 'artifacts'));
    }
    if (what === 'artifacts') return answer(artifacts.has(second!) ? 200 : 404, {});
    const uuid = what === 'wayback' ? /:([0-9a-f-]{36})\.warc$/.exec(path[2] ?? '')?.[1] : undefined;
    const artifact = uuid === undefined ? undefined : artifacts.get(uuid);
    if (!artifact) return answer(500, { error: { code: 500, message: 'no such record' } });
    given += 1;
    const record = makeReferenceRecord(artifact);
    response.writeHead(200, { 'content-type': 'application/warc', 'content-length': record.length });
    return response.end(record);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, artifacts, given: () => given, stop: () => closeServer(server) };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function toPage<Item>(items: readonly Item[], query: URLSearchParams, name: string): object {
  const start = Number(query.get('continuationToken') ?? 0);
  const continuationToken = start + PAGE < items.length ? String(start + PAGE) : null;
  const pageInfo = { totalCount: null, resultsPerPage: PAGE, continuationToken, curLink: '', nextLink: null };
  return { [name]: items.slice(start, start + PAGE), pageInfo };
}

function toListedArtifact(artifact: ReferenceArtifact & { readonly committed: boolean }): object {
  const { uuid, namespace, auid, uri, version, committed, payload, collectionMs } = artifact;
  return {
    ...{ uuid, namespace, auid, uri, sortUri: uri.replaceAll('/', '\0'), version, committed },
    ...{ storageUrl: 'file:///data/x', contentLength: payload.length, collectionDate: collectionMs },
    contentDigest: `SHA-256:${createHash('sha256').update(payload).digest('hex')}`,
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
