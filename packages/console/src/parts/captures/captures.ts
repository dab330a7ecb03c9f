// Queries the CDX index of a namespace for captures by URL, host or domain. Like replay tools, the index treats URLs as
// equal if they differ only in the scheme, in `www.` or in the order of query parameters.
import { readResponseBodyLines, ServiceError } from '@holdfast/client/browser';
import { repository } from '../../service/clients.ts';
import { countDays } from './calendar-days.ts';
import { formatTimestamp } from './replay-link.ts';

export interface CaptureLine {
  readonly urlkey: string;
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly ms: number;
  readonly timestamp: string;
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
  readonly uuid: string;
}

interface CaptureQuery {
  readonly namespace: string;
  readonly url: string;
  readonly matchType?: 'host' | 'domain';
}

const OPERATION = 'GET /replay/cdxb/{namespace}';
const FIELDS = 'urlkey,timestamp,original,mimetype,statuscode,digest,filename';

export const MAX_LISTED_URLS = 2_000;
export const MAX_LISTED_CAPTURES = 100_000;
const MAX_OF_DAY = 2_000;

/** Returns the first capture of each matching URL, for up to `MAX_LISTED_URLS` URLs. */
export function listCapturedUrls(query: CaptureQuery, signal: AbortSignal): Promise<CaptureLine[]> {
  return listCaptures({ ...query, collapse: ['urlkey'], limit: MAX_LISTED_URLS }, signal);
}

/** Returns up to `MAX_OF_DAY` captures of a `day` (`YYYYMMDD`). */
export function listCapturesByDay(
  query: CaptureQuery,
  day: string,
  signal: AbortSignal,
): Promise<CaptureLine[]> {
  return listCaptures({ ...query, from: day, to: day, limit: MAX_OF_DAY }, signal);
}

/**
 * Finds the capture of a URL that is closest to a time in milliseconds. Skips redirects to the same URL (for example
 * from http to https), because they have no content. Returns undefined if the URL was never captured.
 */
export async function findNearestCapture(
  query: CaptureQuery,
  atMs: number,
  signal: AbortSignal,
): Promise<CaptureLine | undefined> {
  const closest = { closest: formatTimestamp(atMs), omitSelfRedirects: true, limit: 1 };
  const [found] = await listCaptures({ ...query, ...closest }, signal);
  return found;
}

/** Counts the first `MAX_LISTED_CAPTURES` captures per day. */
export async function countCapturesByDay(
  query: CaptureQuery,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const days = new Map<string, number>();
  for await (const line of streamCdxLines({ ...query, fl: 'timestamp', limit: MAX_LISTED_CAPTURES }, signal))
    countDays(days, [line]);
  return days;
}

type CdxInput = Parameters<typeof repository.getCdxb>[0];

async function listCaptures(input: CdxInput, signal: AbortSignal): Promise<CaptureLine[]> {
  const found: CaptureLine[] = [];
  for await (const line of streamCdxLines({ ...input, fl: FIELDS }, signal))
    found.push(parseCaptureLine(line));
  return found;
}

/** Yields the lines of the response. Yields nothing if the service returns 404 because there are no results. */
async function* streamCdxLines(input: CdxInput, signal: AbortSignal): AsyncGenerator<string> {
  try {
    const answer = await repository.getCdxb({ ...input, output: 'text' }, { signal, accept: 'text/plain' });
    yield* readResponseBodyLines(answer, OPERATION);
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error;
  }
}

/** Parses a CDX line, whose fields contain no spaces. */
function parseCaptureLine(line: string): CaptureLine {
  const [urlkey = '', timestamp = '', url = '', mime = '', status = '', digest = '', fileName = ''] =
    line.split(' ');
  const uuid = /([0-9a-f-]{36})\.warc/.exec(fileName)?.[1] ?? '';
  return { urlkey, timestamp, url, mime, status, digest, uuid, ms: parseTimestamp(timestamp) };
}

/** Parses a 14-digit UTC timestamp. */
function parseTimestamp(timestamp: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year!, month! - 1, day);
  return date.setUTCHours(hour!, minute, second);
}
