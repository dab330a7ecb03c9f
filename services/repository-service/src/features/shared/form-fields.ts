// A multipart form without files, read whole: for operations whose forms are a field or two.
import type { HttpRequest, HttpResponse } from '@holdfast/http-kit';
import multer from 'multer';
import { badUpload } from '../errors.ts';

// Whatever arrives, this is all that is kept of it.
const limits = { files: 0, fields: 20, parts: 20, fieldSize: 64 * 1024, fieldNameSize: 200, headerPairs: 50 };
const TIMEOUT_MS = 30_000;

/** The field's text; undefined when the form has none. Throws 400 for a form that is malformed, too large or slow. */
export async function formField(
  request: HttpRequest,
  response: HttpResponse,
  name: string,
): Promise<string | undefined> {
  if (!request.is('multipart/form-data')) return undefined;
  await parse(request, response);
  const value: unknown = (request.body as Record<string, unknown> | undefined)?.[name];
  if (Array.isArray(value)) throw badUpload(`The form has more than one field \`${name}\`.`);
  return typeof value === 'string' ? value : undefined;
}

/** Nothing of ours is at work while such a form is read: what fails is the form. */
function parse(request: HttpRequest, response: HttpResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(badUpload(`The form did not arrive within ${TIMEOUT_MS / 1000} seconds.`)),
      TIMEOUT_MS,
    );
    multer({ limits }).none()(request, response, (error: unknown) => {
      clearTimeout(timer);
      if (error) reject(badUpload(`The form cannot be taken: ${(error as Error).message}.`, error));
      else resolve();
    });
  });
}
