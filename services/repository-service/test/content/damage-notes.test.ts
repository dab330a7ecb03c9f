// Damage found by readers is recorded if it persists, checked again from time to time, and cleared when it is gone.
import { rename } from 'node:fs/promises';
import { createLog } from '@holdfast/service-kit';
import { beforeAll, expect, it } from '@jest/globals';
import { createDamageReporter, type DamageReporter } from '../../src/content/damage-notes.ts';
import { findArtifact } from '../../src/index/artifact.db.ts';
import { damage, makePage, makeRevisit, type Stored, storeAll } from '../jobs/fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../jobs/fixity/walk.ts';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let keeper: Keeper;
let notes: DamageReporter;
let nowMs = 1_700_000_000_000;
let reads = 0;

beforeAll(async () => {
  service = await startTestService({ FIXITY_PERIOD: 'off' });
  keeper = await openKeeper(service);
  const log = createLog({ service: 'test', level: 'silent' });
  notes = createDamageReporter({ ...keeper, log, nowMs: () => nowMs, onRead: () => reads++ });
});

async function met(uuid: string): Promise<void> {
  const artifact = await findArtifact(keeper.database.pool, { namespace: 'default', uuid });
  notes.met(artifact!, artifact!.damage ?? 'something');
  await notes.settled();
}

it('is noted only when it is there, in the record where it is', async () => {
  const records = [makePage('au', 'a'), makeRevisit('au', 'r', 'a')];
  const [original, one] = (await storeAll(service, 'au', records)) as [Stored, Stored];
  await met(one.uuid);
  expect(await keeper.damaged()).toEqual(new Map());
  await damage(original);
  await met(one.uuid);
  expect([...(await keeper.damaged()).keys()]).toEqual([one.uuid]);
  const { rows } = await keeper.database.pool.query('select in_payload from damage');
  expect(rows).toEqual([{ in_payload: true }]);
  await damage(original);
  await keeper.walk();
  expect(reads).toBe(2);
});

it('is forgiven when the object is back, and looked for once a minute', async () => {
  const [victim] = (await storeAll(service, 'back', [makePage('back', 'a')])) as [Stored];
  await rename(victim.path, `${victim.path}.away`);
  await met(victim.uuid);
  expect((await keeper.damaged()).get(victim.uuid)).toBe('its object is missing from the store');
  await rename(`${victim.path}.away`, victim.path);
  await met(victim.uuid);
  expect((await keeper.damaged()).size).toBe(1);
  nowMs += 60_001;
  await met(victim.uuid);
  expect((await keeper.damaged()).size).toBe(0);
});
