// A client of the repository service: every operation of its contract by its id, and over them what a caller would
// otherwise write again and again: listings over all pages, an import as its results come, a create with its outcome.
import type { Artifact, CdxRecord, PageInfo, repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import { jsonIn, textOf } from './answer.ts';
import { type CaptureQuery, capturesOf, cdxLinesOf } from './captures.ts';
import { type Created, createWith, type NewArtifact } from './create.ts';
import {
  type ImportInput,
  importWith,
  type JudgedRecord,
  type MigratedRecord,
  type MigrationInput,
  migrateWith,
} from './import.ts';
import type { InputOf, RepositoryOperations } from './operation-types.ts';
import { operationsOf } from './operations.ts';
import { type CallOptions, type ClientSettings, openService } from './settings.ts';

type Operations = repository.operations;

export interface RepositoryClient extends RepositoryOperations {
  /**
   * Artifacts of an AU, in the listing's order, page after page; no more than a page is held. What is written meanwhile is
   * seen when it sorts behind the page that has been reached. `limit` is the size of a page.
   */
  artifacts(input: InputOf<Operations['getArtifacts']>, options?: CallOptions): AsyncGenerator<Artifact>;
  /** Committed artifacts of all AUs of a namespace, like `artifacts`. */
  artifactsFromAllAus(
    input?: InputOf<Operations['getArtifactsFromAllAus']>,
    options?: CallOptions,
  ): AsyncGenerator<Artifact>;
  /** AUIDs of a namespace, like `artifacts`. */
  auids(input?: InputOf<Operations['getAus']>, options?: CallOptions): AsyncGenerator<string>;
  /** Gives what is known of an artifact, without its content. */
  artifact(
    input: InputOf<Operations['getArtifactDataByMultipart']>,
    options?: CallOptions,
  ): Promise<Artifact>;
  /**
   * Sends a WARC file and gives each record's result as it comes; a result that is OK is durable. Sending begins with the
   * first `next()`, and goes on as fast as the results are taken. Leaving the loop, or aborting, ends the import; what was
   * reported until then holds, and to repeat it all is safe: what is there already will be DUPLICATE.
   */
  importArchive(input: ImportInput, options?: CallOptions): AsyncGenerator<JudgedRecord>;
  /** The same for records of another repository, whose artifacts keep the identity that they have there. */
  migrateArchive(input: MigrationInput, options?: CallOptions): AsyncGenerator<MigratedRecord>;
  /** Stores one artifact, uncommitted. That its content is there already is an outcome, and no error. */
  create(input: NewArtifact, options?: CallOptions): Promise<Created>;
  /**
   * CDX lines in the form that `output` names (one with a line for each capture), page after page where the service bounds
   * its answers. None when no capture matches.
   */
  cdxLines(input: CaptureQuery, options?: CallOptions): AsyncGenerator<string>;
  /** Gives the captures as records. */
  captures(input: Omit<CaptureQuery, 'output'>, options?: CallOptions): AsyncGenerator<CdxRecord>;
  /** Closes the connections that are kept open. Nothing is to be called any more. */
  close(): void;
}

/** Throws TypeError when the settings cannot be meant. Connects to nothing yet. */
export function repositoryClient(settings: ClientSettings): RepositoryClient {
  const service = openService(settings);
  const operations = operationsOf<Operations>(repositoryContract, service);
  const { getArtifacts, getArtifactsFromAllAus, getAus } = operations;
  return {
    ...operations,
    artifacts: (input, options) => itemsOf(getArtifacts, ({ artifacts }) => artifacts, input, options),
    artifactsFromAllAus: (input, options) =>
      itemsOf(getArtifactsFromAllAus, ({ artifacts }) => artifacts, input ?? {}, options),
    auids: (input, options) => itemsOf(getAus, ({ auids }) => auids, input ?? {}, options),
    artifact: (input, options) => propertiesWith(operations, input, options),
    importArchive: (input, options) => importWith(operations, input, options),
    migrateArchive: (input, options) => migrateWith(operations, input, options),
    create: (input, options) => createWith(operations, input, options),
    cdxLines: (input, options) => cdxLinesOf(operations, input, options),
    captures: (input, options) => capturesOf(operations, input, options),
    close: () => service.close(),
  };
}

async function propertiesWith(
  { getArtifactDataByMultipart }: RepositoryOperations,
  input: InputOf<Operations['getArtifactDataByMultipart']>,
  options?: CallOptions,
): Promise<Artifact> {
  const operation = 'GET /artifacts/{uuid}';
  const { body } = await getArtifactDataByMultipart(input, { ...options, accept: 'application/json' });
  return jsonIn(await textOf(body, operation), operation) as Artifact;
}

/** A listing as one sequence, whatever its pages. Holds one page. */
interface Paged {
  readonly limit?: number | undefined;
  readonly continuationToken?: string | undefined;
}

/** Starts behind the input's `continuationToken`, if any. */
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
