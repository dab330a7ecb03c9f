// Fields of a CDX record: their names for both families of clients, and their values. A value is never empty and
// contains no white space or control characters. A space in a value would shift the columns for clients.
import { type Capture, captureFields } from '../../../domain/replay/capture.ts';
import { formatWarcFileName } from '../../../domain/replay/warc-name.ts';
import { formatCdxTimestamp } from './cdx-time.ts';

export const cdxColumns = [
  'urlkey',
  'timestamp',
  'original',
  'mimetype',
  'statuscode',
  'digest',
  'redirect',
  'robotflags',
  'length',
  'offset',
  'filename',
] as const;

/** Fields in addition to the usual columns, by their CDX name. */
const moreFields = new Map(
  captureFields.flatMap(({ cdx, capture }) => (cdx ? [[cdx, capture] as const] : [])),
);
export const additionalFieldNames: readonly string[] = [...moreFields.keys()];

/** `originalPlace`: a field in `originalNames`. `more`: a field in `additionalFieldNames`. */
export type CdxField = (typeof cdxColumns)[number] | 'originalPlace' | { readonly more: string };

const moreValues = new Map(Array.from(moreFields, ([name, more]) => [name, { more }]));

const otherNames: Readonly<Record<string, CdxField>> = {
  url: 'original',
  mime: 'mimetype',
  status: 'statuscode',
  redirecturl: 'redirect',
  file: 'filename',
  'orig.length': 'originalPlace',
  'orig.offset': 'originalPlace',
  'orig.filename': 'originalPlace',
};

/**
 * Fields for the location of a revisit's original, under pywb's names. Their value is always `-`, because this service
 * returns each revisit as a complete record.
 */
export const originalNames = ['orig.length', 'orig.offset', 'orig.filename'] as const;

/** Returns the field with this name in either family of clients. Returns undefined for an unknown name. */
export function findCdxField(name: string): CdxField | undefined {
  return (
    cdxColumns.find((column) => column === name) ??
    moreValues.get(name) ??
    (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined)
  );
}

export const UNKNOWN_VALUE = '-';

export function formatFieldValue(field: CdxField, capture: Capture, namespace: string): string {
  if (typeof field === 'object')
    return escapeSpaces(formatJsonValue(field, capture, namespace) ?? UNKNOWN_VALUE);
  switch (field) {
    case 'urlkey':
      return capture.urlkey;
    case 'timestamp':
      return formatCdxTimestamp(capture.collectionMs);
    case 'original':
      return escapeSpaces(capture.url);
    case 'mimetype':
      return capture.mime === undefined ? 'unk' : escapeSpaces(capture.mime);
    case 'statuscode':
      return capture.httpStatus === undefined ? UNKNOWN_VALUE : String(capture.httpStatus);
    case 'digest':
      return toBase32(capture.sha1);
    case 'redirect':
      return resolveRedirect(capture) ?? UNKNOWN_VALUE;
    case 'robotflags':
      return UNKNOWN_VALUE;
    case 'length':
      return String(capture.lengthBytes);
    case 'offset':
      return '0';
    case 'filename':
      return formatWarcFileName({ namespace, id: capture.id });
    case 'originalPlace':
      return UNKNOWN_VALUE;
  }
}

/** Returns the value for JSON, where white space is allowed. Returns undefined if JSON omits the field. */
export function formatJsonValue(field: CdxField, capture: Capture, namespace: string): string | undefined {
  if (typeof field === 'object') {
    const value = capture[field.more as keyof Capture];
    return value === undefined ? undefined : String(value);
  }
  const value = formatFieldValue(field, capture, namespace);
  return value === UNKNOWN_VALUE && field !== 'originalPlace' ? undefined : value;
}

/** Returns a CDX line of eleven columns. */
export function formatCdxLine(capture: Capture, namespace: string): string {
  const { urlkey, id } = capture;
  const value = (field: CdxField) => formatFieldValue(field, capture, namespace);
  const content = `${escapeSpaces(capture.url)} ${value('mimetype')} ${value('statuscode')} ${toBase32(capture.sha1)}`;
  const place = `${value('redirect')} ${UNKNOWN_VALUE} ${capture.lengthBytes} 0 ${formatWarcFileName({ namespace, id })}`;
  return `${urlkey} ${formatCdxTimestamp(capture.collectionMs)} ${content} ${place}`;
}

/** Returns the absolute target URL of a redirect. Returns undefined if the capture has none. */
export function resolveRedirect({ redirect, url }: Capture): string | undefined {
  if (redirect === undefined || !URL.canParse(redirect, url)) return undefined;
  return escapeSpaces(new URL(redirect, url).href);
}

const SPACE = /[\s\p{Cc}]/u;
const SPACES = /[\s\p{Cc}]/gu;

function escapeSpaces(text: string): string {
  return SPACE.test(text) ? text.replace(SPACES, encodeURIComponent) : text;
}

const BASE32_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base32Pairs = Array.from(
  { length: 1024 },
  (_, bits) => BASE32_DIGITS.charAt(bits >> 5) + BASE32_DIGITS.charAt(bits & 31),
);

/** Converts five hexadecimal digits (20 bits) at a time to four base32 digits. */
function toBase32(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 5) {
    let bits = 0;
    for (let digit = at; digit < at + 5; digit++) bits = (bits << 4) | parseHexDigit(hex.charCodeAt(digit));
    text += base32Pairs[bits >> 10]! + base32Pairs[bits & 1023]!;
  }
  return text;
}

/** Returns the value of a hexadecimal digit, 0-9 or a-f. */
function parseHexDigit(character: number): number {
  return character < 58 ? character - 48 : character - 87;
}
