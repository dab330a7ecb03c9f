// What the first bytes of an input are, and what to say when they are no WARC. Never asks for names or media types.
import { NotAWarcError } from './not-a-warc.ts';

const SIGNATURES: readonly (readonly [magic: string, name: string])[] = [
  ['filedesc://', 'an ARC file'],
  ['PK\x03\x04', 'a zip archive'],
  ['PK\x05\x06', 'a zip archive'],
  ['\x28\xb5\x2f\xfd', 'compressed with zstandard'],
  ['BZh', 'compressed with bzip2'],
  ['\xfd7zXZ', 'compressed with xz'],
  ['%PDF', 'a PDF'],
  ['HTTP/', 'a bare HTTP message'],
  ['CDX ', 'a CDX index'],
  [' CDX ', 'a CDX index'],
];

/** The error for an input that begins with bytes[0, end). `inflated`: they were inside gzip. */
export function notAWarc(bytes: Uint8Array, end: number, inflated: boolean): NotAWarcError {
  const text = Buffer.from(bytes.subarray(0, Math.min(end, 64))).toString('latin1');
  const markup = /^(\xef\xbb\xbf)?\s{0,20}<[!?a-zA-Z]/.test(text) ? 'HTML or XML' : undefined;
  const known = SIGNATURES.find(([magic]) => text.startsWith(magic))?.[1] ?? markup;
  if (inflated && end === 0)
    return new NotAWarcError('The input is no WARC: it begins like gzip but holds no record.');
  const where = inflated ? 'the content of the gzip data' : 'it';
  const reason = known === undefined ? `${where} does not begin with a WARC record` : `${where} is ${known}`;
  return new NotAWarcError(`The input is no WARC: ${reason}.`);
}
