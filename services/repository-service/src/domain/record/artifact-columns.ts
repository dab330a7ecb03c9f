// Defines how each column of the table `artifact` is written, read, and compared by the verify job. Most columns are
// derived from the table of fields (fields.ts). The values of the other columns exist only in the index. For a revisit,
// some columns contain values of its original, which the journal also records.
import type { ArtifactRow, ImportEntry, Original } from './entry.ts';
import {
  type ArtifactKind,
  allFields,
  artifactKindNames,
  artifactKinds,
  compileAccess,
  type Field,
  type FieldName,
  type FieldNamesMatching,
  type Fields,
  type FieldsByRule,
  type FieldType,
  type FieldValue,
  type NamedField,
  type OptionalField,
  type OriginalFields,
  type OriginalName,
  recordFields,
} from './fields.ts';
import type { CapturedRecord } from './read-record.ts';
import { computeReplayLength, hasOwnHttpHeaders } from './revisit.ts';

/** Payload of an artifact; for a revisit, the payload of its original. Digests are in lower-case hex. */
export type JournaledOriginal = FieldsByRule<
  'line',
  Exclude<OriginalName, RenamedField>,
  OptionalField | { unsaid: false }
> &
  FieldsByRule<'journal', RenamedField> & {
    /** Artifact whose record contains the payload. If this artifact is deleted, its record remains stored. */
    readonly holder: string;
  };
type RenamedField = FieldNamesMatching<{ journal: string }>;

/** Fields that a revisit takes from its original, in table order. */
export const originalFieldDefinitions = recordFields.filter(({ ofRevisit }) => ofRevisit !== undefined);

/** Compiles a function that returns the value of a field for an artifact's row. */
export function compileColumnReader({ name, ofRevisit }: NamedField): (row: ArtifactRow) => unknown {
  const own = compileAccess<ArtifactRow>(`entry.record.${name}`);
  const originals = compileAccess<ArtifactRow>(`original?.${name}`);
  switch (ofRevisit) {
    case 'payload':
      return (row) => (row.original === undefined ? own(row) : originals(row));
    case 'fallback':
      return (row) => own(row) ?? originals(row);
    case 'head':
      return (row) => (hasHead(row) ? own(row) : originals(row));
    case 'head or own':
      return (row) => (hasHead(row) ? own(row) : (originals(row) ?? own(row)));
    default:
      return own;
  }
}

/**
 * Returns whether replay uses the artifact's own HTTP header block. A revisit with status 304 is replayed with the
 * header block of its original.
 */
function hasHead({ entry, original }: ArtifactRow): boolean {
  return original === undefined || hasOwnHttpHeaders(entry.record);
}

const shown = originalFieldDefinitions.map((field) => [field.name, compileColumnReader(field)] as const);

/** Returns the fields of an artifact that its revisits take over. */
export function selectOriginalFields(row: ArtifactRow): OriginalFields {
  return Object.fromEntries(shown.map(([name, value]) => [name, value(row)])) as unknown as OriginalFields;
}

const headNames = originalFieldDefinitions.flatMap(({ name, ofRevisit }) =>
  /head/.test(ofRevisit!) ? name : [],
);

/** Removes the HTTP header fields. With a capture of another URL, a revisit shares only the payload. */
export function removeHeadFields<O extends OriginalFields>(original: O): O {
  return { ...original, ...Object.fromEntries(headNames.map((name) => [name, undefined])) };
}

export function toJournalOriginal(holder: string, original: OriginalFields): JournaledOriginal {
  const values = original as unknown as Record<string, unknown>;
  const said: Record<string, unknown> = { holder };
  for (const { name, journal, line, unsaid } of originalFieldDefinitions) {
    const value = values[name];
    if (value !== undefined && value !== unsaid) said[journal ?? line!] = value;
  }
  return said as JournaledOriginal;
}

/** Parses an original from the journal. Its location is set later, when all segments are in the index. */
export function parseJournaledOriginal(journaled: JournaledOriginal): Original {
  const { holder: id } = journaled;
  const values = journaled as unknown as Record<string, unknown>;
  const own = originalFieldDefinitions.map(({ name, journal, line, unsaid }) => [
    name,
    values[journal ?? line!] ?? unsaid,
  ]);
  const payload = { id, segmentId: undefined, offset: 0, length: 0 };
  return { ...(Object.fromEntries(own) as OriginalFields), id, version: 0, payload };
}

