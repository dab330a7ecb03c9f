// Deletions that a second user must approve (DELETION_APPROVAL): DELETE /artifacts/{uuid}, the approval, and keep
// purge.
import { formatBasicAuth, makeReferenceUuid } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { purgeCommand } from '../../../src/cli/purge-command.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import { parseServiceSettings } from '../../../src/env.ts';
import {
  decideContentDeletion,
  requestContentDeletion,
  toDeletionUser,
} from '../../../src/features/deletions/deletions.ts';
import { onIndex } from '../../index/on-index.ts';
import { makeCompactionDeps } from '../../jobs/compaction/kept-store.ts';
import { readProblem } from '../../send.ts';
import {
  approve,
  auid,
  fileDeletion,
  isStored,
  kept,
  listEvents,
  post,
  readDeletion,
  reject,
  remove,
  request,
  service,
  startApprovalService,
  storePages,
  useNextAu,
  withJson,
} from './approval-service.ts';

beforeAll(startApprovalService);
beforeEach(useNextAu);

async function keepPurge(uuids: string[], ...more: string[]): Promise<{ code: number; text: string }> {
  const text: string[] = [];
  const write = (said: string) => Boolean(text.push(said));
  const code = await runKeep({
    words: ['purge', '--uuid', uuids.join(), '--reason', 'court order', '--by', 'operator', ...more],
    commands: [purgeCommand],
    output: { write },
    errorOutput: { write, isTTY: false },
    signal: new AbortController().signal,
    withFoundations: (work) =>
      work({
        ...makeCompactionDeps(kept),
        settings: parseServiceSettings({
          DATABASE_URL: service.databaseUrl,
          OBJECT_STORE: `fs:${service.storeFolder}`,
          ADMIN_PASSWORD: 'xxxxxxxx',
          DELETION_APPROVAL: 'on',
        }),
        migrate: async () => undefined,
      }),
  });
  return { code, text: text.join('') };
}

describe('DELETE', () => {
  it('files one request per user, and deletes nothing', async () => {
    const [uuid] = (await storePages('a')) as [string];
    const answers = [await remove(uuid, { reason: 'captured by mistake' }), await remove(uuid)];
    const numbers = answers.map(({ headers }) => Number(headers.get('x-holdfast-deletion')));
    expect(numbers[0]).toBe(numbers[1]);
    expect(readProblem(answers[0]!)).toMatchObject({
      status: 409,
      detail: `Artifact ${uuid} was not deleted: request ${numbers[0]} waits for the approval of another user.`,
    });
    expect(await isStored(uuid)).toBe(true);
    const found = readDeletion(await request('GET', `/deletions/${numbers[0]}`));
    expect(found).toMatchObject({
      state: 'requested',
      by: 'writer',
      reason: 'captured by mistake',
      count: 1,
    });
    expect(found.artifacts).toEqual([expect.objectContaining({ uuid, version: 1 })]);
    const other = await remove(uuid, {}, 'carrier');
    expect(Number(other.headers.get('x-holdfast-deletion'))).toBeGreaterThan(numbers[0]!);
  });

  it('is 404 for a missing artifact, and 409 under hold without a request', async () => {
    const [uuid] = (await storePages('a')) as [string];
    expect((await remove(makeReferenceUuid('nothing'))).status).toBe(404);
    await request('POST', '/holds', withJson({ uuid, reason: 'litigation' }));
    const refused = await remove(uuid);
    expect(readProblem(refused).detail).toContain('is under hold');
    expect(refused.headers.has('x-holdfast-deletion')).toBe(false);
  });
});

