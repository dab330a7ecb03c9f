// Tests the encrypted configuration journal: the store contains no readable data, wrong keys are rejected, and a key
// can be rotated.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { listJournalObjects, makeJournalCopyKey, parseJournalKeys } from '@holdfast/journal';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { throwIfConfigurationOlder } from '../../src/journal/compare.ts';
import {
  addAu,
  makeJournalKey,
  openJournaled,
  openTestLocation,
  readContents,
  restoreFrom,
} from './journaled.ts';

const SECRET = 'SHA-256:secret-of-alice';

async function filesIn(folder: string): Promise<Buffer[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    names
      .filter((one) => one.isFile() && one.name.includes('.ndjson'))
      .map((one) => readFile(join(one.parentPath, one.name))),
  );
}

async function shippedWith(folder: string, key: string) {
  const node = await openJournaled(await openTestLocation(folder, { key }));
  await node.query(`insert into user_account values ('alice', $1)`, [
    JSON.stringify({ currentPassword: SECRET }),
  ]);
  await node.ship();
  await addAu(node, 'a');
  await node.ship();
  return node;
}

describe('an encrypted journal', () => {
  it('has nothing readable, and is restored with the key', async () => {
    const folder = await createTemporaryFolder();
    const node = await shippedWith(folder, makeJournalKey());
    const files = await filesIn(folder);
    expect(files.length).toBe(4);
    for (const file of files) {
      expect(file.includes(SECRET)).toBe(false);
      const start = file.indexOf('\n') + 1;
      expect(JSON.parse(file.toString('utf8', 0, start))).toMatchObject({ cipher: 'aes-256-gcm' });
      expect(() => gunzipSync(file.subarray(start))).toThrow();
    }
    const restored = await restoreFrom(node.deps.place);
    expect(await readContents(restored)).toEqual(await readContents(node));
  });

  it('is refused without its key, at the start and by a rebuild', async () => {
    const folder = await createTemporaryFolder();
    const node = await shippedWith(folder, makeJournalKey());
    for (const keys of [{}, { key: makeJournalKey() }]) {
      const place = await openTestLocation(folder, keys);
      await expect(throwIfConfigurationOlder(node.db.kysely, place)).rejects.toThrow('JOURNAL_KEY');
      await expect(restoreFrom(place)).rejects.toThrow('JOURNAL_KEY');
    }
  });

  it('goes on with a new key, from a new snapshot on, while the old one opens what was there', async () => {
    const folder = await createTemporaryFolder();
    const [older, key] = [makeJournalKey(), makeJournalKey()];
    const node = await shippedWith(folder, older);
    const rotated = await openJournaled(await openTestLocation(folder, { key, older }), node.database);
    await addAu(rotated, 'b');
    await rotated.ship();
    const restored = await restoreFrom(await openTestLocation(folder, { key, older }));
    expect(restored.report.lost).toEqual([]);
    expect(await readContents(restored)).toEqual(await readContents(rotated));
    // The old key is no longer needed when two snapshots use the new key.
    await rotated.query(`update configuration_journal_state set snapshot_epoch = null`);
    await rotated.ship();
    const alone = await restoreFrom(await openTestLocation(folder, { key }));
    expect(await readContents(alone)).toEqual(await readContents(rotated));
  });

  it('is damaged if an object is renamed, or one bit is changed', async () => {
    const folder = await createTemporaryFolder();
    const node = await shippedWith(folder, makeJournalKey());
    const { store, prefix } = node.deps.place;
    const [, changes] = await listJournalObjects(store, prefix);
    const { key, sizeBytes } = changes!;
    const bytes = await store.readBytes(key, { offset: 0, length: sizeBytes });
    const flipped = Buffer.from(bytes);
    flipped[flipped.length - 20]! ^= 1;
    const later = key.replace('0000000000000002', '0000000000000003');
    for (const [name, content] of [
      [key, flipped],
      [later, bytes],
    ] as const) {
      for (const one of [key, makeJournalCopyKey(prefix, key)]) await store.delete(one);
      for (const one of [name, makeJournalCopyKey(prefix, name)]) await store.put(one, content);
      const { report, db } = await restoreFrom(node.deps.place);
      expect(report.lost).toEqual([expect.stringContaining('damaged')]);
      expect((await db.pool.query('select from au_configuration')).rowCount).toBe(0);
      for (const one of [name, makeJournalCopyKey(prefix, name)]) await store.delete(one);
      await store.put(key, bytes);
    }
  });
});

describe('the program of docs/reading-without-holdfast.md', () => {
  it.each([true, false])('prints an object, encrypted: %s', async (isEncrypted) => {
    const page = await readFile(
      new URL('../../../../docs/reading-without-holdfast.md', import.meta.url),
      'utf8',
    );
    const [, program] = /```js\n(.*?)```/s.exec(page)!;
    const folder = await createTemporaryFolder();
    const script = join(folder, 'open-journal.js');
    await writeFile(script, program!);
    const key = makeJournalKey();
    const node = await openJournaled(
      await openTestLocation(join(folder, 'store'), isEncrypted ? { key } : {}),
    );
    await node.query(`insert into user_account values ('alice', '{}')`);
    await node.ship();
    const [object] = await listJournalObjects(node.deps.place.store, node.deps.place.prefix);
    for (const name of [object!.key, makeJournalCopyKey(node.deps.place.prefix, object!.key)]) {
      const path = join(folder, 'store', 'objects', name);
      const { stdout } = await promisify(execFile)(process.execPath, [script, path], {
        env: { JOURNAL_KEY: key },
      });
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines).toMatchObject([
        { kind: 'snapshot', sequence: 1 },
        { table: 'user_account', row: { user_name: 'alice', document: {} } },
        { end: { lines: 1 } },
      ]);
    }
  });
});

describe('JOURNAL_KEY', () => {
  it.each(['short', 'g'.repeat(64), 'ab'.repeat(31), Buffer.alloc(31).toString('base64')])(
    'refuses %s',
    (key) => {
      expect(() => parseJournalKeys(key, undefined)).toThrow('JOURNAL_KEY must be 32 bytes');
      expect(() => parseJournalKeys(undefined, key)).toThrow('JOURNAL_KEYS_OLD must be 32 bytes');
    },
  );

  it('takes hexadecimal digits and base64 for the same key', () => {
    const bytes = Buffer.alloc(32, 7);
    const ids = ['hex', 'base64', 'base64url'].map(
      (form) => parseJournalKeys(bytes.toString(form as 'hex'), undefined).current?.id,
    );
    expect(new Set(ids).size).toBe(1);
  });
});
