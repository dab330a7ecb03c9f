// Judges: services packages/accounts packages/http-kit packages/api-types packages/warc
// The clients of the field's own node software, unmodified: every public method of them against both services, as they are
// and with COMPATIBILITY=laaws.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { temporaryFolder, testDatabase } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { installedClients } from './installed-clients.ts';

const run = promisify(execFile);
const password = 'correct horse battery';
/** What a client did with one of its methods. */
interface Line {
  readonly client: string;
  readonly method: string;
  readonly what: string;
  readonly fault?: string;
}

const clients = await installedClients();
const words = 'existing clients drive every method';
if ('missing' in clients) process.stderr.write(`NOT RUN: "${words}": ${clients.missing}.\n`);

async function drive(classPath: string, mode: string): Promise<Line[]> {
  const env = { COMPATIBILITY: mode, ADMIN_PASSWORD: password };
  const [repository, config] = await Promise.all([
    startRepository({
      databaseUrl: (await testDatabase()).url,
      objectStore: `fs:${await temporaryFolder()}`,
      env,
    }),
    startConfig((await testDatabase()).url, password, env),
  ]);
  const named = [mode, repository.client.url, config.url, 'admin', password];
  const { stdout } = await run('java', ['-cp', classPath, 'holdfast.clients.Main', ...named], {
    maxBuffer: 64 * 1024 * 1024,
    // The field's software writes logs where it is started.
    cwd: await temporaryFolder(),
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"client"'));
  return lines.map((line) => JSON.parse(line) as Line);
}

describe('existing clients', () => {
  const itWith = 'classPath' in clients ? it : it.skip;
  itWith.each(['none', 'laaws'])(
    'drive every method (COMPATIBILITY=%s)',
    async (mode) => {
      const lines = await drive('classPath' in clients ? clients.classPath : '', mode);
      expect(lines.filter(({ fault }) => fault !== undefined)).toEqual([]);
      const methods = new Set(lines.map(({ client, method }) => `${client}.${method}`));
      expect(methods.size).toBeGreaterThanOrEqual(59);
    },
    120_000,
  );
});
