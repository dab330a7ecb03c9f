// Sends S3 requests with AWS signature version 4 to test buckets. Does not use the AWS SDK, which the services use.
import { createHash, createHmac } from 'node:crypto';
import type { S3Access } from './env.ts';

/**
 * Sends a request and returns the response, whatever its status. `path` must contain only characters that need no
 * encoding.
 */
export async function fetchSigned(
  access: S3Access,
  method: 'GET' | 'PUT' | 'DELETE' | 'HEAD',
  path: string,
  query: Record<string, string> = {},
  {
    headers: extra = {},
    body = '',
    now = new Date(),
  }: { headers?: Record<string, string>; body?: string; now?: Date } = {},
): Promise<Response> {
  const bodyHash = computeSha256(body);
  const url = new URL(access.endpoint + path);
  const search = formatCanonicalQuery(query);
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const headers: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
    ...extra,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    method,
    url.pathname,
    search,
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const authorization = computeAuthorization(access, time, names, canonical);
  return fetch(`${url.href}${search === '' ? '' : `?${search}`}`, {
    method,
    // Closes the connection, because an open one would delay the end of the test process.
    headers: {
      ...extra,
      connection: 'close',
      'x-amz-content-sha256': bodyHash,
      'x-amz-date': time,
      authorization,
    },
    ...(body !== '' && { body }),
  });
}

function computeAuthorization(access: S3Access, time: string, names: string[], canonical: string): string {
  const day = time.slice(0, 8);
  const scope = `${day}/${access.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, computeSha256(canonical)].join('\n');
  const key = [day, access.region, 's3', 'aws4_request'].reduce<Buffer>(
    (above, text) => computeHmac(above, text),
    Buffer.from(`AWS4${access.secretAccessKey}`),
  );
  const signature = computeHmac(key, toSign).toString('hex');
  const credential = `${access.accessKeyId}/${scope}`;
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
}

function formatCanonicalQuery(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .sort()
    .join('&');
}

function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function computeSha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function computeHmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
