// Tests concurrent builds of the S3 test server by several processes, and the error messages of failed builds.
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { VERSITYGW_VERSION } from '../src/s3/s3-build.ts';

const sources = new URL('../src/', import.meta.url).href;

describe('the S3 test server', () => {
  let folder: string;
  let home: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-s3-build-'));
    home = join(folder, 'cache', 'holdfast', `versitygw-${VERSITYGW_VERSION}`);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs code in another process whose PATH contains only `folder`/bin. */
  async function run(code: string): Promise<{ stdout: string; stderr: string }> {
    const script = `import { startS3ForTests } from '${sources}s3/s3-server.ts';
      import { buildVersitygw } from '${sources}s3/s3-build.ts';
      ${code}`;
    return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: join(folder, 'bin'), HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') },
    });
  }

  /** Installs a fake `go` program that runs this shell script. */
  async function installGo(script: string): Promise<void> {
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin', 'go'), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
    await chmod(join(folder, 'bin', 'go'), 0o755);
  }

  const start = 'console.log(JSON.stringify(await startS3ForTests()))';
  const build = 'console.log(await buildVersitygw())';
  const goodGo = `echo "$@" >> '%'/builds; sleep 0.3; printf '#!/bin/sh\\n' > "$GOBIN/versitygw"; chmod 755 "$GOBIN/versitygw"`;

  it('is said loudly not to be there without Go', async () => {
    const { stdout, stderr } = await run(start);
    expect(JSON.parse(stdout)).toEqual({ skipped: 'there is no Go on this machine' });
    expect(stderr).toMatch(/NOT RUN: every test against an S3 server. there is no Go/);
  });

  it('is said loudly not to be there when it cannot be built, and the next run may try again', async () => {
    await installGo('echo "go: downloading x" >&2; echo "dial tcp: no route to host" >&2; exit 1');
    const { stdout, stderr } = await run(start);
    expect(JSON.parse(stdout).skipped).toMatch(/go install failed: dial tcp: no route to host/);
    expect(stderr).toContain('NOT RUN');
    expect(await readdir(home)).toEqual([]);
  });

  it('is built once by the first of many, at the pinned version', async () => {
    await installGo(goodGo.replace('%', folder));
    const built = await Promise.all([run(build), run(build), run(build)]);
    for (const { stdout } of built) expect(stdout.trim()).toBe(join(home, 'versitygw'));
    const builds = (await readFile(join(folder, 'builds'), 'utf8')).trim().split('\n');
    expect(builds).toHaveLength(1);
    expect(builds[0]).toContain(`versitygw@${VERSITYGW_VERSION}`);
    expect(await readdir(home)).toEqual(['versitygw']);
  });

  it('is built although a builder was killed at it', async () => {
    await installGo(goodGo.replace('%', folder));
    await mkdir(home, { recursive: true });
    const dead = await run('console.log(process.pid)');
    await writeFile(join(home, 'building'), dead.stdout.trim());
    expect((await run(build)).stdout.trim()).toBe(join(home, 'versitygw'));
  });
});
