// Covers: services/repository-service packages/object-store
// Imports into the same AU through two replicas at the same time.

import {
  createTemporaryFolder,
  createTestDatabase,
  type ImportStatus,
  type MadeWarc,
  makeWarc,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';

let replicas: TestRepositoryClient[];
let made: MadeWarc;

beforeAll(async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const env = { SEGMENT_RECORDS: '50' };
  const started = [0, 1].map(() => startRepository({ databaseUrl, objectStore, env }));
  replicas = (await Promise.all(started)).map(({ client }) => client);
  made = makeWarc(1_000, 1_000);
});

async function importThroughBoth(auid: string, storeDuplicate: boolean): Promise<ImportStatus[]> {
  const answers = await Promise.all(
    replicas.map((client) => client.importArchive(made.bytes, { auid, storeDuplicate })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  return answers.flatMap(({ statuses }) => statuses);
}

describe('two replicas importing the same records into one AU at once', () => {
  it('store each once when duplicates are not wanted', async () => {
    const statuses = await importThroughBoth('once&a~1', false);
    const count = (wanted: string) => statuses.filter(({ status }) => status === wanted).length;
    expect([count('OK'), count('DUPLICATE')]).toEqual([1_000, 1_000]);
    const listed = await replicas[0]!.artifacts('once&a~1');
    expect(listed).toHaveLength(1_000);
    expect(new Set(listed.map(({ uri }) => uri)).size).toBe(1_000);
    const survivors = new Set(listed.map(({ uuid }) => uuid));
    for (const { artifactUuid } of statuses) expect(survivors.has(artifactUuid!)).toBe(true);
  });

  it('give versions 1 and 2, without gap or repeat, when duplicates are wanted', async () => {
    await importThroughBoth('twice&a~1', true);
    const listed = await replicas[1]!.artifacts('twice&a~1');
    expect(listed).toHaveLength(2_000);
    const versions = new Map<string, number[]>();
    for (const { uri, version } of listed) versions.set(uri, [...(versions.get(uri) ?? []), version]);
    expect([...versions.values()].every(([a, b]) => a === 2 && b === 1)).toBe(true);
  });
});
