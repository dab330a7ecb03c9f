// Table of fields: everything that a manifest line and the index store about a captured record. The following are
// derived from the table: the lines of manifests (manifest-line.ts), the columns of rows (artifact-columns.ts), the
// fields that a revisit takes from its original, the packed form between threads (ingest/reading/packed-form.ts), the
// fields that replay reads (domain/replay/capture.ts), and the types of all these. A new field needs an entry in this
// table, and a migration if it has a column.
import type { ImportRecord } from '@holdfast/warc';
import type { RefersTo } from './refers-to.ts';

/** Type of a field. Digests are lower-case hex in memory. A field may be undefined or null if its type ends in `?`. */
export type FieldType =
  | ('uuid' | 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean')
  | ('sha256' | 'sha1' | 'crc32' | 'kind' | 'refersTo');

/**
 * Object that contains the field: the entry, the record as it was read, its stored position, or its identity from
 * another repository.
 */
type Owner = 'entry' | 'record' | 'stored' | 'given';

interface Rules {
  /** The line omits the field if it has this value. */
  readonly unsaid?: 0 | false;
  /** Value by which the column represents undefined, if it is not null. */
  readonly empty?: 0;
  /** Whether an artifact keeps the value of this field when a new record replaces its damaged one. */
  readonly stays?: true;
  /**
   * Source of the value in the row of a revisit. If undefined: the revisit itself. `payload`: the original. `fallback`:
   * the original if the revisit has no value. `head`: the original if the revisit has no status or status 304. `head or
   * own`: like `head`, but the revisit itself if the original has no value.
   */
  readonly ofRevisit?: 'payload' | 'fallback' | 'head' | 'head or own';
  /** Key of the field in the journal's description of an original, if it differs from the line's key. */
  readonly journal?: string;
  /**
   * How the field is packed for transfer between threads. A record with a value in a field without this rule is
   * transferred as an object.
   */
  readonly packed?: 'number' | 'text' | 'common' | 'bits';
  /** Name of the field in the captures that replay reads. */
  readonly capture?: string;
  /** Name of the field in CDX records, for fields after the usual eleven columns. */
  readonly cdx?: string;
  /** Reads the field from an archive's record. read-record.ts reads the fields that depend on more than the record. */
  readonly read?: (record: ImportRecord) => unknown;
}

export interface Field extends Rules {
  readonly in: Owner;
  readonly type: FieldType | `${FieldType}?`;
  /** Key of the field in the manifest line. The keys of a line have the order of this table. */
  readonly line: string | undefined;
  /** Name of the field's column in the table `artifact`. */
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
  /** Position of the record's gzip member in its segment, and the CRC-32 of the compressed member. */
  offset: stored('bigint', 'offset', 'record_offset'),
  length: stored('bigint', 'length', 'record_length'),
  crc32: stored('crc32?', 'crc32', 'record_crc'),
  /**
   * Lengths in bytes of the companions' members directly before and after the record's own member, and the CRC-32 of
   * all of them.
   */
  before: stored('integer?', 'before', 'companions_before', { unsaid: 0, empty: 0 }),
  after: stored('integer?', 'after', 'companions_after', { unsaid: 0, empty: 0 }),
  companionsCrc: stored('crc32?', 'companionsCrc', 'companions_crc'),
  /** State when the record was stored. The journal contains later changes. */
  committed: entry('boolean', 'committed', 'committed'),
  /** Needed if a rebuild assigns versions again. */
  storeDuplicate: entry('boolean', 'storeDuplicate', undefined, { unsaid: false }),
  /** WARC-Date, milliseconds since the epoch. */
  collectionMs: record('bigint', 'collectionDate', 'collection_ms', {
    stays: true,
    packed: 'common',
    capture: 'collectionMs',
  }),
  /**
   * Time when the other repository stored the artifact. Undefined for records that do not come from another repository;
   * for them, the time of the segment applies.
   */
  storeMs: given('bigint?', 'storeDate', undefined),
  version: given('integer?', 'givenVersion', undefined),
  /** Length of the payload: the entity body, de-chunked if `dechunked`. */
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
  /** SHA-1 of the stored body, as in CDX files. */
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
  /** Length of the stored HTTP head in bytes, including the blank line; 0 if there is none. */
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
  /** Method of the captured request. Undefined for GET, or if the request is unknown. */
  method: record('text?', 'method', 'method', { stays: true, capture: 'method', cdx: 'method' }),
  /** Body of the request as encoded in the urlkey, at most 4,096 characters. */
  requestBody: record('text?', 'requestBody', 'request_body', {
    stays: true,
    capture: 'requestBody',
    cdx: 'requestBody',
  }),
  /** Reason why the record was already damaged on arrival, if it was stored nevertheless. */
  quarantined: record('text?', 'quarantined', 'quarantined'),
  /** The revisit's references to its original. */
  refersTo: record('refersTo?', 'refersTo', undefined),
  /** Key derived from the URL and the request. Captures are looked up and sorted by this key. */
  urlkey: record('text', undefined, 'urlkey', { stays: true, packed: 'text', capture: 'urlkey' }),
  /** SHA-1 of the payload if the payload is de-chunked. It then differs from `storedSha1`. */
  payloadSha1: record('sha1?', undefined, undefined, {
    packed: 'text',
    read: ({ payload }) => (payload.dechunked ? payload.sha1 : undefined),
  }),
};

export type Fields = typeof fields;
export type FieldName = keyof Fields;

/** Column value of each artifact kind. */
export const artifactKinds = { response: 1, resource: 2, revisit: 3 } as const;
export type ArtifactKind = (typeof artifactKinds)[keyof typeof artifactKinds];
export type RecordKind = keyof typeof artifactKinds;

/** Name of each artifact kind, keyed by its value in the column. */
export const artifactKindNames = Object.fromEntries(
  Object.entries(artifactKinds).map(([name, kind]) => [kind, name]),
) as Record<ArtifactKind, RecordKind>;

type BaseType<F extends Field> = F['type'] extends `${infer Base}?` ? Base : F['type'];

/** Type of a field's value when it is not undefined. */
export type FieldValue<F extends Field> =
  BaseType<F> extends 'bigint' | 'integer' | 'smallint' | 'crc32'
    ? number
    : BaseType<F> extends 'boolean'
      ? boolean
      : BaseType<F> extends 'kind'
        ? RecordKind
        : BaseType<F> extends 'refersTo'
          ? RefersTo
          : string;

export type OptionalField = { readonly type: `${string}?` };

type Key<Name extends FieldName, Rule extends string> = Fields[Name] extends {
  readonly [R in Rule]: infer Own extends string;
}
  ? Own
  : never;

/**
 * Object type with these fields. Its keys are the names that the rule `Rule`, for example `line`, assigns to the
 * fields. Fields of type `Absent` may be missing.
 */
export type FieldsByRule<Rule extends string, Names extends FieldName, Absent = OptionalField> = {
  readonly [Name in Names as Fields[Name] extends Absent ? never : Key<Name, Rule>]: FieldValue<Fields[Name]>;
} & {
  readonly [Name in Names as Fields[Name] extends Absent ? Key<Name, Rule> : never]?:
    | FieldValue<Fields[Name]>
    | undefined;
};

/** Object type with these fields, keyed by their own names. */
export type FieldsByName<Names extends FieldName> = {
  readonly [Name in Names as Fields[Name] extends OptionalField ? never : Name]: FieldValue<Fields[Name]>;
} & {
  readonly [Name in Names as Fields[Name] extends OptionalField ? Name : never]?:
    | FieldValue<Fields[Name]>
    | undefined;
};

/** Names of the fields that match the rules. */
export type FieldNamesMatching<Rules> = {
  [Name in FieldName]: Fields[Name] extends Rules ? Name : never;
}[FieldName];

/** Names of the fields that a revisit takes from its original. */
export type OriginalName = FieldNamesMatching<{ ofRevisit: string }>;
export type OriginalFields = FieldsByName<OriginalName>;

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
 * Compiles a function from the text of its parameters and the text of its body. `scope`: values of the other names that
 * the body uses. A compiled function is several times faster than looping over the table for every record.
 */
export function compileFunction<F>(
  parameters: string,
  body: string,
  scope: Readonly<Record<string, unknown>> = {},
): F {
  const make = new Function(...Object.keys(scope), `return (${parameters}) => ${body};`);
  return make(...Object.values(scope)) as F;
}

/** Compiles a function that returns the value at a path, such as `entry.record.mime`. */
export function compileAccess<Of>(path: string): (of: Of) => unknown {
  return compileFunction('of', `of.${path}`);
}
