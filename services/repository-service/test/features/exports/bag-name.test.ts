// Tests the name of a bag. The tar archive and the folder in the archive have this name.
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { untarFile } from './unpacked.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

it.each([
  'sample',
  'org|example|Plugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2014',
  '\u00fc x/../y',
  `${'x'.repeat(300)}~1`,
])('is named after its AU, its folder as its file: %s', async (auid) => {
  await service.client.importArchive(makeWarc(1, 100, 'bag').bytes, { auid });
  const answer = await service.client.get('/exports/default.tar', { auid });
  const [, saved] = /filename="([^"]+)\.tar"/.exec(answer.headers.get('content-disposition')!)!;
  const names = [...untarFile(Buffer.from(await answer.arrayBuffer())).keys()];
  // Names that RFC 8493 and APTrust allow.
  expect(saved).toMatch(/^default-[A-Za-z0-9][A-Za-z0-9._-]{0,146}$/);
  expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(new Set([saved]));
  expect(names).toContain(`${saved}/data/archive.warc.gz`);
});
