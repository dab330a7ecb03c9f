// Committed artifact with the fields that replay needs, and its position in the replay index.
import { allFields, type FieldNamesMatching, type FieldsByRule } from '../record/fields.ts';

/** Fields of a capture, derived from the table of fields. `sha1`: digest of the stored body. */
export type CaptureFields = FieldsByRule<'capture', FieldNamesMatching<{ capture: string }>>;

export interface Capture extends CaptureFields {
  readonly id: string;
  /** Length of the urlkey in bytes, if it is already computed. */
  readonly urlkeyBytes?: number | undefined;
  /** Total length of all values in bytes, if it is already computed. */
  readonly valueBytes?: number | undefined;
  /** Length in bytes of the gzip member that `/replay/warcs` serves for this capture. */
  readonly lengthBytes: number;
}

/** Fields of captures. The urlkey and the time come first. */
export const captureFields = allFields
  .flatMap((field) => (field.capture === undefined ? [] : { ...field, capture: field.capture }))
  .sort((a, b) => rank(a.name) - rank(b.name));

function rank(name: string): number {
  return name === 'urlkey' ? 0 : name === 'collectionMs' ? 1 : 2;
}

/** Position of a capture in the replay index, which is ordered by urlkey, time and ID. */
export interface ReplayPosition {
  readonly urlkey: string;
  readonly collectionMs: number;
  readonly id: string;
}

export type Direction = 'forward' | 'backward';
