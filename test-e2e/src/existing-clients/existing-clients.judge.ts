// Covers: services packages/accounts packages/http-kit packages/api-types packages/warc
// Calls every public method of the unmodified LOCKSS Java clients against both services, with default settings and with
// COMPATIBILITY=laaws.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { installClients } from './installed-clients.ts';

const run = promisify(execFile);
const password = 'correct horse battery';
/** Line that the Java program prints for the result of one client method. */
interface Line {
  readonly client: string;
  readonly method: string;
  readonly what: string;
  readonly fault?: string;
}

const clients = await installClients();
const words = 'existing clients drive every method';
if ('missing' in clients) process.stderr.write(`NOT RUN: "${words}": ${clients.missing}.\n`);

async function runExistingClients(classPath: string, mode: string): Promise<Line[]> {
  const env = { COMPATIBILITY: mode, ADMIN_PASSWORD: password };
  const [repository, config] = await Promise.all([
    startRepository({
      databaseUrl: (await createTestDatabase()).url,
      objectStore: `fs:${await createTemporaryFolder()}`,
      env,
    }),
    startConfig((await createTestDatabase()).url, password, env),
  ]);
  const named = [mode, repository.client.url, config.url, 'admin', password];
  const { stdout } = await run('java', ['-cp', classPath, 'holdfast.clients.Main', ...named], {
    maxBuffer: 64 * 1024 * 1024,
    // LOCKSS writes logs to the working directory, so this is a temporary folder.
    cwd: await createTemporaryFolder(),
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"client"'));
  return lines.map((line) => JSON.parse(line) as Line);
}

describe('existing clients', () => {
  const itWith = 'classPath' in clients ? it : it.skip;
  itWith.each(['none', 'laaws'])(
    'drive every method (COMPATIBILITY=%s)',
    async (mode) => {
      const lines = await runExistingClients('classPath' in clients ? clients.classPath : '', mode);
      expect(lines.filter(({ fault }) => fault !== undefined)).toEqual([]);
      const methods = new Set(lines.map(({ client, method }) => `${client}.${method}`));
      expect(methods.size).toBeGreaterThanOrEqual(59);
    },
    120_000,
  );
});
