// What replay clients are told of an archive that is not what it was.
import { BadRange } from '@holdfast/object-store';
import { DamagedRecord } from '@holdfast/warc';
import { damagedArtifact } from '../../errors.ts';
import { FixityError } from '../artifacts/fixity.ts';

/** The error to throw instead: 502 that names the artifact when what is stored is not what was stored. */
export function asWarcError(error: unknown, uuid: string): unknown {
  const damaged = error instanceof DamagedRecord || error instanceof FixityError || error instanceof BadRange;
  return damaged ? damagedArtifact(uuid, error.message, error) : error;
}
