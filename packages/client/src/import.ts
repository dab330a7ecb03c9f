// An import: the archive goes out while the results come in.
import type {
  ImportOutcome,
  ImportStatus,
  ImportSummary,
  ImportSummaryLine,
  MigrationStatus,
} from '@holdfast/api-types';
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
    else yield checked(object, OPERATION);
  }
}

export interface MigrationInput {
  readonly auid: string;
  /** Records of a repository, as a WARC file. */
  readonly archive: FileInput;
  readonly namespace?: string | undefined;
  /** Uuids of records that are not wanted. */
  readonly except?: Iterable<string> | undefined;
  /** Uuids of artifacts that are uncommitted. */
  readonly uncommitted?: Iterable<string> | undefined;
  /** Whether records that are damaged but whole are stored, with a mark. */
  readonly quarantine?: boolean | undefined;
  /** Is told of the whole upload at its end. */
  onSummary?: ((summary: ImportSummary) => void) | undefined;
}

/** What became of a record of a repository. */
export type MigratedRecord = MigrationStatus & { readonly status: ImportOutcome };

const MIGRATION = 'POST /migrations';

/** Like `importWith`. */
export async function* migrateWith(
  { migrateArtifacts }: Pick<RepositoryOperations, 'migrateArtifacts'>,
  { auid, archive, except = [], uncommitted = [], onSummary, ...asked }: MigrationInput,
  options?: CallOptions,
): AsyncGenerator<MigratedRecord> {
  const body = { auid, ...listed('except', except), ...listed('uncommitted', uncommitted), archive };
  const query = { ...asked, ...(onSummary && { summary: true }) };
  const answer = await migrateArtifacts({ ...query, body }, { silenceMs: 0, ...options });
  for await (const line of linesOf(answer, MIGRATION)) {
    const object = objectIn<MigratedRecord | ImportSummaryLine>(line, MIGRATION);
    if ('summary' in object) onSummary?.(object.summary);
    else yield checked(object, MIGRATION);
  }
}

/** A field that says nothing is left out. */
function listed<Name extends string>(name: Name, uuids: Iterable<string>): { [name in Name]?: string } {
  const text = [...uuids].join(' ');
  return text === '' ? {} : ({ [name]: text } as { [name in Name]: string });
}

const outcomes: readonly unknown[] = ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] satisfies ImportOutcome[];

function checked<Judged extends { status: ImportOutcome }>(value: Judged, operation: string): Judged {
  if (outcomes.includes(value.status)) return value;
  throw unexpected(operation, 'a line that is no import status');
}
