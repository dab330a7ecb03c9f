// Bulk import of AUs. Reads results while lines are still being sent.
import type { configuration } from '@holdfast/api-types';
import { parseLineObject, readResponseLines } from './lines.ts';
import type { OperationCalls } from './operation-types.ts';
import type { CallOptions } from './settings.ts';

type Schemas = configuration.components['schemas'];
export type AuRecord = Schemas['AuRecord'];
export type AuImportResult = Schemas['AuImportResult'];

export interface AuImportInput {
  /** JSON lines. Each line is an AuRecord. */
  readonly lines: AsyncIterable<Uint8Array>;
  /** Replaces stored AUs if they differ from the imported AUs. */
  readonly replace?: boolean | undefined;
}

const OPERATION = 'POST /aus/import';

/** Imports the AUs and yields the result of each line, in order. `silenceMs` is 0 (no timeout) by default. */
export async function* runAuImport(
  { importAus }: Pick<OperationCalls<configuration.operations>, 'importAus'>,
  { lines, replace }: AuImportInput,
  options?: CallOptions,
): AsyncGenerator<AuImportResult> {
  const answer = await importAus({ replace, body: lines }, { silenceMs: 0, ...options });
  for await (const line of readResponseLines(answer, OPERATION))
    yield parseLineObject<AuImportResult>(line, OPERATION);
}
