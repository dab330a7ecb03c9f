// Tests that the servers of a killed run keep running until the next run stops them. Uses real PostgreSQL.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { startProcess } from '../src/start-process.ts';
import { createTemporaryFolder } from '../src/temporary-folder.ts';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Starts a run like Jest's global setup, but without the S3 server.
const program = `
  import { startEmbeddedPostgres, stopAbandonedPostgres } from '${source('../../standalone/src/postgres/index.ts')}';
  import { startTestRun } from '${source('../src/run.ts')}';
  const startS3ForTests = async () => ({ skipped: 'not for this one' });
  const deps = { startEmbeddedPostgres, stopAbandonedPostgres, startS3ForTests };
  const run = await startTestRun(deps, process.env.TMPDIR);
  console.log('at ' + process.env.HOLDFAST_TEST_POSTGRES);
  process.once('SIGTERM', () => run.stop());
  setInterval(() => {}, 1000).unref();`;

describe('startTestRun', () => {
  it('clears up after a run that was killed, and leaves a living one alone', async () => {
    const folder = await createTemporaryFolder();
    const start = async () => {
      const env = { TMPDIR: folder, HOLDFAST_PGBOUNCER: undefined };
      const run = await startProcess(process.execPath, ['--input-type=module', '--eval', program], { env });
      await run.says(/^at postgres:/m);
      return run;
    };
    await mkdir(join(folder, 'holdfast-run-of-somebody-else'));
    const killed = await start();
    const living = await start();
    await killed.kill9();
    expect(foldersOf(folder, killed.pid)).toHaveLength(1);
    const next = await start();
    expect(foldersOf(folder, killed.pid)).toEqual([]);
    expect(foldersOf(folder, living.pid)).toHaveLength(1);
    expect(await living.stop()).toEqual({ code: 0, signal: null });
    expect(await next.stop()).toEqual({ code: 0, signal: null });
    expect(foldersOf(folder, living.pid, next.pid)).toEqual([]);
    expect(existsSync(join(folder, 'holdfast-run-of-somebody-else'))).toBe(true);
  });
});

function foldersOf(folder: string, ...pids: number[]): string[] {
  return readdirSync(folder).filter((name) => pids.some((pid) => name.startsWith(`holdfast-run-${pid}-`)));
}
