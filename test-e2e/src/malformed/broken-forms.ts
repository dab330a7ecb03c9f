// Builds import requests as bytes, with every defect that a multipart form or an HTTP request can have. Each result
// states whether the bytes are a complete HTTP request, to which the service must respond.
import type { SeededRandom } from '../support/seeded.ts';

export interface RawUpload {
  name: string;
  bytes: Buffer;
  /** Whether the bytes are a complete HTTP request, valid or not. */
  complete: boolean;
}

export interface UploadTarget {
  host: string;
  authorization: string;
}

export interface UploadFormContent {
  auid: string;
  archive: Buffer;
}

const boundary = 'boundary-of-the-drill';
const contentType = `multipart/form-data; boundary=${boundary}`;

/** Builds a valid form. The field `auid` sometimes follows the archive. */
export function makeValidForm(
  target: UploadTarget,
  form: UploadFormContent,
  random: SeededRandom,
): RawUpload {
  const fields = [auidPart(form.auid), archivePart(form.archive)];
  const late = random.chance(0.2);
  const body = multipart(late ? fields.reverse() : fields);
  return {
    name: late ? 'a form with its auid last' : 'a form',
    bytes: buildRawRequest(target, body),
    complete: true,
  };
}

export function makeBrokenForm(
  target: UploadTarget,
  form: UploadFormContent,
  random: SeededRandom,
): RawUpload {
  const [name, make] = random.pick(Object.entries(random.chance(0.7) ? brokenBodies : brokenRequests));
  return { name, ...make(target, form, random) };
}

type FormBreaker = (
  target: UploadTarget,
  form: UploadFormContent,
  random: SeededRandom,
) => Omit<RawUpload, 'name'>;

/** Wraps a body, and optionally its Content-Type, in a valid request. */
const sound =
  (
    make: (form: UploadFormContent, random: SeededRandom) => Buffer | { type: string; body: Buffer },
  ): FormBreaker =>
  (target, form, random) => {
    const made = make(form, random);
    const { type, body } = Buffer.isBuffer(made) ? { type: contentType, body: made } : made;
    return { bytes: buildRawRequest(target, body, { type }), complete: true };
  };

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const types = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; boundary="a\\"b',
  `multipart/form-data; boundary=${'b'.repeat(9_000)}`,
  `multipart/form-data; boundary=${boundary}x`,
  `multipart/form-data; boundary=${boundary.slice(1)}`,
  `multipart/form-data; boundary=${boundary}; boundary=other`,
  'multipart/form-data; boundary=\xff\xfe',
  `multipart/mixed; boundary=${boundary}`,
  `MULTIPART/FORM-DATA;BOUNDARY=${boundary}`,
  'application/x-www-form-urlencoded',
  'application/json',
  'application/warc',
  'text/plain; charset=nonsense',
  ';;;',
  'a'.repeat(60_000),
];

const dispositions = [
  'form-data',
  'form-data; name=',
  'form-data; name=archive; filename',
  'form-data; name="archive"; filename=""',
  'form-data; name="archive"; filename="../../../../etc/passwd\0"',
  `form-data; name="archive"; filename="${'f'.repeat(100_000)}"`,
  `form-data; name="${'n'.repeat(100_000)}"; filename="f"`,
  'form-data; name="__proto__"; filename="f"',
  'form-data; name="archive[]"; filename="f"',
  'form-data; name="archive"; filename*=UTF-8\'\'%zz%',
  "form-data; name*=nonsense''archive; filename=f",
  'attachment; name="archive"; filename="f"',
  '"',
  ';'.repeat(50_000),
  '\xff'.repeat(100),
];

