// Sends one planned operation over HTTP. Reduces the response to the fields that the model predicts.
import { gzipSync } from 'node:zlib';
import {
  formatQuery,
  type ImportStatus,
  type ListedArtifact,
  makeResponseRecord,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import type { AuName, Intent, ModelContent, ModelListing } from './plan.ts';

/** Planned operation with the UUID of its target artifact. */
export type ResolvedIntent = Exclude<Intent, { target: unknown }> | TargetedAct;
type TargetedIntent = Extract<Intent, { target: unknown }>;
type TargetedAct = {
  [Kind in TargetedIntent['kind']]: TargetedIntent & { kind: Kind; uuid: string };
}[TargetedIntent['kind']];

export type IntentResponse =
  | { kind: 'import'; statuses: ImportStatus[] }
  | { kind: 'create' | 'commit'; status: number; artifact: ListedArtifact | undefined }
  | { kind: 'delete' | 'bulk'; status: number }
  /** `status`: undefined if the artifact was never deleted, so that there is no deletion to undo. */
  | { kind: 'undo'; status: number | undefined }
  | { kind: 'size'; status: number; size: Record<string, number> | undefined }
  | { kind: 'list'; status: number; items: ListedArtifact[]; totals: number[] };

export async function carryOutIntent(
  client: TestRepositoryClient,
  act: ResolvedIntent,
): Promise<IntentResponse> {
  const { namespace } = act.au;
  const auPath = `/aus/${encodeURIComponent(act.au.auid)}`;
  switch (act.kind) {
    case 'import':
      return {
        kind: 'import',
        statuses: await importModelRecords(client, act.au, act.records, act.storeDuplicate),
      };
    case 'create': {
      const { status, body } = await create(client, act.au, act.content);
      return { kind: 'create', status, artifact: status === 201 ? (body as ListedArtifact) : undefined };
    }
    case 'commit': {
      const { status, body } = await commit(client, act);
      return { kind: 'commit', status, artifact: status === 200 ? (body as ListedArtifact) : undefined };
    }
    case 'delete': {
      const query = { namespace: act.target.elsewhere ? `${namespace}x` : namespace };
      const { status } = await sendModelRequest(client, 'DELETE', `/artifacts/${act.uuid}`, query);
      return { kind: 'delete', status };
    }
    case 'undo': {
      const query = { uuid: act.uuid, limit: 1 };
      const { body } = await sendModelRequest(client, 'GET', '/deletions', query);
      const [latest] = (body as { deletions: { number: number }[] }).deletions;
      if (latest === undefined) return { kind: 'undo', status: undefined };
      const { status } = await sendModelRequest(client, 'POST', `/deletions/${latest.number}/undo`);
      return { kind: 'undo', status };
    }
    case 'bulk': {
      const form = new URLSearchParams({ op: act.op });
      const { status } = await sendModelRequest(client, 'POST', `${auPath}/bulk`, { namespace }, form);
      return { kind: 'bulk', status };
    }
    case 'size': {
      const { status, body } = await sendModelRequest(client, 'GET', `${auPath}/size`, { namespace });
      return { kind: 'size', status, size: status === 200 ? (body as Record<string, number>) : undefined };
    }
    case 'list':
      return list(client, act.au, act.listing);
  }
}

async function importModelRecords(
  client: TestRepositoryClient,
  { namespace, auid }: AuName,
  records: ModelContent[],
  storeDuplicate: boolean,
): Promise<ImportStatus[]> {
  const members = records.map(({ url, body }) => gzipSync(makeResponseRecord(url, Buffer.from(body))));
  const archive = Buffer.concat(members);
  const answer = await client.importArchive(archive, { namespace, auid, storeDuplicate });
  if (answer.status !== 200) throw new Error(`an import was answered with ${answer.status} ${answer.body}`);
  return answer.statuses;
}

function create(client: TestRepositoryClient, { namespace, auid }: AuName, { url, body }: ModelContent) {
  const form = new FormData();
  form.set('artifactProps', JSON.stringify({ namespace, auid, uri: url }));
  form.set('httpResponseHeader', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
  form.set('payload', new Blob([body]), 'payload');
  return sendModelRequest(client, 'POST', '/artifacts', {}, form);
}

function commit(
  client: TestRepositoryClient,
  { au, uuid, target, committed, how }: ResolvedIntent & { kind: 'commit' },
) {
  const text = { committed: String(committed) };
  const query = { namespace: target.elsewhere ? `${au.namespace}x` : au.namespace };
  if (how === 'query') return sendModelRequest(client, 'PUT', `/artifacts/${uuid}`, { ...query, ...text });
  const form = how === 'form' ? new URLSearchParams(text) : new FormData();
  form.set('committed', text.committed);
  return sendModelRequest(client, 'PUT', `/artifacts/${uuid}`, query, form);
}

/** Reads all pages. */
async function list(
  client: TestRepositoryClient,
  au: AuName,
  listing: ModelListing,
): Promise<IntentResponse> {
  const { of, url, urlPrefix, version, includeUncommitted, limit } = listing;
  const { namespace } = au;
  const path = of === 'AU' ? `/aus/${encodeURIComponent(au.auid)}/artifacts` : '/artifacts';
  const which = of === 'AU' ? { version, includeUncommitted } : { versions: version };
  const query = { namespace, url, urlPrefix, ...which, limit };
  const items: ListedArtifact[] = [];
  const totals: number[] = [];
  for (let continuationToken: string | undefined; ; ) {
    const { status, body } = await sendModelRequest(client, 'GET', path, { ...query, continuationToken });
    if (status !== 200) return { kind: 'list', status, items, totals };
    const page = body as {
      artifacts: ListedArtifact[];
      pageInfo: { totalCount: number; continuationToken?: string };
    };
    items.push(...page.artifacts);
    totals.push(page.pageInfo.totalCount);
    continuationToken = page.pageInfo.continuationToken;
    if (continuationToken === undefined) return { kind: 'list', status, items, totals };
  }
}

export async function sendModelRequest(
  client: TestRepositoryClient,
  method: string,
  path: string,
  query: Parameters<typeof formatQuery>[0] = {},
  body?: URLSearchParams | FormData,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${client.url}${path}${formatQuery(query)}`, {
    method,
    headers: { authorization: client.authorization },
    redirect: 'manual',
    ...(body && { body }),
  });
  const text = await response.text();
  if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
