// Covers: docs/runbooks services packages scripts
// Runs the database dump of the runbook on backups, with the PostgreSQL version of this machine's pg_dump. If the store
// has no later changes, a service with the restored index must serve the content of the store. Otherwise the service
// must refuse the index until it is rebuilt.
import { join } from 'node:path';
import { createTemporaryFolder, makeWarc } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { runKeepCommand } from '../support/keep.ts';
import { launchRepository, startRepository } from '../support/repository-server.ts';
import { startDumpToolsServer } from './dump-tools-server.ts';
import { extractBlockCommands, runRunbookCommand } from './runbook.ts';

const tools = startDumpToolsServer();
if ('missing' in tools) {
  process.stderr.write(`NOT RUN: pg_dump and pg_restore of docs/runbooks/back-up.md: ${tools.missing}\n`);
}
const itWithTools = 'missing' in tools ? it.skip : it;

itWithTools(
  'dumps beside running services, and restores what they go on with',
  async () => {
    if ('missing' in tools) throw new Error(tools.missing);
    const server = await tools.start();
    const [dump, restore] = extractBlockCommands('back-up.md', 'dump') as [string, string];
    const env = { BACKUP: await createTemporaryFolder(), DATABASE_URL: await emptyDatabase(server, 'used') };
    const objectStore = `fs:${join(await createTemporaryFolder(), 'store')}`;
    const repository = await startRepository({ databaseUrl: env.DATABASE_URL, objectStore });
    const config = await startConfig(env.DATABASE_URL, 'pass word');
    await repository.client.importArchive(makeWarc(30, 2_000).bytes, { auid: 'dumped' });
    const before = await repository.client.artifacts('dumped');
    await runRunbookCommand(dump, env);
    for (const { process } of [repository, config]) await process.stop();

    const restored = await emptyDatabase(server, 'restored');
    await runRunbookCommand(restore, { ...env, DATABASE_URL: restored });
    const again = await startRepository({ databaseUrl: restored, objectStore });
    expect(before).toHaveLength(30);
    expect(await again.client.artifacts('dumped')).toEqual(before);
    for (const { uuid, contentLength } of before) {
      expect((await again.client.bytes(`/artifacts/${uuid}/payload`)).length).toBe(contentLength);
    }
    const later = await again.client.importArchive(makeWarc(3, 2_000).bytes, { auid: 'later' });
    expect(later.statuses.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK']);
    await again.process.stop();

    const older = { databaseUrl: await emptyDatabase(server, 'older'), objectStore };
    await runRunbookCommand(restore, { ...env, DATABASE_URL: older.databaseUrl });
    const refusing = await launchRepository(older);
    await refusing.process.says(/The index is older than the object store/);
    expect((await refusing.client.get('/aus/dumped/artifacts')).status).toBe(503);
    await refusing.process.stop();
    expect(await runKeepCommand(older, 'rebuild', '--replace')).toMatchObject({ code: 0 });
    const rebuilt = await startRepository(older);
    expect(await rebuilt.client.artifacts('dumped')).toEqual(before);
    expect(await rebuilt.client.artifacts('later')).toHaveLength(3);
    await rebuilt.process.stop();
    await (await startConfig(restored, 'pass word')).process.stop();
  },
  90_000,
);

async function emptyDatabase(server: string, name: string): Promise<string> {
  await runRunbookCommand(`psql "$SERVER" --no-psqlrc --quiet -c "create database ${name}"`, {
    SERVER: server,
  });
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
