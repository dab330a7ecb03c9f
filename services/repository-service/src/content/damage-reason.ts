// Whether an error means that what is stored is not what was stored, and how that is said. Not for stores that cannot
// be reached: there nothing is known of what they hold.
import { BadRangeError, NoSuchObjectError } from '@holdfast/object-store';
import { DamagedRecordError } from '@holdfast/warc';
import { FixityError } from './fixity.ts';

export const MISSING_OBJECT = 'its object is missing from the store';
export const SHORT_OBJECT = 'its object ends before the record does';

/** Undefined for any other error. */
export function damageReason(error: unknown): string | undefined {
  if (error instanceof FixityError || error instanceof DamagedRecordError) return error.message;
  if (error instanceof BadRangeError) return SHORT_OBJECT;
  return error instanceof NoSuchObjectError ? MISSING_OBJECT : undefined;
}
