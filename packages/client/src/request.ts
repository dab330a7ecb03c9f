// Builds the node:http request of a call: address, headers and encoded body.
import {
  type CallableOperation,
  JSON_MEDIA_TYPE,
  NDJSON_MEDIA_TYPE,
  type RequestInput,
  toRequestTarget,
} from './callable.ts';
import { encodeForm, type FormValue } from './form.ts';

export interface EncodedRequest {
  /** Path and query, relative to the base URL of the service. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
}

/** Builds a request. Throws TypeError if the input has an unknown parameter or lacks a path parameter. */
export function buildRequest(callable: CallableOperation, { body, ...values }: RequestInput): EncodedRequest {
  const target = toRequestTarget(callable, values);
  const encoded = encodeBody(callable, body);
  return { ...encoded, path: target.path, headers: { ...encoded.headers, ...target.headers } };
}

function encodeBody(
  { bodyType, fileFields }: CallableOperation,
  body: unknown,
): Pick<EncodedRequest, 'headers' | 'body'> {
  if (body === undefined) return { headers: {} };
  if (bodyType === JSON_MEDIA_TYPE) return toSizedBody(JSON_MEDIA_TYPE, JSON.stringify(body));
  if (bodyType === NDJSON_MEDIA_TYPE) {
    const headers = { 'content-type': NDJSON_MEDIA_TYPE, 'transfer-encoding': 'chunked' };
    return { headers, body: body as AsyncIterable<Uint8Array> };
  }
  const fields = Object.entries(body as Record<string, FormValue>).filter(([, value]) => value !== undefined);
  if (bodyType !== 'multipart/form-data') {
    const texts = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
    return toSizedBody(bodyType ?? '', new URLSearchParams(texts).toString());
  }
  const isFileText = (name: string, value: FormValue) =>
    typeof value === 'string' && fileFields.includes(name);
  return encodeForm(
    Object.fromEntries(
      fields.map(([name, value]) => [name, isFileText(name, value) ? Buffer.from(value as string) : value]),
    ),
  );
}

function toSizedBody(type: string, body: string): { headers: Record<string, string | number>; body: string } {
  return { headers: { 'content-type': type, 'content-length': Buffer.byteLength(body) }, body };
}
