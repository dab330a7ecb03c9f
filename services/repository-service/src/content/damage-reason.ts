// Decides whether a read error means damaged bytes, and formats the reason. An unreachable store is not damage.
import { BadRangeError, NoSuchObjectError } from '@holdfast/object-store';
import { DamagedRecordError } from '@holdfast/warc';
import { FixityError } from './fixity.ts';

export const MISSING_OBJECT = 'its object is missing from the store';
export const SHORT_OBJECT = 'its object ends before the record does';

/** Returns a description of the damage, or undefined if the error does not mean damage. */
export function toDamageReason(error: unknown): string | undefined {
  if (error instanceof FixityError || error instanceof DamagedRecordError) return error.message;
  if (error instanceof BadRangeError) return SHORT_OBJECT;
  return error instanceof NoSuchObjectError ? MISSING_OBJECT : undefined;
}
