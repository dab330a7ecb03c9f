// Explains why a dependency is unavailable. The public status contains only a short explanation. The log and the
// metrics port are read by operators only and also contain the dependency's address.
import { splitHosts } from '../settings/host-list.ts';

/** Address of a dependency, without secrets. */
export interface DependencyLocation {
  /** Address for operators, such as `PostgreSQL at 127.0.0.1:5432`. */
  readonly words: string;
  /** Name of the setting with the address. */
  readonly setting: string;
}

export interface FailureReasons {
  readonly open: string;
  readonly full: string;
}

/** Explains why a dependency is unavailable. `error`: error of the last check, undefined before the first one. */
export function explainFailure(
  name: string,
  place: DependencyLocation | undefined,
  error: unknown,
): FailureReasons {
  if (error === undefined) {
    const words = `the ${name} has not been reached yet`;
    return { open: words, full: words };
  }
  const reason = findReason(error);
  const inBrackets = (words: string | undefined) => (words === undefined ? '' : ` (${words})`);
  const setting = place === undefined ? '' : `, which ${place.setting} names,`;
  const open = `the ${name}${setting} cannot be reached${inBrackets(reason)}`;
  if (place === undefined) return { open, full: open };
  const detail = inBrackets(reason ?? messageOf(error));
  return { open, full: `cannot reach ${place.words}${detail}; ${place.setting} names it` };
}

/** Returns `PostgreSQL at HOST:PORT` for a connection URL. Joins several hosts with `or`. */
export function toPostgresLocation(url: string): DependencyLocation {
  const addresses = splitHosts(url).map(addressOf);
  return { words: `PostgreSQL at ${addresses.join(' or ')}`, setting: 'DATABASE_URL' };
}

function addressOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') || hostname || 'localhost';
  return host.startsWith('/') ? `the socket in ${host}` : `${host}:${port || 5432}`;
}

const UNTRUSTED = 'no trusted authority has signed its certificate';

/** Explanations by error code of the system, PostgreSQL and S3. None of them contains confidential data. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['ECONNRESET', 'connection cut'],
  ['EPIPE', 'connection cut'],
  ['ETIMEDOUT', 'no answer'],
  ['TimeoutError', 'no answer'],
  ['EHOSTUNREACH', 'no way to that machine'],
  ['ENETUNREACH', 'no way to that network'],
  ['ENOTFOUND', 'there is no machine of that name'],
  ['EAI_AGAIN', 'the name of the machine could not be looked up'],
  ['EACCES', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'disk full'],
  ['ENOENT', 'it is not there'],
  ['28P01', 'wrong user or password'],
  ['28000', 'this user may not log in'],
  ['3D000', 'there is no such database'],
  ['53300', 'too many connections'],
  ['STANDBY', 'it is a standby and takes no writes'],
  ['57P03', 'it is starting or stopping'],
  ['NotFound', 'there is no such bucket'],
  ['NoSuchBucket', 'there is no such bucket'],
  ['Forbidden', 'access denied'],
  ['AccessDenied', 'access denied'],
  ['403', 'access denied'],
  ['InvalidAccessKeyId', 'wrong access key'],
  ['SignatureDoesNotMatch', 'wrong access key'],
  ['RequestTimeTooSkewed', 'the clocks differ too much'],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED],
  ['CERT_SIGNATURE_FAILURE', UNTRUSTED],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['CERT_HAS_EXPIRED', 'its certificate has ended'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet'],
]);

/** Returns the first code or name in the chain of causes for which there is an explanation. */
export function findFailureCode(error: unknown): string | undefined {
  const { code, name, cause, errors, $metadata } = (error ?? {}) as Record<string, unknown>;
  // S3 responses to HEAD requests have no body with an error code. The HTTP status is the only hint.
  const status = String(($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode);
  const known = [code, name, status].find((one) => REASONS.has(one));
  if (known !== undefined) return String(known);
  const next = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return next === undefined || next === error ? undefined : findFailureCode(next);
}

function findReason(error: unknown): string | undefined {
  const code = findFailureCode(error);
  return code === undefined ? undefined : REASONS.get(code);
}

function messageOf(error: unknown): string | undefined {
  return (error instanceof Error ? error.message : String(error)) || undefined;
}
