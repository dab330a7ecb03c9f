// The request of an import: its turn, its multipart form, and the pattern of statuses that are left out.
// The form's `archive` part is read as a live stream if its `auid` came before it. Otherwise it waits in an anonymous temp
// file until the form has ended.
import { repositoryContract } from '@holdfast/api-types/repository';
import {
  type HttpRequest,
  type HttpResponse,
  listQueryParameters,
  MultipartForm,
  type ShellRequest,
  validateField,
  whenTooSlow,
} from '@holdfast/http-kit';
import { Semaphore } from '@holdfast/service-kit';
import { fillFile, openAnonymousFile, readFile } from '../../ingest/spool/anonymous-file.ts';
import { type ReadAheadPlace, readAhead } from '../../ingest/spool/read-ahead.ts';
import { badUpload, slowUpload, tooManyImports, tooManyImportsOfUser } from '../errors.ts';
import { RegexBudget } from '../shared/regex-budget.ts';

/** Who imports, as far as its request says it. */
export function importerOf({ id: requestId, raw, user }: Pick<ShellRequest, 'id' | 'raw' | 'user'>) {
  const length = Number(raw.headers['content-length'] ?? Number.NaN);
  return { user: user?.name, requestId, requestBytes: Number.isSafeInteger(length) ? length : undefined };
}

interface UploadPlace extends ReadAheadPlace {
  /** Its parameters belong to the query, not to the form. */
  readonly operation: 'addArtifacts' | 'migrateArtifacts';
  /** Upper bound for a field. */
  readonly fieldBytes?: number;
}

interface OpenUpload {
  readonly auid: string;
  readonly fileName: string;
  /** Chunks belong to the reader. */
  readonly archive: AsyncIterable<Uint8Array>;
}

/** The form of an upload. Call `open`, read the archive, then call `end`; call `abandon` when one of them fails. */
export class ArchiveUpload {
  readonly #place: UploadPlace;
  readonly #form: MultipartForm;
  #spool: Awaited<ReturnType<typeof openAnonymousFile>> | undefined;

  constructor(request: HttpRequest, response: HttpResponse, place: UploadPlace) {
    const { fieldBytes = 64 * 1024 } = place;
    this.#place = place;
    this.#form = new MultipartForm(request, response, { file: 'archive', fieldBytes });
    whenTooSlow(request, () => this.#form.stop(slowUpload()));
  }

  /** Resolves as soon as the fields are known. Rejects with 400 for a form that is broken or lacks a part. */
  async open(): Promise<OpenUpload> {
    const file = await this.#form.file();
    if (file === undefined) throw badUpload('The form has no part `archive` with a file.');
    const isLive = this.#form.field('auid') !== undefined;
    if (!isLive) await this.#spoolUntilEnd(file.bytes);
    const { operation } = this.#place;
    const stray = listQueryParameters(repositoryContract, operation).find(
      (name) => this.field(name) !== undefined,
    );
    if (stray !== undefined)
      throw badUpload(`\`${stray}\` has no effect as a field of the form: it is a parameter of the query.`);
    const auid = this.field('auid');
    if (auid === undefined) throw badUpload('The form has no field `auid`.');
    return {
      auid: validateField(repositoryContract, operation, 'auid', auid) as string,
      fileName: file.name,
      archive: isLive ? readAhead(file.bytes, this.#place) : readFile(this.#spool!),
    };
  }

  field(name: string): string | undefined {
    return this.#form.field(name);
  }

  /** Resolves at the end of the form. */
  async end(): Promise<void> {
    await this.#form.end();
    await this.#spool?.close();
  }

  /** Resolves to the error to answer. */
  async abandon(error: unknown): Promise<unknown> {
    await this.#spool?.close();
    return this.#form.abandon(error);
  }

  async #spoolUntilEnd(archive: AsyncIterable<Uint8Array>): Promise<void> {
    this.#spool = await openAnonymousFile(this.#place.spoolFolder);
    await fillFile(this.#spool, archive, this.#place.checkRoom);
    await this.#form.end();
  }
}

/**
 * Answers whether records with a status are to be left out. Throws 400 for a pattern that cannot be used.
 * A pattern is a regular expression that the whole decimal HTTP status must match, in RE2 syntax, so that none can take
 * more than linear time.
 */
export function excludedStatuses(pattern: string | undefined): (httpStatus: number) => boolean {
  if (pattern === undefined || pattern === '') return () => false;
  const compiled = new RegexBudget('excludeStatusPattern').compile(pattern);
  const answers = new Map<number, boolean>();
  return (httpStatus) => {
    const known = answers.get(httpStatus);
    if (known !== undefined) return known;
    const answer = compiled.matches(String(httpStatus));
    answers.set(httpStatus, answer);
    return answer;
  };
}

export interface ImportLimits {
  /** Imports at once; one holds a bounded amount of memory. */
  readonly maxImports: number;
  /** Of these, so many of one user. */
  readonly maxImportsOfUser: number;
}

/** `store` resolves when all is stored, to what sends the rest of the answer. Throws 503 when there are too many. */
export type InTurn = (
  request: { readonly user?: { readonly name: string } | undefined },
  store: () => Promise<() => Promise<void>>,
) => Promise<void>;

export function importTurns({ maxImports, maxImportsOfUser }: ImportLimits): InTurn {
  const atOnce = new Semaphore(maxImports, maxImportsOfUser);
  return async (request, store) => {
    const user = request.user?.name ?? '';
    const release = atOnce.tryAcquire(user);
    if (!release)
      throw atOnce.hasShare(user) ? tooManyImports(maxImports) : tooManyImportsOfUser(maxImportsOfUser);
    let finish: () => Promise<void>;
    try {
      finish = await store();
    } finally {
      release();
    }
    // Others get their turn while this client reads.
    await finish();
  };
}
