// Converts an ARC header line to the WARC header of a `response`, `resource` or `warcinfo` record. The WARC header
// contains the fields of the ARC header line, and the line itself.
import { createHash } from 'node:crypto';
import { createRecordId, HTTP_RESPONSE_TYPE } from '../write/new-record.ts';
import {
  type ArcHeader,
  isFiledesc,
  percentEncodeControls,
  readDeclaredFilename,
  toTargetUri,
} from './arc-header.ts';

/** File from which an ARC record was read, and its position. */
export type ArcOrigin = {
  /** Version of the ARC file. Undefined if its filedesc did not declare one. */
  version: 1 | 2 | undefined;
  /** Byte offset in the input that is reported for the record. */
  offset: number;
  recordId: string;
  /** Record ID of the warcinfo record that was created from the filedesc. */
  warcinfoId: string | undefined;
};

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|(?=.*:)[0-9A-Fa-f:.]+)$/;
const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+/;

/**
 * Returns the WARC header, including its final blank line. A filedesc becomes a `warcinfo`, an HTTP capture a
 * `response`, and any other capture a `resource`.
 */
export function toWarcHeader(header: ArcHeader, origin: ArcOrigin): Buffer {
  const describesFile = isFiledesc(header);
  const type = describesFile ? 'warcinfo' : isHttpCapture(header) ? 'response' : 'resource';
  const mime = MEDIA_TYPE.test(header.mime) ? header.mime : undefined;
  const { recordId, warcinfoId, version, offset } = origin;
  const fields: [name: string, value: string | Buffer | undefined][] = [
    ['WARC-Type', type],
    ['WARC-Record-ID', recordId],
    ['WARC-Date', toWarcDate(header.date)],
    describesFile
      ? ['WARC-Filename', readDeclaredFilename(header)]
      : ['WARC-Target-URI', toTargetUri(header.url)],
    ['WARC-IP-Address', !describesFile && ADDRESS.test(header.ip) ? header.ip : undefined],
    ['WARC-Warcinfo-ID', describesFile ? undefined : warcinfoId],
    ['X-Made-From', `ARC${version === undefined ? '' : `/${version}`}; offset=${offset}`],
    ['X-ARC-Header', percentEncodeControls(header.line)],
    ['Content-Type', type === 'response' ? HTTP_RESPONSE_TYPE : mime],
    ['Content-Length', String(header.lengthBytes)],
  ];
  const pieces = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [Buffer.from(`${name}: `), Buffer.from(value as string), CRLF],
  );
  return Buffer.concat([VERSION_LINE, ...pieces, CRLF]);
}

/** Returns whether the record was captured over HTTP. */
export function isHttpCapture(header: ArcHeader): boolean {
  return /^https?:/i.test(header.url.subarray(0, 6).toString('latin1'));
}

/** Returns a name-based UUID (version 5) as the record ID. The same record of the same file always gets the same ID. */
export function makeArcRecordId(
  filedesc: Buffer | undefined,
  header: ArcHeader,
  offset: number,
  ordinal: number,
): string {
  const hash = createHash('sha1').update(ID_NAMESPACE);
  hash.update(`${filedesc?.toString('latin1') ?? ''}\n${offset} ${ordinal}\n`, 'latin1').update(header.line);
  const bytes = hash.digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return createRecordId(groups.join('-'));
}

const VERSION_LINE = Buffer.from('WARC/1.1\r\n');
const CRLF = Buffer.from('\r\n');
/** Namespace of these UUIDs (RFC 9562 requires one). */
const ID_NAMESPACE = Buffer.from('7be2ff0e3cf84d1c9a5d64b7b4e0a1d2', 'hex');

/**
 * Converts an ARC date to the format `2014-02-16T05:02:21Z`, with milliseconds if the date contains them. Converts 00,
 * which some crawlers wrote for an unknown month or day, to 01. Percent-encodes control characters in any other text;
 * its record is then rejected because of the invalid date.
 */
function toWarcDate(word: string): string {
  const digits = /^\d{10,18}/.exec(word)?.[0];
  if (digits === undefined) return percentEncodeControls(Buffer.from(word, 'latin1')).toString();
  const part = (start: number, end: number) => digits.slice(start, end).padEnd(end - start, '0');
  const first = (start: number) => (part(start, start + 2) === '00' ? '01' : part(start, start + 2));
  const fraction = digits.length === 17 ? `.${part(14, 17)}` : '';
  const seconds = digits.length >= 14 ? part(12, 14) : '00';
  const day = `${part(0, 4)}-${first(4)}-${first(6)}`;
  return `${day}T${part(8, 10)}:${part(10, 12)}:${seconds}${fraction}Z`;
}
