// A damage report for a revisit is discarded if an import into another AU has repaired the payload in the meantime.
import { beforeAll, expect, it } from '@jest/globals';
import { markDamage } from '../../../src/index/damage.db.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { makePage, makeRevisit, type Stored, storeAll } from './stored-artifacts.ts';
import { type Keeper, openKeeper } from './walk.ts';

let service: TestService;
let keeper: Keeper;

beforeAll(async () => {
  service = await startTestService({ FIXITY_PERIOD: 'off', JOURNAL_INTERVAL: '1h' });
  keeper = await openKeeper(service);
});

it('is not registered for a revisit whose payload has been repaired in the meantime', async () => {
  await storeAll(service, 'original', [makePage('original', 'o')]);
  const [{ uuid }] = (await storeAll(service, 'revisit', [makeRevisit('original', 'one', 'o')])) as [Stored];
  const { pool } = keeper.database;
  const { rows } = await pool.query('select * from artifact where id = $1', [uuid]);
  const { au_id: auId, payload_segment_id: segmentId, payload_offset: offset } = rows[0];
  const found = { artifactId: uuid, auId, segmentId: Number(segmentId), offset: Number(offset) };
  const mark = () =>
    markDamage(
      keeper.database.kysely,
      [{ ...found, inPayload: true, inCompanions: false, reason: 'flipped' }],
      Date.now(),
    );
  const repair = await pool.connect();
  await repair.query('begin');
  await repair.query('update artifact set payload_offset = payload_offset + 1 where id = $1', [uuid]);
  const marking = mark();
  const isWaiting = async () =>
    (
      await pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rows.length > 0;
  await Promise.race([marking, until(isWaiting)]);
  await repair.query('commit');
  repair.release();
  expect(await marking).toBe(0);
  expect(await keeper.damaged()).toEqual(new Map());
  await pool.query('update artifact set payload_offset = payload_offset - 1 where id = $1', [uuid]);
  expect(await mark()).toBe(1);
});
