// Columns of the table `artifact`: how each column is written, read, and compared by the verify job. Most columns come
// from the table of fields (fields.ts). The others contain values that only the index has. For a revisit, some fields
// come from its original. The journal also contains these fields.
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
import { computeReplayLength, hasOwnHead } from './revisit.ts';

/** Payload of an artifact. For a revisit, this is the payload of its original. Digests are lower-case hex. */
export type JournaledOriginal = FieldsByRule<
  'line',
  Exclude<OriginalName, Renamed>,
  OptionalField | { unsaid: false }
> &
  FieldsByRule<'journal', Renamed> & {
    /**
     * Artifact for which the record with the payload was stored. The artifact may have been deleted since, but its
     * record is kept.
     */
    readonly holder: string;
  };
type Renamed = FieldNamesMatching<{ journal: string }>;

/** Fields that a revisit takes from its original, in the order of the table. */
export const originalFieldDefinitions = recordFields.filter(({ ofRevisit }) => ofRevisit !== undefined);

/** Compiles a function that returns the value of a field in an artifact's row. */
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
 * Returns whether the artifact has a usable HTTP head of its own. The head of a revisit with status 304 is not usable;
 * such a revisit is replayed with the head of its original.
 */
function hasHead({ entry, original }: ArtifactRow): boolean {
  return original === undefined || hasOwnHead(entry.record);
}

const shown = originalFieldDefinitions.map((field) => [field.name, compileColumnReader(field)] as const);

/** Returns the fields that revisits take from an artifact. */
export function selectOriginalFields(row: ArtifactRow): OriginalFields {
  return Object.fromEntries(shown.map(([name, value]) => [name, value(row)])) as unknown as OriginalFields;
}

const headNames = originalFieldDefinitions.flatMap(({ name, ofRevisit }) =>
  /head/.test(ofRevisit!) ? name : [],
);

/** Removes the fields of the HTTP head, because a revisit takes only the payload from a capture of another URL. */
export function removeHeadFields<O extends OriginalFields>(original: O): O {
  return { ...original, ...Object.fromEntries(headNames.map((name) => [name, undefined])) };
}

export function toJournaledOriginal(holder: string, original: OriginalFields): JournaledOriginal {
  const values = original as unknown as Record<string, unknown>;
  const said: Record<string, unknown> = { holder };
  for (const { name, journal, line, unsaid } of originalFieldDefinitions) {
    const value = values[name];
    if (value !== undefined && value !== unsaid) said[journal ?? line!] = value;
  }
  return said as JournaledOriginal;
}

/** Returns the row without the position of the payload, which is set once all segments are in the index. */
export function parseJournaled(journaled: JournaledOriginal): Original {
  const { holder: id } = journaled;
  const values = journaled as unknown as Record<string, unknown>;
  const own = originalFieldDefinitions.map(({ name, journal, line, unsaid }) => [
    name,
    values[journal ?? line!] ?? unsaid,
  ]);
  const payload = { id, segmentId: undefined, offset: 0, length: 0 };
  return { ...(Object.fromEntries(own) as OriginalFields), id, version: 0, payload };
}

/** Type of a column. Uuids are written with dashes, bytes in lower-case hex. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'boolean' | 'text' | 'uuid' | 'bytea';
export type ColumnValue = string | number | boolean | undefined;

/** Values of a row that depend on its segment. */
export interface RowPlace {
  readonly auId: number;
  readonly namespaceId: number;
  readonly segmentId: number;
  readonly storeMs: number;
}

