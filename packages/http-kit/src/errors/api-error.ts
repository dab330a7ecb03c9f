// Error for a client: a status, a message without confidential details, and the other fields of RFC 9457.
import { STATUS_CODES } from 'node:http';

export type ServerErrorType = 'NONE' | 'DATA_ERROR' | 'APPLICATION_ERROR';

export interface ApiErrorOptions {
  /** RFC 9457 `type`. Default: `about:blank`. */
  readonly type?: string;
  /** RFC 9457 `title`. Default: the status phrase. */
  readonly title?: string;
  /** Type of the server error. Default: DATA_ERROR for 502, APPLICATION_ERROR for other 5xx statuses, else NONE. */
  readonly serverErrorType?: ServerErrorType;
  /** Additional response headers, such as Retry-After. */
  readonly headers?: { readonly [name: string]: string };
  /** Additional fields of the problem document. Must not contain secrets or server paths. */
  readonly extra?: { readonly [name: string]: unknown };
  /** Underlying error. Logged for 5xx statuses, never sent. */
  readonly cause?: unknown;
}

/**
 * Error that becomes a response with this status. Handlers, and all functions that they call, may throw it. `detail` is
 * sent to the client, so it must not contain secrets or server paths.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly detail: string;
  readonly type: string;
  readonly title: string;
  readonly serverErrorType: ServerErrorType;
  readonly headers: { readonly [name: string]: string };
  readonly extra: { readonly [name: string]: unknown };

  constructor(status: number, detail: string, options: ApiErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.detail = detail;
    this.type = options.type ?? 'about:blank';
    this.title = options.title ?? STATUS_CODES[status] ?? 'Error';
    this.serverErrorType = options.serverErrorType ?? deriveErrorType(status);
    this.headers = options.headers ?? {};
    this.extra = options.extra ?? {};
  }
}

function deriveErrorType(status: number): ServerErrorType {
  if (status === 502) return 'DATA_ERROR';
  return status >= 500 ? 'APPLICATION_ERROR' : 'NONE';
}
