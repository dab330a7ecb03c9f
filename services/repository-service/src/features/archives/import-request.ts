// Receives the request of an import: admission, multipart form, and pattern of excluded statuses. If the field `auid`
// precedes the `archive` part, the archive is read while it arrives. Otherwise the archive is spooled to an anonymous
// temporary file until the form has ended.
import { repositoryContract } from '@holdfast/api-types/repository';
import {
  type HttpRequest,
  type HttpResponse,
  listQueryParameters,
  MultipartForm,
  type ShellRequest,
  validateFormField,
  watchForSlowClient,
} from '@holdfast/http-kit';
import { Semaphore } from '@holdfast/service-kit';
import { openAnonymousFile, readFile, writeStreamToFile } from '../../ingest/spool/anonymous-file.ts';
import { type ReadAheadLocation, readAhead } from '../../ingest/spool/spill-queue.ts';
import {
  makeBadUploadError,
  makeSlowUploadError,
  makeTooManyImportsError,
  makeTooManyImportsOfUserError,
} from '../errors.ts';
import { RegexBudget } from '../shared/regex-budget.ts';

/** Returns the user name, the ID and the length of the import request. */
export function describeImporter({ id: requestId, raw, user }: Pick<ShellRequest, 'id' | 'raw' | 'user'>) {
  const length = Number(raw.headers['content-length'] ?? Number.NaN);
  return { user: user?.name, requestId, requestBytes: Number.isSafeInteger(length) ? length : undefined };
}

interface UploadSettings extends ReadAheadLocation {
  /** Operation of the request. The form must not contain query parameters of this operation. */
  readonly operation: 'addArtifacts' | 'migrateArtifacts';
  /** Maximum size of a form field. */
  readonly fieldBytes?: number;
}

interface OpenUpload {
  readonly auid: string;
  readonly fileName: string;
  /** Chunks of the archive. The receiver owns them. */
  readonly archive: AsyncIterable<Uint8Array>;
}

/** Form of an upload. Call `open`, read the archive, then call `end`. If any step fails, call `abandon` instead. */
export class ArchiveUpload {
  readonly #place: UploadSettings;
  readonly #form: MultipartForm;
  #spool: Awaited<ReturnType<typeof openAnonymousFile>> | undefined;

  constructor(request: HttpRequest, response: HttpResponse, place: UploadSettings) {
    const { fieldBytes = 64 * 1024 } = place;
    this.#place = place;
    this.#form = new MultipartForm(request, response, { file: 'archive', fieldBytes });
    watchForSlowClient(request, () => this.#form.stop(makeSlowUploadError()));
  }

  /**
   * Resolves when the fields before the archive are known. Rejects with 400 if the form is malformed or a part is
   * missing.
   */
  async open(): Promise<OpenUpload> {
    const file = await this.#form.file();
    if (file === undefined) throw makeBadUploadError('The form has no part `archive` with a file.');
    const isLive = this.#form.field('auid') !== undefined;
    if (!isLive) await this.#spoolUntilEnd(file.bytes);
    const { operation } = this.#place;
    const stray = listQueryParameters(repositoryContract, operation).find(
      (name) => this.field(name) !== undefined,
    );
    if (stray !== undefined)
      throw makeBadUploadError(
        `\`${stray}\` has no effect as a field of the form: it is a parameter of the query.`,
      );
    const auid = this.field('auid');
    if (auid === undefined) throw makeBadUploadError('The form has no field `auid`.');
    return {
      auid: validateFormField(repositoryContract, operation, 'auid', auid) as string,
      fileName: file.name,
      archive: isLive ? readAhead(file.bytes, this.#place) : readFile(this.#spool!),
    };
  }

  field(name: string): string | undefined {
    return this.#form.field(name);
  }

  async end(): Promise<void> {
    await this.#form.end();
    await this.#spool?.close();
  }

  /** Ends the upload after an error. Resolves to the error to send to the client. */
  async abandon(error: unknown): Promise<unknown> {
    await this.#spool?.close();
    return this.#form.abandon(error);
  }

  async #spoolUntilEnd(archive: AsyncIterable<Uint8Array>): Promise<void> {
    this.#spool = await openAnonymousFile(this.#place.spoolFolder);
    await writeStreamToFile(this.#spool, archive, this.#place.checkRoom);
    await this.#form.end();
  }
}

/**
 * Returns a predicate that tells whether records with a given HTTP status are excluded. The pattern is a regular
 * expression in RE2 syntax and must match the whole decimal status. Throws 400 for an invalid pattern.
 */
export function makeStatusFilter(pattern: string | undefined): (httpStatus: number) => boolean {
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
  /** Maximum number of concurrent imports. Bounds the service's memory, because each import uses bounded memory. */
  readonly maxImports: number;
  /** Maximum number of concurrent imports per user. */
  readonly maxImportsOfUser: number;
}

/**
 * Runs `store` in a free import slot. When everything is durable, `store` resolves to a function that sends the rest of
 * the response. Throws 503 if no slot is free.
 */
export type ImportAdmission = (
  request: { readonly user?: { readonly name: string } | undefined },
  store: () => Promise<() => Promise<void>>,
) => Promise<void>;

export function createImportAdmission({ maxImports, maxImportsOfUser }: ImportLimits): ImportAdmission {
  const atOnce = new Semaphore(maxImports, maxImportsOfUser);
  return async (request, store) => {
    const user = request.user?.name ?? '';
    const release = atOnce.tryAcquire(user);
    if (!release)
      throw atOnce.hasShare(user)
        ? makeTooManyImportsError(maxImports)
        : makeTooManyImportsOfUserError(maxImportsOfUser);
    let finish: () => Promise<void>;
    try {
      finish = await store();
    } finally {
      release();
    }
    // Releases the import slot first, so that another import can start while this client reads the response.
    await finish();
  };
}
