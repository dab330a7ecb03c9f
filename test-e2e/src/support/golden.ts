// What other people's tools say of the corpus, as its golden files hold it.
import { readFileSync } from 'node:fs';
import { corpus } from '@holdfast/testkit';

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
}

let records: GoldenRecord[] | undefined;

export function goldenRecords(): GoldenRecord[] {
  records ??= jsonLines<GoldenRecord>('golden/warc-records.jsonl');
  return records;
}

export function goldenCdx(): GoldenCdx[] {
  return jsonLines<GoldenCdx>('golden/cdx-by-pywb.jsonl');
}

/** `pywb/sample_archive/warcs/iana.warc.gz` → the path of the file in the corpus. */
export function corpusFileOf(goldenFile: string): string {
  const name = goldenFile.split('/').at(-1)!;
  return corpus.path(`warcs/${goldenFile.startsWith('pywb') ? 'pywb' : 'warcio'}/${name}`);
}

function jsonLines<T>(name: string): T[] {
  return readFileSync(corpus.path(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
