// Revisits that say "not modified": the original is an earlier capture of their own URL, in whatever form they say so.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestService, testService } from '../../service.ts';
import { freshAuid, gz } from './made-archives.ts';
import {
  base32Sha1,
  capture,
  madeRecord,
  NOT_MODIFIED,
  ROOT,
  recordIdOf,
  revisitOf,
  SAME_DIGEST,
} from './made-revisits.ts';

let service: TestService;
let hosts = 0;

beforeAll(async () => {
  service = await testService();
});

const [FIRST, SECOND, REVISIT, AFTER] = [2018, 2019, 2020, 2021].map((year) => `${year}-01-01T00:00:00Z`) as [
  string,
  string,
  string,
  string,
];
const HEAD_304 = 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n';
const NOTHING = { 'WARC-Payload-Digest': base32Sha1('') };

/** The line of the last upload's revisit, or of each of its records. */
async function imported(auid: string, ...uploads: Buffer[][]) {
  let last: Awaited<ReturnType<typeof service.client.importArchive>>['statuses'] = [];
  for (const records of uploads) {
    last = (await service.client.importArchive(gz(...records), { auid, storeDuplicate: true })).statuses;
  }
  return last;
}

async function payloadOf(status: { artifactUuid?: string | undefined; statusMessage?: string | undefined }) {
  if (!status.artifactUuid) return `ERROR: ${status.statusMessage}`;
  return (await service.client.bytes(`/artifacts/${status.artifactUuid}/payload`)).toString();
}

type Fields = Record<string, string | undefined>;
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
  { form: 'a record id', fields: (original) => ({ 'WARC-Refers-To': recordIdOf(original) }) },
  {
    form: 'a record id and the digest of nothing',
    fields: (original) => ({ 'WARC-Refers-To': recordIdOf(original), ...NOTHING }),
  },
  { form: 'the digest of the original', fields: () => ({ 'WARC-Payload-Digest': base32Sha1('second') }) },
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

describe.each(cases)('a revisit that says $form ($profile)', ({ fields, head, profile }) => {
  const made = () => {
    const url = `http://unmodified${hosts++}.test/`;
    const [first, second, after] = [
      capture(url, 'first', FIRST),
      capture(url, 'second', SECOND, { head: 'HTTP/1.1 200 OK\r\nX-Own: second\r\n\r\n' }),
      capture(url, 'after', AFTER),
    ];
    const empty = capture(`${url}robots.txt`, '', FIRST, {
      head: 'HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.test/\r\nSet-Cookie: a=b\r\n\r\n',
    });
    const revisit = revisitOf(url, REVISIT, { ...profile, ...fields(second, url) }, head);
    return { url, revisit, captures: [first, second, empty, after] };
  };

  it.each(['behind', 'before', 'amid', 'in a later upload', 'in another AU'])('has it, %s', async (where) => {
    const { url, revisit, captures } = made();
    const auid = freshAuid();
    const [first, ...others] = captures as [Buffer, ...Buffer[]];
    const uploads = {
      behind: [[...captures, revisit]],
      before: [[revisit, ...captures]],
      amid: [[first, revisit, ...others]],
    }[where] ?? [captures, [revisit]];
    if (where === 'in another AU') await imported(freshAuid(), captures);
    const statuses = await imported(auid, ...(where === 'in another AU' ? [[revisit]] : uploads));
    const status = statuses[where === 'behind' ? 4 : where === 'amid' ? 1 : 0]!;
    expect(await payloadOf(status)).toBe('second');
    const cdx = await (
      await service.client.get('/replay/cdxb/default', { url, from: '2020', to: '2020' })
    ).text();
    expect(cdx.split(' ')[4]).toBe('200');
    const name = encodeURIComponent(`default:${status.artifactUuid}.warc`);
    const record = (await service.client.bytes(`/replay/warcs/${name}`)).toString();
    expect(record).toContain('X-Own: second');
    expect(record).not.toMatch(/Location|Set-Cookie/);
  });
});

