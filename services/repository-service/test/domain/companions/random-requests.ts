// Test helper: creates random request records, both valid and malformed.
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

type Below = (bound: number) => number;

/** Returns the block of a random request record. `below` generates the random numbers. */
export function randomRequest(below: Below): Buffer {
  const one = <T>(choices: readonly T[]) => choices[below(choices.length)]!;
  const method = below(4) > 0 ? one(['POST', 'POST', 'PUT']) : one(METHODS);
  const { type, body } = randomBody(below);
  const fields: string[] = ['Host: www.example.org'];
  if (below(12) > 0) fields.push(`${one(['Content-Type', 'content-type'])}: ${type}`);
  let sent = body;
  const coding = one(['', '', '', '', '', '', 'gzip', 'deflate', 'identity', 'GZIP']);
  if (coding !== '') fields.push(`Content-Encoding: ${coding}`);
  if (coding.toLowerCase() === 'gzip' && below(5) > 0) sent = gzipSync(sent);
  if (coding === 'deflate' && below(5) > 0) sent = one([deflateSync, deflateRawSync])(sent);
  const length = one([sent.length, sent.length, sent.length, body.length, 0, below(50), sent.length + 7]);
  // Never combines chunking with a falsely declared content coding, because tools read such bodies differently.
  const chunked = below(8) === 0 && (coding === '' || sent !== body);
  if (chunked) fields.push('Transfer-Encoding: chunked');
  if (!chunked || below(5) === 0) {
    if (below(15) > 0) fields.push(`Content-Length: ${below(20) === 0 ? one(ODD_LENGTHS) : length}`);
  }
  const framed = chunked && below(6) > 0 ? inChunks(sent, coding === '', below) : sent;
  const head = `${method} /api HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), framed]);
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'TRACE'];
const ODD_LENGTHS = ['many', '', '-3', '+12', '1_0', '12, 12', '007', '99999999'];
const BOUNDARY = '----a0b1C2';

function randomBody(below: Below): { type: string; body: Buffer } {
  switch (below(8)) {
    case 0:
    case 1:
      return { type: 'application/x-www-form-urlencoded; charset=UTF-8', body: text(form(below), below) };
    case 2:
    case 3:
      return { type: 'application/json', body: text(json(below), below) };
    case 4:
      return { type: 'text/plain;charset=UTF-8', body: text(below(2) ? json(below) : words(below), below) };
    case 5:
      return { type: `multipart/form-data; boundary=${BOUNDARY}`, body: multipart(below) };
    case 6:
      return { type: 'application/octet-stream', body: bytes(below(below(10) ? 60 : 6_000), below) };
    default:
      return {
        type: ['', 'Application/JSON', 'text/xml', 'application/jsonp', 'multipart/form-data'][below(5)]!,
        body: text(words(below), below),
      };
  }
}

const PIECES = [
  'a',
  'B',
  '7',
  '=',
  '&',
  '+',
  ' ',
  '%',
  '%41',
  '%c3%a9',
  '%E6%97',
  '%00',
  '%ff',
  'ü',
  '日',
  '😀',
  ...'#?;/~*()\'!"\\._-\t\n',
];

function words(below: Below): string {
  const length = below(20) === 0 ? below(6_000) : below(12);
  return Array.from({ length }, () => PIECES[below(PIECES.length)]).join('');
}

function form(below: Below): string {
  return Array.from({ length: below(5) }, () => `${words(below)}=${words(below)}`).join('&');
}

/** Returns random JSON, or text that resembles JSON. */
function json(below: Below): string {
  if (below(12) === 0)
    return ['{', '{"a":1,}', '[1,2', '01', '{"a":1}x', "{'a':1}", '{"a":-}', '\ufeff{"a":1}'][below(8)]!;
  if (below(10) === 0) return Array.from({ length: 1 + below(4) }, () => value(below, 2)).join('\n');
  return `${' '.repeat(below(2))}${value(below, 0)}${['', '\n', ' '][below(3)]}`;
}

function value(below: Below, depth: number): string {
  const kind = below(depth > 3 ? 6 : 10);
  if (kind >= 8) return `[${Array.from({ length: below(5) }, () => value(below, depth + 1)).join(',')}]`;
  if (kind >= 6 || depth === 0) {
    const members = Array.from({ length: below(5) }, () => `${string(below)}:${value(below, depth + 1)}`);
    return `{${members.join(', ')}}`;
  }
  return kind < 3
    ? NUMBERS[below(NUMBERS.length)]!
    : kind === 3
      ? string(below)
      : ['true', 'false', 'null', '""'][below(4)]!;
}

const NUMBERS = [
  ...[
    '0',
    '-0',
    '1',
    '-17',
    '12345678901234567890123',
    '1.0',
    '-0.0',
    '0.1',
    '1.5',
    '1e5',
    '1E16',
    '1e-5',
    '0.0001',
  ],
  ...[
    '123456789012345678.0',
    '1e21',
    '1e400',
    '-1e400',
    'NaN',
    'Infinity',
    '-Infinity',
    '2.5e-7',
    '9007199254740993.0',
  ],
  ...['0.00012345', '1e15', '1.7976931348623157e308', '5e-324', '100000000000000000000.5', '-1.25e-10'],
];

function string(below: Below): string {
  const names = [
    'a',
    'b',
    'a.2_',
    '1',
    '2',
    '',
    'name',
    'ü',
    'x y',
    'A',
    '\\u00e9',
    '\\ud83d\\ude00',
    '\\n',
    'a\\"b',
    "q'*!()~",
  ];
  return `"${below(40) === 0 ? '\\ud800' : names[below(names.length)]}"`;
}

function multipart(below: Below): Buffer {
  const parts = Array.from({ length: 1 + below(4) }, () => {
    const name = ['a', 'b c', 'ü', 'x%22y', 'q\\"r', ''][below(6)];
    const file = below(3) === 0 ? '; filename="f.bin"' : '';
    const type = below(4) === 0 ? '\r\nContent-Type: text/plain' : '';
    const content = file ? bytes(below(40), below) : Buffer.from(words(below));
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
  });
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function text(from: string, below: Below): Buffer {
  const encoded = Buffer.from(from);
  if (below(15) === 0) return Buffer.concat([encoded, Buffer.from([0xff, 0xc3])]);
  if (below(25) === 0) return Buffer.from(`${below(2) ? '\ufeff' : ''}${from}`, 'utf16le');
  return encoded;
}

function bytes(length: number, below: Below): Buffer {
  return Buffer.from(Array.from({ length }, () => below(256)));
}

function inChunks(body: Buffer, mayBreakOff: boolean, below: Below): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + below(40);
    const data = body.subarray(at, at + size);
    pieces.push(
      Buffer.from(`${data.length.toString(16)}${below(3) ? '' : ';x=1'}\r\n`),
      data,
      Buffer.from('\r\n'),
    );
    at += size;
  }
  const whole = Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
  return mayBreakOff && below(8) === 0 ? whole.subarray(0, below(whole.length)) : whole;
}
