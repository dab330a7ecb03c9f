// Covers: services packages scripts
// Runs `holdfast keep` as operators do: next to a running `npm start`, and after the database was lost.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, createTestDatabase, makeWarc, TestRepositoryClient } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { prepareInstallation, runNpmStart } from '../readme/installation.ts';
import { startKeep } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';

describe('holdfast keep', () => {
  it('finds what npm start keeps, while it runs and when its database is lost', async () => {
    const data = join(await createTemporaryFolder(), 'data');
    const installation = await prepareInstallation(data, {});
    const { env, repositoryPort } = installation;
    const place = { databaseUrl: '', objectStore: '', env: { ...env, DATA_DIR: undefined } };
    const running = await runNpmStart(installation);
    const password = (await readFile(join(data, 'admin-password'), 'utf8')).trim();
    const client = new TestRepositoryClient(`http://127.0.0.1:${repositoryPort}`, {
      user: 'admin',
      password,
    });
    await client.importArchive(makeWarc(20, 500).bytes, { auid: 'kept' });
    const before = await client.artifacts('kept');

    const beside = await startKeep(place, 'verify', '--data', data);
    expect([(await beside.exited).code, beside.output()]).toEqual([
      0,
      expect.stringContaining('The index and the object store agree.'),
    ]);
    const refused = await startKeep(place, 'rebuild', '--data', data);
    expect([(await refused.exited).code, refused.output()]).toEqual([
      3,
      'A repository service is using this database. Stop it first.\n' +
        'Configuration: the database has everything that the object store has; it was left as it is.\n',
    ]);
    await running.stop();

    // If root starts the node, its database folder is a symbolic link to a folder that the PostgreSQL user can access,
    // so remove both.
    await promisify(execFile)('sh', [
      '-c',
      'rm -rf "$(readlink -f "$1")" "$1"',
      'sh',
      join(data, 'postgres'),
    ]);
    const rebuild = await startKeep(place, 'rebuild', '--data', data);
    expect([(await rebuild.exited).code, rebuild.output()]).toEqual([
      0,
      expect.stringMatching(/^20 artifacts of /m),
    ]);
    const again = await runNpmStart(installation);
    expect(await client.artifacts('kept')).toEqual(before);
    await again.stop();
  }, 240_000);

  it('says what it cannot do', async () => {
    const nothing = await createTemporaryFolder();
    const place = { databaseUrl: '', objectStore: '' };
    for (const [words, code, said] of [
      [['verify', '--data', nothing], 2, 'There is no node in'],
      [['--help'], 0, 'holdfast keep rebuild'],
    ] as const) {
      const started = await startKeep(place, ...words);
      expect([(await started.exited).code, started.output()]).toEqual([code, expect.stringContaining(said)]);
    }
  });

  it('says what is wrong with settings before it does anything', async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const place = { databaseUrl, objectStore: 'neither fs nor s3' };
    const settings = await startKeep(place, 'verify');
    expect([(await settings.exited).code, settings.output()]).toEqual([
      2,
      expect.stringContaining('OBJECT_STORE'),
    ]);
  });

  it('ends with whoever started it, and rebuilds no index that is not empty', async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const folder = await createTemporaryFolder();
    const place = { databaseUrl, objectStore: `fs:${folder}` };
    const server = await startRepository(place);
    await server.client.importArchive(makeWarc(100, 2_000).bytes, { auid: 'kept' });
    await server.process.stop();
    const slow = await startKeep(place, 'fixity', '--rate', '1000');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    // Uses SIGKILL, because a fixity check at this rate would take minutes to stop.
    await slow.kill9();
    expect((await slow.exited).signal).toBe('SIGKILL');
    const refused = await startKeep(place, 'rebuild');
    expect([(await refused.exited).code, refused.output()]).toEqual([
      3,
      expect.stringContaining('The index is not empty.'),
    ]);
    // The service must start again after a refused command.
    await (await startRepository(place)).process.stop();
  }, 120_000);
});
