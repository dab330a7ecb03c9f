// Records the HTTP responses that a test file receives from the services, through Node's diagnostics channels. Ignores
// responses without the X-Request-Id header of http-kit, such as the responses of fake services.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Starts recording. Returns a function that stops the recording and writes a JSON file into `folder`: `{ file, answers:
 * ['GET /status 200'] }`. The recorded paths have no query string.
 */
export function recordResponses(file, folder) {
  const answers = new Set();
  const note = ({ method, path }, status) => answers.add(`${method} ${path.split('?', 1)[0]} ${status}`);
  const overHttp = ({ request, response }) => {
    if (response.headers['x-request-id'] !== undefined) note(request, response.statusCode);
  };
  const overFetch = ({ request, response }) => {
    const names = response.headers.filter((_, index) => index % 2 === 0);
    if (names.some((name) => String(name).toLowerCase() === 'x-request-id'))
      note(request, response.statusCode);
  };
  subscribe('http.client.response.finish', overHttp);
  subscribe('undici:request:headers', overFetch);
  return () => {
    unsubscribe('http.client.response.finish', overHttp);
    unsubscribe('undici:request:headers', overFetch);
    if (answers.size === 0) return;
    mkdirSync(folder, { recursive: true });
    const text = JSON.stringify({ file, answers: [...answers] });
    writeFileSync(join(folder, `${file.replaceAll('/', '+')}.json`), text);
  };
}
