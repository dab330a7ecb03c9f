// Covers: services/config-service packages/pg-kit packages/http-kit packages/service-kit
// Sends conditional writes of one configuration file through two processes at the same time.
import { text } from 'node:stream/consumers';
import type { ConfigClient, ResponseHead } from '@holdfast/client';
import { createTestDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';

const password = 'of: the administrator';
type Precondition = { 'If-Match'?: string } | { 'If-None-Match'?: string };

let replicas: [ConfigClient, ConfigClient];
beforeAll(async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const start = async () => createTestConfigClient((await startConfig(databaseUrl, password)).url, password);
  replicas = await Promise.all([start(), start()]);
}, 120_000);

const fetchSection = async (client: ConfigClient, sectionName: string) => {
  const { body, headers } = await client.getSectionConfiguration({ sectionName });
  return { text: await text(body), headers };
};

/** Sends a conditional write. Does not reject if the response has an error status. */
async function writeConditionally(
  client: ConfigClient,
  sectionName: string,
  configFile: string,
  precondition: Precondition,
) {
  let answer: ResponseHead | undefined;
  const onAnswer = (head: ResponseHead) => {
    answer = head;
  };
  await client
    .putSectionConfiguration({ sectionName, body: { configFile }, ...precondition }, { onAnswer })
    .catch((error: unknown) => {
      if (answer === undefined) throw error;
    });
  return answer!;
}

/** Sends two writes at once. Afterwards both processes must return the content of the successful write. */
async function raceWrites(section: string, round: number, precondition: Precondition): Promise<ResponseHead> {
  const files = [0, 1].map((writer) => `org.lockss.round = ${round} of writer ${writer}\n`);
  const answers = await Promise.all(
    replicas.map((client, writer) => writeConditionally(client, section, files[writer]!, precondition)),
  );
  const statuses = answers.map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, 412]);
  const winner = statuses.indexOf(200);
  for (const client of replicas) {
    const { text: found, headers } = await fetchSection(client, section);
    expect(found).toBe(files[winner]);
    expect(headers.etag).toBe(answers[winner]!.headers.etag);
    expect(headers['last-modified']).toBe(answers[winner]!.headers['last-modified']);
  }
  return answers[winner]!;
}

describe('of two writers through two processes', () => {
  it('exactly one wins with the same If-Match, twenty-five times', async () => {
    let etag = (await writeConditionally(replicas[0], 'expert', 'org.lockss.round = 0\n', {})).headers.etag!;
    for (let round = 1; round <= 25; round += 1) {
      etag = (await raceWrites('expert', round, { 'If-Match': etag })).headers.etag!;
    }
  }, 240_000);

  it.each([
    ['ui_ip_access', { 'If-None-Match': '*' }],
    ['crawl_proxy', { 'If-None-Match': '*' }],
    ['alert', { 'If-Match': '"0"' }],
    ['icp_server', { 'If-Match': '"0"' }],
  ])('exactly one creates %s with %j', async (section, precondition) => {
    await raceWrites(section, 1, precondition);
  });
});