/** Type of a column. UUIDs are text with dashes; bytes are lower-case hex. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'boolean' | 'text' | 'uuid' | 'bytea';
export type ColumnValue = string | number | boolean | undefined;

/** Values of a row that depend on its segment or AU. */
export interface SegmentRowValues {
  readonly auId: number;
  readonly namespaceId: number;
  readonly segmentId: number;
  readonly storeMs: number;
}

export interface ArtifactColumn {
  readonly name: string;
  readonly type: ColumnType;
  value(row: ArtifactRow, place: SegmentRowValues): ColumnValue;
  /** Column value that represents undefined. Default: null. */
  readonly empty?: 0 | undefined;
  /** Whether a repair overwrites the column with the value of the new record. */
  readonly isReplaced: boolean;
  /** True if the column has a value only for revisits. It is null for all other artifacts. */
  readonly ofRevisits?: boolean;
  /** Returns whether the verify job can compute the expected value. Default: always. */
  isKnown?(row: ArtifactRow): boolean;
}

const columnTypes: Partial<Record<FieldType, ColumnType>> = {
  sha256: 'bytea',
  sha1: 'bytea',
  crc32: 'integer',
  kind: 'smallint',
};

function columnTypeOf({ type }: NamedField): ColumnType {
  return columnTypes[type] ?? (type as ColumnType);
}

/** Returns the type and the column of a field, for decoding raw rows. */
export function toLayoutColumn(field: NamedField): readonly [type: 'text', column: string] {
  const mayBeNull = field.isOptional && field.empty === undefined;
  return [`${columnTypeOf(field)}${mayBeNull ? '?' : ''}` as 'text', field.column!];
}

type ColumnConverter = (value: never) => ColumnValue;

/** Conversions for field types with a different representation in the column. */
const toColumn: Partial<Record<FieldType, ColumnConverter>> = {
  kind: (kind: CapturedRecord['kind']) => artifactKinds[kind],
  crc32: toSignedInt32,
};

/** Converts an unsigned 32-bit integer to a signed one, because PostgreSQL has no unsigned integers. */
export function toSignedInt32(crc: number | undefined): number | undefined {
  return crc === undefined ? undefined : crc | 0;
}

function buildColumn(field: NamedField): ArtifactColumn {
  const convert = toColumn[field.type] as ((value: unknown) => ColumnValue) | undefined;
  const value =
    field.in === 'record' ? compileColumnReader(field) : compileAccess<ArtifactRow>(pathOf(field));
  return {
    name: field.column!,
    type: columnTypeOf(field),
    value: convert ? (row) => convert(value(row)) : (value as ArtifactColumn['value']),
    empty: field.empty,
    isReplaced: field.stays === undefined && field.name !== 'id',
    // A repair of the original changes the original's record, but not this value in the revisit's row. The value is
    // therefore unknown for a revisit.
    ...(field.ofRevisit === 'payload' &&
      !field.stays && { isKnown: ({ original }: ArtifactRow) => !original }),
  };
}

function pathOf({ in: owner, name }: NamedField): string {
  return owner === 'stored' ? `entry.stored?.${name}` : `entry.${name}`;
}

const fixed = { isReplaced: false };
/** Columns that the verify job cannot compute or checks separately. */
const unknown = { isReplaced: true, ofRevisits: true, isKnown: () => false };

