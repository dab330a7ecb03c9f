// The multipart form that brings a configuration file: the part `configFile` goes into the database piece by piece as
// it arrives.
import { Readable } from 'node:stream';
import { formFault, formTextFault, type HttpRequest, type HttpResponse } from '@holdfast/http-kit';
import multer from 'multer';
import { badForm, configFileTooLarge } from '../errors.ts';

const PART = 'configFile';
// The room for what comes beside the file, and for the file's name and headers.
const MAX_OTHER_FORM_BYTES = 64 * 1024;
// A part without a file name is held in memory.
const MAX_FIELD_BYTES = 1024 * 1024;
const mostOthers = { fields: 20, parts: 24, fieldNameSize: 200, headerPairs: 50 };

export interface Receiving<Stored> {
  readonly limitBytes: number;
  store(bytes: AsyncIterable<Uint8Array>): Promise<Stored>;
  /** Takes back what `store` gave: the form turned out not to be one. */
  drop(stored: Stored): Promise<void>;
}

/** Throws 400 (no such form, no such part) and 413. */
export async function receiveFile<Stored>(
  request: HttpRequest,
  response: HttpResponse,
  receiving: Receiving<Stored>,
): Promise<Stored> {
  const { limitBytes } = receiving;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + MAX_OTHER_FORM_BYTES)
    throw configFileTooLarge(limitBytes);
  const storage = new FileStorage(receiving);
  const fieldBytes = Math.min(limitBytes, MAX_FIELD_BYTES);
  try {
    await parse(request, response, storage, fieldBytes);
  } catch (error) {
    // The parser may learn that it is over before what became of the file is known.
    await storage.finished;
    if (storage.stored !== undefined) await receiving.drop(storage.stored);
    throw faultOf(storage.failure ?? error, fieldBytes);
  }
  if (storage.stored !== undefined) return storage.stored;
  return storeField(request, receiving);
}

/** A part without a file name is a field to the parser, and is taken as well. */
async function storeField<Stored>(request: HttpRequest, receiving: Receiving<Stored>): Promise<Stored> {
  const field: unknown = (request.body as Record<string, unknown> | undefined)?.[PART];
  if (typeof field === 'string') {
    const fault = formTextFault(PART, field);
    if (fault !== undefined)
      throw badForm(`${fault} Send it with a file name to have its bytes stored as they are.`);
    return receiving.store(Readable.from([Buffer.from(field)]));
  }
  if (Array.isArray(field)) throw badForm(`The form has more than one part \`${PART}\`.`);
  throw badForm(`The form has no part \`${PART}\`.`);
}

class FileStorage<Stored> implements multer.StorageEngine {
  readonly #receiving: Receiving<Stored>;
  stored: Stored | undefined;
  finished: Promise<void> | undefined;
  /** The error of the file itself, which tells more than what the parser makes of it. */
  failure: unknown;

  constructor(receiving: Receiving<Stored>) {
    this.#receiving = receiving;
  }

  _handleFile(
    _request: HttpRequest,
    file: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    const { limitBytes, store } = this.#receiving;
    this.finished = store(withinLimit(file.stream, limitBytes)).then(
      (stored) => {
        this.stored = stored;
        done(null, {});
      },
      (error) => {
        this.failure = error;
        done(error);
      },
    );
  }

  _removeFile(_request: HttpRequest, _file: Express.Multer.File, done: (error: Error | null) => void): void {
    done(null);
  }
}

async function* withinLimit(bytes: Readable, limitBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw configFileTooLarge(limitBytes);
    yield chunk;
  }
}

async function parse<Stored>(
  request: HttpRequest,
  response: HttpResponse,
  storage: FileStorage<Stored>,
  fieldSize: number,
): Promise<void> {
  const limits = { ...mostOthers, files: 1, fieldSize };
  const parsing = multer({ storage, limits }).single(PART);
  await new Promise<void>((resolve, reject) => {
    parsing(request, response, (error: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Turns a fault of the client's into what it is told; gives back any other error. */
function faultOf(error: unknown, fieldBytes: number): unknown {
  if (error instanceof multer.MulterError && error.code === 'LIMIT_FIELD_VALUE' && error.field === PART)
    return configFileTooLarge(fieldBytes);
  const fault = formFault(error, PART);
  return fault === undefined ? error : badForm(fault, error);
}
