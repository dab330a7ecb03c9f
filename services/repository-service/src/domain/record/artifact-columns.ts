// The columns of `artifact`: what is written into each for a row, read from it, and compared by verify. Those of fields come
// from the table of fields; the others say what the index alone knows. A revisit shows some fields of its original, which the
// journal has, too.
import type { ArtifactRow, Entry, Original } from './entry.ts';
import {
  type ArtifactKind,
  allFields,
  artifactKinds,
  compileAccess,
  type Field,
  type FieldName,
  type Fields,
  type FieldsBy,
  type FieldsWith,
  type FieldType,
  kindNames,
  type NamedField,
  type Optional,
  type OriginalFields,
  type OriginalName,
  recordFields,
  type ValueIn,
} from './fields.ts';
import type { CapturedRecord } from './read-record.ts';
import { hasOwnHead, replayLength } from './revisit.ts';

/** An artifact's payload, of which a revisit has its own. Digests are lower-case hex. */
export type JournaledOriginal = FieldsBy<
  'line',
  Exclude<OriginalName, Renamed>,
  Optional | { unsaid: false }
> &
  FieldsBy<'journal', Renamed> & {
    /** The artifact whose record holds the payload. It may be deleted by now; its record is kept. */
    readonly holder: string;
  };
type Renamed = FieldsWith<{ journal: string }>;

/** The fields that a revisit has of its original, in the order of the table. */
export const originalFields = recordFields.filter(({ ofRevisit }) => ofRevisit !== undefined);

/** Makes a function that returns what the row of an artifact shows of a field of its record. */
export function compileShown({ name, ofRevisit }: NamedField): (row: ArtifactRow) => unknown {
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

/** A revisit that says 304 is replayed as what was not modified. */
function hasHead({ entry, original }: ArtifactRow): boolean {
  return original === undefined || hasOwnHead(entry.record);
}

const shown = originalFields.map((field) => [field.name, compileShown(field)] as const);

/** What revisits have of the artifact. */
export function shownFields(row: ArtifactRow): OriginalFields {
  return Object.fromEntries(shown.map(([name, value]) => [name, value(row)])) as unknown as OriginalFields;
}

const headNames = originalFields.flatMap(({ name, ofRevisit }) => (/head/.test(ofRevisit!) ? name : []));

/** Without what describes the head: of another URL's capture, only the payload is the same. */
export function withoutHead<O extends OriginalFields>(original: O): O {
  return { ...original, ...Object.fromEntries(headNames.map((name) => [name, undefined])) };
}

export function toJournaled(holder: string, original: OriginalFields): JournaledOriginal {
  const values = original as unknown as Record<string, unknown>;
  const said: Record<string, unknown> = { holder };
  for (const { name, journal, line, unsaid } of originalFields) {
    const value = values[name];
    if (value !== undefined && value !== unsaid) said[journal ?? line!] = value;
  }
  return said as JournaledOriginal;
}

/** Where its payload lies is filled in when all segments are there. */
export function fromJournaled(journaled: JournaledOriginal): Original {
  const { holder: id } = journaled;
  const values = journaled as unknown as Record<string, unknown>;
  const own = originalFields.map(({ name, journal, line, unsaid }) => [
    name,
    values[journal ?? line!] ?? unsaid,
  ]);
  const payload = { id, segmentId: undefined, offset: 0, length: 0 };
  return { ...(Object.fromEntries(own) as OriginalFields), id, version: 0, payload };
}

/** How values of a type are written, and which: uuids with their dashes, bytes as lower-case hex. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'boolean' | 'text' | 'uuid' | 'bytea';
export type ColumnValue = string | number | boolean | undefined;

/** What a row has that its segment decides. */
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
  /** What the column has by default, where that is not null. */
  readonly empty?: 0 | undefined;
  /** Takes the new record's value when a record takes the place of a damaged one. */
  readonly isReplaced: boolean;
  /** Only rows of revisits have it. */
  readonly ofRevisits?: boolean;
  /** Whether verify knows what it should be. Default: always. */
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

/** Type and column of a field, as layouts of raw rows have them; it is asked for by its own name. */
export function laidColumn(field: NamedField): readonly [type: 'text', column: string] {
  const mayBeNull = field.isOptional && field.empty === undefined;
  return [`${columnTypeOf(field)}${mayBeNull ? '?' : ''}` as 'text', field.column!];
}

type Converted = (value: never) => ColumnValue;

/** For types whose columns have another form. */
const toColumn: Partial<Record<FieldType, Converted>> = {
  kind: (kind: CapturedRecord['kind']) => artifactKinds[kind],
  crc32: signed,
};

/** PostgreSQL's integers of 32 bits are signed. */
export function signed(crc: number | undefined): number | undefined {
  return crc === undefined ? undefined : crc | 0;
}

function columnOfField(field: NamedField): ArtifactColumn {
  const convert = toColumn[field.type] as ((value: unknown) => ColumnValue) | undefined;
  const value = field.in === 'record' ? compileShown(field) : compileAccess<ArtifactRow>(pathOf(field));
  return {
    name: field.column!,
    type: columnTypeOf(field),
    value: convert ? (row) => convert(value(row)) : (value as ArtifactColumn['value']),
    empty: field.empty,
    isReplaced: field.stays === undefined && field.name !== 'id',
    // That of the record which holds the payload by now may be another after a repair.
    ...(field.ofRevisit === 'payload' &&
      !field.stays && { isKnown: ({ original }: ArtifactRow) => !original }),
  };
}

function pathOf({ in: owner, name }: NamedField): string {
  return owner === 'stored' ? `entry.stored?.${name}` : `entry.${name}`;
}

const fixed = { isReplaced: false };
/** What verify cannot know, or looks at otherwise. */
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
    value: ({ original }) => signed(original?.payload.crc32),
  },
  {
    ...{ name: 'replay_length', type: 'bigint', ...unknown },
    value: ({ entry, original }) => original && replayLength(entry, original),
  },
];

