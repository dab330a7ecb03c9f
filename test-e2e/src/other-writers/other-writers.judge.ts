// Covers: packages/warc services/repository-service/src/ingest
import { readFileSync } from 'node:fs';
import {
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  findFixture,
  makeArcRecord,
  makeFiledesc,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { installValidators } from '../exports/installed-validators.ts';
import { startRepository } from '../support/repository-server.ts';
import { hasZstd, makeWaczWithPyWacz, makeZstdWarc, readWithPythonWarcio } from './other-writers.ts';

const warc = findFixture('warcs/members.warc.gz');

describeWithTool(await installValidators(), 'archives as others write and read them', (python) => {
  let client: TestRepositoryClient;
  let namespaces = 0;
  beforeAll(async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const objectStore = `fs:${await createTemporaryFolder()}`;
    ({ client } = await startRepository({ databaseUrl, objectStore }));
  }, 60_000);

  async function imported(archive: Buffer) {
    const { statuses } = await client.importArchive(archive, {
      auid: 'x&y~z',
      namespace: `n${namespaces++}`,
    });
    return statuses.map(({ warcId, status, digest, url }) => [warcId, status, digest, url]);
  }

  it('a WACZ of py-wacz holds what its WARC does', async () => {
    const { length } = await imported(readFileSync(warc));
    expect(length).toBeGreaterThan(5);
    const path = await makeWaczWithPyWacz(python, warc);
    expect(await imported(readFileSync(path))).toEqual(await imported(readFileSync(warc)));
  }, 60_000);

  (hasZstd ? it : it.skip).each([false, true])(
    'a .warc.zst of zstd holds what its WARC does, its dictionary compressed: %s',
    async (isCompressed) => {
      const bytes = await makeZstdWarc(warc, isCompressed);
      expect(await imported(bytes)).toEqual(await imported(readFileSync(warc)));
    },
    60_000,
  );

  it('python warcio reads what was made of the records of an ARC', async () => {
    const url = 'http://example.org/a b';
    const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nold';
    const arc = Buffer.concat([
      makeFiledesc(),
      makeArcRecord(url, page),
      makeArcRecord('dns:example.org', 'some text'),
    ]);
    const { statuses } = await client.importArchive(arc, { auid: 'arc&y~z' });
    const read = [];
    for (const { artifactUuid } of statuses) {
      const member = await client.bytes(`/replay/warcs/default:${artifactUuid}.warc.gz`);
      read.push(readWithPythonWarcio(python, member));
    }
    expect(read).toEqual([
      ['response', url.replace(' ', '%20'), `${url} 192.0.2.1 20240203040506 text/html 48`, 'old'],
      ['resource', 'dns:example.org', 'dns:example.org 192.0.2.1 20240203040506 text/html 9', 'some text'],
    ]);
  });
});
