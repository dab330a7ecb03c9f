// Imports an archive. Reads results while the archive is still being sent.
import type {
  Artifact,
  ImportOutcome,
  ImportStatus,
  ImportSummary,
  ImportSummaryLine,
  MigrationStatus,
} from '@holdfast/api-types';
import type { FileInput } from './form.ts';
import { parseLineObject, readResponseLines, toUnexpectedError } from './lines.ts';
import type { RepositoryOperations } from './operation-types.ts';
import type { CallOptions } from './settings.ts';

export interface ImportInput {
  readonly auid: string;
  /** WARC or ARC file, compressed or uncompressed, or WACZ file. */
  readonly archive: FileInput;
  readonly namespace?: string | undefined;
  /** Stores records even if their content already exists. */
  readonly storeDuplicate?: boolean | undefined;
  /** Omits records whose HTTP status matches this regular expression. */
  readonly excludeStatusPattern?: string | undefined;
  /** Stores and quarantines damaged records if they are complete. */
  readonly quarantine?: boolean | undefined;
  /** Called at the end of the import with the summary, if the service sends one. */
  onSummary?: ((summary: ImportSummary) => void) | undefined;
}

/** Status of a record. */
export type ImportedRecord = ImportStatus & { readonly status: ImportOutcome };

const OPERATION = 'POST /archives';

/** Sends the archive and yields the status of each record. `silenceMs` is 0 (no timeout) by default. */
export async function* runArchiveImport(
  { addArtifacts }: Pick<RepositoryOperations, 'addArtifacts'>,
  { auid, archive, onSummary, ...asked }: ImportInput,
  options?: CallOptions,
): AsyncGenerator<ImportedRecord> {
  const query = { ...asked, ...(onSummary && { summary: true }) };
  const answer = await addArtifacts({ ...query, body: { auid, archive } }, { silenceMs: 0, ...options });
  for await (const line of readResponseLines(answer, OPERATION)) {
    const object = parseLineObject<ImportedRecord | ImportSummaryLine>(line, OPERATION);
    if ('summary' in object) onSummary?.(object.summary);
    else yield requireKnownStatus(object, OPERATION);
  }
}

export interface MigrationInput {
  readonly auid: string;
  /** WARC file with records of another repository. */
  readonly archive: FileInput;
  readonly namespace?: string | undefined;
  /** UUIDs of records to omit. */
  readonly except?: Iterable<string> | undefined;
  /** UUIDs of artifacts that are uncommitted in the other repository. */
  readonly uncommitted?: Iterable<string> | undefined;
  /** Artifacts as listed by the other repository. Required if the records do not identify their artifacts. */
  readonly identities?: readonly Artifact[] | undefined;
  /** Bytes that the digests cover. Default: the body as recorded, including chunk framing. */
  readonly payloads?: 'recorded' | 'entity' | undefined;
  /** Stores and quarantines damaged records if they are complete. */
  readonly quarantine?: boolean | undefined;
  /** Called at the end of the import with the summary. */
  onSummary?: ((summary: ImportSummary) => void) | undefined;
}

/** Status of a migrated record. */
export type MigratedRecord = MigrationStatus & { readonly status: ImportOutcome };

const MIGRATION = 'POST /migrations';

/** Does the same as `runArchiveImport` for records of another repository. */
export async function* runArchiveMigration(
  { migrateArtifacts }: Pick<RepositoryOperations, 'migrateArtifacts'>,
  { auid, archive, except = [], uncommitted = [], identities = [], onSummary, ...asked }: MigrationInput,
  options?: CallOptions,
): AsyncGenerator<MigratedRecord> {
  const body = {
    auid,
    ...joinUuids('except', except),
    ...joinUuids('uncommitted', uncommitted),
    ...(identities.length > 0 && { identities: identities.map(formatIdentity).join('\n') }),
    archive,
  };
  const query = { ...asked, ...(onSummary && { summary: true }) };
  const answer = await migrateArtifacts({ ...query, body }, { silenceMs: 0, ...options });
  for await (const line of readResponseLines(answer, MIGRATION)) {
    const object = parseLineObject<MigratedRecord | ImportSummaryLine>(line, MIGRATION);
    if ('summary' in object) onSummary?.(object.summary);
    else yield requireKnownStatus(object, MIGRATION);
  }
}

function formatIdentity(artifact: Artifact): string {
  const { uuid, uri, version, contentDigest, collectionDate, storeDate } = artifact;
  return JSON.stringify({ uuid, uri, version, contentDigest, collectionDate, storeDate });
}

/** Joins the UUIDs with spaces. Omits the field if there are none. */
function joinUuids<Name extends string>(name: Name, uuids: Iterable<string>): { [name in Name]?: string } {
  const text = [...uuids].join(' ');
  return text === '' ? {} : ({ [name]: text } as { [name in Name]: string });
}

const outcomes: readonly unknown[] = ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] satisfies ImportOutcome[];

function requireKnownStatus<Judged extends { status: ImportOutcome }>(
  value: Judged,
  operation: string,
): Judged {
  if (outcomes.includes(value.status)) return value;
  throw toUnexpectedError(operation, 'a line that is no import status');
}
