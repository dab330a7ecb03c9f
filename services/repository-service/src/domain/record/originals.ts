// What a revisit has of its original: the fields that the table gives it from there, as members of an original, as the
// journal has them, and as its row shows them.
import type { ArtifactRow, Original } from './artifact-row.ts';
import {
  compileAccess,
  type FieldsBy,
  type FieldsWith,
  type NamedField,
  type Optional,
  type OriginalFields,
  type OriginalName,
  recordFields,
} from './fields.ts';
import { hasOwnHead } from './revisit.ts';

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
