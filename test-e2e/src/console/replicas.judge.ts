// Covers: packages/console/src/service packages/console/src/screens/overview packages/console/src/screens/keeping services/repository-service/src/features/overview
// Runs two replicas of each service behind a proxy, and sends SIGKILL to the replica that delivers the live events. The
// screen must stay usable, the session must stay valid, and events must come from the remaining replica.
import { makeWarc, TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ReplicaCluster, startCluster } from '../replicas/cluster.ts';
import { pollCondition, type ReplicaFleet } from '../replicas/fleet.ts';
import { password } from '../replicas/replica.ts';
import { type ConsolePage, logIn, navigateTo, openConsole } from './console-page.ts';

describeWithBrowser('the console, of replicas', (executablePath) => {
  let browser: Browser;
  let cluster: ReplicaCluster;
  let opened: ConsolePage;
  let made = 0;

  beforeAll(async () => {
    const env = { SEGMENT_AGE: '100ms' };
    const plan = { repositories: 2, configs: 1, isReal: false, env, say: () => undefined };
    [cluster, browser] = await Promise.all([startCluster(plan), openBrowser(executablePath)]);
    opened = await openConsole(browser, cluster.repository.url);
    await logIn(opened, 'admin', password);
  }, 120_000);

  const listening = ({ proxy }: ReplicaFleet) =>
    proxy.underWay().filter(({ path }) => path.startsWith('/live'));

  async function importOne(): Promise<void> {
    const client = new TestRepositoryClient(cluster.repository.url, { user: 'admin', password });
    made += 1;
    const { status } = await client.importArchive(makeWarc(1, 400, `made ${made}`).bytes, { auid: 'au' });
    expect(status).toBe(200);
  }

  const says = (count: number) =>
    opened.page.getByText(count === 1 ? '1 artifact is stored.' : `All ${count} artifacts are stored.`);

  it('follows what happens at whichever replica', async () => {
    await navigateTo(opened, '/');
    await opened.page.getByText('Live', { exact: true }).waitFor();
    await importOne();
    await importOne();
    await says(2).waitFor();
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it('goes on when the replica that it hears is killed, with the same session', async () => {
    const { repository } = cluster;
    await pollCondition(() => listening(repository).length > 0, 'nobody listens', 20_000);
    const { replica } = listening(repository)[0]!;
    const victim = repository.replicas().find(({ name }) => name === replica)!;
    await repository.kill(victim);
    const isHeard = () => listening(repository).some((one) => one.replica !== replica);
    await pollCondition(isHeard, 'the events did not come back', 40_000);
    await importOne();
    await says(3).waitFor({ timeout: 20_000 });
    await opened.page.getByText('Live', { exact: true }).waitFor();
    expect(await opened.page.getByRole('dialog').count()).toBe(0);
    // The browser logs the requests that were cut off when the replica was killed.
    expect(opened.complaints.splice(0).filter((words) => !/ERR_|50[23]/.test(words))).toEqual([]);
  }, 120_000);

  it('has every screen from the one that is left', async () => {
    for (const path of ['/content', '/keeping', '/import', '/'])
      expect([path, await navigateTo(opened, path)]).toEqual([path, true]);
    await says(3).waitFor();
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it('knows of an end that comes while nobody is there to answer, and comes back', async () => {
    const { repository } = cluster;
    for (const replica of [...repository.replicas()]) await repository.kill(replica);
    await navigateTo(opened, '/keeping');
    await opened.page.getByText('Retry').first().waitFor();
    await repository.grow();
    await opened.page.getByText('Retry').first().click();
    await opened.page.getByText('Fixity check').waitFor();
    await navigateTo(opened, '/');
    await says(3).waitFor();
    expect(await opened.page.locator('.login-form').count()).toBe(0);
  }, 120_000);
});
