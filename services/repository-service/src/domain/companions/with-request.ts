// A record as it is once its request is known: method, body, and the urlkey that they are part of.
import { urlkeyOfRequest } from '@holdfast/surt';
import { type CapturedRecord, fieldsOf } from '../record/read-record.ts';
import type { CapturedRequest } from '../record/request-of.ts';

type Requestable = Pick<CapturedRecord, 'url' | 'urlkey' | 'method' | 'requestBody'>;

/** The same record for GET, which is what is taken for granted. */
export function withRequest<R extends Requestable>(record: R, request: CapturedRequest | undefined): R {
  if (request === undefined || request.method === 'GET') return record;
  const { method, body } = request;
  return {
    ...fieldsOf(record),
    method,
    requestBody: body,
    urlkey: urlkeyOfRequest(record.url, { method, body }),
  };
}
