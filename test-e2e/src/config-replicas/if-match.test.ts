// Two writers of one configuration file, each through its own process, each sure of what the file is now.
import { testDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Answered, type ConfigClient, configClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';

const password = 'of: the administrator';

let replicas: [ConfigClient, ConfigClient];
beforeAll(async () => {
  const { url: databaseUrl } = await testDatabase();
  const start = async () => configClient((await startConfig(databaseUrl, password)).url, password);
  replicas = await Promise.all([start(), start()]);
}, 120_000);

/** Both at once; what the file is afterwards, through both, must be what the one that won sent. */
async function race(
  section: string,
  round: number,
  precondition: Readonly<Record<string, string>>,
): Promise<Answered> {
  const files = [0, 1].map((writer) => `org.lockss.round = ${round} of writer ${writer}\n`);
  const put = (client: ConfigClient, writer: number) =>
    client.send('PUT', `/config/file/${section}`, { file: files[writer]!, headers: precondition });
  const answers = await Promise.all(replicas.map(put));
  const statuses = answers.map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, 412]);
  const winner = statuses.indexOf(200);
  for (const client of replicas) {
    const { status, text, headers } = await client.send('GET', `/config/file/${section}`);
    expect({ status, text }).toEqual({ status: 200, text: files[winner] });
    expect(headers.get('etag')).toBe(answers[winner]!.headers.get('etag'));
    expect(headers.get('last-modified')).toBe(answers[winner]!.headers.get('last-modified'));
  }
  return answers[winner]!;
}

describe('of two writers through two processes', () => {
  it('exactly one wins with the same If-Match, a hundred times', async () => {
    const first = await replicas[0].send('PUT', '/config/file/expert', { file: 'org.lockss.round = 0\n' });
    let etag = first.headers.get('etag')!;
    for (let round = 1; round <= 100; round += 1) {
      etag = (await race('expert', round, { 'if-match': etag })).headers.get('etag')!;
    }
  }, 240_000);

  it.each([
    ['ui_ip_access', { 'if-none-match': '*' }],
    ['crawl_proxy', { 'if-none-match': '*' }],
    ['alert', { 'if-match': '"0"' }],
    ['icp_server', { 'if-match': '"0"' }],
  ])('exactly one creates %s with %j', async (section, precondition) => {
    await race(section, 1, precondition as unknown as Record<string, string>);
  });
});
