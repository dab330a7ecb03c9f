// Converts the parts of a multipart/form-data body to query parameters.
import { decodeBytes, encodeFormParameters } from './form-text.ts';
import type { RequestBody } from './request-body.ts';

/** Converts a multipart body. Returns undefined if it is not a form with this boundary. */
export function parseMultipartQuery(
  contentType: string,
  { bytes, isWhole }: RequestBody,
): string | undefined {
  const boundary = parseBoundary(contentType);
  if (boundary === '') return undefined;
  const parameters: [string, string | Buffer][] = [];
  let left = PARAMETER_BYTES;
  for (const part of splitParts(bytes, `--${boundary}`, isWhole)) {
    const parameter = part && parseParameter(part, isWhole);
    if (!parameter) return undefined;
    // Parts beyond the limit are only checked for syntax errors.
    if (left > 0) parameters.push([parameter[0], parameter[1].slice(0, PARAMETER_BYTES)]);
    left -= parameter[0].length + parameter[1].length + 2;
  }
  return encodeFormParameters(parameters);
}

/** Number of bytes after which further parts are ignored. Enough for the longest key. */
const PARAMETER_BYTES = 8_192;

/** Returns the boundary in a Content-Type, without quotation marks. */
function parseBoundary(contentType: string): string {
  const [, quoted, plain] = /boundary=(?:"([^"]*)"|([^;]*))/.exec(contentType) ?? [];
  return quoted ?? plain?.trimEnd() ?? '';
}

/** Yields the bytes between each pair of delimiters. Yields undefined once if the delimiters are malformed. */
function* splitParts(bytes: Buffer, boundary: string, isWhole: boolean): Generator<Buffer | undefined> {
  const delimiter = Buffer.from(`\r\n${boundary}`, 'utf8');
  const first = bytes.indexOf(delimiter.subarray(2));
  if (first < 0 || (first > 0 && bytes.toString('latin1', first - 2, first) !== '\r\n'))
    return yield undefined;
  for (let at = first + delimiter.length - 2; ; ) {
    const tail = bytes.toString('latin1', at, at + 2);
    if (tail === '--') return;
    const end = bytes.indexOf(delimiter, at);
    if (end < 0 && !isWhole) return yield* yieldLastPart(bytes.subarray(at + 2));
    if (tail !== '\r\n' || end < at + 2) return yield undefined;
    yield bytes.subarray(at + 2, end);
    at = end + delimiter.length;
  }
}

/** Yields the last part if its header is complete, even though the part continues after the bytes that were read. */
function* yieldLastPart(part: Buffer): Generator<Buffer> {
  if (part.includes('\r\n\r\n')) yield part;
}

function parseParameter(part: Buffer, isWhole: boolean): [name: string, value: string | Buffer] | undefined {
  const headEnd = part.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = new Map(part.toString('utf8', 0, headEnd).split('\r\n').map(parseField));
  const disposition = head.get('content-disposition') ?? '';
  if (!/^form-data\s*(?:;|$)/i.test(disposition)) return undefined;
  const { name = '', filename } = parseOptions(disposition);
  const content = part.subarray(headEnd + 4);
  if (filename) return [name, content];
  const text = decodePartText(content, parseOptions(head.get('content-type') ?? '').charset, isWhole);
  return text === undefined ? undefined : [name, text];
}

function parseField(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return colon < 0 ? ['', ''] : [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

/** Parses the `; name=value` pairs of a header field. */
function parseOptions(value: string): Record<string, string | undefined> {
  const options: Record<string, string | undefined> = Object.create(null);
  for (const [, name, option] of value.matchAll(OPTION)) options[name!.toLowerCase()] = unquote(option!);
  return options;
}

const OPTION = /; *([\w-]+) *= *("(?:\\.|[^\\"])*"|[\w!#$%&'*+.^`|~-]+)/g;

function unquote(value: string): string {
  const inner = value.startsWith('"') ? value.slice(1, -1) : value;
  if (value.startsWith('"') && inner.includes('\\"'))
    return inner.replaceAll('\\\\', '\\').replaceAll('\\"', '"');
  return inner.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"');
}

function decodePartText(content: Buffer, charset: string | undefined, isWhole: boolean): string | undefined {
  if (charset !== undefined && /^(?:iso-8859-1|latin-?1)$/i.test(charset)) return content.toString('latin1');
  try {
    return decodeBytes(charset || 'utf-8', content, isWhole);
  } catch {
    return undefined;
  }
}
