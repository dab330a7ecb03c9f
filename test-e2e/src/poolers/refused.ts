// Runs both services, the bridge and the CLI with the URL of a database behind a proxy.
import { createTemporaryFolder, findFreePort, type StartedProcess } from '@holdfast/testkit';
import { expect } from '@jest/globals';
import { launchConfig } from '../support/config-server.ts';
import { startKeepAlone } from '../support/keep.ts';
import { launchRepository } from '../support/repository-server.ts';
import { startProgram } from '../support/service-process.ts';

const REASON = 'A proxy in front of PostgreSQL pools transactions';

/** Checks that each program refuses the database and states the reason. */
export async function expectPoolerRefusal(databaseUrl: string): Promise<void> {
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const repository = await launchRepository({ databaseUrl, objectStore });
  const config = await launchConfig(databaseUrl, 'correct: horse, battery');
  const bridge = await startBridge(databaseUrl);
  await expectReason(repository.process, `${repository.client.url}/status`);
  await expectReason(config.process, `${config.url}/status`);
  await expectReason(bridge.process, `${bridge.probesUrl}/readyz`);
  for (const { process } of [repository, config, bridge]) await process.stop();
  const keep = await startKeepAlone({ databaseUrl, objectStore }, 'verify');
  expect(await keep.exited).toEqual({ code: 3, signal: null });
  expect(keep.output()).toContain(REASON);
}

/** Checks that both services accept the database and become ready. */
export async function expectServicesReady(databaseUrl: string): Promise<void> {
  const repository = await launchRepository({
    databaseUrl,
    objectStore: `fs:${await createTemporaryFolder()}`,
  });
  const config = await launchConfig(databaseUrl, 'correct: horse, battery');
  await Promise.all([repository.ready(), config.ready()]);
  for (const { process } of [repository, config]) await process.stop();
}

async function expectReason(process: StartedProcess, url: string): Promise<void> {
  await process.says(new RegExp(REASON));
  await expect(fetchText(url)).resolves.toContain(REASON);
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function startBridge(databaseUrl: string) {
  const port = await findFreePort();
  const process = await startProgram('bridge', {
    BRIDGE_REPOSITORY_DATABASE_URL: databaseUrl,
    BRIDGE_BROKER: 'stomp://127.0.0.1:1',
    BRIDGE_METRICS_PORT: String(port),
  });
  return { process, probesUrl: `http://127.0.0.1:${port}` };
}
