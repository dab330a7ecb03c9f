// Golden files: reports of other tools about the WARC files of this repository and of the corpus.
import { readdirSync, readFileSync } from 'node:fs';
import { corpus, findFixture } from '@holdfast/testkit';

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
  /** URL of a prefix query that must find the capture, for captures whose request was not a GET. */
  prefix?: string | undefined;
}

/** WARC files, and the reports of other tools about them. */
export interface GoldenWarcs {
  /** Returns the WARC files. Each `id` is a single word. */
  files(): readonly { readonly id: string; readonly path: string }[];
  records(): readonly GoldenRecord[];
  cdx(): readonly GoldenCdx[];
  /** Returns the path of a WARC file by its name in a golden file. */
  pathOf(goldenFile: string): string;
}

/** WARC files that this project has created. */
export const ownWarcs: GoldenWarcs = {
  files: () =>
    ['plain.warc', 'members.warc.gz', 'captures.warc.gz', 'old.arc'].map((name) => ({
      id: name,
      path: findFixture(`warcs/${name}`),
    })),
  records: () => jsonLines<GoldenRecord>(findFixture('golden/warc-records.jsonl')),
  cdx: () => jsonLines<GoldenCdx>(findFixture('golden/cdx-by-pywb.jsonl')),
  pathOf: (goldenFile) => findFixture(`warcs/${goldenFile}`),
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
  cdx: () => addRequestMethods(jsonLines<GoldenCdx>(corpus.path('golden/cdx-by-pywb.jsonl'))),
  // `goldenFile`: for example `pywb/sample_archive/warcs/iana.warc.gz`.
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

/** Adds the request methods from a second golden file, because pywb's list of captures does not contain requests. */
function addRequestMethods(captures: readonly GoldenCdx[]): GoldenCdx[] {
  // Ignores the folder in file names, because only one of the two golden files lists some files in two folders.
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
