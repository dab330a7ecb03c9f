// Covers: services packages
// Tests `holdfast backup` and `holdfast restore`: a shortened run of `npm run drill -- backup`, and commands that must
// be refused.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { backUpUnderLoad } from './backup.ts';
import { type NodeEndpoints, runBackupCommand } from './run-backup.ts';

describe('a node that was backed up under load', () => {
  let destination: string;
  let node: NodeEndpoints;

  it('comes back with all that had been acknowledged, and each backup copies only what is new', async () => {
    destination = join(await createTemporaryFolder(), 'backups');
    node = await createEmptyPlace();
    const plan = {
      seed: 7,
      node,
      destination,
      rounds: 1,
      roundMs: 200,
      pauseMs: 20,
      judges: ['verify'],
      emptyPlace: createEmptyPlace,
      say() {},
    };
    const { busy, resting, found } = await backUpUnderLoad(plan);
    expect(found[0]).toBeGreaterThanOrEqual(20);
    expect(busy[0]!.newObjects).toBe(busy[0]!.objects);
    expect(resting.newObjects).toBeGreaterThan(0);
    expect(resting.newObjects).toBeLessThan(resting.objects);
  }, 180_000);

  it('is not restored into a place that is not empty', async () => {
    const refused = await runBackupCommand(node, 'restore', destination);
    expect(refused).toEqual({ code: 3, output: expect.stringContaining('The object store is not empty: ') });
  });

  it('is refused when the backup is damaged, with what is damaged, before anything is written', async () => {
    const damaged = await findLatestParts(destination);
    for (const name of damaged) await flipByte(join(destination, 'objects', name));
    const place = await createEmptyPlace();
    const { code, output } = await runBackupCommand(place, 'restore', destination);
    expect({ code, output }).toEqual({ code: 3, output: expect.stringContaining('The backup is damaged:') });
    for (const key of damaged) {
      expect(output).toMatch(new RegExp(`${key}: .*\n +expected [0-9a-f]{64}\n +found +[0-9a-f]{64}`));
    }
    await expect(readdir(place.dataFolder)).rejects.toThrow('ENOENT');
  });
});

async function createEmptyPlace(): Promise<NodeEndpoints> {
  const [repository, config] = [await createTestDatabase(), await createTestDatabase()];
  const dataFolder = join(await createTemporaryFolder(), 'data');
  const objectStore = `fs:${join(dataFolder, 'store')}`;
  return { repositoryUrl: repository.url, configUrl: config.url, objectStore, dataFolder };
}

/** Returns the paths of one segment and one table in the latest backup. */
async function findLatestParts(folder: string): Promise<string[]> {
  const names = (await readdir(join(folder, 'objects', 'backups'), { recursive: true })).sort();
  const [list, table] = ['objects.ndjson.gz', 'au_state.copy.gz'].map(
    (end) => `backups/${names.findLast((name) => name.endsWith(end))}`,
  );
  const lines = gunzipSync(await readFile(join(folder, 'objects', list!)))
    .toString()
    .trimEnd();
  const { key } = JSON.parse(lines.split('\n').at(-1)!) as { key: string };
  return [`store/${key}`, table!];
}

async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = bytes[middle]! ^ 1;
  await writeFile(file, bytes);
}
