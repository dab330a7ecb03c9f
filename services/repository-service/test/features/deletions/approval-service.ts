// Test helper: a service in which a second user must approve deletions, and the requests of its tests.
import { makeResponseRecord } from '@holdfast/testkit';
import { type KeptStore, openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { as, type RoleUser, writeRoleUsersFile } from '../../role-users.ts';
import { type Answered, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';

export let service: TestService;
export let kept: KeptStore;
export let auid: string;
let aus = 0;

/** Starts the service. Call before all tests. */
export async function startApprovalService(): Promise<void> {
  service = await startTestService({
    USERS_FILE: await writeRoleUsersFile(),
    DELETION_APPROVAL: 'on',
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
    JOURNAL_INTERVAL: '1h',
  });
  kept = await openKeptStore(service);
}

/** Makes the tests store further artifacts in a new AU. */
export function useNextAu(): void {
  auid = `au ${aus++}`;
}

export interface Deletion {
  number: number;
  kind: string;
  state: string;
  by: string;
  reason?: string;
  decidedBy?: string;
  decisionReason?: string;
  count: number;
  artifacts: { uuid: string; uri?: string; version?: number }[];
}

export async function storePages(...names: string[]): Promise<string[]> {
  const records = names.map((name) =>
    makeResponseRecord(`http://www.example.org/${auid}/${name}`, Buffer.from(`${auid} ${name}`)),
  );
  const { statuses } = await service.client.importArchive(Buffer.concat(records), { auid });
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

export const request = (method: string, path: string, sent: Sent = {}, user: RoleUser = 'writer') =>
  send(service.client, method, path, { authorization: as(user), ...sent });
export const withJson = (body: unknown): Sent => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
export const remove = (uuid: string, query = {}, user?: RoleUser) =>
  request('DELETE', `/artifacts/${uuid}`, { query }, user);
export const post = (body: object, user?: RoleUser, query = {}) =>
  request('POST', '/deletions', { ...withJson(body), query }, user);
export const approve = (number: number, user: RoleUser = 'chief') =>
  request('POST', `/deletions/${number}/approve`, {}, user);
export const withdraw = (number: number, user: RoleUser = 'writer') =>
  request('POST', `/deletions/${number}/withdraw`, {}, user);
export const reject = (number: number, reason: unknown = 'still cited', user: RoleUser = 'chief') =>
  request('POST', `/deletions/${number}/reject`, withJson({ reason }), user);
export const isStored = async (uuid: string) => (await request('GET', `/artifacts/${uuid}`)).status === 200;

export function readDeletion({ status, text }: Answered, expected = 200): Deletion {
  if (status !== expected) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
}
export const fileDeletion = async (uuids: string[], more = {}) =>
  readDeletion(await post({ uuids, reason: 'captured by mistake', ...more }), 201);
export const listEvents = async (uuid: string): Promise<Record<string, unknown>[]> =>
  JSON.parse((await request('GET', `/artifacts/${uuid}/events`)).text).events;
