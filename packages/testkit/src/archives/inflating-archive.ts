// Decompression bombs: a few kilobytes that inflate to gigabytes.
import { gzipSync } from 'node:zlib';
import { makeZip } from './make-archives.ts';
import { makeResponseRecord } from './make-warc.ts';

/** Inflated size of one record, in bytes. */
export const INFLATING_RECORD_BYTES = 64 * 1024 * 1024;

/**
 * Returns a WACZ with one small record and `records` records of zeros, each of `INFLATING_RECORD_BYTES`. The WACZ
 * compresses the gzipped WARC again, so that 14 kB inflate to 8 GiB.
 */
export function makeWaczBomb(records: number): Buffer {
  const small = gzipSync(makeResponseRecord('http://inflating.example/small', Buffer.from('small')));
  const zeros = makeInflatingMember();
  const content = Buffer.concat([small, ...Array.from({ length: records }, () => zeros)]);
  return makeZip([{ name: 'archive/data.warc.gz', content, deflated: true }]).bytes;
}

/** Returns one record of zeros as a gzip member. */
export function makeInflatingMember(): Buffer {
  return gzipSync(makeResponseRecord('http://inflating.example/zeros', Buffer.alloc(INFLATING_RECORD_BYTES)));
}
