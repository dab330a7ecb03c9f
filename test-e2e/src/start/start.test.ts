// Tests what `npm start` and `./holdfast` print before they install or start anything.
import { execFileSync } from 'node:child_process';
import { readdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTemporaryFolder, findFreePort, startProcess } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { makeBareClone, projectFolder } from './bare-clone.ts';

describe('npm start', () => {
  const ports = ['REPOSITORY_PORT', 'REPOSITORY_METRICS_PORT', 'CONFIG_PORT', 'CONFIG_METRICS_PORT'];

  it('finds out that its ports are taken before it installs anything', async () => {
    const folder = await makeBareClone();
    const before = await readdir(folder);
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const settings = Object.fromEntries(ports.map((name) => [name, String(port)]));
    const started = await startProcess('node', [join(folder, 'scripts/start.mjs')], { env: settings });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    const lines = ports.map(
      (name) =>
        `  - Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or choose another port with ${name}.\n`,
    );
    expect(started.output()).toBe(`Holdfast cannot start:\n${lines.join('')}`);
    expect(await readdir(folder)).toEqual(before);
    taken.close();
  });

  it('checks the metrics port that follows the port of its service, not the default one', async () => {
    const folder = await makeBareClone();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const env = { REPOSITORY_PORT: String(port - 1), CONFIG_PORT: String(port - 2) };
    const started = await startProcess('node', [join(folder, 'scripts/start.mjs')], { env });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    expect(started.output()).toContain(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or choose another port with REPOSITORY_METRICS_PORT.`,
    );
    expect(started.output()).not.toMatch(/Port 246[12]1 /);
    taken.close();
  });

  it('refuses arguments, which would be missing in what starts', async () => {
    const folder = await makeBareClone();
    const before = await readdir(folder);
    const started = await startProcess('node', [join(folder, 'scripts/start.mjs'), '--port', '8080']);
    expect(await started.exited).toEqual({ code: 2, signal: null });
    expect(started.output()).toContain('npm start takes no arguments.');
    expect(await readdir(folder)).toEqual(before);
  });

  it('tells everything that is wrong with its settings and with those of both services at once', async () => {
    const data = join(await createTemporaryFolder(), 'data');
    const free = await Promise.all(ports.map(async (name) => [name, String(await findFreePort())]));
    const started = await startProcess('node', [join(projectFolder, 'packages/standalone/dist/main.js')], {
      env: {
        ...Object.fromEntries(free),
        DATA_DIR: data,
        LOG_LEVEL: 'loud',
        MAX_IMPORTS: '-3',
        SEGMENT_SIZE: 'lots',
        FIXITY_PERIOD: 'soon',
        OBJECT_STORE: 'ftp:x',
        PAGE_SIZE_DEFAULT: '5000',
        PAGE_SIZE_MAX: '100',
        CONFIG_POLL_INTERVAL: 'x',
        REPOSITORY_USER: 'reader',
        MAX_IMPORT: '3',
      },
    });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    const [misspelt, heading, ...faults] = started.output().trim().split('\n');
    expect(misspelt).toBe('MAX_IMPORT is no setting; did you mean MAX_IMPORTS?');
    expect(heading).toBe('Holdfast cannot start:');
    expect(faults.map((fault) => fault.split(/[ :]+/)[2]).sort()).toEqual([
      'CONFIG_POLL_INTERVAL',
      'FIXITY_PERIOD',
      'LOG_LEVEL',
      'MAX_IMPORTS',
      'OBJECT_STORE',
      'PAGE_SIZE_DEFAULT',
      'REPOSITORY_USER',
      'SEGMENT_SIZE',
    ]);
    await expect(readdir(data)).rejects.toThrow('ENOENT');
  });
});

describe('a service by itself', () => {
  const program = join(projectFolder, 'services/repository-service/dist/main.js');
  const closed = 'postgres://holdfast:hunter2@127.0.0.1:1/holdfast';
  const settings = { DATABASE_URL: closed, ADMIN_PASSWORD: 'correct horse battery', MAX_IMPORT: '3' };

  it('says what it cannot reach: to all by its setting, to operators by its address, to nobody with a password', async () => {
    const [port, probesPort] = [await findFreePort(), await findFreePort()];
    const started = await startProcess('node', [program], {
      env: {
        ...settings,
        OBJECT_STORE: `fs:${await createTemporaryFolder()}`,
        REPOSITORY_PORT: String(port),
        REPOSITORY_METRICS_PORT: String(probesPort),
      },
    });
    await started.says(
      /cannot reach PostgreSQL at 127\.0\.0\.1:1 \(connection refused\); DATABASE_URL names it/,
    );
    const open = await (await fetch(`http://127.0.0.1:${port}/status`)).text();
    expect(open).toContain('the database, which DATABASE_URL names, cannot be reached (connection refused)');
    expect(open).not.toContain('127.0.0.1:1 ');
    const probe = await (await fetch(`http://127.0.0.1:${probesPort}/readyz`)).text();
    expect(probe).toContain('cannot reach PostgreSQL at 127.0.0.1:1 (connection refused)');
    await started.stop();
    expect(started.output()).toContain('MAX_IMPORT is no setting; did you mean MAX_IMPORTS?');
    expect([started.output(), open, probe].join()).not.toContain('hunter2');
  });

  it('ends where no store can be made, and says which setting names the place', async () => {
    const started = await startProcess('node', [program], {
      env: {
        ...settings,
        OBJECT_STORE: 'fs:/proc/holdfast/store',
        REPOSITORY_PORT: '0',
        REPOSITORY_METRICS_PORT: '0',
      },
    });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    expect(started.output()).toContain(
      'cannot reach the folder /proc/holdfast/store (it is not there); OBJECT_STORE names it',
    );
  });
});

describe('./holdfast', () => {
  it('says its version before anything is installed, through a link and from elsewhere', async () => {
    const [folder, elsewhere] = [await makeBareClone(), await createTemporaryFolder()];
    await symlink(join(folder, 'holdfast'), join(folder, 'inner'));
    await symlink('clone/inner', join(folder, '..', 'outer'));
    const started = await startProcess(join(folder, '..', 'outer'), ['--version'], { cwd: elsewhere });
    expect(await started.exited).toEqual({ code: 0, signal: null });
    expect(started.output()).toMatch(/^holdfast \d+\.\d+\.\d+\n$/);
  });

  it('says what it can do before anything is installed', async () => {
    const folder = await makeBareClone();
    const before = await readdir(folder);
    const topics = [
      'import',
      'export',
      'user',
      'config',
      'aus',
      'tdb',
      'backup',
      'restore',
      'migrate',
      'bridge',
    ];
    const asked = [
      [],
      ['--help'],
      ['-h'],
      ['help'],
      ...topics.map((topic) => [topic, '--help']),
      ['help', 'user'],
      ['user', 'add', '-h'],
    ];
    const said = (program: string[], words: string[]) =>
      execFileSync('node', [...program, ...words], { encoding: 'utf8', cwd: folder });
    for (const words of asked) {
      const text = said([join(folder, 'scripts/holdfast.mjs')], words);
      expect([words, text]).toEqual([words, expect.stringMatching(/^holdfast.*\n\nUsage\n/)]);
      // The installed CLI must print the same text.
      if (words.at(-1) === '--help')
        expect(text).toBe(said([join(projectFolder, 'packages/cli/dist/main.js')], words));
    }
    expect(await readdir(folder)).toEqual(before);
  });

  it('says what it needs where there is no Node', async () => {
    const folder = await makeBareClone();
    const tools = await createTemporaryFolder();
    const started = await startProcess('/bin/sh', [join(folder, 'holdfast'), '--version'], {
      env: { PATH: tools },
    });
    expect(await started.exited).toEqual({ code: 1, signal: null });
    expect(started.output()).toMatch(/^Holdfast needs Node 20 or later/);
  });
});
