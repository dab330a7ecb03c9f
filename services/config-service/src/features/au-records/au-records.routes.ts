// Handles GET /aus/export and POST /aus/import, with one JSON line per AU: its configuration and state documents.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { configuration } from '@holdfast/api-types';
import {
  addAuditSubject,
  auditAuOutcome,
  type Contract,
  type HttpResponse,
  mustDelayResponse,
  type OperationHandlers,
  type ShellRequest,
  SpillBuffer,
  sendStream,
  watchForSlowClient,
} from '@holdfast/http-kit';
import { selectRecordsAfter } from '../../index/aus/records.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { openUnlinkedFile } from '../../loading/spool.ts';
import type { AusDeps } from '../aus/aus.ts';
import { makeImportTooSlowError } from '../errors.ts';
import type { AuImportResult } from './import.ts';
import { importLines } from './import-lines.ts';
import { formatRecordLine } from './record.wire.ts';

export interface AuRecordsDeps extends AusDeps {
  /** Folder for temporary files with results that clients have not read yet. */
  readonly spoolFolder: string;
  /** Maximum size of a state document. A line may contain four of them. */
  readonly stateBodyLimitBytes: number;
  /** API contract that contains the schemas of the lines. */
  readonly contract: Contract;
}

const CONTENT_TYPE = 'application/x-ndjson; charset=utf-8';
const RESULTS_IN_MEMORY_BYTES = 1024 * 1024;

export function createAuRecordsRoutes(deps: AuRecordsDeps) {
  return {
    exportAus: async ({ signal }, response) => {
      response.setHeader('Content-Type', CONTENT_TYPE);
      await sendStream(response, Readable.from(exportedLines(deps.db), { objectMode: false }), { signal });
    },

    importAus: async (request, response) => {
      await importAus(deps, request, response);
    },
  } satisfies OperationHandlers<configuration.operations>;
}

/**
 * Sends results while lines arrive. Buffers unread results in memory or in a temporary file, because a client may send
 * all lines before it reads a result.
 */
async function importAus(
  deps: AuRecordsDeps,
  {
    query,
    log,
    raw,
    signal,
  }: Pick<ShellRequest<configuration.operations['importAus']>, 'query' | 'log' | 'raw' | 'signal'>,
  response: HttpResponse,
): Promise<void> {
  const slow = new AbortController();
  watchForSlowClient(raw, () => slow.abort(makeImportTooSlowError()));
  const results = importLines({ ...deps, log }, raw, {
    contract: deps.contract,
    replace: query.replace ?? false,
    signal: AbortSignal.any([signal, slow.signal]),
  });
  const lines = new SpillBuffer({
    memoryBytes: RESULTS_IN_MEMORY_BYTES,
    openFile: () => openUnlinkedFile(deps.spoolFolder),
  });
  const counts = new Map<string, number>();
  let sending: Promise<void> | undefined;
  try {
    for await (const batch of results) {
      for (const { outcome } of batch) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      auditChanged(raw, batch);
      // Starts the response only with the first result, so that an earlier error can still become an error response.
      if (!mustDelayResponse(raw)) sending ??= send(lines, response);
      lines.append(Buffer.from(batch.map((result) => `${JSON.stringify(result)}\n`).join('')));
      await lines.written();
    }
    sending ??= send(lines, response);
    lines.finish();
    await sending;
  } catch (error) {
    // An error before the start of the response becomes an error response. A later error aborts the response.
    lines.destroy(sending && (error as Error));
    await sending?.catch(() => undefined);
    throw error;
  } finally {
    addAuditSubject(raw, { outcomes: Object.fromEntries(counts) });
  }
}

/** Adds an entry to the audit log for each AU that was changed or whose change failed. */
function auditChanged(raw: ShellRequest['raw'], batch: readonly AuImportResult[]): void {
  for (const { auId, outcome, isSuccess } of batch)
    if (auId !== undefined && outcome !== 'Unchanged')
      auditAuOutcome(raw, { auid: auId, outcome: isSuccess ? 'ok' : 'error' });
}

function send(lines: SpillBuffer, response: HttpResponse): Promise<void> {
  response.setHeader('Content-Type', CONTENT_TYPE);
  const sending = pipeline(lines, response);
  sending.catch(() => lines.destroy());
  return sending;
}

/**
 * Yields a line for every AU with stored documents, in the byte order of the AUIDs. Reads one page at a time, so that a
 * slow client does not occupy a connection. May miss concurrent changes.
 */
async function* exportedLines(db: Db): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const records = await selectRecordsAfter(db, after);
    if (records.length === 0) return;
    yield records.map(formatRecordLine).join('');
    after = records.at(-1)!.auid;
  }
}