const fieldsWithColumn = allFields.filter(({ column }) => column !== undefined);

/** All but what an insert gives every row alike: its segment, AU and namespace, and the part of the digests' index. */
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
    : ValueIn<F>;
type StoredOrNull<F extends Field> = F extends { empty: 0 }
  ? Stored<F>
  : F extends Optional
    ? Stored<F> | null
    : Stored<F>;

/** The columns of fields as rows have them. */
export type FieldColumns = {
  [Name in FieldName as ColumnName<Name>]: StoredOrNull<Fields[Name]>;
};

const fromColumn: Partial<Record<FieldType, (value: never) => unknown>> = {
  sha256: (bytes: Buffer) => bytes.toString('hex'),
  sha1: (bytes: Buffer) => bytes.toString('hex'),
  crc32: (crc: number) => crc >>> 0,
  kind: (kind: ArtifactKind) => kindNames[kind],
};

/** Reads fields from a row; null is undefined. `wanted`: which of them. */
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
 * Returns the entry that a row was made of, as far as the row tells it. `before`: the entry as its manifest had it, which
 * tells the rest, and of a revisit what its row has of its original.
 */
export function entryOfRow(row: FieldColumns, before: Entry | undefined): Entry {
  const isOwn = row.kind === artifactKinds.revisit && before !== undefined;
  const own = fieldsOfRow(row, isOwn ? ownFields : ofRecord);
  const defaults = Object.fromEntries(recordFields.map(({ name, unsaid }) => [name, unsaid]));
  return {
    ...fieldsOfRow(row, ofEntry),
    storeDuplicate: false,
    stored: fieldsOfRow(row, ofStored),
    record: { ...(before?.record ?? defaults), ...own, given: undefined },
  } as unknown as Entry;
}

/** Reads what revisits have of an artifact, from its row or from that of a revisit. */
export function originalOfRow(row: FieldColumns): OriginalFields {
  return fieldsOfRow(row, originalFields) as unknown as OriginalFields;
}
