// Test helper: all ways in which revisits declare "not modified" and refer to an earlier capture of the same URL.
import { describe, expect, it } from '@jest/globals';
import type { TestService } from '../../service.ts';
import { createAuid, gzip } from './made-archives.ts';
import {
  encodeSha1,
  findRecordId,
  makeCapture,
  makeRevisit,
  NOT_MODIFIED,
  ROOT,
  SAME_DIGEST,
} from './made-revisits.ts';

let hosts = 0;
export const makeUrl = () => `http://unmodified${hosts++}.test/`;

export const [FIRST, SECOND, REVISIT, AFTER] = [2018, 2019, 2020, 2021].map(
  (year) => `${year}-01-01T00:00:00Z`,
) as [string, string, string, string];
export const HEAD_304 = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';
export const NOTHING = { 'WARC-Payload-Digest': encodeSha1('') };

/**
 * Imports the uploads in order. Returns the response lines of the last upload, which contains one revisit or several
 * records.
 */
export async function importAll(service: TestService, auid: string, ...uploads: Buffer[][]) {
  let last: Awaited<ReturnType<TestService['client']['importArchive']>>['statuses'] = [];
  for (const records of uploads) {
    last = (await service.client.importArchive(gzip(...records), { auid, storeDuplicate: true })).statuses;
  }
  return last;
}

export async function readPayload(
  service: TestService,
  status: { artifactUuid?: string | undefined; statusMessage?: string | undefined },
) {
  if (!status.artifactUuid) return `ERROR: ${status.statusMessage}`;
  return (await service.client.bytes(`/artifacts/${status.artifactUuid}/payload`)).toString();
}

export type Fields = Record<string, string | undefined>;
interface Form {
  readonly form: string;
  readonly fields: (original: Buffer, url: string) => Fields;
  readonly head?: string;
}

const profiles: Fields[] = [
  { 'WARC-Profile': NOT_MODIFIED },
  { 'WARC-Profile': `${ROOT}/1.0/revisit/server-not-modified` },
  { 'WARC-Profile': `<${ROOT}/1.0/server-not-modified>` },
];
const forms: Form[] = [
  { form: 'nothing', fields: () => ({}) },
  { form: 'the digest of nothing, as Heritrix does', fields: () => NOTHING },
  { form: 'the digest of nothing and a 304', fields: () => NOTHING, head: HEAD_304 },
  { form: 'a 304', fields: () => ({}), head: HEAD_304 },
  { form: 'a date', fields: () => ({ 'WARC-Refers-To-Date': SECOND }) },
  { form: 'a date and the digest of nothing', fields: () => ({ 'WARC-Refers-To-Date': SECOND, ...NOTHING }) },
  {
    form: 'URL and date',
    fields: (_, url) => ({ 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': SECOND }),
  },
  { form: 'a URL', fields: (_, url) => ({ 'WARC-Refers-To-Target-URI': url }) },
  { form: 'a record id', fields: (original) => ({ 'WARC-Refers-To': findRecordId(original) }) },
  {
    form: 'a record id and the digest of nothing',
    fields: (original) => ({ 'WARC-Refers-To': findRecordId(original), ...NOTHING }),
  },
  { form: 'the digest of the original', fields: () => ({ 'WARC-Payload-Digest': encodeSha1('second') }) },
  { form: 'a date that nobody has', fields: () => ({ 'WARC-Refers-To-Date': '2019-06-01T00:00:00Z' }) },
];
const withoutProfile: Form[] = forms.filter(
  ({ form, head }) =>
    head !== undefined || ['nothing', 'the digest of nothing, as Heritrix does'].includes(form),
);
const cases = [
  ...forms.map((form, i) => ({ ...form, profile: profiles[i % profiles.length]! })),
  ...withoutProfile.map((form) => ({ ...form, profile: { 'WARC-Profile': undefined } })),
  { ...forms[3]!, profile: { 'WARC-Profile': SAME_DIGEST } },
];

const PLACES = ['behind', 'before', 'amid', 'in a later upload', 'in another AU'] as const;

/**
 * Defines a test for each way to declare "not modified" and each position of the original. With `some`, tests only two
 * positions per way.
 */
export function describeForms(get: () => TestService, { some }: { some: boolean }): void {
  const ofForm = (at: number) => PLACES.filter((_, place) => !some || (place + 2 * at) % 5 < 2);
  describe.each(cases.map((one, at) => ({ ...one, places: ofForm(at) })))(
    'a revisit that says $form ($profile)',
    ({ fields, head, profile, places }) => {
      const made = () => {
        const url = makeUrl();
        const [first, second, after] = [
          makeCapture(url, 'first', FIRST),
          makeCapture(url, 'second', SECOND, { head: 'HTTP/1.1 200 OK\r\nX-Own: second\r\n\r\n' }),
          makeCapture(url, 'after', AFTER),
        ];
        const empty = makeCapture(`${url}robots.txt`, '', FIRST, {
          head: 'HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.test/\r\nSet-Cookie: a=b\r\n\r\n',
        });
        const revisit = makeRevisit(url, REVISIT, { ...profile, ...fields(second, url) }, head);
        return { url, revisit, captures: [first, second, empty, after] };
      };

      it.each(places)('has it, %s', async (where) => {
        const service = get();
        const { url, revisit, captures } = made();
        const auid = createAuid();
        const [first, ...others] = captures as [Buffer, ...Buffer[]];
        const all: Record<string, Buffer[][]> = {
          behind: [[...captures, revisit]],
          before: [[revisit, ...captures]],
          amid: [[first, revisit, ...others]],
        };
        const uploads = all[where] ?? [captures, [revisit]];
        if (where === 'in another AU') await importAll(service, createAuid(), captures);
        const statuses = await importAll(
          service,
          auid,
          ...(where === 'in another AU' ? [[revisit]] : uploads),
        );
        const status = statuses[where === 'behind' ? 4 : where === 'amid' ? 1 : 0]!;
        expect(await readPayload(service, status)).toBe('second');
        const cdx = await (
          await service.client.get('/replay/cdxb/default', { url, from: '2020', to: '2020' })
        ).text();
        expect(cdx.split(' ')[4]).toBe('200');
        const name = encodeURIComponent(`default:${status.artifactUuid}.warc`);
        const record = (await service.client.bytes(`/replay/warcs/${name}`)).toString();
        expect(record).toContain('X-Own: second');
        expect(record).not.toMatch(/Location|Set-Cookie/);
      });
    },
  );
}