export interface ArtifactColumn {
  readonly name: string;
  readonly type: ColumnType;
  value(row: ArtifactRow, place: RowPlace): ColumnValue;
  /** Value of the column for undefined. Null by default. */
  readonly empty?: 0 | undefined;
  /** Whether a repair replaces the value in this column with the value of the new record. */
  readonly isReplaced: boolean;
  /** Whether the column is set only in rows of revisits. */
  readonly ofRevisits?: boolean;
  /** Returns whether the verify job knows the expected value. If undefined, the job always knows it. */
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

/** Returns the type and the column of a field, for the layout of raw rows. */
export function toLayoutColumn(field: NamedField): readonly [type: 'text', column: string] {
  const mayBeNull = field.isOptional && field.empty === undefined;
  return [`${columnTypeOf(field)}${mayBeNull ? '?' : ''}` as 'text', field.column!];
}

type Converted = (value: never) => ColumnValue;

/** Conversions for types whose column has another representation. */
const toColumn: Partial<Record<FieldType, Converted>> = {
  kind: (kind: CapturedRecord['kind']) => artifactKinds[kind],
  crc32: toSignedInt32,
};

/** Converts to a signed 32-bit integer, as PostgreSQL stores integers. */
export function toSignedInt32(crc: number | undefined): number | undefined {
  return crc === undefined ? undefined : crc | 0;
}

function columnOfField(field: NamedField): ArtifactColumn {
  const convert = toColumn[field.type] as ((value: unknown) => ColumnValue) | undefined;
  const value =
    field.in === 'record' ? compileColumnReader(field) : compileAccess<ArtifactRow>(pathOf(field));
  return {
    name: field.column!,
    type: columnTypeOf(field),
    value: convert ? (row) => convert(value(row)) : (value as ArtifactColumn['value']),
    empty: field.empty,
    isReplaced: field.stays === undefined && field.name !== 'id',
    // After a repair, the record that holds the payload may have another value than the row.
    ...(field.ofRevisit === 'payload' &&
      !field.stays && { isKnown: ({ original }: ArtifactRow) => !original }),
  };
}

function pathOf({ in: owner, name }: NamedField): string {
  return owner === 'stored' ? `entry.stored?.${name}` : `entry.${name}`;
}

const fixed = { isReplaced: false };
/** Columns whose values the verify job cannot know or checks in a different way. */
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
 * All columns except those that an insert sets to the same value in every row: segment, AU, namespace, and
 * the partition of the digest index.
 */
export const artifactColumns: readonly ArtifactColumn[] = [
  ...fieldsWithColumn.map(columnOfField),
  ...otherColumns,
];

type ColumnName<Name extends FieldName> = Fields[Name] extends { column: infer Column extends string }
  ? Column
  : never;
type Stored<F extends Field> = F['type'] extends 'kind'
  ? ArtifactKind
  : F['type'] extends 'sha256' | 'sha1'
    ? Buffer
    : FieldValue<F>;
type StoredOrNull<F extends Field> = F extends { empty: 0 }
  ? Stored<F>
  : F extends OptionalField
    ? Stored<F> | null
    : Stored<F>;

/** Values of a row's columns, by field. */
export type FieldColumns = {
  [Name in FieldName as ColumnName<Name>]: StoredOrNull<Fields[Name]>;
};

const fromColumn: Partial<Record<FieldType, (value: never) => unknown>> = {
  sha256: (bytes: Buffer) => bytes.toString('hex'),
  sha1: (bytes: Buffer) => bytes.toString('hex'),
  crc32: (crc: number) => crc >>> 0,
  kind: (kind: ArtifactKind) => artifactKindNames[kind],
};

/** Reads the `wanted` fields from a row. Null becomes undefined. */
function fieldsOfRow(
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

const inRow = (owner: Field['in']) => fieldsWithColumn.filter((field) => field.in === owner);
const [ofEntry, ofStored, ofRecord] = [inRow('entry'), inRow('stored'), inRow('record')];
const ownFields = ofRecord.filter(({ ofRevisit }) => ofRevisit === undefined);

/**
 * Rebuilds the entry of a row. `before`: the entry from the manifest. It supplies the values that the row lacks. For a
 * revisit, it also supplies the revisit's own values for the fields whose row values come from the original.
 */
export function toRowEntry(row: FieldColumns, before: ImportEntry | undefined): ImportEntry {
  const isOwn = row.kind === artifactKinds.revisit && before !== undefined;
  const own = fieldsOfRow(row, isOwn ? ownFields : ofRecord);
  const defaults = Object.fromEntries(recordFields.map(({ name, unsaid }) => [name, unsaid]));
  return {
    ...fieldsOfRow(row, ofEntry),
    storeDuplicate: false,
    stored: fieldsOfRow(row, ofStored),
    record: { ...(before?.record ?? defaults), ...own, given: undefined },
  } as unknown as ImportEntry;
}

/**
 * Reads the fields that revisits take from an artifact. The row may be the artifact's own or the row of such a revisit.
 */
export function readRowOriginal(row: FieldColumns): OriginalFields {
  return fieldsOfRow(row, originalFieldDefinitions) as unknown as OriginalFields;
}
