// What other people's tools say of WARCs, our own and those of the corpus, as golden files hold it.
import { readdirSync, readFileSync } from 'node:fs';
import { corpus, fixture } from '@holdfast/testkit';

export interface GoldenRecord {
  file: string;
  type: string;
  url?: string;
  date: string;
  warc_id: string;
  offset: number;
  length: number;
  http_status?: string;
  stored_payload_len: number;
  stored_payload_sha1: string;
  stored_payload_sha256: string;
  dechunked_sha1?: string;
}

export interface GoldenCdx {
  file: string;
  offset: string;
  urlkey: string;
  url: string;
  timestamp: string;
  mime: string;
  status: string;
  digest: string;
  /** The URL that it is found under as a prefix, where it was no GET. */
  prefix?: string | undefined;
}

/** WARCs, and what other people's tools say of them. */
export interface GoldenWarcs {
  /** `id` is one word. */
  files(): readonly { readonly id: string; readonly path: string }[];
  records(): readonly GoldenRecord[];
  cdx(): readonly GoldenCdx[];
  /** The path of the file that a golden table names. */
  pathOf(goldenFile: string): string;
}

/** Those of our own making. */
export const ownWarcs: GoldenWarcs = {
  files: () =>
    ['plain.warc', 'members.warc.gz', 'captures.warc.gz', 'old.arc'].map((name) => ({
      id: name,
      path: fixture(`warcs/${name}`),
    })),
  records: () => jsonLines<GoldenRecord>(fixture('golden/warc-records.jsonl')),
  cdx: () => jsonLines<GoldenCdx>(fixture('golden/cdx-by-pywb.jsonl')),
  pathOf: (goldenFile) => fixture(`warcs/${goldenFile}`),
};

export const corpusWarcs: GoldenWarcs = {
  files: () =>
    ['pywb', 'warcio'].flatMap((folder) =>
      readdirSync(corpus.path(`warcs/${folder}`)).map((name) => ({
        id: `${folder}-${name}`,
        path: corpus.path(`warcs/${folder}/${name}`),
      })),
    ),
  records: () => jsonLines<GoldenRecord>(corpus.path('golden/warc-records.jsonl')),
  cdx: () => withRequests(jsonLines<GoldenCdx>(corpus.path('golden/cdx-by-pywb.jsonl'))),
  // `pywb/sample_archive/warcs/iana.warc.gz`
  pathOf: (goldenFile) =>
    corpus.path(
      `warcs/${goldenFile.startsWith('pywb') ? 'pywb' : 'warcio'}/${goldenFile.split('/').at(-1)!}`,
    ),
};

interface GoldenRequest {
  file: string;
  offset: number;
  url: string;
  method: string;
  urlkey: string;
}

/** The table of captures was made without their requests, of which another one tells. */
function withRequests(captures: readonly GoldenCdx[]): GoldenCdx[] {
  // Some files are there twice, and in the other table once.
  const placeOf = (file: string, offset: number | string) => `${file.split('/').at(-1)} ${offset}`;
  const requests = jsonLines<GoldenRequest>(corpus.path('golden/request-methods.jsonl'));
  const others = new Map(
    requests
      .filter(({ method }) => method !== 'GET')
      .map((request) => [placeOf(request.file, request.offset), request]),
  );
  return captures.map((capture) => {
    const request = others.get(placeOf(capture.file, capture.offset));
    return request ? { ...capture, urlkey: request.urlkey, prefix: request.url.split('?')[0] } : capture;
  });
}

function jsonLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
