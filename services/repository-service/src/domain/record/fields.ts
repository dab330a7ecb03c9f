// The table of fields: everything that a manifest's line and the index keep of a captured record, each field once. From it are
// derived the lines of manifests (manifest-line.ts), the columns of rows (artifact-columns.ts), what a revisit has of its
// original (originals.ts), the packed form between threads (ingest/reading/packed-form.ts), what replay reads of a capture
// (domain/replay/capture.ts), and the types of all these. A new field needs a row here, and a migration if it has a column.
import type { ImportRecord } from '@holdfast/warc';
import type { RefersTo } from './refers-to.ts';

/** Digests are lower-case hex in memory. A type that ends in `?`: some records do not have it, undefined or null. */
export type FieldType =
  | ('uuid' | 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean')
  | ('sha256' | 'sha1' | 'crc32' | 'kind' | 'refersTo');

/** Whose member it is: the entry's, or that of what was read, of where it is stored, or of the identity that came with it. */
type Owner = 'entry' | 'record' | 'stored' | 'given';

interface Rules {
  /** Left out of the line when it has this value. */
  readonly unsaid?: 0 | false;
  /** What the column has for undefined, where that is not null. */
  readonly empty?: 0;
  /** Stays what it was when another record takes the place of the artifact's damaged one. */
  readonly stays?: true;
  /**
   * What the row of a revisit has. Default: the revisit's own value. `payload`: its original's. `fallback`: its original's if
   * it has none. `head`: its original's if it has no status, or 304; `head or own`: likewise, but its own if that has none.
   */
  readonly ofRevisit?: 'payload' | 'fallback' | 'head' | 'head or own';
  /** Its key in what the journal says of an original, where that is not the line's. */
  readonly journal?: string;
  /** How it crosses between threads. A record that has a field without this crosses as it is. */
  readonly packed?: 'number' | 'text' | 'common' | 'bits';
  /** Its name among the fields of a capture, which replay reads. */
  readonly capture?: string;
  /** Its name in CDX records, behind the usual eleven columns. */
  readonly cdx?: string;
  /** Reads it from the record of an archive; for fields that take more than this, read-record.ts does. */
  readonly read?: (record: ImportRecord) => unknown;
}

export interface Field extends Rules {
  readonly in: Owner;
  readonly type: FieldType | `${FieldType}?`;
  /** Its key in the manifest's line. Lines have their keys in the order of this table. */
  readonly line: string | undefined;
  /** Its column of `artifact`. */
  readonly column: string | undefined;
}

const member =
  <const In extends Owner>(owner: In) =>
  <
    const Type extends Field['type'],
    const Line extends string | undefined,
    const Column extends string | undefined,
    const Own extends Rules,
  >(
    type: Type,
    line: Line,
    column: Column,
    rules?: Own,
  ) => ({ in: owner, type, line, column, ...(rules as Own) });

const entry = member('entry');
const record = member('record');
const stored = member('stored');
const given = member('given');

export const fields = {
  id: entry('uuid', 'uuid', 'id'),
  url: record('text', 'uri', 'url', { stays: true, packed: 'common', capture: 'url' }),
  kind: record('kind', 'kind', 'kind', { packed: 'bits' }),
  /** Place of the record's gzip member in its segment, and CRC-32 of its bytes, compressed as they are. */
  offset: stored('bigint', 'offset', 'record_offset'),
  length: stored('bigint', 'length', 'record_length'),
  crc32: stored('crc32?', 'crc32', 'record_crc'),
  /** Bytes of the members directly before and after the record's own that hold its companions, and their CRC-32. */
  before: stored('integer?', 'before', 'companions_before', { unsaid: 0, empty: 0 }),
  after: stored('integer?', 'after', 'companions_after', { unsaid: 0, empty: 0 }),
  companionsCrc: stored('crc32?', 'companionsCrc', 'companions_crc'),
  /** In a line: when the record was stored. Later changes are in the journal. */
  committed: entry('boolean', 'committed', 'committed'),
  /** Needed when versions must be allotted again. */
  storeDuplicate: entry('boolean', 'storeDuplicate', undefined, { unsaid: false }),
  /** WARC-Date, milliseconds since the epoch. */
  collectionMs: record('bigint', 'collectionDate', 'collection_ms', {
    stays: true,
    packed: 'common',
    capture: 'collectionMs',
  }),
  /** When the other repository stored it; otherwise when its segment was begun. */
  storeMs: given('bigint?', 'storeDate', undefined),
  version: given('integer?', 'givenVersion', undefined),
  /** Length of the payload, which is the entity body, de-chunked when `dechunked`. */
  contentLength: record('bigint', 'contentLength', 'content_length', {
    stays: true,
    ofRevisit: 'payload',
    packed: 'number',
    read: ({ payload }) => payload.length,
  }),
  sha256: record('sha256', 'contentDigest', 'sha256', {
    stays: true,
    ofRevisit: 'payload',
    journal: 'sha256',
    packed: 'text',
    read: ({ payload }) => payload.sha256,
  }),
  /** SHA-1 of the body as it is stored: what CDX files carry. */
  storedSha1: record('sha1', 'storedSha1', 'sha1', {
    ofRevisit: 'payload',
    packed: 'text',
    capture: 'sha1',
    read: ({ payload }) => payload.storedSha1 ?? payload.sha1,
  }),
  dechunked: record('boolean', 'dechunked', 'dechunked', {
    unsaid: false,
    ofRevisit: 'payload',
    packed: 'bits',
    read: ({ payload }) => payload.dechunked,
  }),
  httpStatus: record('smallint?', 'status', 'http_status', {
    ofRevisit: 'head',
    packed: 'number',
    capture: 'httpStatus',
    read: ({ http }) => http?.status,
  }),
  /** Bytes of the stored HTTP head, blank line included; 0 when there is none. */
  headBytes: record('integer', 'headBytes', undefined, {
    unsaid: 0,
    packed: 'number',
    read: ({ http }) => http?.headLength ?? 0,
  }),
  /** Media type without parameters. */
  mime: record('text?', 'mime', 'mime', { ofRevisit: 'fallback', packed: 'text', capture: 'mime' }),
  /** Location of a redirect. */
  redirect: record('text?', 'redirect', 'redirect', {
    ofRevisit: 'head or own',
    packed: 'text',
    capture: 'redirect',
  }),
  /** Method of the request that it was captured with; undefined for GET, and where the request is not known. */
  method: record('text?', 'method', 'method', { stays: true, capture: 'method', cdx: 'method' }),
  /** That request's body as it is in the urlkey, at most 4,096 characters. */
  requestBody: record('text?', 'requestBody', 'request_body', {
    stays: true,
    capture: 'requestBody',
    cdx: 'requestBody',
  }),
  /** Why it was damaged already when it came, if it was kept nevertheless. */
  quarantined: record('text?', 'quarantined', 'quarantined'),
  /** What a revisit says of its original. */
  refersTo: record('refersTo?', 'refersTo', undefined),
  /** By which captures are found and sorted: made of the URL and the request. */
  urlkey: record('text', undefined, 'urlkey', { stays: true, packed: 'text', capture: 'urlkey' }),
  /** SHA-1 of the payload where it is de-chunked, so that `storedSha1` is another one. */
  payloadSha1: record('sha1?', undefined, undefined, {
    packed: 'text',
    read: ({ payload }) => (payload.dechunked ? payload.sha1 : undefined),
  }),
};

export type Fields = typeof fields;
export type FieldName = keyof Fields;

/** What each kind of artifact is in its column. */
export const artifactKinds = { response: 1, resource: 2, revisit: 3 } as const;
export type ArtifactKind = (typeof artifactKinds)[keyof typeof artifactKinds];
export type RecordKind = keyof typeof artifactKinds;

/** The name of a kind, by what it is in its column. */
export const kindNames = Object.fromEntries(
  Object.entries(artifactKinds).map(([name, kind]) => [kind, name]),
) as Record<ArtifactKind, RecordKind>;

type BaseType<F extends Field> = F['type'] extends `${infer Base}?` ? Base : F['type'];

/** What a field has where it is not undefined. */
export type ValueIn<F extends Field> =
  BaseType<F> extends 'bigint' | 'integer' | 'smallint' | 'crc32'
    ? number
    : BaseType<F> extends 'boolean'
      ? boolean
      : BaseType<F> extends 'kind'
        ? RecordKind
        : BaseType<F> extends 'refersTo'
          ? RefersTo
          : string;

export type Optional = { readonly type: `${string}?` };

type Key<Name extends FieldName, Rule extends string> = Fields[Name] extends {
  readonly [R in Rule]: infer Own extends string;
}
  ? Own
  : never;

/** An object of these fields by what the rule calls them, `line` say. Fields that are `Absent` may be missing. */
export type FieldsBy<Rule extends string, Names extends FieldName, Absent = Optional> = {
  readonly [Name in Names as Fields[Name] extends Absent ? never : Key<Name, Rule>]: ValueIn<Fields[Name]>;
} & {
  readonly [Name in Names as Fields[Name] extends Absent ? Key<Name, Rule> : never]?:
    | ValueIn<Fields[Name]>
    | undefined;
};

/** An object of these fields by their own names. */
export type FieldsNamed<Names extends FieldName> = {
  readonly [Name in Names as Fields[Name] extends Optional ? never : Name]: ValueIn<Fields[Name]>;
} & {
  readonly [Name in Names as Fields[Name] extends Optional ? Name : never]?:
    | ValueIn<Fields[Name]>
    | undefined;
};

/** The names of the fields of which this is true. */
export type FieldsWith<Rules> = {
  [Name in FieldName]: Fields[Name] extends Rules ? Name : never;
}[FieldName];

/** What a revisit has of its original. */
export type OriginalName = FieldsWith<{ ofRevisit: string }>;
export type OriginalFields = FieldsNamed<OriginalName>;

export interface NamedField extends Omit<Field, 'type'> {
  readonly name: string;
  readonly type: FieldType;
  readonly isOptional: boolean;
}

/** All fields, in the order of the table. */
export const allFields: readonly NamedField[] = Object.entries<Field>(fields).map(([name, field]) => ({
  ...field,
  name,
  type: field.type.replace('?', '') as FieldType,
  isOptional: field.type.endsWith('?'),
}));

export const recordFields = allFields.filter((field) => field.in === 'record');

/**
 * Makes a function of the text of its parameters and its body; `scope` has what else the body names. A function that is made
 * for the fields that there are is several times faster than one that walks through the table for every record.
 */
export function compile<F>(
  parameters: string,
  body: string,
  scope: Readonly<Record<string, unknown>> = {},
): F {
  const make = new Function(...Object.keys(scope), `return (${parameters}) => ${body};`);
  return make(...Object.values(scope)) as F;
}

/** Makes a function that returns the value at a path of names, `entry.record.mime` say. */
export function compileAccess<Of>(path: string): (of: Of) => unknown {
  return compile('of', `of.${path}`);
}
