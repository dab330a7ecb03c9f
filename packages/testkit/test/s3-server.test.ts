// Tests that the S3 test server leaves no process and no files behind, even if its parent process is killed.
import { spawn } from 'node:child_process';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findCacheFolder } from '../src/s3/env.ts';
import { VERSITYGW_VERSION } from '../src/s3/s3-build.ts';

const binary = join(findCacheFolder(), `versitygw-${VERSITYGW_VERSION}`, 'versitygw');
const isBuilt = await access(binary).then(
  () => true,
  () => false,
);
if (!isBuilt) process.stderr.write('NOT RUN, the S3 test server is not built: how it starts and ends\n');

(isBuilt ? describe : describe.skip)('the S3 test server', () => {
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'holdfast-s3-server-'));
  });
  afterAll(() => rm(scratch, { recursive: true }));

  /** Starts the server in another process. That process then runs the code `then`. */
  async function startElsewhere(then: string) {
    const script = `import { startS3Server } from '${new URL('../src/s3/s3-server.ts', import.meta.url).href}';
      const server = await startS3Server(${JSON.stringify(binary)});
      console.log(server.access.endpoint);
      ${then}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: '/usr/bin:/bin', TMPDIR: scratch, HOME: scratch },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const endpoint = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
    );
    return { child, endpoint };
  }

  async function untilNothingIsLeft(endpoint: string): Promise<void> {
    const answers = () =>
      fetch(`${endpoint}/health`).then(
        (answer) => answer.ok,
        () => false,
      );
    while ((await answers()) || (await readdir(scratch)).length > 0) await sleep(20);
    expect(await readdir(scratch)).toEqual([]);
  }

  it('ends, with its folder, when it is stopped', async () => {
    const { endpoint } = await startElsewhere('await server.stop();');
    await untilNothingIsLeft(endpoint);
  });

  it('ends, with its folder, when the process that started it is killed', async () => {
    const { child, endpoint } = await startElsewhere('setInterval(() => {}, 1000);');
    expect((await fetch(`${endpoint}/health`)).ok).toBe(true);
    expect(await readdir(scratch)).toHaveLength(1);
    child.kill('SIGKILL');
    await untilNothingIsLeft(endpoint);
  });

  it('says why when it does not start', async () => {
    const { startS3Server } = await import('../src/s3/s3-server.ts');
    await expect(startS3Server('/bin/false')).rejects.toThrow(/the S3 server ended \(1\)/);
  });
});
