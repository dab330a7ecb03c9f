// AUs with their documents, in bulk: lines go out while results come in.
import type { configuration } from '@holdfast/api-types';
import { linesOf, objectIn } from './lines.ts';
import type { OperationCalls } from './operation-types.ts';
import type { CallOptions } from './settings.ts';

type Schemas = configuration.components['schemas'];
export type AuRecord = Schemas['AuRecord'];
export type AuImportResult = Schemas['AuImportResult'];

export interface AuImportInput {
  /** Lines of JSON, each an AuRecord. */
  readonly lines: AsyncIterable<Uint8Array>;
  /** Whether what is stored otherwise is replaced. */
  readonly replace?: boolean | undefined;
}

const OPERATION = 'POST /aus/import';

/** What becomes of each line, in their order. There is no longest silence unless `options` has one. */
export async function* importAusWith(
  { importAus }: Pick<OperationCalls<configuration.operations>, 'importAus'>,
  { lines, replace }: AuImportInput,
  options?: CallOptions,
): AsyncGenerator<AuImportResult> {
  const answer = await importAus({ replace, body: lines }, { silenceMs: 0, ...options });
  for await (const line of linesOf(answer, OPERATION)) yield objectIn<AuImportResult>(line, OPERATION);
}
