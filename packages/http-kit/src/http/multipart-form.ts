// A multipart form, read with multer as it arrives: its text fields, and one file as a live stream. Callers ask for the
// parts in their order; multer's callbacks end here.
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { ApiError } from '../errors/api-error.ts';

export interface FormOptions {
  /** Name of the part that may be a file, once. A form without this option must not contain files. */
  readonly file?: string;
  /** Upper bound for the value of a text field. */
  readonly fieldBytes: number;
  /** The error for a longer value in the part named `file`. */
  readonly valueTooLarge?: (limitBytes: number) => Error;
}

export interface FormFile {
  readonly name: string;
  readonly bytes: Readable;
}

/** More fields than an operation has are ignored; a flood of them is refused. */
const LIMITS = { fields: 20, parts: 24, fieldNameSize: 200, headerPairs: 50 };

export class MultipartForm {
  readonly #options: FormOptions;
  /** The fields before the file. After the end of the form: all fields. */
  #fields: Readonly<Record<string, unknown>> = {};
  readonly #file = Promise.withResolvers<FormFile | undefined>();
  readonly #end = Promise.withResolvers<void>();
  #current: Readable | undefined;
  /** Tells multer that the file has been read or has failed. */
  #releaseFile: ((error?: unknown) => void) | undefined;
  /** The first failure outside of multer; it says more than the error that multer makes of it. */
  #failure: unknown;

  /** Begins to read the form. */
  constructor(request: Request, response: Response, options: FormOptions) {
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
  file(): Promise<FormFile | undefined> {
    return this.#file.promise;
  }

  /**
   * Returns a text field: one that came before the file, or any one after the end of the form. Throws 400 when there are two,
   * or when the text is not UTF-8.
   */
  field(name: string, advice = ''): string | undefined {
    const value = this.#fields[name];
    if (Array.isArray(value)) {
      const kind = this.#options.file === undefined ? 'field' : 'part';
      throw new ApiError(400, `The form has more than one ${kind} \`${name}\`.`);
    }
    if (typeof value !== 'string') return undefined;
    // The parser replaces bytes that are not UTF-8 by U+FFFD, so two different texts could become one.
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

  /** Call when something has failed. Resolves to the error to answer once nothing of the form is in use any more. */
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

  /** Turns a fault of the client into what it is told; returns any other error. */
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
    // The parser has no error type of its own: only its words tell the client's fault from the service's.
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
