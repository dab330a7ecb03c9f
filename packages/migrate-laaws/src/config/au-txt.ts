// Reads and writes au.txt, in which LOCKSS nodes store AU configurations. It consists of Java properties
// `org.lockss.au.PLUGINKEY.AUKEY.PARAMETER=VALUE`. PLUGINKEY is the plugin name with | instead of dots.

import { isUtf8 } from 'node:buffer';
import { SourceError } from '@holdfast/cli-kit';
import type { AuRecord } from '@holdfast/client';
import { BadConfigurationError, type Property, readConfiguration } from '@holdfast/config-format';

const PREFIX = 'org.lockss.au.';

/** Maximum number of properties of one AU. Real AUs have far fewer. */
const MAX_ITEMS = 1_000;

/** Maximum file size, because the converted file is held in memory. 40,000 AUs take about 20 MiB. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Reports a problem that does not stop the import. */
export type ProblemReporter = (words: string) => void;

/** Yields the AUs in au.txt as AU records. Throws `SourceError`. */
export async function* readAuTxtRecords(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  trouble: ProblemReporter,
): AsyncGenerator<AuRecord> {
  try {
    yield* readAuTxt(bytes, (line, words) => trouble(`${name}:${line}: ${words}`));
  } catch (error) {
    if (!(error instanceof BadConfigurationError)) throw error;
    throw new SourceError(`${name}:${error.line}:${error.column}: ${error.message}.`);
  }
}

/**
 * Yields each AU with all of its properties, which need not be adjacent in the file. Reports properties that belong to
 * no AU to `trouble`. Throws BadConfigurationError.
 */
export async function* readAuTxt(
  bytes: AsyncIterable<Uint8Array>,
  trouble: (line: number, words: string) => void,
): AsyncGenerator<AuRecord> {
  const aus = new Map<string, Map<string, string>>();
  const limits = { fileBytes: MAX_FILE_BYTES };
  for await (const properties of readConfiguration(toUtf8(bytes), { format: 'properties', limits })) {
    for (const property of properties) addAuProperty(aus, property, trouble);
  }
  for (const [auId, items] of aus) yield { auId, auConfig: Object.fromEntries(items) };
}

function addAuProperty(
  aus: Map<string, Map<string, string>>,
  { key, value, line }: Property,
  trouble: (line: number, words: string) => void,
): void {
  if (isFileProperty(key)) return;
  const parts = splitKey(key);
  if (parts === undefined) {
    trouble(line, `${key.slice(0, 100)} is not a property of an AU.`);
    return;
  }
  const items = aus.get(parts.auid) ?? new Map<string, string>();
  aus.set(parts.auid, items);
  if (items.size < MAX_ITEMS) items.set(parts.parameter, String(value));
  else trouble(line, `There are more than ${MAX_ITEMS} properties of one AU.`);
}

/** Returns whether this is a property of the whole file. Old LOCKSS versions wrote such properties. */
const isFileProperty = (key: string): boolean =>
  key === 'org.lockss.au.version' || key === 'org.lockss.version';

/** Splits a property key into AUID and parameter name. Dots belong to the parameter name. */
function splitKey(key: string): { auid: string; parameter: string } | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  const [, pluginKey, auKey, parameter] = /^([^.&]+)\.([^.]*)\.(.+)$/s.exec(key.slice(PREFIX.length)) ?? [];
  if (pluginKey === undefined || auKey === undefined || parameter === undefined) return undefined;
  return { auid: `${pluginKey}&${auKey}`, parameter };
}

export function formatAuTxt({ auId, auConfig = {} }: AuRecord): string {
  const prefix = `${PREFIX}${auId.replace('&', '.')}.`;
  const lines = Object.entries(auConfig)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${escapeProperty(`${prefix}${key}`, true)}=${escapeProperty(value, false)}\n`);
  return lines.join('');
}

/** Escapes the text for java.util.Properties, which reads files as Latin-1. */
function escapeProperty(text: string, isKey: boolean): string {
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    const code = text.charCodeAt(at);
    const named = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f', '\\': '\\\\' }[character];
    if (named !== undefined) written += named;
    else if (character === ' ') written += isKey || at === 0 ? '\\ ' : ' ';
    else if ('=:#!'.includes(character)) written += `\\${character}`;
    else if (code < 0x20 || code > 0x7e) written += `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
    else written += character;
  }
  return written;
}

/** Lines up to this length are converted as a whole, longer lines in chunks. */
const LINE_BYTES = 1024 * 1024;
const LF = 10;

/**
 * Converts each line to UTF-8. A line that is not valid UTF-8 is treated as Latin-1, the encoding of Java properties.
 */
async function* toUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const held = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = held.lastIndexOf(LF) + 1;
    const isTooLong = end === 0 && held.length > LINE_BYTES;
    if (end > 0 || isTooLong) yield* convertLines(isTooLong ? held : held.subarray(0, end));
    rest = isTooLong ? Buffer.alloc(0) : held.subarray(end);
  }
  if (rest.length > 0) yield* convertLines(rest);
}

function* convertLines(lines: Uint8Array): Generator<Uint8Array> {
  if (isUtf8(lines)) return yield lines;
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(LF, start) + 1 || lines.length;
    const line = lines.subarray(start, end);
    yield isUtf8(line) ? line : Buffer.from(Buffer.from(line).toString('latin1'));
    start = end;
  }
}
