// Binds an app to a port, with time limits fit for long uploads, and takes it down again gracefully.
import type { RequestListener } from 'node:http';
import type { Log } from '../observe/log.ts';
import type { Health } from './health.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Readiness goes off when shutdown begins. */
  readonly health?: Health;
  readonly log?: Log;
  /** Time for the request line and headers; default 20,000. */
  readonly headersTimeoutMs?: number;
  /** How long a connection without a request is kept; default 65,000. */
  readonly keepAliveTimeoutMs?: number;
  /** A client that neither sends nor takes anything for this long while it should is cut off; default 120,000. */
  readonly idleTimeoutMs?: number;
  /** Longest request line and headers; default 1 MiB, because a URL of 65,536 characters is percent-encoded. */
  readonly maxHeaderBytes?: number;
}

export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** `http://host:port` */
  readonly url: string;
  /**
   * Stops accepting, turns readiness off, lets requests under way finish for at most `drainTimeoutMs` (default
   * 30,000), then cuts the rest and waits a little for their handlers to clean up. Resolves when all is over.
   */
  shutdown(options?: { readonly drainTimeoutMs?: number }): Promise<{ readonly cut: number }>;
}

/** Rejects with a plain sentence when the port is taken or may not be used. */
export function listen(_app: RequestListener, _options: ListenOptions): Promise<RunningServer> {
  return Promise.reject(new Error('not written yet'));
}
