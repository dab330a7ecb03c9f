// Client of the repository service. Each operation has a function, named after its operation ID. In addition, there are
// functions for complete listings over all pages, streaming imports, and creation with duplicate detection.
import type { Artifact, CdxRecord, PageInfo, repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
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
import { parseResponseJson, readResponseText } from './response.ts';
import { type CallOptions, type ClientSettings, toServiceConnection } from './settings.ts';

type Operations = repository.operations;

export interface RepositoryClient extends RepositoryOperations {
  /**
   * Yields the artifacts of an AU in listing order. Requests pages of `limit` artifacts and holds one page in memory.
   * An artifact that is stored meanwhile is included if it belongs to a later page.
   */
  artifacts(
    input: OperationInput<Operations['getArtifacts']>,
    options?: CallOptions,
  ): AsyncGenerator<Artifact>;
  /** Yields the committed artifacts of all AUs in a namespace. Holds one page in memory, like `artifacts`. */
  artifactsFromAllAus(
    input?: OperationInput<Operations['getArtifactsFromAllAus']>,
    options?: CallOptions,
  ): AsyncGenerator<Artifact>;
  /** Yields the AUIDs of a namespace. Holds one page in memory, like `artifacts`. */
  auids(input?: OperationInput<Operations['getAus']>, options?: CallOptions): AsyncGenerator<string>;
  /** Returns an artifact's properties, without its content. */
  artifact(
    input: OperationInput<Operations['getArtifactDataByMultipart']>,
    options?: CallOptions,
  ): Promise<Artifact>;
  /**
   * Sends an archive and yields the status of each record as soon as it arrives. A record with status OK is durable.
   * Sending starts with the first `next()`, and pauses while results are not consumed. Breaking the loop or aborting
   * stops the import; records reported until then stay stored. An import can be repeated safely: records that are
   * already stored are reported as DUPLICATE.
   */
  importArchive(input: ImportInput, options?: CallOptions): AsyncGenerator<ImportedRecord>;
  /** Does the same as `importArchive` for records of another repository. Their artifacts keep their identities. */
  migrateArchive(input: MigrationInput, options?: CallOptions): AsyncGenerator<MigratedRecord>;
  /** Stores one artifact, uncommitted. Returns a duplicate as a result instead of throwing an error. */
  create(input: NewArtifact, options?: CallOptions): Promise<CreateResult>;
  /** Yields the CDX lines of all pages, in the format `output`. Yields nothing if there are no matching captures. */
  cdxLines(input: CaptureQuery, options?: CallOptions): AsyncGenerator<string>;
  /** Yields the captures of all pages as objects. */
  captures(input: Omit<CaptureQuery, 'output'>, options?: CallOptions): AsyncGenerator<CdxRecord>;
  /** Closes idle connections. Do not use the client afterwards. */
  close(): void;
}

/** Creates a client. Does not connect yet. Throws TypeError for invalid settings. */
export function createRepositoryClient(settings: ClientSettings): RepositoryClient {
  const service = toServiceConnection(settings);
  const operations = createOperations<Operations>(repositoryContract, service);
  const { getArtifacts, getArtifactsFromAllAus, getAus } = operations;
  return {
    ...operations,
    artifacts: (input, options) => listAllItems(getArtifacts, ({ artifacts }) => artifacts, input, options),
    artifactsFromAllAus: (input, options) =>
      listAllItems(getArtifactsFromAllAus, ({ artifacts }) => artifacts, input ?? {}, options),
    auids: (input, options) => listAllItems(getAus, ({ auids }) => auids, input ?? {}, options),
    artifact: (input, options) => fetchProperties(operations, input, options),
    importArchive: (input, options) => runArchiveImport(operations, input, options),
    migrateArchive: (input, options) => runArchiveMigration(operations, input, options),
    create: (input, options) => createOrFindDuplicate(operations, input, options),
    cdxLines: (input, options) => readCdxLines(operations, input, options),
    captures: (input, options) => readCaptures(operations, input, options),
    close: () => service.close(),
  };
}

async function fetchProperties(
  { getArtifactDataByMultipart }: RepositoryOperations,
  input: OperationInput<Operations['getArtifactDataByMultipart']>,
  options?: CallOptions,
): Promise<Artifact> {
  const operation = 'GET /artifacts/{uuid}';
  const { body } = await getArtifactDataByMultipart(input, { ...options, accept: 'application/json' });
  return parseResponseJson(await readResponseText(body, operation), operation) as Artifact;
}

/** Input of a paged listing. */
interface PagedInput {
  readonly limit?: number | undefined;
  readonly continuationToken?: string | undefined;
}

/** Yields the items of all pages, starting after `continuationToken` if the input has one. */
async function* listAllItems<Input extends PagedInput, Page extends { pageInfo: PageInfo }, Item>(
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
