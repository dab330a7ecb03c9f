// The multipart form that brings a configuration file: the part `configFile` goes into the database piece by piece as
// it arrives.
import { Readable } from 'node:stream';
import { type HttpRequest, type HttpResponse, MultipartForm } from '@holdfast/http-kit';
import { badForm, configFileTooLarge } from '../errors.ts';

const PART = 'configFile';
// The room for what comes beside the file, and for the file's name and headers.
const MAX_OTHER_FORM_BYTES = 64 * 1024;
// A part without a file name is held in memory.
const MAX_FIELD_BYTES = 1024 * 1024;

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
  const fieldBytes = Math.min(limitBytes, MAX_FIELD_BYTES);
  const options = { file: PART, fieldBytes, valueTooLarge: configFileTooLarge };
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
  // A part without a file name is a field to the parser.
  const field = form.field(PART, ' Send it with a file name to have its bytes stored as they are.');
  if (field === undefined) throw badForm(`The form has no part \`${PART}\`.`);
  return receiving.store(Readable.from([Buffer.from(field)]));
}

async function* withinLimit(bytes: Readable, limitBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) throw configFileTooLarge(limitBytes);
    yield chunk;
  }
}
