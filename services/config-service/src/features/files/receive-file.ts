// Receives a configuration file from a multipart form. Streams the part `configFile` to the database.
import { Readable } from 'node:stream';
import { type HttpRequest, type HttpResponse, MultipartForm } from '@holdfast/http-kit';
import { makeBadFormError, makeConfigFileTooLargeError } from '../errors.ts';

const PART = 'configFile';
// Maximum total size of all other parts and of the headers of the file part.
const MAX_OTHER_FORM_BYTES = 64 * 1024;
// Maximum size of a part without a file name, because such a part is held in memory.
const MAX_FIELD_BYTES = 1024 * 1024;

export interface ReceiveOptions<Stored> {
  readonly limitBytes: number;
  store(bytes: AsyncIterable<Uint8Array>): Promise<Stored>;
  /** Deletes the stored content. Called if the rest of the form is invalid. */
  drop(stored: Stored): Promise<void>;
}

/** Receives the file. Throws 400 (invalid form or missing part) and 413. */
export async function receiveFile<Stored>(
  request: HttpRequest,
  response: HttpResponse,
  receiving: ReceiveOptions<Stored>,
): Promise<Stored> {
  const { limitBytes } = receiving;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + MAX_OTHER_FORM_BYTES)
    throw makeConfigFileTooLargeError(limitBytes);
  const fieldBytes = Math.min(limitBytes, MAX_FIELD_BYTES);
  const options = { file: PART, fieldBytes, valueTooLarge: makeConfigFileTooLargeError };
  const form = new MultipartForm(request, response, options);
  let stored: Stored | undefined;
  try {
    const file = await form.file();
    if (file) stored = await receiving.store(withinLimit(file.bytes, limitBytes));
    await form.end();
  } catch (error) {
    const failure = await form.abandon(error);
    if (stored !== undefined) await receiving.drop(stored);
    throw failure;
  }
  if (stored !== undefined) return stored;
  // The parser reports a part without a file name as a text field.
  const field = form.field(PART, ' Send it with a file name to have its bytes stored as they are.');
  if (field === undefined) throw makeBadFormError(`The form has no part \`${PART}\`.`);
  return receiving.store(Readable.from([Buffer.from(field)]));
}

async function* withinLimit(bytes: Readable, limitBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw makeConfigFileTooLargeError(limitBytes);
    yield chunk;
  }
}
