import { openDatabase } from '@holdfast/pg-kit';
import { endSessions } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfigDatabase } from '../config-database.ts';
import { createFileClient } from '../features/files/file-requests.ts';
import { pause, startConfigNode } from '../features/sources/node.ts';
import { startOrigin, type TestOrigin } from '../features/sources/origin.ts';
import { type ConfigTestService, startTestService } from '../service.ts';

interface Status {
  readonly ready: boolean;
  readonly startupStatus: string;
  readonly reason?: string;
}

describe('the loaders of several replicas', () => {
  let origin: TestOrigin;
  const services: ConfigTestService[] = [];
  beforeAll(async () => {
    origin = await startOrigin();
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()));
    origin.files.clear();
    origin.asked.length = 0;
  });
  afterAll(() => origin.die());

  const start = async (
    databaseUrl: string,
    environment: Record<string, string> = {},
  ): Promise<ConfigTestService> => {
    const service = await startTestService(databaseUrl, {
      CONFIG_SOURCES: `${origin.url}/a.txt`,
      ...environment,
    });
    services.push(service);
    return service;
  };
  const statusOf = async ({ url }: ConfigTestService): Promise<Status> =>
    (await fetch(`${url}/status`)).json() as Promise<Status>;
  const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
    while (!(await holds())) await pause();
  };

  it('share one load at the start', async () => {
    origin.files.set('/a.txt', 'x.a=1');
    const { url } = await createConfigDatabase();
    await Promise.all([start(url), start(url), start(url)]);
    await Promise.all(services.map((service) => service.becomes(true)));
    // Concurrent loads would request the source without validators and get status 200 several times.
    expect(origin.asked.filter((line) => line.startsWith('200'))).toHaveLength(1);
    for (const service of services)
      expect(await statusOf(service)).toMatchObject({ ready: true, startupStatus: 'AUS_STARTED' });
  });

  it('go through the stages of the start, and are not ready before its end', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      origin.files.set('/a.txt', (_request, response) => {
        answer = () => response.writeHead(200).end('x.a=1');
        resolve();
      });
    });
    const service = await start((await createConfigDatabase()).url);
    await asked;
    await until(async () => (await statusOf(service)).startupStatus === 'PLUGINS_CRAWLING');
    expect(await statusOf(service)).toMatchObject({
      ready: false,
      reason: expect.stringContaining('being loaded'),
    });
    expect((await fetch(`${service.url}/config/loadedurls`, { headers: service.asAdmin })).status).toBe(503);
    answer();
    await service.becomes(true);
    expect(await statusOf(service)).toMatchObject({ startupStatus: 'AUS_STARTED' });
  });

  it('all know what one of them loaded, whoever was asked to reload', async () => {
    origin.files.set('/a.txt', 'x.a=1');
    const { url } = await createConfigDatabase();
    const [one, two] = [await start(url), await start(url)];
    await Promise.all(services.map((service) => service.becomes(true)));
    await origin.die();
    expect((await createFileClient(two).reload()).status).toBe(200);
    for (const service of [one, two]) {
      await until(async () => (await statusOf(service)).reason?.includes('its last good copy') === true);
      expect(await createFileClient(service).json('/config/loadedurls')).toEqual([
        `failover:${origin.url}/a.txt`,
      ]);
    }
    await origin.comeBack();
    await createFileClient(one).reload();
    for (const service of [one, two]) await until(async () => (await statusOf(service)).reason === undefined);
  });

  it('carry out what was asked for while one of them was loading', async () => {
    origin.files.set('/a.txt', 'x.a=1');
    const node = await startConfigNode([`${origin.url}/a.txt`]);
    let held: (() => void) | undefined;
    origin.files.set('/a.txt', (_request, response) => {
      held ??= () => {
        origin.files.set('/a.txt', 'x.a=3');
        response.writeHead(200).end('x.a=2');
      };
    });
    await node.client.reload();
    await until(() => held !== undefined);
    // This load is requested after the running load has read the source, so the running load does not satisfy the
    // request.
    await node.client.reload();
    held!();
    await until(async () => (await node.effective('x.a')) === '3');
    await node.stop();
  });

  it('load by themselves from time to time', async () => {
    origin.files.set('/a.txt', 'x.a=1');
    const node = await startConfigNode([`${origin.url}/a.txt`], { CONFIG_POLL_INTERVAL: '200ms' });
    origin.files.set('/a.txt', 'x.a=2');
    await until(async () => (await node.effective('x.a')) === '2');
    await node.stop();
  });

  it('take over from one that ends in the middle of a load', async () => {
    origin.files.set('/a.txt', () => undefined);
    const { url } = await createConfigDatabase();
    const first = await start(url);
    await until(async () => (await statusOf(first)).startupStatus === 'PLUGINS_CRAWLING');
    const second = await start(url);
    origin.files.set('/a.txt', 'x.a=1');
    await first.stop();
    services.splice(services.indexOf(first), 1);
    await second.becomes(true);
    expect(await createFileClient(second).json('/config/loadedurls')).toEqual([`${origin.url}/a.txt`]);
  });

  it('go on when all their connections are cut', async () => {
    origin.files.set('/a.txt', 'x.a=1');
    const { url, name } = await createConfigDatabase();
    const service = await start(url);
    await service.becomes(true);
    await endSessions(name);
    const database = openDatabase({ url, applicationName: 'test', onError: () => undefined });
    origin.files.set('/a.txt', 'x.a=2');
    await until(async () => (await createFileClient(service).reload()).status === 200);
    await until(async () => {
      const { rows } = await database.pool.query("select value from config_property where key = 'x.a'");
      return rows[0]?.value === '2';
    });
    await database.close();
  });
});