describe('an unmodified revisit', () => {
  const unmodified = (url: string, fields: Fields = {}, date = REVISIT) =>
    revisitOf(url, date, { 'WARC-Profile': NOT_MODIFIED, ...NOTHING, ...fields });

  it('of a URL without an earlier capture is an error, whatever else is empty', async () => {
    const url = `http://unmodified${hosts++}.test/`;
    const others = [
      capture(`${url}empty`, '', FIRST),
      capture(url, 'after', AFTER),
      capture(url, '', FIRST, { head: HEAD_304 }),
    ];
    for (const uploads of [
      [[...others, unmodified(url)]],
      [[unmodified(url), ...others]],
      [others, [unmodified(url)]],
    ]) {
      const statuses = await imported(freshAuid(), ...uploads);
      expect(statuses.filter(({ status }) => status === 'ERROR')).toHaveLength(1);
    }
  });

  it('has the latest capture with content, wherever that came', async () => {
    const url = `http://unmodified${hosts++}.test/`;
    const auid = freshAuid();
    await imported(auid, [capture(url, 'in index', SECOND)]);
    const bare = capture(url, '', '2019-07-01T00:00:00Z', { head: HEAD_304 });
    const [, , status] = await imported(auid, [capture(url, 'in upload', FIRST), bare, unmodified(url)]);
    expect(await payloadOf(status!)).toBe('in index');
    const newer = capture(url, 'in upload', '2020-02-01T00:00:00Z');
    const [, again] = await imported(auid, [newer, unmodified(url, {}, '2020-02-02T02:02:02Z')]);
    expect(await payloadOf(again!)).toBe('in upload');
    const [chain] = await imported(auid, [unmodified(url, {}, AFTER)]);
    expect(await payloadOf(chain!)).toBe('in upload');
  });

  it('has the capture of its date although it is empty, when there is no other', async () => {
    const url = `http://unmodified${hosts++}.test/`;
    const dated = unmodified(url, { 'WARC-Refers-To-Date': SECOND });
    for (const uploads of [[[capture(url, '', SECOND), dated]], [[capture(url, '', SECOND)], [dated]]]) {
      expect((await imported(freshAuid(), ...uploads)).at(-1)).toMatchObject({ status: 'OK' });
    }
  });

  it('has no capture of another method', async () => {
    const url = `http://unmodified${hosts++}.test/`;
    const post = capture(url, 'posted', SECOND);
    const request = madeRecord({
      type: 'request',
      url,
      date: SECOND,
      fields: { 'WARC-Concurrent-To': recordIdOf(post) },
      head: 'POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n',
      body: 'a=b',
    });
    for (const uploads of [
      [[capture(url, 'got', FIRST), request, post, unmodified(url)]],
      [[capture(url, 'got', FIRST), request, post], [unmodified(url)]],
    ]) {
      expect(await payloadOf((await imported(freshAuid(), ...uploads)).at(-1)!)).toBe('got');
    }
  });

  it('is a version of its URL as others are', async () => {
    const url = `http://unmodified${hosts++}.test/`;
    const { statuses } = await service.client.importArchive(
      gz(capture(url, 'page', FIRST), unmodified(url)),
      {
        auid: freshAuid(),
      },
    );
    expect(statuses.map(({ status, version }) => [status, version])).toEqual([
      ['OK', 1],
      ['DUPLICATE', 1],
    ]);
  });
});

describe('a revisit without a head whose payload is that of another URL', () => {
  const moved =
    'HTTP/1.1 301 Moved\r\nLocation: http://elsewhere.test/\r\nSet-Cookie: a=b\r\nContent-Type: text/css\r\nContent-Encoding: x-own\r\n\r\n';
  const heads = ['', HEAD_304];
  it.each(
    heads.flatMap((head) =>
      [true, false].flatMap((large) => ['named', 'by digest'].map((how) => ({ head, large, how }))),
    ),
  )('has no head of that URL ($how, large: $large, head: $head)', async ({ head, large, how }) => {
    const url = `http://headless${hosts++}.test/`;
    const text = `the same ${hosts} `.repeat(large ? 20_000 : 1);
    const other = capture(`${url}other`, text, FIRST, { head: moved });
    const digest = { 'WARC-Payload-Digest': base32Sha1(text) };
    const named = { 'WARC-Refers-To-Target-URI': `${url}other`, 'WARC-Refers-To-Date': FIRST };
    const revisit = revisitOf(url, REVISIT, how === 'named' ? { ...named, ...digest } : digest, head);
    const own = { 'WARC-Refers-To-Target-URI': url, 'WARC-Refers-To-Date': REVISIT };
    const again = revisitOf(url, AFTER, { ...own, ...digest });
    for (const uploads of [[[other, revisit, again]], [[other], [revisit, again]]]) {
      const statuses = (await imported(freshAuid(), ...uploads)).slice(-2);
      const cdx = await (await service.client.get('/replay/cdxb/default', { url, limit: '1' })).text();
      expect(cdx.split(' ').slice(3, 7)).toEqual(['text/css', '-', expect.any(String), '-']);
      for (const { artifactUuid } of statuses) {
        const ask = (path: string) => service.client.get(path);
        const name = encodeURIComponent(`default:${artifactUuid}.warc`);
        const record = await (await ask(`/replay/warcs/${name}`)).text();
        expect(record).toMatch(
          /\r\nHTTP\/1\.1 200 OK\r\nContent-Type: text\/css\r\nContent-Encoding: x-own *\r\n\r\n/,
        );
        const payload = await ask(`/artifacts/${artifactUuid}/payload`);
        expect(payload.headers.get('content-type')).toBe('text/css');
        expect(await payload.text()).toBe(text);
        const whole = await (await ask(`/artifacts/${artifactUuid}/response`)).text();
        for (const answer of [record, whole]) expect(answer).not.toMatch(/Location|Set-Cookie|301/);
      }
    }
  });

  it('has the head of its own URL where that has the payload, too, however late it comes', async () => {
    const url = `http://headless${hosts++}.test/`;
    const fields = { 'WARC-Payload-Digest': base32Sha1('page') };
    const other = capture(`${url}other`, 'page', FIRST, { head: moved });
    const own = capture(url, 'page', FIRST, { head: 'HTTP/1.1 203 Fine\r\nX-Own: yes\r\n\r\n' });
    const revisit = revisitOf(url, REVISIT, fields);
    for (const uploads of [[[other, revisit, own]], [[own, other, revisit]], [[own, other], [revisit]]]) {
      const statuses = await imported(freshAuid(), ...uploads);
      const { artifactUuid } = statuses[uploads.length === 2 ? 0 : uploads[0]!.indexOf(revisit)]!;
      const whole = await (await service.client.get(`/artifacts/${artifactUuid}/response`)).text();
      expect(whole).toBe('HTTP/1.1 203 Fine\r\nX-Own: yes\r\n\r\npage');
    }
  });
});
