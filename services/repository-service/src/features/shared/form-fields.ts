// Reads a small multipart form without files, and parameters that may be in the form or in the query string.
import { type HttpRequest, type HttpResponse, MultipartForm } from '@holdfast/http-kit';
import { makeBadParameterError, makeBadUploadError } from '../errors.ts';

const TIMEOUT_MS = 30_000;
/** Request events after which it is certain whether the body is empty. */
const EVENTS = ['readable', 'end', 'error', 'close'] as const;

/**
 * Returns the text of the field. Returns undefined if the form lacks the field, or if the body is empty or not a form.
 * Some clients declare a form but send all parameters in the query string. Throws 400 for a form that is malformed, too
 * large or too slow.
 */
export async function readFormField(
  request: HttpRequest,
  response: HttpResponse,
  name: string,
): Promise<string | undefined> {
  if (!request.is('multipart/form-data') || (await limitReadingTime(isEmpty(request)))) return undefined;
  const form = new MultipartForm(request, response, { fieldBytes: 64 * 1024 });
  try {
    await limitReadingTime(form.end());
    return form.field(name);
  } catch (error) {
    form.stop(error as Error);
    throw await form.abandon(error);
  }
}

/**
 * Returns whether the body is empty. Waits for the first bytes of a body with Transfer-Encoding. These bytes stay in
 * the buffer of the request.
 */
async function isEmpty(request: HttpRequest): Promise<boolean> {
  if (request.headers['transfer-encoding'] === undefined) return request.headers['content-length'] === '0';
  if (request.readableLength === 0 && !request.readableEnded) await waitForReadable(request);
  return request.readableLength === 0;
}

function waitForReadable(request: HttpRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of EVENTS) request.off(event, done);
      resolve();
    };
    for (const event of EVENTS) request.on(event, done);
  });
}

async function limitReadingTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fault = makeBadUploadError(`The form did not arrive within ${TIMEOUT_MS / 1000} seconds.`);
    timer = setTimeout(() => reject(fault), TIMEOUT_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the parameter from the form or the query string. Throws 400 if both lack it, or if their values differ. */
export function chooseSubmittedValue<Value>(
  name: string,
  inForm: Value | undefined,
  inQuery: Value | undefined,
): Value {
  if (inForm !== undefined && inQuery !== undefined && inForm !== inQuery) {
    throw makeBadParameterError(`\`${name}\` has different values in the form and in the query.`);
  }
  const value = inForm ?? inQuery;
  if (value === undefined)
    throw makeBadParameterError(`Field "${name}" is required, in the form or in the query.`);
  return value;
}