const brokenBodies: Record<string, FormBreaker> = {
  'a strange Content-Type': sound((form, random) => ({ type: random.pick(types), body: toBody(form) })),
  'a strange Content-Disposition': sound((form, random) =>
    multipart([
      auidPart(form.auid),
      part([`Content-Disposition: ${random.pick(dispositions)}`], form.archive),
    ]),
  ),
  'a strange field name': sound((form, random) =>
    multipart([
      part(
        [
          `Content-Disposition: form-data; name="${random.pick(['__proto__', 'constructor', 'auid[x]', '', 'auid\0'])}"`,
        ],
        latin1('x'),
      ),
      auidPart(form.auid),
      archivePart(form.archive),
    ]),
  ),
  'a strange auid': sound((form, random) =>
    multipart([
      auidPart(random.pick(['', '\0', '\xff\xfe', 'x'.repeat(8_193), 'x'.repeat(100_000), '\r\n', ' '])),
      archivePart(form.archive),
    ]),
  ),
  'no auid': sound((form) => multipart([archivePart(form.archive)])),
  'no archive': sound((form) => multipart([auidPart(form.auid)])),
  'two auids': sound((form) => multipart([auidPart(form.auid), auidPart('b'), archivePart(form.archive)])),
  'two archives': sound((form) =>
    multipart([auidPart(form.auid), archivePart(form.archive), archivePart(form.archive)]),
  ),
  'two archives before the auid': sound((form) =>
    multipart([archivePart(form.archive), archivePart(form.archive), auidPart(form.auid)]),
  ),
  'an archive that is a field': sound((form) =>
    multipart([auidPart(form.auid), part(['Content-Disposition: form-data; name="archive"'], form.archive)]),
  ),
  'an auid that is a file': sound((form) =>
    multipart([
      part(['Content-Disposition: form-data; name="auid"; filename="a"'], latin1(form.auid)),
      archivePart(form.archive),
    ]),
  ),
  'an empty archive': sound((form) => multipart([auidPart(form.auid), archivePart(Buffer.alloc(0))])),
  'thousands of fields': sound((form) =>
    multipart([...Array.from({ length: 5_000 }, () => auidPart('x')), archivePart(form.archive)]),
  ),
  'thousands of files': sound((form) =>
    multipart([auidPart(form.auid), ...Array.from({ length: 5_000 }, () => archivePart(latin1('x')))]),
  ),
  'a field of megabytes': sound((form) =>
    multipart([
      part(['Content-Disposition: form-data; name="x"'], Buffer.alloc(3_000_000)),
      auidPart(form.auid),
      archivePart(form.archive),
    ]),
  ),
  'a part with a header line of a megabyte': sound((form) =>
    multipart([part([`X: ${'x'.repeat(1_000_000)}`, archiveDisposition], form.archive), auidPart(form.auid)]),
  ),
  'a part with thousands of headers': sound((form) =>
    multipart([auidPart(form.auid), part([...Array(20_000).fill('X: y'), archiveDisposition], form.archive)]),
  ),
  'a part without headers': sound((form) => multipart([auidPart(form.auid), part([], form.archive)])),
  'a part with noise for headers': sound((form, random) =>
    multipart([auidPart(form.auid), part([random.bytes(300).toString('latin1')], form.archive)]),
  ),
  'a part that says base64': sound((form) =>
    multipart([
      auidPart(form.auid),
      part([archiveDisposition, 'Content-Transfer-Encoding: base64'], form.archive),
    ]),
  ),
  'a preamble of megabytes': sound((form) => Buffer.concat([Buffer.alloc(3_000_000, 45), toBody(form)])),
  'an epilogue of megabytes': sound((form) => Buffer.concat([toBody(form), Buffer.alloc(3_000_000, 45)])),
  'lines that end in LF': sound((form) => latin1(toBody(form).toString('latin1').replaceAll('\r\n', '\n'))),
  'no final boundary': sound((form) => toBody(form).subarray(0, -boundary.length - 8)),
  'a form that is cut': sound((form, random) => toBody(form).subarray(0, random.below(toBody(form).length))),
  'a form with flipped bits': sound((form, random) => {
    const body = toBody(form);
    for (let i = 0; i < 30; i++) body[random.below(Math.min(body.length, 400))]! ^= 1 << random.below(8);
    return body;
  }),
  'noise for a form': sound((_form, random) => random.bytes(random.below(20_000))),
  'nothing but boundaries': sound(() => latin1(`--${boundary}\r\n`.repeat(20_000))),
  'no body at all': sound(() => Buffer.alloc(0)),
};

