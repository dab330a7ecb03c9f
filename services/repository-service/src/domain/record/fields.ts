// Table of the fields of a captured record. Source of manifest lines (manifest-line.ts), row columns
// (artifact-columns.ts), the packed format between threads (ingest/reading/packed-form.ts), and the fields for replay
// (domain/replay/capture.ts). Also defines which fields a revisit takes from its original.
import type { ImportRecord } from '@holdfast/warc';
import type { RefersTo } from './refers-to.ts';

/** Type of a field. Digests are lower-case hex. Types ending in `?` allow undefined or null. */
export type FieldType =
  | ('uuid' | 'text' | 'bigint' | 'integer' | 'smallint' | 'boolean')
  | ('sha256' | 'sha1' | 'crc32' | 'kind' | 'refersTo');

/** Object that contains the field. `given`: the identity from another repository. */
type Owner = 'entry' | 'record' | 'stored' | 'given';

interface Rules {
  /** Value that the manifest line omits. */
  readonly unsaid?: 0 | false;
  /** Column value that represents undefined. Default: null. */
  readonly empty?: 0;
  /** Whether a repaired artifact retains its value of this field. */
  readonly stays?: true;
  /**
   * Source of the value in the row of a revisit. Default: the revisit. `payload`: the original. `fallback`: the
   * original if the revisit has no value. `head`: the original if the revisit has no status or status 304. `head or
   * own`: like `head`, but the revisit if the original has no value.
   */
  readonly ofRevisit?: 'payload' | 'fallback' | 'head' | 'head or own';
  /** Key of the field in the journal's description of an original. Default: its key in the manifest line. */
  readonly journal?: string;
  /**
   * How the field is packed for transfer between threads. A record that has a value in a field without this property is
   * transferred as an object.
   */
  readonly packed?: 'number' | 'text' | 'common' | 'bits';
  /** Name of the field in captures that replay reads. */
  readonly capture?: string;
  /** Name of the field in CDX records, if it is not one of the usual eleven columns. */
  readonly cdx?: string;
  /** Reads the field from a WARC record. Undefined for fields that need more than the record (read-record.ts). */
  readonly read?: (record: ImportRecord) => unknown;
}

export interface Field extends Rules {
  readonly in: Owner;
  readonly type: FieldType | `${FieldType}?`;
  /** Key of the field in the manifest line. Keys have the order of this table. */
  readonly line: string | undefined;
  /** Column of the field in the table `artifact`. */
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
  /** Location of the record's gzip member in its segment, and the CRC-32 of the member. */
  offset: stored('bigint', 'offset', 'record_offset'),
  length: stored('bigint', 'length', 'record_length'),
  crc32: stored('crc32?', 'crc32', 'record_crc'),
  /**
   * Lengths in bytes of the companion records (request, metadata) directly before and after the record.
   * `companionsCrc`: CRC-32 over all of them.
   */
  before: stored('integer?', 'before', 'companions_before', { unsaid: 0, empty: 0 }),
  after: stored('integer?', 'after', 'companions_after', { unsaid: 0, empty: 0 }),
  companionsCrc: stored('crc32?', 'companionsCrc', 'companions_crc'),
  /** Whether the artifact was committed when it was stored. The journal records later changes. */
  committed: entry('boolean', 'committed', 'committed'),
  /** Whether duplicates are stored. Needed when a rebuild assigns versions again. */
  storeDuplicate: entry('boolean', 'storeDuplicate', undefined, { unsaid: false }),
  /** WARC-Date, in milliseconds since 1970. */
  collectionMs: record('bigint', 'collectionDate', 'collection_ms', {
    stays: true,
    packed: 'common',
    capture: 'collectionMs',
  }),
  /**
   * Time when the source repository stored a migrated artifact. Undefined for all other artifacts, to which the
   * segment's time applies.
   */
  storeMs: given('bigint?', 'storeDate', undefined),
  version: given('integer?', 'givenVersion', undefined),
  /** Length of the payload: the entity body, without chunked framing if `dechunked`. */
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
  /** SHA-1 of the stored body. CDX files contain this digest. */
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
  /** Length in bytes of the stored HTTP header block, including the blank line. 0 if there is none. */
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
  /** HTTP method of the captured request. Undefined for GET, or if the request was not captured. */
  method: record('text?', 'method', 'method', { stays: true, capture: 'method', cdx: 'method' }),
  /** Request body in the encoding of the urlkey, at most 4,096 characters. */
  requestBody: record('text?', 'requestBody', 'request_body', {
    stays: true,
    capture: 'requestBody',
    cdx: 'requestBody',
  }),
  /** Reason why the record was already damaged on arrival. Set only for quarantined records. */
  quarantined: record('text?', 'quarantined', 'quarantined'),
  /** References of a revisit to its original. */
  refersTo: record('refersTo?', 'refersTo', undefined),
  /** Key derived from the URL and the request, by which captures are looked up and sorted. */
  urlkey: record('text', undefined, 'urlkey', { stays: true, packed: 'text', capture: 'urlkey' }),
  /** SHA-1 of a de-chunked payload. It differs from `storedSha1`, which includes the framing. */
  payloadSha1: record('sha1?', undefined, undefined, {
    packed: 'text',
    read: ({ payload }) => (payload.dechunked ? payload.sha1 : undefined),
  }),
};

