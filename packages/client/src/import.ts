// An import: the archive goes out while the results come in.
import type { ImportOutcome, ImportStatus, ImportSummary, ImportSummaryLine } from '@holdfast/api-types';
import type { FileInput } from './form.ts';
import { linesOf, objectIn, unexpected } from './lines.ts';
import type { RepositoryOperations } from './operation-types.ts';
import type { CallOptions } from './settings.ts';

export interface ImportInput {
  readonly auid: string;
  /** A WARC or ARC file, compressed or not, or a WACZ. */
  readonly archive: FileInput;
  readonly namespace?: string | undefined;
  /** Whether records are stored whose content is there already. */
  readonly storeDuplicate?: boolean | undefined;
  /** Records whose HTTP status matches this regular expression are left out. */
  readonly excludeStatusPattern?: string | undefined;
  /** Whether records that are damaged but whole are stored, with a mark. */
  readonly quarantine?: boolean | undefined;
  /** Is told of the whole import at its end, where the service knows how to tell. */
  onSummary?: ((summary: ImportSummary) => void) | undefined;
}

/** What became of a record. */
export type JudgedRecord = ImportStatus & { readonly status: ImportOutcome };

const OPERATION = 'POST /archives';

/** The archive and the service may take their time: there is no longest silence unless `options` has one. */
export async function* importWith(
  { addArtifacts }: Pick<RepositoryOperations, 'addArtifacts'>,
  { auid, archive, onSummary, ...asked }: ImportInput,
  options?: CallOptions,
): AsyncGenerator<JudgedRecord> {
  const query = { ...asked, ...(onSummary && { summary: true }) };
  const answer = await addArtifacts({ ...query, body: { auid, archive } }, { silenceMs: 0, ...options });
  for await (const line of linesOf(answer, OPERATION)) {
    const object = objectIn<JudgedRecord | ImportSummaryLine>(line, OPERATION);
    if ('summary' in object) onSummary?.(object.summary);
    else yield checked(object);
  }
}

const outcomes: readonly unknown[] = ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] satisfies ImportOutcome[];

function checked(value: JudgedRecord): JudgedRecord {
  if (outcomes.includes(value.status)) return value;
  throw unexpected(OPERATION, 'a line that is no import status');
}