describe('an approval', () => {
  it('deletes exactly the listed artifacts, and the events name both users', async () => {
    const [one, two, other] = (await storePages('a', 'b', 'c')) as [string, string, string];
    const { number, state } = await fileDeletion([one, two]);
    expect(state).toBe('requested');
    expect(readDeletion(await approve(number))).toMatchObject({
      state: 'deleted',
      decidedBy: 'chief',
      count: 2,
    });
    expect(await Promise.all([one, two, other].map(isStored))).toEqual([false, false, true]);
    const events = (await listEvents(one)).slice(-2);
    expect(events).toMatchObject([
      { event: 'deletionRequested', by: 'writer', detail: 'captured by mistake', request: number },
      { event: 'deleted', by: 'writer', detail: 'captured by mistake', request: number, approvedBy: 'chief' },
    ]);
    const [size] = (
      await onIndex(kept.database)<{
        count: number;
      }>`select artifact_count::integer as count from au where auid = ${auid}`
    ).rows;
    expect(size!.count).toBe(1);
  });

  it('is refused to the requester, also with a token or another spelling of the name', async () => {
    const [uuid] = (await storePages('a')) as [string];
    const { number } = await fileDeletion([uuid]);
    expect(readProblem(await approve(number, 'writer')).status).toBe(403);
    const made = await request(
      'POST',
      '/tokens',
      withJson({ name: auid, roles: ['contentAdminRole'], days: 1 }),
    );
    const { secret } = JSON.parse(made.text) as { secret: string };
    const byToken = { authorization: `Bearer ${secret}` };
    expect((await request('POST', `/deletions/${number}/approve`, byToken)).status).toBe(403);
    const spelled = { authorization: formatBasicAuth('ｗriter', 'a: b') };
    expect((await request('POST', `/deletions/${number}/approve`, spelled)).status).toBe(403);
    expect((await reject(number, 'no', 'writer')).status).toBe(403);
    expect((await approve(number, 'reader')).status).toBe(403);
    expect(await isStored(uuid)).toBe(true);
  });

  it('is refused to the requester who has another name at the provider now', async () => {
    const [uuid] = (await storePages('a')) as [string];
    const identity = { issuer: 'https://login.example', subject: '248289761001' };
    const as = (name: string, provider = identity) =>
      toDeletionUser({ name, roles: ['contentAdminRole'], provider });
    const deps = {
      ...{ db: kept.database.kysely, pool: kept.database.pool, defaultNamespace: 'default' },
      deletionPolicy: { needsApproval: true, needsReason: false, undoMs: 0 },
    };
    const wanted = { uuids: [uuid] };
    const asked = { namespace: 'default', wanted, ...as('oidc:alice') };
    const { number } = await requestContentDeletion(deps, asked);
    const decide = (user: ReturnType<typeof as>) =>
      decideContentDeletion(deps, number, { kind: 'approve', ...user });
    // An access token without OIDC_USER_CLAIM has the subject as its name.
    for (const name of ['oidc:alice2', 'oidc:248289761001'])
      await expect(decide(as(name))).rejects.toMatchObject({ status: 403 });
    await expect(decide(as('oidc:bob', { ...identity, subject: '2' }))).resolves.toMatchObject({
      state: 'deleted',
    });
  });

  it('leaves the request open if there is a hold or a bulk transfer', async () => {
    const [uuid] = (await storePages('a')) as [string];
    const { number } = await fileDeletion([uuid]);
    const hold = await request('POST', '/holds', withJson({ auid, reason: 'litigation' }));
    expect(readProblem(await approve(number)).detail).toContain('is under hold');
    await request('DELETE', `/holds/${JSON.parse(hold.text).hold}`);
    const bulk = (op: string) =>
      request('POST', `/aus/${encodeURIComponent(auid)}/bulk`, { form: { op } }, 'carrier');
    await bulk('start');
    expect(readProblem(await approve(number)).detail).toContain('bulk mode');
    await bulk('finish');
    expect(readDeletion(await request('GET', `/deletions/${number}`)).state).toBe('requested');
    expect(readDeletion(await approve(number)).state).toBe('deleted');
  });

  it('happens once when two users approve at the same time', async () => {
    const [uuid] = (await storePages('a')) as [string];
    const { number } = await fileDeletion([uuid]);
    const answers = await Promise.all([approve(number, 'chief'), approve(number, 'carrier')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await listEvents(uuid)).filter(({ event }) => event === 'deleted')).toHaveLength(1);
    expect(readProblem(await reject(number)).detail).toBe(`Request ${number} is already closed (deleted).`);
  });

  it('skips deleted artifacts, and expires a request without artifacts', async () => {
    const [one, two] = (await storePages('a', 'b')) as [string, string];
    const [both, single] = [await fileDeletion([one, two]), await fileDeletion([one])];
    await approve(single.number);
    expect(readDeletion(await approve(both.number))).toMatchObject({ state: 'deleted' });
    const [three] = (await storePages('c')) as [string];
    const late = await fileDeletion([three]);
    await approve((await fileDeletion([three], { reason: 'again' })).number);
    // The second request returned the first one, because the same user requested the deletion of the same artifact.
    expect(readProblem(await approve(late.number)).detail).toContain('already closed (deleted)');
    const [four] = (await storePages('d')) as [string];
    const mine = await fileDeletion([four]);
    await approve(readDeletion(await post({ uuids: [four] }, 'carrier'), 201).number);
    expect(readProblem(await approve(mine.number)).detail).toContain('it has expired');
    expect(readDeletion(await request('GET', `/deletions/${mine.number}`)).state).toBe('expired');
  });
});

describe('keep purge', () => {
  it('files a request, and purges only what another user has approved', async () => {
    const [one, two, three] = (await storePages('a', 'b', 'c')) as [string, string, string];
    const asked = await keepPurge([one]);
    expect(asked.code).toBe(1);
    const number = Number(/request (\d+): purge of 1 artifact in /.exec(asked.text)?.[1]);
    expect(await isStored(one)).toBe(true);
    expect((await keepPurge([one], '--request', String(number))).text).toContain(
      'is requested, not approved',
    );
    expect(readDeletion(await approve(number))).toMatchObject({
      kind: 'purge',
      state: 'approved',
      by: 'operator',
    });
    expect((await keepPurge([two], '--request', String(number))).text).toContain(`does not include ${two}`);
    expect(await keepPurge([one], '--request', String(number))).toMatchObject({ code: 0 });
    expect(await isStored(one)).toBe(false);
    expect(await isStored(two)).toBe(true);
    expect(readDeletion(await request('GET', `/deletions/${number}`))).toMatchObject({ state: 'deleted' });
    expect((await keepPurge([two], '--request', 'x')).text).toContain('must be the number of a request');
    expect((await keepPurge([two], '--request', '9007199254740991')).text).toContain(
      'There is no purge request',
    );
    const purge = await fileDeletion([two, three], { kind: 'purge' });
    expect(purge).toMatchObject({ kind: 'purge', state: 'requested' });
    expect(readDeletion(await approve(purge.number)).state).toBe('approved');
    expect(await isStored(two)).toBe(true);
    for (const [uuid, state] of [
      [two, 'approved'],
      [three, 'deleted'],
    ] as const) {
      expect((await keepPurge([uuid], '--request', String(purge.number))).code).toBe(0);
      expect(readDeletion(await request('GET', `/deletions/${purge.number}`)).state).toBe(state);
    }
  });
});