export type Fields = typeof fields;
export type FieldName = keyof Fields;

/** Column values of the artifact kinds. */
export const artifactKinds = { response: 1, resource: 2, revisit: 3 } as const;
export type ArtifactKind = (typeof artifactKinds)[keyof typeof artifactKinds];
export type RecordKind = keyof typeof artifactKinds;

/** Names of the artifact kinds by column value. */
export const artifactKindNames = Object.fromEntries(
  Object.entries(artifactKinds).map(([name, kind]) => [kind, name]),
) as Record<ArtifactKind, RecordKind>;

type BaseType<F extends Field> = F['type'] extends `${infer Base}?` ? Base : F['type'];

/** TypeScript type of a field's values, without undefined. */
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
 * Object type with these fields. Each key is the value of the field's property `Rule`, such as `line`. Fields that
 * match `Absent` are optional.
 */
export type FieldsByRule<Rule extends string, Names extends FieldName, Absent = OptionalField> = {
  readonly [Name in Names as Fields[Name] extends Absent ? never : Key<Name, Rule>]: FieldValue<Fields[Name]>;
} & {
  readonly [Name in Names as Fields[Name] extends Absent ? Key<Name, Rule> : never]?:
    | FieldValue<Fields[Name]>
    | undefined;
};

/** Object type with these fields, keyed by their names in this table. */
export type FieldsByName<Names extends FieldName> = {
  readonly [Name in Names as Fields[Name] extends OptionalField ? never : Name]: FieldValue<Fields[Name]>;
} & {
  readonly [Name in Names as Fields[Name] extends OptionalField ? Name : never]?:
    | FieldValue<Fields[Name]>
    | undefined;
};

/** Names of the fields whose properties match `Rules`. */
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

/** All fields, in table order. */
export const allFields: readonly NamedField[] = Object.entries<Field>(fields).map(([name, field]) => ({
  ...field,
  name,
  type: field.type.replace('?', '') as FieldType,
  isOptional: field.type.endsWith('?'),
}));

export const recordFields = allFields.filter((field) => field.in === 'record');

/**
 * Compiles a function from the text of its parameters and body. `scope`: values that the body refers to. Compiled
 * functions are several times faster than a loop over the table for each record.
 */
export function compileFunction<F>(
  parameters: string,
  body: string,
  scope: Readonly<Record<string, unknown>> = {},
): F {
  const make = new Function(...Object.keys(scope), `return (${parameters}) => ${body};`);
  return make(...Object.values(scope)) as F;
}

/** Compiles a function that reads a path, such as `entry.record.mime`. */
export function compileAccess<Of>(path: string): (of: Of) => unknown {
  return compileFunction('of', `of.${path}`);
}
