// Bulk import of AUs. Results are received while lines are still being sent.
import type { configuration } from '@holdfast/api-types';
import { parseLineObject, readResponseLines } from './lines.ts';
import type { OperationCalls } from './operation-types.ts';
import type { CallOptions } from './settings.ts';

type Schemas = configuration.components['schemas'];
export type AuRecord = Schemas['AuRecord'];
export type AuImportResult = Schemas['AuImportResult'];

export interface AuImportInput {
  /** JSON lines, each an AuRecord. */
  readonly lines: AsyncIterable<Uint8Array>;
  /** Replaces stored AUs that differ. */
  readonly replace?: boolean | undefined;
}

const OPERATION = 'POST /aus/import';

/** Yields the result of each line in order. `silenceMs` is 0 (no limit) unless `options` sets it. */
export async function* runAuImport(
  { importAus }: Pick<OperationCalls<configuration.operations>, 'importAus'>,
  { lines, replace }: AuImportInput,
  options?: CallOptions,
): AsyncGenerator<AuImportResult> {
  const answer = await importAus({ replace, body: lines }, { silenceMs: 0, ...options });
  for await (const line of readResponseLines(answer, OPERATION))
    yield parseLineObject<AuImportResult>(line, OPERATION);
}
