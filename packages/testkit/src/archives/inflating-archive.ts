// A few kilobytes that inflate to gigabytes: what an attacker would send, or an honest user by mistake.
import { gzipSync } from 'node:zlib';
import { zip } from './make-archives.ts';
import { responseRecord } from './make-warc.ts';

/** Size that one record inflates to, in bytes. */
export const INFLATING_RECORD_BYTES = 64 * 1024 * 1024;

/**
 * A WACZ with one small record and so many of zeros behind it, each of them `INFLATING_RECORD_BYTES` long: gzip members in a
 * deflated entry, so that 14 kB make 8 GiB.
 */
export function inflatingWacz(records: number): Buffer {
  const small = gzipSync(responseRecord('http://inflating.example/small', Buffer.from('small')));
  const zeros = inflatingMember();
  const content = Buffer.concat([small, ...Array.from({ length: records }, () => zeros)]);
  return zip([{ name: 'archive/data.warc.gz', content, deflated: true }]).bytes;
}

/** One record of zeros as a gzip member. */
export function inflatingMember(): Buffer {
  return gzipSync(responseRecord('http://inflating.example/zeros', Buffer.alloc(INFLATING_RECORD_BYTES)));
}
