// Reads a multipart form with multer as it arrives: its text fields, and one file as a live stream. Callers request the
// parts in order and never see multer's callbacks.
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { ApiError } from '../errors/api-error.ts';

export interface MultipartFormOptions {
  /** Name of the only part that may be a file. Without it the form must not contain files. */
  readonly file?: string;
  /** Maximum bytes of a text field. */
  readonly fieldBytes: number;
  /** Creates the error for a longer value in the part named `file`. */
  readonly valueTooLarge?: (limitBytes: number) => Error;
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Readable;
}

/** Extra fields are ignored up to these limits; beyond them the form is refused. */
const LIMITS = { fields: 20, parts: 24, fieldNameSize: 200, headerPairs: 50 };

export class MultipartForm {
  readonly #options: MultipartFormOptions;
  /** The fields before the file; after the end of the form, all fields. */
  #fields: Readonly<Record<string, unknown>> = {};
  readonly #file = Promise.withResolvers<UploadedFile | undefined>();
  readonly #end = Promise.withResolvers<void>();
  #current: Readable | undefined;
  /** Tells multer that the file has been read or has failed. */
  #releaseFile: ((error?: unknown) => void) | undefined;
  /** The first failure outside multer. It says more than the error that multer derives from it. */
  #failure: unknown;

  /** Starts reading the form. */
  constructor(request: Request, response: Response, options: MultipartFormOptions) {
    this.#options = options;
    // Callers that await these promises get their errors. Without a caller, a rejection must not end the process.
    this.#end.promise.catch(() => undefined);
    this.#file.promise.catch(() => undefined);
    const limits = { ...LIMITS, files: options.file === undefined ? 0 : 1, fieldSize: options.fieldBytes };
    const storage: multer.StorageEngine = {
      _handleFile: ({ body }, file, done) => this.#takeFile(body, file, done),
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

  /** Resolves when the file begins, or to undefined at the end of a form without a file. */
  file(): Promise<UploadedFile | undefined> {
    return this.#file.promise;
  }

  /**
   * Returns a text field that came before the file, or any text field after the end of the form. Throws 400 if there
   * are two, or if the text is not UTF-8.
   */
  field(name: string, advice = ''): string | undefined {
    const value = this.#fields[name];
    if (Array.isArray(value)) {
      const kind = this.#options.file === undefined ? 'field' : 'part';
      throw new ApiError(400, `The form has more than one ${kind} \`${name}\`.`);
    }
    if (typeof value !== 'string') return undefined;
    // The parser replaces invalid UTF-8 with U+FFFD, so two different texts could become the same one.
    if (!value.includes('\uFFFD')) return value;
    throw new ApiError(400, `Field "${name}" must be UTF-8, without the character U+FFFD.${advice}`);
  }

  /** Call after reading the file. Resolves at the end of the form. */
  async end(): Promise<void> {
    this.#release();
    await this.#end.promise;
  }

  /** Ends the form with this error at once. Multer alone would wait for the rest of the request. */
  stop(error: Error): void {
    this.#failure ??= error;
    this.#current?.destroy(error);
    this.#fail(error);
  }

  /** Call after a failure. When nothing of the form is in use any more, resolves to the error for the answer. */
  async abandon(error: unknown): Promise<unknown> {
    this.#failure ??= error;
    this.#release(this.#failure);
    await this.#end.promise.catch(() => undefined);
    return this.#toAnswer(this.#failure);
  }

  #takeFile(fields: object, file: Express.Multer.File, done: (error?: unknown) => void): void {
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

  /** Converts a client's fault to an ApiError. Returns any other error unchanged. */
  #toAnswer(error: unknown): unknown {
    const { file, fieldBytes, valueTooLarge } = this.#options;
    if (!(error instanceof Error) || error instanceof ApiError) return error;
    const refuse = (detail: string) => new ApiError(400, detail, { cause: error });
    const { code, field } = error as Partial<multer.MulterError>;
    if (code === 'LIMIT_FIELD_VALUE' && field === file && valueTooLarge) return valueTooLarge(fieldBytes);
    if (code === 'LIMIT_UNEXPECTED_FILE' && file !== undefined)
      return refuse(`The form holds a file ${JSON.stringify(field)}; the only one is \`${file}\`, once.`);
    if (error instanceof multer.MulterError || file === undefined)
      return refuse(`The form cannot be taken: ${error.message}.`);
    // Separates client faults from internal errors by the message, because the parser has no error type of its own.
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
