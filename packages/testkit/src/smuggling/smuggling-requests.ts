// Request smuggling attempts: requests that hide a second request in their body. Combines every method, every kind of
// framing, and a `Connection` header that names another header field. A proxy that removes the named field would lose
// the framing or the login.
import { METHODS } from 'node:http';

export interface SmugglingRequest {
  readonly method: string;
  /** Marker in the query string of the hidden request. */
  readonly marker: string;
  readonly what: string;
  readonly text: string;
}

export interface SmugglingOptions {
  /** Request path, such as `/console/repository`. */
  readonly path: string;
  /** Header lines with the credentials, such as `Cookie: …`. */
  readonly login: readonly string[];
  /** Request methods. Default: all methods that Node supports except CONNECT. */
  readonly methods?: readonly string[];
  /** Common prefix of the markers of all requests. */
  readonly series: string;
}

export const SMUGGLED_MARKER = 'smuggled';

const FRAMINGS = ['no body', 'Content-Length', 'chunked'] as const;

/** Header fields of every request. For each field, some requests have a `Connection` header that names the field. */
const FIELDS: Readonly<Record<string, string>> = {
  Accept: 'application/json',
  'Content-Type': 'text/plain',
  'X-Request-Id': 'mine',
  'X-Forwarded-For': '192.0.2.66',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'https',
  'X-Real-IP': '192.0.2.66',
  Forwarded: 'for=192.0.2.66;proto=https',
  'User-Agent': 'smuggler',
  TE: 'trailers',
  Origin: 'null',
  'Sec-Fetch-Site': 'same-origin',
  Range: 'bytes=0-',
  'Proxy-Connection': 'keep-alive',
};

const NAMED = [
  ...Object.keys(FIELDS),
  'Content-Length',
  'Transfer-Encoding',
  'Host',
  'Cookie',
  'Authorization',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'Trailer',
  'Expect',
  'close',
  'content-length, transfer-encoding',
  'CONTENT-LENGTH\t',
  ',content-length ,',
  'x-none',
];

/** Returns the `Connection` field in two forms with the same meaning: on one line, and split into two lines. */
const formatConnectionLines = (named: string): readonly (readonly string[])[] => [
  [`Connection: keep-alive, ${named}`],
  ['Connection: keep-alive', `Connection: ${named}`],
];

export function* makeSmugglingRequests(options: SmugglingOptions): Generator<SmugglingRequest> {
  const { methods = METHODS.filter((method) => method !== 'CONNECT') } = options;
  let count = 0;
  for (const method of methods)
    for (const framing of FRAMINGS)
      for (const named of NAMED)
        for (const connection of formatConnectionLines(named)) {
          count += 1;
          const marker = `${options.series}-${count}`;
          const what = `${method}, ${framing}, ${connection.join(' / ')}`;
          yield {
            method,
            marker,
            what,
            text: formatRawRequest(options, { method, framing, marker, connection }),
          };
        }
}

function formatRawRequest(
  { path, login }: SmugglingOptions,
  {
    method,
    framing,
    marker,
    connection,
  }: {
    method: string;
    framing: (typeof FRAMINGS)[number];
    marker: string;
    connection: readonly string[];
  },
): string {
  const hidden = `GET /${SMUGGLED_MARKER}?marker=${SMUGGLED_MARKER}-${marker} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${SMUGGLED_MARKER}\r\n\r\n`;
  const fields = Object.entries(FIELDS).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${path}/x?marker=${marker} HTTP/1.1`, 'Host: node.example', ...login, ...fields];
  const text = (...framed: string[]): string => `${[...head, ...framed, ...connection].join('\r\n')}\r\n\r\n`;
  if (framing === 'no body') return text();
  if (framing === 'Content-Length') return `${text(`Content-Length: ${hidden.length}`)}${hidden}`;
  return `${text('Transfer-Encoding: chunked')}${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
}
