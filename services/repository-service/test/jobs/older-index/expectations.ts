// Test helper: expects the errors of a service whose index is older than its store, or normal responses if the index is
// current.
import type { TestDatabase, TestRepositoryClient } from '@holdfast/testkit';
import { expect } from '@jest/globals';
import { remove, type Served, startServiceOn, storeOtherPages } from './histories.ts';

interface Status {
  readonly ready: boolean;
  readonly reason?: string;
}

const statusOf = (client: TestRepositoryClient) => client.json<Status>('/status');

async function until(client: TestRepositoryClient, isSo: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const status = await statusOf(client);
    if (isSo(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isOlder = ({ ready, reason }: Status) =>
  !ready && reason?.includes('older than the object store') === true;

/** Expects that every request is refused with a message that names the repair command. */
export async function expectRefused({ client, service }: Served): Promise<void> {
  const { reason } = await until(client, isOlder);
  expect(reason).toContain('./holdfast keep rebuild --replace');
  const answers = [
    await client.importArchive(Buffer.from(''), { auid: 'au' }),
    await remove(client, '0191d7a4-0000-7000-8000-000000000000'),
    await client.get('/namespaces'),
  ];
  for (const { status } of answers) expect(status).toBe(503);
  // The console displays the `detail` of an error response verbatim.
  const { detail } = (await (await client.get('/summary')).json()) as { detail: string };
  expect(detail).toBe(`The service is not ready: ${reason}.`);
  const metrics = await (await fetch(new URL('/metrics', service.probesUrl))).text();
  expect(metrics).toMatch(/^holdfast_index_older_than_store 1$/m);
  expect((await fetch(new URL('/readyz', service.probesUrl))).status).toBe(503);
}

export async function expectServing(database: TestDatabase, storeFolder: string): Promise<void> {
  const running = await startServiceOn(database, storeFolder);
  const status = await until(
    running.client,
    ({ ready, reason }) => ready || reason?.includes('older') === true,
  );
  expect(status.ready).toBe(true);
  const metrics = await (await fetch(new URL('/metrics', running.service.probesUrl))).text();
  expect(metrics).toMatch(/^holdfast_index_older_than_store 0$/m);
  await running.service.stop();
}

export const storeFivePages = async (client: TestRepositoryClient, seed: string) =>
  void (await storeOtherPages(client, seed));
