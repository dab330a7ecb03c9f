// The request of an import, taken apart: the pattern of statuses that are left out, and the multipart form as it arrives.
// The form's `archive` part is handed on as a live stream when its `auid` came before it, and is kept in an anonymous
// temp file when not.
import type { Readable } from 'node:stream';
import { repositoryContract } from '@holdfast/api-types/repository';
import {
  formFault,
  formTextFault,
  type HttpRequest,
  type HttpResponse,
  parametersOf,
  type ShellRequest,
  validateField,
  whenTooSlow,
} from '@holdfast/http-kit';
import multer from 'multer';
import { fillFile, openAnonymousFile, readFile } from '../../ingest/spool/anonymous-file.ts';
import { readAhead } from '../../ingest/spool/read-ahead.ts';
import { badUpload, slowUpload } from '../errors.ts';
import { RegexBudget } from '../shared/regex-budget.ts';

interface UploadHandling<Checked> {
  /** Whose parameters are of the query, not of the form. */
  readonly operation: 'addArtifacts' | 'migrateArtifacts';
  /** Where an archive waits that came before its `auid`. */
  readonly spoolFolder: string;
  /** Throws when nothing more is to be written there. */
  checkRoom(): void;
  /** Bytes that a field may have. Default `FIELD_BYTES`. */
  readonly fieldBytes?: number;
  /** Throws what is wrong with the fields. Called as soon as they can be told to be complete. */
  check(field: (name: string) => string | undefined): Checked;
  /** Takes the archive, its chunks to keep, and its name if it has one. Resolves when it has been read to its end. */
  take(checked: Checked, archive: AsyncIterable<Uint8Array>, fileName: string | undefined): Promise<void>;
}

const FIELD_BYTES = 64 * 1024;
// A form has few fields; some more are passed over, a flood of them is refused.
const limits = { files: 1, fields: 20, parts: 24, fieldNameSize: 200, headerPairs: 50 };

/** Throws 400 when the value is not what the contract says of the form field. */
export function checkedAuid(operation: string, auid: string | undefined): string {
  if (auid === undefined) throw badUpload('The form has no field `auid`.');
  return validateField(repositoryContract, operation, 'auid', auid) as string;
}

/** Who imports, as far as its request says it. */
export function importerOf({ id: requestId, raw, user }: Pick<ShellRequest, 'id' | 'raw' | 'user'>) {
  const length = Number(raw.headers['content-length'] ?? Number.NaN);
  return { user: user?.name, requestId, requestBytes: Number.isSafeInteger(length) ? length : undefined };
}

/** Receives the form and hands its archive on. Throws 400 for a form that is broken or lacks a part. */
export async function receiveUpload<Checked>(
  request: HttpRequest,
  response: HttpResponse,
  handling: UploadHandling<Checked>,
): Promise<void> {
  const storage = new ArchiveStorage(handling);
  try {
    await parseForm(request, response, storage, handling.fieldBytes ?? FIELD_BYTES);
    if (!storage.received) throw badUpload('The form has no part `archive` with a file.');
    if (storage.spooling) {
      const archive = readFile(await storage.spooling);
      await handling.take(checkedFields(request, handling), archive, storage.fileName);
    }
  } catch (error) {
    const failure = storage.failure ?? error;
    const fault = formFault(failure, 'archive');
    throw fault === undefined ? failure : badUpload(fault, failure);
  } finally {
    // Also when the form broke off before the file was even open.
    await storage.spooling?.then(
      (file) => file.close(),
      () => undefined,
    );
  }
}

type File = Awaited<ReturnType<typeof openAnonymousFile>>;

class ArchiveStorage<Checked> implements multer.StorageEngine {
  readonly #handling: UploadHandling<Checked>;
  received = false;
  fileName: string | undefined;
  spooling: Promise<File> | undefined;
  /** What went wrong with the archive itself: more telling than what the parser makes of it. */
  failure: unknown;
  #archive: Readable | undefined;
  #receiving: Promise<void> | undefined;

  constructor(handling: UploadHandling<Checked>) {
    this.#handling = handling;
  }

  _handleFile(
    request: HttpRequest,
    file: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    this.received = true;
    this.fileName = file.originalname || undefined;
    this.#archive = file.stream;
    this.#receiving = this.#receive(request, file.stream).then(
      () => done(null, {}),
      (error) => {
        this.failure ??= error;
        done(error);
      },
    );
  }

  /** Ends the archive where it is. Resolves when nothing is done with it any more. */
  async stop(error: Error): Promise<void> {
    this.failure ??= error;
    this.#archive?.destroy(error);
    await this.#receiving;
  }

  _removeFile(_request: HttpRequest, _file: Express.Multer.File, done: (error: Error | null) => void): void {
    done(null);
  }

  async #receive(request: HttpRequest, archive: Readable): Promise<void> {
    if (fieldOf(request, 'auid') !== undefined) {
      const checked = checkedFields(request, this.#handling);
      await this.#handling.take(checked, readAhead(archive, this.#handling), this.fileName);
      return;
    }
    this.spooling = openAnonymousFile(this.#handling.spoolFolder);
    await fillFile(await this.spooling, archive, this.#handling.checkRoom);
  }
}

function checkedFields<Checked>(
  request: HttpRequest,
  { operation, check }: UploadHandling<Checked>,
): Checked {
  const field = (name: string) => fieldOf(request, name);
  const stray = parametersOf(repositoryContract, operation).find((name) => field(name) !== undefined);
  if (stray !== undefined)
    throw badUpload(`\`${stray}\` has no effect as a field of the form: it is a parameter of the query.`);
  return check(field);
}

function parseForm(
  request: HttpRequest,
  response: HttpResponse,
  storage: ArchiveStorage<unknown>,
  fieldSize: number,
): Promise<void> {
  const options = { storage, limits: { ...limits, fieldSize }, defParamCharset: 'utf8' };
  const parse = multer(options).single('archive');
  return new Promise((resolve, reject) => {
    whenTooSlow(request, () => {
      const error = slowUpload();
      // The parser would wait for the rest of the request before it says what went wrong.
      storage.stop(error).then(() => reject(error));
    });
    parse(request, response, (error: unknown) => (error ? reject(error) : resolve()));
  });
}

function fieldOf(request: HttpRequest, name: string): string | undefined {
  const value: unknown = (request.body as Record<string, unknown> | undefined)?.[name];
  if (Array.isArray(value)) throw badUpload(`The form has more than one part \`${name}\`.`);
  if (typeof value !== 'string') return undefined;
  const fault = formTextFault(name, value);
  if (fault !== undefined) throw badUpload(fault);
  return value;
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
