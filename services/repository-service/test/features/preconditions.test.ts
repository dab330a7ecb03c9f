// If-Match on every resource that has an entity tag: 412 if the tag differs (RFC 9110, section 13.1.1).
import { gzipSync } from 'node:zlib';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { send } from '../send.ts';
import { startTestService, type TestService } from '../service.ts';

const auid = 'plugin&a~1';
const url = 'http://a.test/';
let service: TestService;
let uuid: string;
beforeAll(async () => {
  service = await startTestService();
  const archive = gzipSync(makeResponseRecord(url, Buffer.from('content')));
  const { statuses } = await service.client.importArchive(archive, { auid });
  uuid = statuses[0]!.artifactUuid!;
});

it.each([
  ['a payload', () => `/artifacts/${uuid}/payload`],
  ['a record', () => `/artifacts/${uuid}/records/0`],
  ['a memento', () => `/replay/memento/default/20200220202020/${url}`],
  ['a WARC file of one record', () => `/replay/warcs/default:${uuid}.warc.gz`],
  ['an export', () => `/exports/default.warc.gz?auid=${encodeURIComponent(auid)}`],
])('%s is 412 with the tag of something else, and 200 with any', async (_name, path) => {
  const ask = (tag: string) => send(service.client, 'GET', path(), { headers: { 'If-Match': tag } });
  expect((await ask('"other"')).status).toBe(412);
  expect((await ask('*')).status).toBe(200);
});
