// Connection to one bucket: an SDK client with settings for any S3 server, its sockets and its request metrics.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { getCACertificates } from 'node:tls';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { StoreHooks } from '../port/port.ts';
import type { S3Settings } from '../port/settings.ts';
import type { KeyQueues } from './in-turn.ts';
import { S3ServerTraits } from './traits.ts';

export interface S3Connection {
  client: S3Client;
  bucket: string;
  /** Prefix of every key: empty, or ending in `/`. */
  prefix: string;
  /** Differences of this server from AWS. */
  traits: S3ServerTraits;
  /** Keys that this process is writing, for servers without conditional writes. */
  writing: KeyQueues;
}

/**
 * Maximum number of sockets. It is far above the usual number of concurrent requests, because slow readers occupy
 * sockets and must not block writers.
 */
const MAX_SOCKETS = 1024;
/** Time limit from the start of a request until its response begins. The request body may have several MiB. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Time after which a connection without traffic is closed, even if a reader has paused it. */
const SOCKET_TIMEOUT_MS = 120_000;
const CONNECT_TIMEOUT_MS = 5000;
const MAX_ATTEMPTS = 4;

export function connectToS3(settings: S3Settings, hooks: StoreHooks): S3Connection {
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...credentialsOf(settings),
    forcePathStyle: settings.forcePathStyle,
    requestChecksumCalculation: settings.checksums,
    responseChecksumValidation: settings.checksums,
    // Many servers and proxies do not respond to `Expect: 100-continue`, so the header would delay every part by
    // seconds.
    expectContinueHeader: false,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: handler(settings.authorities),
  });
  if (hooks.onRequest) countRequests(client, hooks.onRequest);
  const { bucket, prefix } = settings;
  return {
    client,
    bucket,
    prefix,
    traits: new S3ServerTraits({ client, bucket, prefix }),
    writing: new Map(),
  };
}

function credentialsOf({ accessKeyId, secretAccessKey }: S3Settings): Pick<S3ClientConfig, 'credentials'> {
  if (accessKeyId === undefined || secretAccessKey === undefined) return {};
  return { credentials: { accessKeyId, secretAccessKey } };
}

function handler(authorities: string | undefined): NodeHttpHandler {
  // `ca` replaces the default authorities. They are added again, because requests to AWS for credentials need them.
  const ca = authorities === undefined ? {} : { ca: [...getCACertificates('default'), authorities] };
  return new NodeHttpHandler({
    httpAgent: new HttpAgent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    httpsAgent: new HttpsAgent({ keepAlive: true, maxSockets: MAX_SOCKETS, ...ca }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true,
    socketTimeout: SOCKET_TIMEOUT_MS,
    socketAcquisitionWarningTimeout: REQUEST_TIMEOUT_MS,
  });
}

/** Reports every attempt of a request, including retries, because it is the innermost middleware. */
function countRequests(client: S3Client, onRequest: NonNullable<StoreHooks['onRequest']>): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = (context.commandName ?? 'Unknown').replace(/Command$/, '');
      const begun = performance.now();
      try {
        const result = await next(args);
        onRequest(operation, 'ok', performance.now() - begun);
        return result;
      } catch (error) {
        onRequest(operation, isExpectedResponse(error) ? 'ok' : 'error', performance.now() - begun);
        throw error;
      }
    },
    { step: 'deserialize', name: 'countRequests', priority: 'high' },
  );
}

/**
 * Returns whether an error is an expected result: the object is missing, already exists, or is shorter than the range.
 */
function isExpectedResponse(error: unknown): boolean {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === 404 || status === 412 || status === 416;
}
