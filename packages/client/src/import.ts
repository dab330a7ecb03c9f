// An import: the archive goes out while the results come in.
import type { ImportOutcome, ImportStatus } from '@holdfast/api-types';
import type { FileInput } from './form.ts';
import { linesOf, objectIn, unexpected } from './lines.ts';
import type { RepositoryOperations } from './operation-types.ts';
import type { CallOptions } from './settings.ts';

export interface ImportInput {
  readonly auid: string;
  /** A WARC file, compressed or not. */
  readonly archive: FileInput;
  readonly namespace?: string | undefined;
  /** Whether records are stored whose content is there already. */
  readonly storeDuplicate?: boolean | undefined;
  /** Records whose HTTP status matches this regular expression are left out. */
  readonly excludeStatusPattern?: string | undefined;
}

/** What became of a record. */
export type JudgedRecord = ImportStatus & { readonly status: ImportOutcome };

const OPERATION = 'POST /archives';

/** The archive and the service may take their time: there is no longest silence unless `options` has one. */
export async function* importWith(
  { addArtifacts }: Pick<RepositoryOperations, 'addArtifacts'>,
  { auid, archive, ...query }: ImportInput,
  options?: CallOptions,
): AsyncGenerator<JudgedRecord> {
  const answer = await addArtifacts({ ...query, body: { auid, archive } }, { silenceMs: 0, ...options });
  for await (const line of linesOf(answer, OPERATION)) yield statusIn(line);
}

const outcomes: readonly unknown[] = ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] satisfies ImportOutcome[];

function statusIn(line: string): JudgedRecord {
  const value = objectIn<JudgedRecord>(line, OPERATION);
  if (outcomes.includes(value.status)) return value;
  throw unexpected(OPERATION, 'a line that is no import status');
}
