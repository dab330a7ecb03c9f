// One file, sent. By XMLHttpRequest, because nothing else tells a page how much of an upload has left; the answer is taken
// as a blob, which the browser keeps outside the page's memory, and read a line at a time when all is there. (Over HTTP/1.1
// no browser reads an answer before it has sent everything.)
import type { ImportSummary, ImportSummaryLine } from '@holdfast/api-types';
import { errorOf, linesOf, ServiceError } from '@holdfast/client/browser';
import type { JudgedRecord } from './status-lines.ts';

export interface SendFile {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auid: string;
  readonly file: File;
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
  onStatus(status: JudgedRecord): void;
}

const OPERATION = 'POST /archives';

/**
 * Resolves to the summary of the import, undefined when the answer broke off before it. Rejects with ServiceError (without
 * a status when the connection was cut, or the file could not be read), or with the signal's reason.
 */
export async function sendFile({ onStatus, ...sending }: SendFile): Promise<ImportSummary | undefined> {
  const answer = await posted(sending);
  if (!answer.ok) throw await errorOf(answer, OPERATION);
  let summary: ImportSummary | undefined;
  for await (const line of linesOf(answer, OPERATION)) {
    const object = JSON.parse(line) as JudgedRecord | ImportSummaryLine;
    if ('summary' in object) summary = object.summary;
    else onStatus(object);
  }
  return summary;
}

function posted(sending: Omit<SendFile, 'onStatus'>): Promise<Response> {
  const { url, method, headers, auid, file, signal, onSent } = sending;
  const form = new FormData();
  // Before the archive: then it is processed while it arrives.
  form.append('auid', auid);
  form.append('archive', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open(method, url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries({ ...headers, accept: 'application/x-ndjson' }))
      request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () => resolve(responseOf(request));
    request.onerror = () =>
      reject(new ServiceError(OPERATION, {}, { cause: new Error('the connection was cut') }));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    request.send(form);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = request
    .getAllResponseHeaders()
    .trim()
    .split('\r\n')
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  return new Response(request.response as Blob, { status: request.status, headers });
}
