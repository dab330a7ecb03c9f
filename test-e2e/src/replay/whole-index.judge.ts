// Covers: services/repository-service packages/pg-kit
// Runs the commands of docs/replay.md that read the whole index of a site, on a service whose responses are limited to
// a few lines.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, createTestDatabase, makeResponseRecord } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { readNetrc, readWholeIndexCommands } from './replay-page.ts';
import { createReplayUsersFile } from './replay-user.ts';

const password = 'of-the-replay-tool';

it('are given every line, once and in order, in as many answers as it takes', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const env = { USERS_FILE: await createReplayUsersFile(password), REPLAY_CDX_LIMIT: '40' };
  const home = await createTemporaryFolder();
  const { client } = await startRepository({ databaseUrl, objectStore: `fs:${join(home, 'store')}`, env });
  const records = Array.from({ length: 130 }, (_, i) =>
    makeResponseRecord(`http://a.example.org/${i}`, Buffer.from('x')),
  );
  await client.importArchive(Buffer.concat(records), { auid: 'whole' });
  await writeFile(join(home, '.netrc'), readNetrc(password), { mode: 0o600 });
  await promisify(execFile)('sh', ['-c', readWholeIndexCommands(client.url)], {
    cwd: home,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home },
  });
  const lines = (await readFile(join(home, 'example.org.cdx'), 'utf8')).trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(
    records.map((_, i) => `org,example,a)/${i}`).toSorted(),
  );
});
