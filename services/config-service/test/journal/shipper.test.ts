// Tests the process that ships the configuration journal, and damaged objects in the store.
import { listJournalObjects, makeJournalCopyKey } from '@holdfast/journal';
import { describe, expect, it } from '@jest/globals';
import { addAu, createJournaled, type Journaled, listKinds, readContents, restoreFrom } from './journaled.ts';

const spoil = async (node: Journaled, key: string, bytes?: Buffer) => {
  await node.deps.place.store.delete(key);
  if (bytes) await node.deps.place.store.put(key, bytes);
};

describe('damage in the store', () => {
  it.each(['an object', 'its copy'])('costs nothing if only %s is lost or damaged', async (which) => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    await addAu(node, 'b');
    await node.ship();
    const { store, prefix } = node.deps.place;
    for (const [at, { key }] of (await listJournalObjects(store, prefix)).entries()) {
      const name = which === 'an object' ? key : makeJournalCopyKey(prefix, key);
      const bytes = await store.readBytes(name, { offset: 0, length: 40 });
      await spoil(node, name, at === 0 ? bytes : undefined);
    }
    const restored = await restoreFrom(node.deps.place);
    expect(restored.report.lost).toEqual([]);
    expect(await readContents(restored)).toEqual(await readContents(node));
  });

  it('falls back to the snapshot before a damaged one, with all changes since', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    await addAu(node, 'b');
    await node.ship();
    await node.query(`update configuration_journal_state set snapshot_epoch = null`);
    await node.ship();
    const { store, prefix } = node.deps.place;
    expect(await listKinds(node.deps.place)).toEqual(['snapshot 1', 'changes 2', 'snapshot 3']);
    const last = (await listJournalObjects(store, prefix)).at(-1)!;
    await spoil(node, last.key, Buffer.from('no'));
    await spoil(node, makeJournalCopyKey(prefix, last.key), Buffer.from('no'));
    const restored = await restoreFrom(node.deps.place);
    expect(restored.report).toMatchObject({ changes: 1, lost: [] });
    expect(await readContents(restored)).toEqual(await readContents(node));
  });

  it('is reported if an object with changes is lost or damaged in both copies', async () => {
    for (const bytes of [undefined, Buffer.from('no')]) {
      const node = await createJournaled();
      await node.ship();
      for (const auid of ['a', 'b']) {
        await addAu(node, auid);
        await node.ship();
      }
      const { store, prefix } = node.deps.place;
      const { key } = (await listJournalObjects(store, prefix))[1]!;
      await spoil(node, key, bytes);
      await spoil(node, makeJournalCopyKey(prefix, key), bytes);
      const { report, db } = await restoreFrom(node.deps.place);
      expect(report.lost.length).toBeGreaterThan(0);
      const { rows } = await db.pool.query(`select auid from au_configuration`);
      expect(rows).toEqual([{ auid: 'b' }]);
    }
  });
});

describe('the daily check', () => {
  it('restores a missing or damaged copy from the other one', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    await addAu(node, 'b');
    await node.ship();
    const { store, prefix } = node.deps.place;
    const [snapshot, changes] = await listJournalObjects(store, prefix);
    await spoil(node, snapshot!.key, Buffer.from('no'));
    await spoil(node, makeJournalCopyKey(prefix, changes!.key));
    await node.ship();
    for (const { key, sizeBytes } of [snapshot!, changes!]) {
      const [own, copy] = await Promise.all(
        [key, makeJournalCopyKey(prefix, key)].map((name) =>
          store.readBytes(name, { offset: 0, length: sizeBytes }),
        ),
      );
      expect(own!.equals(copy!)).toBe(true);
    }
    expect((await restoreFrom(node.deps.place)).report).toMatchObject({ changes: 1, lost: [] });
  });

  it('replaces an object that is damaged in both copies by a snapshot', async () => {
    const node = await createJournaled();
    await node.ship();
    await addAu(node, 'a');
    await node.ship();
    const { store, prefix } = node.deps.place;
    const { key } = (await listJournalObjects(store, prefix))[1]!;
    for (const name of [key, makeJournalCopyKey(prefix, key)]) await spoil(node, name, Buffer.from('no'));
    await node.ship();
    await node.ship();
    const restored = await restoreFrom(node.deps.place);
    expect(restored.report.lost).toEqual([]);
    expect(await readContents(restored)).toEqual(await readContents(node));
  });
});

describe('the shipper', () => {
  it('removes objects only when two later snapshots are readable', async () => {
    const node = await createJournaled();
    const { place } = node.deps;
    const snapshot = async () => {
      await node.query(`update configuration_journal_state set snapshot_epoch = null`);
      await node.ship();
    };
    await node.ship();
    await addAu(node, 'a');
    await node.ship();
    await snapshot();
    expect(await listKinds(place)).toEqual(['snapshot 1', 'changes 2', 'snapshot 3']);
    const third = (await listJournalObjects(place.store, place.prefix)).at(-1)!;
    const bytes = await place.store.readBytes(third.key, { offset: 0, length: third.sizeBytes });
    for (const key of [third.key, makeJournalCopyKey(place.prefix, third.key)]) {
      await place.store.delete(key);
      await place.store.put(key, bytes.subarray(0, -1));
    }
    await snapshot();
    expect(await listKinds(place)).toEqual(['snapshot 1', 'changes 2', 'snapshot 3', 'snapshot 4']);
    await snapshot();
    expect(await listKinds(place)).toEqual(['snapshot 4', 'snapshot 5']);
  });

  it('writes everything again into an emptied store, at later places', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    const { store, prefix } = node.deps.place;
    for (const { key } of await store.list({})) await store.delete(key);
    await node.ship();
    expect(await listKinds(node.deps.place)).toEqual(['snapshot 2']);
    expect((await listJournalObjects(store, prefix))[0]!.epoch).toMatch(/^000001-/);
  });

  it('writes a snapshot when changes were not noted', async () => {
    const node = await createJournaled();
    await addAu(node, 'a');
    await node.ship();
    await node.query('truncate au_configuration');
    await addAu(node, 'b');
    await node.ship();
    expect(await listKinds(node.deps.place)).toEqual(['snapshot 1', 'snapshot 2']);
    const restored = await restoreFrom(node.deps.place);
    expect(await readContents(restored)).toEqual(await readContents(node));
  });

  it('waits with the first snapshot for transactions that began before', async () => {
    const node = await createJournaled();
    const client = await node.db.pool.connect();
    await client.query('begin');
    await client.query(`insert into au_state values ('early', '{}')`);
    await node.ship();
    expect(await listKinds(node.deps.place)).toEqual([]);
    await client.query('commit');
    client.release();
    await node.ship();
    const restored = await restoreFrom(node.deps.place);
    expect(await readContents(restored)).toEqual(await readContents(node));
  });
});
