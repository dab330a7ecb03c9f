// Uploads one file with XMLHttpRequest, because fetch reports no upload progress. The response is read as a blob, which
// the browser keeps outside the page's memory, and parsed line by line. (Over HTTP/1.1, no browser reads a response
// before it has sent the whole request.)
import type { ImportSummary, ImportSummaryLine } from '@holdfast/api-types';
import { readResponseBodyLines, ServiceError, toServiceError } from '@holdfast/client/browser';
import type { ReportedRecord } from './status-lines.ts';

export interface SendFile {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auid: string;
  readonly file: File;
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
  onStatus(status: ReportedRecord): void;
}

const OPERATION = 'POST /archives';

/**
 * Resolves to the summary of the import, or to undefined if the response ended without a summary. Rejects with
 * ServiceError (without a status if the connection was lost or the file is unreadable) or with the abort reason of the
 * signal.
 */
export async function sendFile({ onStatus, ...sending }: SendFile): Promise<ImportSummary | undefined> {
  const answer = await postFile(sending);
  if (!answer.ok) throw await toServiceError(answer, OPERATION);
  let summary: ImportSummary | undefined;
  for await (const line of readResponseBodyLines(answer, OPERATION)) {
    const object = JSON.parse(line) as ReportedRecord | ImportSummaryLine;
    if ('summary' in object) summary = object.summary;
    else onStatus(object);
  }
  return summary;
}

function postFile(sending: Omit<SendFile, 'onStatus'>): Promise<Response> {
  const { url, method, headers, auid, file, signal, onSent } = sending;
  const form = new FormData();
  // The AUID precedes the archive, so that the service can process the archive while it arrives.
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
    request.onload = () => resolve(toResponse(request));
    request.onerror = () =>
      reject(new ServiceError(OPERATION, {}, { cause: new Error('the connection was cut') }));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    request.send(form);
  });
}

function toResponse(request: XMLHttpRequest): Response {
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