const otherColumns: readonly ArtifactColumn[] = [
  { name: 'version', type: 'integer', value: ({ version }) => version, ...fixed },
  {
    ...{ name: 'store_ms', type: 'bigint', ...fixed },
    value: ({ storeMs }, place) => storeMs ?? place.storeMs,
    isKnown: ({ storeMs }) => storeMs !== undefined,
  },
  {
    ...{ name: 'payload_id', type: 'uuid', isReplaced: true, ofRevisits: true },
    value: ({ original }) => original?.payload.id,
  },
  {
    ...{ name: 'payload_segment_id', type: 'bigint', ...unknown },
    value: ({ original }, place) => original && (original.payload.segmentId ?? place.segmentId),
  },
  { name: 'payload_offset', type: 'bigint', ...unknown, value: ({ original }) => original?.payload.offset },
  { name: 'payload_length', type: 'bigint', ...unknown, value: ({ original }) => original?.payload.length },
  {
    name: 'payload_crc',
    type: 'integer',
    ...unknown,
    value: ({ original }) => toSignedInt32(original?.payload.crc32),
  },
  {
    ...{ name: 'replay_length', type: 'bigint', ...unknown },
    value: ({ entry, original }) => original && computeReplayLength(entry, original),
  },
];

const fieldsWithColumn = allFields.filter(({ column }) => column !== undefined);

/**
 * Columns of a row. Excludes columns that have the same value in all rows of an insert: segment, AU, namespace, and the
 * partition of the digest index.
 */
export const artifactColumns: readonly ArtifactColumn[] = [
  ...fieldsWithColumn.map(buildColumn),
  ...otherColumns,
];

type ColumnName<Name extends FieldName> = Fields[Name] extends { column: infer Column extends string }
  ? Column
  : never;
type StoredValue<F extends Field> = F['type'] extends 'kind'
  ? ArtifactKind
  : F['type'] extends 'sha256' | 'sha1'
    ? Buffer
    : FieldValue<F>;
type NullableStoredValue<F extends Field> = F extends { empty: 0 }
  ? StoredValue<F>
  : F extends OptionalField
    ? StoredValue<F> | null
    : StoredValue<F>;

/** Values of the columns that are derived from fields. */
export type FieldColumns = {
  [Name in FieldName as ColumnName<Name>]: NullableStoredValue<Fields[Name]>;
};

const fromColumn: Partial<Record<FieldType, (value: never) => unknown>> = {
  sha256: (bytes: Buffer) => bytes.toString('hex'),
  sha1: (bytes: Buffer) => bytes.toString('hex'),
  crc32: (crc: number) => crc >>> 0,
  kind: (kind: ArtifactKind) => artifactKindNames[kind],
};

/** Reads the `wanted` fields from a row. Converts null to undefined. */
function readRowFields(
  row: Partial<Record<string, unknown>> | FieldColumns,
  wanted: readonly NamedField[],
): Record<string, unknown> {
  const values = row as Record<string, unknown>;
  const found: Record<string, unknown> = {};
  for (const { name, column, type } of wanted) {
    const value = values[column!] ?? undefined;
    const convert = fromColumn[type] as ((value: unknown) => unknown) | undefined;
    found[name] = value !== undefined && convert ? convert(value) : value;
  }
  return found;
}

const listColumnFields = (owner: Field['in']) => fieldsWithColumn.filter((field) => field.in === owner);
const [ofEntry, ofStored, ofRecord] = [
  listColumnFields('entry'),
  listColumnFields('stored'),
  listColumnFields('record'),
];
const ownFields = ofRecord.filter(({ ofRevisit }) => ofRevisit === undefined);

/**
 * Rebuilds the entry of a row. `before`: the entry according to the manifest. This entry supplies values that the row
 * lacks, such as the own values of a revisit whose columns contain values of its original.
 */
export function toRowEntry(row: FieldColumns, before: ImportEntry | undefined): ImportEntry {
  const isOwn = row.kind === artifactKinds.revisit && before !== undefined;
  const own = readRowFields(row, isOwn ? ownFields : ofRecord);
  const defaults = Object.fromEntries(recordFields.map(({ name, unsaid }) => [name, unsaid]));
  return {
    ...readRowFields(row, ofEntry),
    storeDuplicate: false,
    stored: readRowFields(row, ofStored),
    record: { ...(before?.record ?? defaults), ...own, given: undefined },
  } as unknown as ImportEntry;
}

/** Reads the fields that revisits share with their original. `row`: row of the original or of one of its revisits. */
export function readRowOriginal(row: FieldColumns): OriginalFields {
  return readRowFields(row, originalFieldDefinitions) as unknown as OriginalFields;
}
