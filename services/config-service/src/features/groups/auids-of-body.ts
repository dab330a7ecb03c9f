// The AUIDs that a group operation is asked for.
import { auidLineTooLong } from '../errors.ts';

const LONGEST_AUID = 8_192;

/** A JSON array, which the contract has checked, or text with one AUID per line. Empty lines are no AUIDs. */
export function auidsOf(body: string | readonly string[]): readonly string[] {
  if (typeof body !== 'string') return body;
  const auids = body.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const tooLong = auids.findIndex((auid) => auid.length > LONGEST_AUID);
  if (tooLong >= 0) throw auidLineTooLong(tooLong + 1, LONGEST_AUID);
  return auids;
}
