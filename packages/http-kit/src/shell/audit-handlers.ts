// Handles GET /audit of every service. Returns filtered audit entries, as pages or as one stream.
import { Readable } from 'node:stream';
import type { AuditFilter, AuditPosition, AuditStore, StoredAuditEntry } from '@holdfast/accounts';
import type { AuditEntry, AuditPage } from '@holdfast/api-types';
import { makeAuditNotStoredError, makeBadRequestError } from '../errors/catalogue.ts';
import { formatCsvLine } from '../http/csv.ts';
import { sendStream } from '../http/send-stream.ts';
import type { HttpResponse, OperationHandler } from './handler.ts';

const USUAL_LIMIT = 100;
const MAX_LIMIT = 1_000;
/** Number of entries read at a time when entries are streamed. */
const BATCH = 1_000;

interface AuditQuery {
  readonly since?: number;
  readonly until?: number;
  readonly user?: string;
  readonly client?: string;
  readonly event?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly requestId?: string;
  readonly auid?: string;
  readonly artifact?: string;
  readonly routine?: boolean;
  readonly format?: 'json' | 'csv' | 'lines';
  readonly limit?: number;
  readonly continuationToken?: string;
}

export function createAuditHandlers(store: AuditStore | undefined) {
  const getAudit: OperationHandler = async ({ query, signal }, response) => {
    if (store === undefined) throw makeAuditNotStoredError();
    const {
      since: sinceMs,
      until: untilMs,
      format = 'json',
      limit,
      continuationToken,
      ...same
    } = query as AuditQuery;
    if (sinceMs !== undefined && untilMs !== undefined && untilMs <= sinceMs)
      throw makeBadRequestError('The parameter "until" must be later than "since".');
    const filter = { ...same, sinceMs, untilMs };
    if (format === 'json') {
      const before = continuationToken === undefined ? undefined : parseAuditToken(continuationToken);
      const page = { before, limit: Math.min(limit ?? USUAL_LIMIT, MAX_LIMIT) };
      response.set('Cache-Control', 'no-store').json(await readAuditPage(store, filter, page));
      return;
    }
    if (continuationToken !== undefined)
      throw makeBadRequestError(
        'A continuationToken requires format=json: other formats return all entries at once.',
      );
    await sendEntries(response, readEntries(store, filter, limit), { format, signal });
  };
  return { getAudit };
}

/** Returns a page of entries and the continuation token of the next page. */
export async function readAuditPage(
  store: AuditStore,
  filter: AuditFilter,
  { before, limit }: { readonly before: AuditPosition | undefined; readonly limit: number },
): Promise<AuditPage> {
  const found = await store.find(filter, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map(toWireEntry),
    ...(last && { continuationToken: nameOf(last) }),
  };
}

/** Parses a continuation token. Throws ApiError 400 if the token is invalid. */
export function parseAuditToken(token: string): AuditPosition {
  const [, atMs, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(token) ?? [];
  if (atMs === undefined || id === undefined)
    throw makeBadRequestError('The continuation token is not from this operation.');
  return { atMs: Number(atMs), id: Number(id) };
}

/** Returns the ID of an entry. It is also the continuation token of the page that follows the entry. */
const nameOf = ({ atMs, id }: AuditPosition): string => `${atMs}.${id}`;

/** Omits fields that are null. */
function toWireEntry({ routine, ...kept }: StoredAuditEntry): AuditEntry {
  const { atMs: at, id: _, ...entry } = kept;
  const given = Object.entries(entry).filter(([, value]) => value !== null);
  return {
    id: nameOf(kept),
    at,
    ...(Object.fromEntries(given) as unknown as Omit<AuditEntry, 'id' | 'at'>),
    ...(routine && { routine }),
  };
}

async function* readEntries(
  store: AuditStore,
  filter: AuditFilter,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<StoredAuditEntry[]> {
  let before: AuditPosition | undefined;
  for (let left = limit; left > 0; ) {
    const wanted = Math.min(BATCH, left);
    const found = await store.find(filter, { before, limit: wanted });
    yield found;
    const last = found.at(-1);
    if (last === undefined || found.length < wanted) return;
    left -= found.length;
    before = { atMs: last.atMs, id: last.id };
  }
}

async function sendEntries(
  response: HttpResponse,
  batches: AsyncIterable<readonly StoredAuditEntry[]>,
  { format, signal }: { readonly format: 'csv' | 'lines'; readonly signal: AbortSignal },
): Promise<void> {
  const isCsv = format === 'csv';
  response.set('Cache-Control', 'no-store');
  response.set(
    'Content-Type',
    isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8',
  );
  response.set('Content-Disposition', `attachment; filename="audit.${isCsv ? 'csv' : 'ndjson'}"`);
  await sendStream(response, Readable.from(formatBatches(batches, isCsv), { objectMode: false }), { signal });
}

async function* formatBatches(
  batches: AsyncIterable<readonly StoredAuditEntry[]>,
  isCsv: boolean,
): AsyncGenerator<string> {
  let head = isCsv ? AUDIT_CSV_HEADER : '';
  for await (const batch of batches) {
    const text = isCsv
      ? formatAuditCsv(batch)
      : batch.map((entry) => `${JSON.stringify(toWireEntry(entry))}\n`).join('');
    if (head !== '' || text !== '') yield head + text;
    head = '';
  }
}

const COLUMNS = [
  'event',
  'operation',
  'method',
  'user',
  'client',
  'status',
  'outcome',
  'requestId',
  'auid',
  'artifact',
  'subject',
  'why',
  'nameHash',
] as const;

/** Header line of the CSV, with a line break. */
export const AUDIT_CSV_HEADER = formatCsvLine(['at', ...COLUMNS]);

/** Formats each entry as one CSV line. */
export function formatAuditCsv(entries: readonly StoredAuditEntry[]): string {
  return entries
    .map((entry) =>
      formatCsvLine([new Date(entry.atMs).toISOString(), ...COLUMNS.map((name) => entry[name])]),
    )
    .join('');
}
