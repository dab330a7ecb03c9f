// What to say of an input that is no archive that can be read. Never asks for names or media types.

import { NotAWarcError } from '../report/not-a-warc.ts';
import type { Packing } from './archive-format.ts';

const SIGNATURES: readonly (readonly [magic: string, name: string])[] = [
  ['PK\x03\x04', 'a zip archive'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x1f\x8b', 'compressed with gzip once more'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstandard once more'],
  ['BZh', 'compressed with bzip2'],
  ['\xfd7zXZ', 'compressed with xz'],
  ['%PDF', 'a PDF'],
  ['HTTP/', 'a bare HTTP message'],
  ['CDX ', 'a CDX index'],
  [' CDX ', 'a CDX index'],
];

const ACCEPTED = 'The input is no WARC, ARC or WACZ';

/** The error for an input that begins with bytes[0, end), which were inside what `packing` says. */
export function notAWarc(bytes: Uint8Array, end: number, packing: Packing = 'none'): NotAWarcError {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, 64))).toString('latin1');
  const markup = /^(\xef\xbb\xbf)?\s{0,20}<[!?a-zA-Z]/.test(text) ? 'HTML or XML' : undefined;
  const known = SIGNATURES.find(([magic]) => text.startsWith(magic))?.[1] ?? markup;
  if (end === 0) {
    return because(packing === 'none' ? 'it is empty' : `it begins like ${packing} but holds no record`);
  }
  const where = packing === 'none' ? 'it' : `the content of the ${packing} data`;
  return because(
    known === undefined ? `${where} does not begin with a WARC or ARC record` : `${where} is ${known}`,
  );
}

/** The error with a reason of its own: the rest of a sentence. */
export function because(reason: string): NotAWarcError {
  return new NotAWarcError(`${ACCEPTED}: ${reason}.`);
}

/** The error with a sentence as its reason. */
export function asReason(sentence: string): NotAWarcError {
  return because(sentence.charAt(0).toLowerCase() + sentence.slice(1, -1));
}
