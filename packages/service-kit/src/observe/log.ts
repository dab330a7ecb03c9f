// Service log: one JSON object per line on stdout, by pino. http-kit (requests.ts) defines the lines of requests.
import { types } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { openStdoutLines } from './line-output.ts';

export type Log = Logger;
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';

/** Creates the log. `destination` replaces stdout in tests. */
export function createLog(options: {
  readonly service: string;
  readonly level?: LogLevel;
  /** Number of the worker that writes the log. */
  readonly worker?: number | undefined;
  readonly destination?: DestinationStream;
}): Log {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service, ...(options.worker !== undefined && { worker: options.worker }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: removeSecrets },
    serializers: { err: describeError },
  };
  return pino(settings, options.destination ?? openStdoutLines());
}

const secretNames = new Set(['password', 'secret', 'authorization', 'cookie']);

/**
 * Redacts secrets in a log line and in the objects directly in it. pino's own redaction copies every line several
 * times, which would take most of the time of a small request.
 */
export function removeSecrets(line: Record<string, unknown>): Record<string, unknown> {
  let clean = line;
  for (const name of Object.keys(line)) {
    const value = line[name];
    const cleaned = secretNames.has(name) && value !== undefined ? '…' : deeper(value);
    if (cleaned === value) continue;
    if (clean === line) clean = { ...line };
    clean[name] = cleaned;
  }
  return clean;
}

function deeper(value: unknown): unknown {
  if (!isPlainObject(value) || !Object.keys(value).some((name) => secretNames.has(name))) return value;
  const masked = ([name, inner]: [string, unknown]) => [name, secretNames.has(name) ? '…' : inner];
  return Object.fromEntries(Object.entries(value).map(masked));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !types.isNativeError(value) && !Array.isArray(value);
}

/**
 * Returns name, message, code, stack and causes of an error. Omits its other properties, because drivers store rows,
 * requests and credentials there.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!types.isNativeError(error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  const deeper = cause === undefined || depth >= 4 ? undefined : describeError(cause, depth + 1);
  return { type: name, message, code: code === undefined ? undefined : String(code), stack, cause: deeper };
}
