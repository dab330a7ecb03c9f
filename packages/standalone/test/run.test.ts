import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findRunningNode } from '../src/running/index.ts';
import { goodService, openProjectFixture, type ProjectFixture } from './project-fixture.ts';

describe('npm start, from its start to its end', () => {
  let project: ProjectFixture | undefined;
  afterEach(async () => {
    await project?.close();
    project = undefined;
  });
  const open = async (repository = goodService, configuration = goodService): Promise<ProjectFixture> => {
    project = await openProjectFixture(repository, configuration);
    return project;
  };
  const ask = async (url: string) => (await fetch(url)).json();
  const log = (name: string) => readFileSync(join(project!.dataFolder, 'logs', `${name}.log`), 'utf8');

  it('says when both are ready, shows the password once, and stops cleanly', async () => {
    const { start, urls, dataFolder } = await open();
    const first = start();
    await first.says('Holdfast is ready.');
    const password = readFileSync(join(dataFolder, 'admin-password'), 'utf8').trim();
    await first.says('Ctrl-C');
    for (const said of [urls.repository, urls.configuration, password]) expect(first.said()).toContain(said);
    first.process.kill('SIGINT');
    expect(await first.exitCode).toBe(0);
    expect(first.said()).toContain('Stopped.');
    expect(log('repository-service')).toContain('ended: asked');
    expect(log('config-service')).toContain('ended: asked');

    const second = start();
    await second.says('Ctrl-C');
    expect(second.said()).not.toContain(password);
    expect(second.said()).toContain('kept in data/admin-password');
    second.process.kill('SIGTERM');
    expect(await second.exitCode).toBe(0);
    const kept = ['admin-password', 'reader-password', 'session-secret', 'users.json'];
    expect(readdirSync(dataFolder).sort()).toEqual([...kept, 'lock', 'logs'].sort());
  });

  it('tells each service its own settings', async () => {
    const { start, urls, dataFolder } = await open();
    await start({ LOG_LEVEL: 'debug' }).says('Holdfast is ready.');
    const environment = await ask(`${urls.repository}/environment`);
    expect(environment).toMatchObject({
      REPOSITORY_PORT: new URL(urls.repository).port,
      DATABASE_URL: 'postgres://nobody@127.0.0.1/unused',
      OBJECT_STORE: `fs:${join(dataFolder, 'store')}`,
      ADMIN_USER: 'admin',
      ADMIN_PASSWORD_FILE: join(dataFolder, 'admin-password'),
      LOG_LEVEL: 'debug',
    });
    expect(environment).not.toHaveProperty('ADMIN_PASSWORD');
  });

  it('starts a service again that was killed', async () => {
    const { start, urls } = await open();
    const standalone = start();
    await standalone.says('Holdfast is ready.');
    const pid = (await ask(`${urls.configuration}/pid`)) as number;
    process.kill(pid, 'SIGKILL');
    await standalone.says('config-service ended unexpectedly (signal SIGKILL).');
    await standalone.says('config-service is ready again.');
    expect(await ask(`${urls.configuration}/pid`)).not.toBe(pid);
  });

  it('tells why a service cannot start, and ends', async () => {
    const broken = `console.log(JSON.stringify({ level: 30, msg: 'fine so far' }));
      console.log(JSON.stringify({ level: 60, msg: 'the database is too old' }));
      process.exit(3);`;
    const { start, urls } = await open(goodService, broken);
    const standalone = start();
    expect(await standalone.exitCode).toBe(1);
    expect(standalone.said()).toContain('config-service could not start (exit code 3).');
    expect(standalone.said()).toContain('  the database is too old');
    expect(standalone.said()).not.toContain('fine so far');
    await expect(ask(`${urls.repository}/status`)).rejects.toThrow();
  });

  it('refuses a data folder that is in use, and a port that is', async () => {
    const { start, folder } = await open();
    const first = start();
    await first.says('Holdfast is ready.');
    const second = start();
    expect(await second.exitCode).toBe(1);
    expect(second.said()).toContain(`Holdfast runs already on the data folder`);
    expect(second.said()).toContain(`(process ${first.process.pid})`);
    const elsewhere = start({ DATA_DIR: join(folder, 'other') });
    expect(await elsewhere.exitCode).toBe(1);
    expect(elsewhere.said()).toContain('with REPOSITORY_PORT');
    expect(elsewhere.said()).toContain('with CONFIG_PORT');
  });

  it('says everything that is wrong with the settings at once', async () => {
    const { start } = await open();
    const standalone = start({
      REPOSITORY_PORT: 'x',
      DATABASE_URL: 'mysql://h/d',
      PAGE_SIZE: 'x',
      PAGESIZE: '1',
    });
    expect(await standalone.exitCode).toBe(1);
    expect(standalone.said()).toMatch(
      /^PAGESIZE is no setting; did you mean PAGE_SIZE\?\n.*\n.*REPOSITORY_PORT.*\n.*DATABASE_URL.*\n.*PAGE_SIZE must be a whole number\n$/,
    );
  });

  it('leaves nothing behind when it is killed itself: services end, the next start works', async () => {
    const { start, urls } = await open();
    const first = start();
    await first.says('Holdfast is ready.');
    first.process.kill('SIGKILL');
    await first.exitCode;
    const second = start();
    await second.says('Holdfast is ready.');
    expect(log('repository-service')).toContain('ended:');
    expect(await ask(`${urls.repository}/status`)).toMatchObject({ ready: true });
  });

  it('ends what a killed start left running that does not end by itself', async () => {
    const stubborn = goodService.replace("process.on('disconnect'", "process.on('no such event'");
    const { start, urls } = await open(stubborn, goodService);
    const first = start();
    await first.says('Holdfast is ready.');
    const pid = await ask(`${urls.repository}/pid`);
    first.process.kill('SIGKILL');
    await first.exitCode;
    const second = start();
    await second.says('what it left running was ended: repository-service');
    await second.says('Holdfast is ready.');
    expect(await ask(`${urls.repository}/pid`)).not.toBe(pid);
  });

  it('waits after a kill for ports that something of the last start still holds', async () => {
    const { start, urls } = await open();
    const first = start();
    await first.says('Holdfast is ready.');
    const pids = [await ask(`${urls.repository}/pid`), await ask(`${urls.configuration}/pid`)] as number[];
    first.process.kill('SIGKILL');
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    await first.exitCode;
    const holder = await takePort(Number(new URL(urls.repository).port));
    setTimeout(() => holder.close(), 1_500);
    await start().says('Holdfast is ready.');
  });

  it('is ended at once by a second signal', async () => {
    const deaf = goodService.replace(
      "process.on('SIGTERM', () => end('asked'));",
      "process.on('SIGTERM', () => {});",
    );
    const { start } = await open(deaf, goodService);
    const standalone = start();
    await standalone.says('Holdfast is ready.');
    standalone.process.kill('SIGTERM');
    await standalone.says('Stopping');
    const again = setInterval(() => standalone.process.kill('SIGTERM'), 200);
    await standalone.exitCode;
    clearInterval(again);
  });

  it('stops also while services are not ready yet, and shows the password when they are at last', async () => {
    const { start, dataFolder } = await open();
    const standalone = start({ READY: 'no' });
    await standalone.says('Starting');
    standalone.process.kill('SIGINT');
    expect(await standalone.exitCode).toBe(0);
    expect(standalone.said()).not.toContain('Holdfast is ready.');
    const password = readFileSync(join(dataFolder, 'admin-password'), 'utf8').trim();
    await start().says(password);
  });

  it('says where its services are to the command line', async () => {
    const { start, urls, dataFolder } = await open();
    expect(findRunningNode(dataFolder)).toBeUndefined();
    const standalone = start({ ADMIN_USER: 'root' });
    await standalone.says('Ctrl-C');
    expect(findRunningNode(dataFolder)).toEqual({
      urls: { 'repository-service': urls.repository, 'config-service': urls.configuration },
      login: { user: 'root', passwordFile: join(dataFolder, 'admin-password') },
      usersFile: join(dataFolder, 'users.json'),
    });
    standalone.process.kill('SIGKILL');
    await standalone.exitCode;
    expect(findRunningNode(dataFolder)).toBeUndefined();
  });

  it('refuses a data folder that cannot be made', async () => {
    const { start } = await open();
    const standalone = start({ DATA_DIR: '/proc/holdfast/data' });
    expect(await standalone.exitCode).toBe(1);
    expect(standalone.said()).toBe(
      'The data folder /proc/holdfast/data cannot be used (no folder can be made there). Choose another with DATA_DIR.\n',
    );
  });

  it('does not take its ports from a stranger', async () => {
    const { start, urls } = await open();
    const port = Number(new URL(urls.repository).port);
    const stranger = createServer().listen(port, '127.0.0.1');
    const standalone = start();
    expect(await standalone.exitCode).toBe(1);
    expect(standalone.said()).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
    stranger.close();
  });
});

/** Waits, because a killed process may still occupy its port for a short time. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer().listen(port, '127.0.0.1');
    const taken = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (taken) return server;
    await sleep(50);
  }
}
