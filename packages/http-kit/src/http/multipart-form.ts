// Reads a multipart form with multer while the form arrives: text fields, and at most one file as a stream. Callers
// request the parts in order instead of handling multer's callbacks.
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { ApiError } from '../errors/api-error.ts';

export interface MultipartFormOptions {
  /** Name of the only part that may be a file. If undefined, files are rejected. */
  readonly file?: string;
  /** Maximum size of a text field, in bytes. */
  readonly fieldBytes: number;
  /** Creates the error for a text value in the part named `file` that is too large. */
  readonly valueTooLarge?: (limitBytes: number) => Error;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Readable;
}

/** Limits on fields that are ignored. A form that exceeds a limit is rejected. */
const LIMITS = { fields: 20, parts: 24, fieldNameSize: 200, headerPairs: 50 };

export class MultipartForm {
  readonly #options: MultipartFormOptions;
  /** Text fields received so far. While the file is being read, these are the fields that precede it. */
  #fields: Readonly<Record<string, unknown>> = {};
  readonly #file = Promise.withResolvers<UploadedFile | undefined>();
  readonly #end = Promise.withResolvers<void>();
  #current: Readable | undefined;
  /** Callback of multer. Call it when the file has been read or has failed. */
  #releaseFile: ((error?: unknown) => void) | undefined;
  /** First error that did not come from multer. Multer may report a less specific error afterwards. */
  #failure: unknown;

  /** Starts reading the form. */
  constructor(request: Request, response: Response, options: MultipartFormOptions) {
    this.#options = options;
    // Marks the promises as handled. Otherwise, a rejection before they are awaited would end the process.
    this.#end.promise.catch(() => undefined);
    this.#file.promise.catch(() => undefined);
    const limits = { ...LIMITS, files: options.file === undefined ? 0 : 1, fieldSize: options.fieldBytes };
    const storage: multer.StorageEngine = {
      _handleFile: ({ body }, file, done) => this.#acceptFile(body, file, done),
      _removeFile: (_request, _file, done) => done(null),
    };
    const upload = multer({ storage, limits, defParamCharset: 'utf8' });
    const parse = options.file === undefined ? upload.none() : upload.single(options.file);
    parse(request, response, (error: unknown) => {
      if (error) this.#fail(error);
      this.#fields = request.body ?? {};
      this.#end.resolve();
      this.#file.resolve(undefined);
    });
  }

  /** Resolves to the file when it begins, or to undefined at the end of a form without a file. */
  file(): Promise<UploadedFile | undefined> {
    return this.#file.promise;
  }

  /**
   * Returns a text field that precedes the file. After the end of the form, returns any text field. Throws 400 if the
   * field occurs twice or is not UTF-8.
   */
  field(name: string, advice = ''): string | undefined {
    const value = this.#fields[name];
    if (Array.isArray(value)) {
      const kind = this.#options.file === undefined ? 'field' : 'part';
      throw new ApiError(400, `The form has more than one ${kind} \`${name}\`.`);
    }
    if (typeof value !== 'string') return undefined;
    // Rejects U+FFFD, with which the parser replaces invalid UTF-8. Otherwise, different byte sequences could be read
    // as the same text.
    if (!value.includes('\uFFFD')) return value;
    throw new ApiError(400, `Field "${name}" must be UTF-8, without the character U+FFFD.${advice}`);
  }

  /** Resolves at the end of the form. Call this after the file has been read. */
  async end(): Promise<void> {
    this.#release();
    await this.#end.promise;
  }

  /** Makes the form fail immediately with this error. Otherwise, multer would wait for the rest of the request. */
  stop(error: Error): void {
    this.#failure ??= error;
    this.#current?.destroy(error);
    this.#fail(error);
  }

  /** Ends the form after a failure. Resolves to the error for the response when all streams of the form are closed. */
  async abandon(error: unknown): Promise<unknown> {
    this.#failure ??= error;
    this.#release(this.#failure);
    await this.#end.promise.catch(() => undefined);
    return this.#toClientError(this.#failure);
  }

  #acceptFile(fields: object, file: Express.Multer.File, done: (error?: unknown) => void): void {
    this.#fields = { ...fields };
    this.#releaseFile = done;
    if (this.#failure !== undefined) {
      this.#release(this.#failure);
      return;
    }
    this.#current = file.stream;
    this.#file.resolve({ name: file.originalname, bytes: file.stream });
  }

  #release(error: unknown = null): void {
    this.#releaseFile?.(error);
    this.#releaseFile = undefined;
  }

  #fail(error: unknown): void {
    this.#end.reject(error);
    this.#file.reject(error);
  }

  /** Converts an error caused by the client to an ApiError. Returns all other errors unchanged. */
  #toClientError(error: unknown): unknown {
    const { file, fieldBytes, valueTooLarge } = this.#options;
    if (!(error instanceof Error) || error instanceof ApiError) return error;
    const refuse = (detail: string) => new ApiError(400, detail, { cause: error });
    const { code, field } = error as Partial<multer.MulterError>;
    if (code === 'LIMIT_FIELD_VALUE' && field === file && valueTooLarge) return valueTooLarge(fieldBytes);
    if (code === 'LIMIT_UNEXPECTED_FILE' && file !== undefined)
      return refuse(
        `Unexpected file ${JSON.stringify(field)} in the form. Send one file, in the field \`${file}\`.`,
      );
    if (error instanceof multer.MulterError || file === undefined)
      return refuse(`The form was rejected: ${error.message}.`);
    // Recognizes client errors by their messages, because the parser does not distinguish them from internal errors.
    const isKnown = FAULTS.some((fault) => error.message.startsWith(fault));
    return isKnown ? refuse(`The multipart form is malformed: ${error.message}.`) : error;
  }
}

const FAULTS = [
  'Multipart: Boundary not found',
  'Malformed content type',
  'Malformed part header',
  'Unexpected end of form',
  'Unexpected end of file',
  'Request aborted',
  'Missing Content-Type',
  'Unsupported content type',
];
