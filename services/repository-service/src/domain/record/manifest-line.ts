// Formats and parses manifest lines of artifacts: JSON, one line per record. manifest.ts handles lines of other
// records. Together with the journal (journal-entry.ts), manifests contain everything needed to rebuild the index. The
// table of fields defines the keys. Times are in milliseconds since 1970; lengths and offsets are in bytes.
import type { makeRequestUrlkey } from '@holdfast/surt';
import type { JournaledOriginal } from './artifact-columns.ts';
import type { ImportEntry, StoredEntry } from './entry.ts';
import {
  allFields,
  compileFunction,
  type FieldName,
  type FieldsByRule,
  type FieldType,
  type OptionalField,
} from './fields.ts';
import type { RefersTo } from './refers-to.ts';

type LineFields = FieldsByRule<'line', Exclude<FieldName, 'refersTo'>, OptionalField | { unsaid: 0 | false }>;

/** Manifest line of an artifact. Fields may be added, but never changed or removed. */
export interface ManifestLine extends LineFields, MovedFields {
  readonly storeDate: number;
  readonly refersTo?: LineRefersTo;
}

/** Fields that only merged segments have. */
interface MovedFields {
  readonly version?: number;
  readonly original?: JournaledOriginal;
  /** Set if the artifact was deleted but revisits still share its payload. */
  readonly payloadOnly?: true;
}

interface LineRefersTo {
  readonly uri?: string | undefined;
  readonly date?: number | undefined;
  readonly digest?: string | undefined;
  readonly unmodified?: true | undefined;
}

/** JavaScript expressions that convert field values for the line. */
const written: Partial<Record<FieldType, (value: string) => string>> = {
  sha256: (value) => `formatDigestText(${value})`,
  refersTo: (value) => `toLineRefersTo(${value})`,
};

const read: Partial<Record<FieldType, (value: never) => unknown>> = {
  sha256: parseDigestText,
  refersTo: toRefersTo,
};

const lineFields = allFields.flatMap((field) =>
  field.line === undefined ? [] : { ...field, line: field.line },
);

/** Returns the JavaScript expression for one field of the line. */
function formatMemberExpression({
  in: owner,
  name,
  line,
  type,
  unsaid,
}: (typeof lineFields)[number]): string {
  const paths = {
    entry: `entry.${name}`,
    record: `record.${name}`,
    stored: `stored?.${name}`,
    given: `given?.${name}`,
  };
  const value = written[type]?.(paths[owner]) ?? paths[owner];
  if (name === 'storeMs') return `${line}: ${value} ?? storeMs`;
  return unsaid === undefined ? `${line}: ${value}` : `${line}: ${value} || undefined`;
}

/** Formats the line of an artifact. `formatKeptLine` formats lines of other records. `storeMs`: time of the segment. */
export const formatManifestLine: (entry: ImportEntry, storeMs: number, moved?: MovedFields) => string =
  compileFunction(
    'entry, storeMs, moved',
    `{
    const { record, stored } = entry;
    const { given } = record;
    const line = { ${lineFields.map(formatMemberExpression).join(', ')} };
    return JSON.stringify(moved === undefined ? line : { ...line, ...moved });
  }`,
    { formatDigestText, toLineRefersTo },
  );

function toLineRefersTo(refersTo: RefersTo | undefined): LineRefersTo | undefined {
  if (refersTo === undefined) return undefined;
  const { url, dateMs, digest, isUnmodified } = refersTo;
  const digestWithName = digest && `${digest.algorithm}:${digest.hex}`;
  return { uri: url, date: dateMs, digest: digestWithName, unmodified: isUnmodified };
}

function toRefersTo({ uri, date, digest, unmodified }: LineRefersTo): RefersTo {
  const [algorithm, hex] = digest?.split(':') ?? [];
  return {
    url: uri,
    dateMs: date,
    digest: algorithm && hex ? { algorithm, hex } : undefined,
    isUnmodified: unmodified,
  };
}

/** Parses a line to an entry. `urlkeyOf`: computes the urlkey, which lines do not contain. */
export function parseManifestLine(
  line: ManifestLine,
  urlkeyOf: typeof makeRequestUrlkey,
): ImportEntry & { stored: StoredEntry } {
  const entry: Record<string, unknown> = {};
  const stored: Record<string, unknown> = {};
  const record: Record<string, unknown> = {};
  const given: Record<string, unknown> = { uuid: line.uuid };
  const owners = { entry, stored, record, given };
  const values = line as unknown as Record<string, unknown>;
  for (const { in: owner, name, line: key, unsaid, type } of lineFields) {
    const value = values[key];
    const convert = read[type] as ((value: unknown) => unknown) | undefined;
    owners[owner][name] = value !== undefined && convert ? convert(value) : (value ?? unsaid);
  }
  record.urlkey = urlkeyOf(line.uri, { method: line.method, body: line.requestBody });
  if (line.givenVersion !== undefined) record.given = given;
  return { ...entry, stored, record } as unknown as ImportEntry & { stored: StoredEntry };
}

/** Returns `SHA-256:` and 64 lower-case hex digits. `sha256`: the digest as bytes or hex. */
export function formatDigestText(sha256: Buffer | string): string {
  return `SHA-256:${typeof sha256 === 'string' ? sha256 : sha256.toString('hex')}`;
}

/** Returns the hex digits of a text from `formatDigestText`. */
export function parseDigestText(text: string): string {
  return text.slice(text.indexOf(':') + 1);
}
