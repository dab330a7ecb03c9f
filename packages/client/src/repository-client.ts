// Client of the repository service. It has a function for each operation, named by the operation ID, and helpers for
// listings over all pages, streamed imports, and creation with duplicate detection.
import type { Artifact, CdxRecord, PageInfo, repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import { parseResponseJson, readResponseText } from './answer.ts';
import { type CaptureQuery, readCaptures, readCdxLines } from './captures.ts';
import { type CreateResult, createOrFindDuplicate, type NewArtifact } from './create.ts';
import {
  type ImportedRecord,
  type ImportInput,
  type MigratedRecord,
  type MigrationInput,
  runArchiveImport,
  runArchiveMigration,
} from './import.ts';
import type { OperationInput, RepositoryOperations } from './operation-types.ts';
import { createOperations } from './operations.ts';
import { type CallOptions, type ClientSettings, toServiceConnection } from './settings.ts';

type Operations = repository.operations;

export interface RepositoryClient extends RepositoryOperations {
  /**
   * Yields the artifacts of an AU in the order of the listing. Holds one page of `limit` artifacts in memory. Artifacts
   * stored during the listing are included if they belong after the current page.
   */
  artifacts(
    input: OperationInput<Operations['getArtifacts']>,
    options?: CallOptions,
  ): AsyncGenerator<Artifact>;
  /** Yields the committed artifacts of all AUs of a namespace, like `artifacts`. */
  artifactsFromAllAus(
    input?: OperationInput<Operations['getArtifactsFromAllAus']>,
    options?: CallOptions,
  ): AsyncGenerator<Artifact>;
  /** Yields the AUIDs of a namespace, like `artifacts`. */
  auids(input?: OperationInput<Operations['getAus']>, options?: CallOptions): AsyncGenerator<string>;
  /** Returns the properties of an artifact, without its content. */
  artifact(
    input: OperationInput<Operations['getArtifactDataByMultipart']>,
    options?: CallOptions,
  ): Promise<Artifact>;
  /**
   * Sends an archive and yields the status of each record as it arrives; a record with status OK is durable. Sending
   * starts with the first `next()` and is only as fast as the results are consumed. Leaving the loop or aborting ends
   * the import. Records that were already reported stay stored. The import can be repeated safely, because records that
   * are already stored are reported as DUPLICATE.
   */
  importArchive(input: ImportInput, options?: CallOptions): AsyncGenerator<ImportedRecord>;
  /** Like `importArchive`, for records of another repository, whose artifacts keep their identity. */
  migrateArchive(input: MigrationInput, options?: CallOptions): AsyncGenerator<MigratedRecord>;
  /** Stores one artifact, uncommitted. A duplicate is a result, not an error. */
  create(input: NewArtifact, options?: CallOptions): Promise<CreateResult>;
  /**
   * Yields CDX lines in the format that `output` names, continuing across responses. Yields nothing if no capture
   * matches.
   */
  cdxLines(input: CaptureQuery, options?: CallOptions): AsyncGenerator<string>;
  /** Yields the captures as records. */
  captures(input: Omit<CaptureQuery, 'output'>, options?: CallOptions): AsyncGenerator<CdxRecord>;
  /** Closes idle connections. The client must not be used afterwards. */
  close(): void;
}

/** Creates a client without connecting yet. Throws TypeError for invalid settings. */
export function createRepositoryClient(settings: ClientSettings): RepositoryClient {
  const service = toServiceConnection(settings);
  const operations = createOperations<Operations>(repositoryContract, service);
  const { getArtifacts, getArtifactsFromAllAus, getAus } = operations;
  return {
    ...operations,
    artifacts: (input, options) => itemsOf(getArtifacts, ({ artifacts }) => artifacts, input, options),
    artifactsFromAllAus: (input, options) =>
      itemsOf(getArtifactsFromAllAus, ({ artifacts }) => artifacts, input ?? {}, options),
    auids: (input, options) => itemsOf(getAus, ({ auids }) => auids, input ?? {}, options),
    artifact: (input, options) => propertiesWith(operations, input, options),
    importArchive: (input, options) => runArchiveImport(operations, input, options),
    migrateArchive: (input, options) => runArchiveMigration(operations, input, options),
    create: (input, options) => createOrFindDuplicate(operations, input, options),
    cdxLines: (input, options) => readCdxLines(operations, input, options),
    captures: (input, options) => readCaptures(operations, input, options),
    close: () => service.close(),
  };
}

async function propertiesWith(
  { getArtifactDataByMultipart }: RepositoryOperations,
  input: OperationInput<Operations['getArtifactDataByMultipart']>,
  options?: CallOptions,
): Promise<Artifact> {
  const operation = 'GET /artifacts/{uuid}';
  const { body } = await getArtifactDataByMultipart(input, { ...options, accept: 'application/json' });
  return parseResponseJson(await readResponseText(body, operation), operation) as Artifact;
}

/** Input of a listing with pages. */
interface Paged {
  readonly limit?: number | undefined;
  readonly continuationToken?: string | undefined;
}

/** Yields the items of all pages, starting after the input's `continuationToken`. */
async function* itemsOf<Input extends Paged, Page extends { pageInfo: PageInfo }, Item>(
  list: (input: Input, options?: CallOptions) => Promise<Page>,
  items: (page: Page) => readonly Item[],
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Item> {
  let { continuationToken } = input;
  do {
    const page = await list({ ...input, continuationToken }, options);
    yield* items(page);
    ({ continuationToken } = page.pageInfo);
  } while (continuationToken !== undefined);
}
