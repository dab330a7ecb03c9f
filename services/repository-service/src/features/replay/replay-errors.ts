// What replay clients are told when index or store cannot answer: never less than there is, always that it failed.
import { ApiError } from '@holdfast/http-kit';
import { BadRange } from '@holdfast/object-store';
import { DatabaseUnavailable, sqlState } from '@holdfast/pg-kit';
import { DamagedRecord } from '@holdfast/warc';
import { damagedArtifact } from '../../errors.ts';
import { FixityError } from '../artifacts/fixity.ts';

const queryCanceled = '57014';

/** The error to throw instead: 503 when the index is down or overloaded, otherwise the same. */
export function asReplayError(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable) && sqlState(error) !== queryCanceled) return error;
  return new ApiError(503, 'The replay index cannot be reached; try again soon.', {
    cause: error,
    headers: { 'Retry-After': '5' },
  });
}

/** The error to throw instead: 502 that names the artifact when what is stored is not what was stored. */
export function asWarcError(error: unknown, uuid: string): unknown {
  const damaged = error instanceof DamagedRecord || error instanceof FixityError || error instanceof BadRange;
  return damaged ? damagedArtifact(uuid, error.message, error) : error;
}
