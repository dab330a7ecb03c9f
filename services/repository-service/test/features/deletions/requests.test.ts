// Deletion requests: POST and GET /deletions, rejection, withdrawal, expiry and rebuild.
import { makeReferenceUuid } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fileDeletionRequest } from '../../../src/index/deletion/deletions.db.ts';
import { expireDeletionRequests, pruneDeletions } from '../../../src/jobs/deletions/expire-requests.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { onIndex } from '../../index/on-index.ts';
import { makeCompactionDeps } from '../../jobs/compaction/kept-store.ts';
import { runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { readProblem, type Sent } from '../../send.ts';
import {
  approve,
  auid,
  type Deletion,
  fileDeletion,
  kept,
  listEvents,
  post,
  readDeletion,
  reject,
  request,
  startApprovalService,
  storePages,
  useNextAu,
  withdraw,
  withJson,
} from './approval-service.ts';

beforeAll(startApprovalService);
beforeEach(useNextAu);

describe('a request', () => {
  it('is withdrawn only by the requester, and rejected by others with a reason', async () => {
    const [one, two] = (await storePages('a', 'b')) as [string, string];
    const mine = await fileDeletion([one]);
    expect((await withdraw(mine.number, 'chief')).status).toBe(403);
    expect(readDeletion(await withdraw(mine.number)).state).toBe('withdrawn');
    expect((await withdraw(mine.number)).status).toBe(409);
    const theirs = await fileDeletion([two]);
    expect((await reject(theirs.number, '')).status).toBe(400);
    expect(readDeletion(await reject(theirs.number))).toMatchObject({
      ...{ state: 'rejected', decidedBy: 'chief', decisionReason: 'still cited' },
    });
    expect((await approve(theirs.number)).status).toBe(409);
    expect((await listEvents(one)).at(-1)).toMatchObject({ event: 'deletionWithdrawn', by: 'writer' });
    expect((await listEvents(two)).at(-1)).toMatchObject({
      event: 'deletionRejected',
      detail: 'still cited',
    });
  });

  it('expires when nobody has decided it', async () => {
    const [uuid] = (await storePages('a')) as [string];
    const { number } = await fileDeletion([uuid]);
    await expireDeletionRequests(kept.database.kysely, 3_600_000);
    expect(readDeletion(await request('GET', `/deletions/${number}`)).state).toBe('requested');
    await onIndex(kept.database)`
      update deletion set requested_at = now() - interval '2 hours' where number = ${number}`;
    await expireDeletionRequests(kept.database.kysely, 3_600_000);
    expect(readDeletion(await request('GET', `/deletions/${number}`))).toMatchObject({ state: 'expired' });
    expect((await listEvents(uuid)).at(-1)).toEqual({
      event: 'deletionExpired',
      at: expect.any(Number),
      request: number,
    });
  });

  it('is deleted from the list when there are too many, but not while it is open, and its events remain', async () => {
    const uuids = await storePages('a', 'b', 'c', 'd');
    const filedOnes = [];
    for (const uuid of uuids) filedOnes.push(await fileDeletion([uuid]));
    const [withdrawn, open, undoable, last] = filedOnes as [Deletion, Deletion, Deletion, Deletion];
    await withdraw(withdrawn.number);
    await approve(undoable.number);
    await reject(last.number);
    await onIndex(kept.database)`
      update deletion_artifact set undo_until = now() + interval '1 hour' where number = ${undoable.number}`;
    const list = async () => {
      const { text } = await request('GET', '/deletions', { query: { auid } });
      return JSON.parse(text).deletions.map(({ number }: Deletion) => number);
    };
    await pruneDeletions(kept.database.kysely, 4);
    expect(await list()).toHaveLength(4);
    await pruneDeletions(kept.database.kysely, 1);
    expect(await list()).toEqual([last.number, undoable.number, open.number]);
    await onIndex(
      kept.database,
    )`update deletion_artifact set undo_until = now() where number = ${undoable.number}`;
    await pruneDeletions(kept.database.kysely, 1);
    expect(await list()).toEqual([last.number, open.number]);
    expect((await request('GET', `/deletions/${withdrawn.number}`)).status).toBe(404);
    expect((await listEvents(uuids[0]!)).at(-1)).toMatchObject({ event: 'deletionWithdrawn', by: 'writer' });
  });

  it('is restored by a rebuild while it is open, with its number, artifacts and reason', async () => {
    const [one, two] = (await storePages('a', 'b')) as [string, string];
    const closed = await fileDeletion([one]);
    await reject(closed.number);
    const open = await fileDeletion([one, two]);
    const { rows: held } = await onIndex(kept.database)<{
      id: number;
    }>`select id from au where auid = ${auid}`;
    const order = { kind: 'delete', artifacts: [one], reason: 'a name of a provider may change' } as const;
    const user = { by: 'oidc:alice', account: 'oidc:248289761001' };
    const byProvider = await fileDeletionRequest(kept.database.kysely, held[0]!.id, { ...order, ...user });
    await shipJournal(makeCompactionDeps(kept));
    const again = await runRebuild(kept.store);
    const restored = (database: typeof kept.database) => onIndex(database)`
      select number, kind, state, requested_by, requested_account, reason,
        (select json_agg(artifact_id order by artifact_id) from deletion_artifact where number = deletion.number) as uuids
      from deletion join au on au.id = au_id where auid = ${auid} order by number`;
    expect((await restored(again.database)).rows).toEqual([
      {
        ...{ number: open.number, kind: 'delete', state: 'requested', requested_by: 'writer' },
        ...{ requested_account: null, reason: 'captured by mistake', uuids: [one, two].sort() },
      },
      {
        ...{ number: byProvider, kind: 'delete', state: 'requested', requested_by: user.by },
        ...{ requested_account: user.account, reason: order.reason, uuids: [one] },
      },
    ]);
    const { rows } = await onIndex(again.database)<{ next: number }>`
      select nextval(pg_get_serial_sequence('deletion', 'number')) as next`;
    expect(rows[0]!.next).toBeGreaterThan(byProvider);
  });

  it('is listed by state, AU and artifact, in pages', async () => {
    const [one, two] = (await storePages('a', 'b')) as [string, string];
    const first = await fileDeletion([one]);
    const second = await fileDeletion([two]);
    await withdraw(first.number);
    const list = async (query: NonNullable<Sent['query']>) => {
      const page = JSON.parse((await request('GET', '/deletions', { query })).text);
      return { ...page, numbers: page.deletions.map(({ number }: Deletion) => number) };
    };
    expect(await list({ auid })).toMatchObject({
      numbers: [second.number, first.number],
      needsApproval: true,
      pageInfo: { totalCount: 2 },
    });
    expect((await list({ auid, state: 'requested' })).numbers).toEqual([second.number]);
    expect((await list({ uuid: one, namespace: 'default' })).numbers).toEqual([first.number]);
    expect((await list({ auid, namespace: 'elsewhere' })).numbers).toEqual([]);
    const { pageInfo, numbers } = await list({ auid, limit: 1 });
    expect(numbers).toEqual([second.number]);
    const { continuationToken } = pageInfo;
    expect((await list({ auid, limit: 1, continuationToken })).numbers).toEqual([first.number]);
    expect((await request('GET', '/deletions', { query: { state: 'gone' } })).status).toBe(400);
    for (const uuid of [`urn:uuid:${one}`, one.toUpperCase()])
      expect((await request('GET', '/deletions', { query: { uuid } })).status).toBe(400);
    expect((await request('GET', '/deletions', {}, 'reader')).status).toBe(403);
  });

  it.each([
    ['no artifacts', { uuids: [] }, 400],
    ['an unknown field', { uuids: [makeReferenceUuid('x')], who: 'me' }, 400],
    ['a uuid that is none', { uuids: ['x'] }, 400],
    ['a uuid in another form', { uuids: [`urn:uuid:${makeReferenceUuid('x')}`] }, 400],
    ['the same artifact twice', { uuids: [makeReferenceUuid('x'), makeReferenceUuid('x')] }, 400],
    ['an unknown artifact', { uuids: [makeReferenceUuid('x')] }, 404],
    ['a purge without a reason', { uuids: [makeReferenceUuid('x')], kind: 'purge' }, 400],
  ])('with %s is refused', async (_what, body, status) => {
    expect(readProblem(await post(body)).status).toBe(status);
  });

  it('covers artifacts of one AU and one namespace', async () => {
    const [one] = (await storePages('a')) as [string];
    useNextAu();
    const [two] = (await storePages('b')) as [string];
    expect(readProblem(await post({ uuids: [one, two] })).detail).toContain('are in different AUs');
    expect((await post({ uuids: [one] }, 'writer', { namespace: 'elsewhere' })).status).toBe(404);
    await request('POST', '/holds', withJson({ uuid: one, reason: 'litigation' }));
    expect((await post({ uuids: [one] })).status).toBe(409);
  });

  it('is 404 without a number, and refused with 413 if it is too large', async () => {
    const none = 9007199254740991;
    expect((await request('GET', `/deletions/${none}`)).status).toBe(404);
    expect((await request('GET', '/deletions/0')).status).toBe(400);
    for (const act of [approve, withdraw, (number: number) => reject(number)]) {
      expect((await act(none)).status).toBe(404);
      expect((await act(0)).status).toBe(400);
    }
    const large = 'x'.repeat(2 * 1024 * 1024);
    expect((await post({ uuids: [large] })).status).toBe(413);
    expect((await reject(none, large)).status).toBe(413);
  });
});