const badQueries = [
  '?namespace=..%2f..%2f',
  '?namespace=',
  '?storeDuplicate=perhaps',
  '?excludeStatusPattern=(((',
  `?excludeStatusPattern=${'(a*)*'.repeat(100)}`,
  `?excludeStatusPattern=${'x'.repeat(100_000)}`,
  '?%',
  '?a=%ff&namespace=%ff',
];

const brokenRequests: Record<string, FormBreaker> = {
  'a strange query': (target, form, random) => ({
    bytes: buildRawRequest(target, toBody(form), { query: random.pick(badQueries) }),
    complete: true,
  }),
  'a Content-Length that is too long': (target, form, random) => ({
    bytes: buildRawRequest(target, toBody(form), {
      length: toBody(form).length + 1 + random.below(1_000_000),
    }),
    complete: false,
  }),
  'a Content-Length that is too short': (target, form, random) => ({
    bytes: buildRawRequest(target, toBody(form), { length: random.below(toBody(form).length) }),
    // The excess bytes are not a valid request, so the service may close the connection before the client has read the
    // response.
    complete: false,
  }),
  'a Content-Length that is none': (target, form, random) => ({
    bytes: buildRawRequest(target, toBody(form), {
      length: random.pick(['-1', 'x', '1e9', '9'.repeat(30), '1\r\nContent-Length: 2']),
    }),
    complete: false,
  }),
  'a Content-Length beside chunks': (target, form) => ({
    bytes: buildRawRequest(target, toBody(form), { more: 'Transfer-Encoding: chunked\r\n' }),
    complete: false,
  }),
  'broken chunks': (target, form, random) => {
    const body = latin1(
      `${random.pick(['zz', '-1', 'fffffffffffffffff', '5'])}\r\n${toBody(form).toString('latin1')}`,
    );
    return {
      bytes: buildRawRequest(target, body, { framing: 'Transfer-Encoding: chunked' }),
      complete: false,
    };
  },
  'a coding of the body that is unknown': (target, form) => ({
    bytes: buildRawRequest(target, toBody(form), { more: 'Content-Encoding: gzip\r\n' }),
    complete: true,
  }),
  'headers of two megabytes': (target, form) => ({
    bytes: buildRawRequest(target, toBody(form), { more: `X: ${'x'.repeat(2_000_000)}\r\n` }),
    complete: false,
  }),
};

interface RequestOptions {
  type?: string;
  query?: string;
  length?: number | string;
  framing?: string;
  more?: string;
}

function buildRawRequest(
  { host, authorization }: UploadTarget,
  body: Buffer,
  options: RequestOptions = {},
): Buffer {
  const { type = contentType, query = '', length = body.length, more = '' } = options;
  const { framing = `Content-Length: ${length}` } = options;
  const lines = [
    `POST /archives${query} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: ${authorization}`,
    `Content-Type: ${type}`,
    framing,
  ];
  return Buffer.concat([latin1(`${lines.join('\r\n')}\r\n${more}\r\n`), body]);
}

const archiveDisposition = 'Content-Disposition: form-data; name="archive"; filename="a.warc.gz"';
const toBody = ({ auid, archive }: UploadFormContent) => multipart([auidPart(auid), archivePart(archive)]);
const auidPart = (auid: string) => part(['Content-Disposition: form-data; name="auid"'], latin1(auid));
const archivePart = (archive: Buffer) =>
  part([archiveDisposition, 'Content-Type: application/warc'], archive);

function part(headers: readonly string[], body: Buffer): Buffer {
  const head = headers.map((line) => `${line}\r\n`).join('');
  return Buffer.concat([latin1(`--${boundary}\r\n${head}\r\n`), body, latin1('\r\n')]);
}

function multipart(parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, latin1(`--${boundary}--\r\n`)]);
}
