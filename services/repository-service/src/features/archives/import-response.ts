// Response to an import. Sends a status line for each durable record, as fast as the client reads. Many clients do not
// read until they have sent the whole request; waiting for such a client would cause a deadlock. Lines that the client
// has not read are therefore buffered in memory or in a temporary file.
import { pipeline } from 'node:stream/promises';
import type {
  ImportStatus,
  ImportSummary,
  ImportSummaryLine,
  ImportSummary as WireSummary,
} from '@holdfast/api-types';
import { type HttpRequest, type HttpResponse, mustDelayResponse, SpillBuffer } from '@holdfast/http-kit';
import type { Acknowledgement } from '../../domain/disposition.ts';
import { formatDigestText } from '../../domain/record/manifest-line.ts';
import { openAnonymousFile } from '../../ingest/spool/anonymous-file.ts';
import { toClientMessage } from '../errors.ts';

type StatusConverter = (result: Acknowledgement) => ImportStatus;

const MEMORY_BYTES = 4 * 1024 * 1024;
/** Number of lines that are formatted together. The number is small, so that the formatted text is freed soon. */
const LINES_AT_ONCE = 256;

export class ImportResponseWriter {
  readonly #request: HttpRequest;
  readonly #response: HttpResponse;
  readonly #spoolFolder: string;
  #lines: SpillBuffer | undefined;
  #sending: Promise<void> | undefined;
  /** Highest offset among the acknowledged records. */
  #lastOffset = 0;
  #holdsLast = false;
  #last: Acknowledgement | undefined;
  readonly #warnings: string[] = [];

  readonly #lineOf: StatusConverter;

  /** `lineOf` converts the result of a record to its status line. */
  constructor(
    request: HttpRequest,
    response: HttpResponse,
    spoolFolder: string,
    lineOf: StatusConverter = findImportStatus,
  ) {
    this.#lineOf = lineOf;
    this.#request = request;
    this.#response = response;
    this.#spoolFolder = spoolFolder;
  }

  get begun(): boolean {
    return this.#lines !== undefined;
  }

  /** Delays each line until the next line or the end of the import, because a warning may still be added to it. */
  holdLastLine(): void {
    this.#holdsLast = true;
  }

  /** Adds a warning about the whole archive to the last response line. */
  warn(warning: string): void {
    this.#warnings.push(warning);
  }

  acknowledge(given: Acknowledgement[]): void {
    if (given.length === 0) return;
    this.#lastOffset = given.at(-1)!.ref.offset;
    const results = this.#last === undefined ? given : [this.#last, ...given];
    this.#last = this.#holdsLast ? results.at(-1) : undefined;
    this.#append(this.#holdsLast ? results.slice(0, -1) : results);
  }

  #append(results: readonly Acknowledgement[]): void {
    const lines = this.#begin();
    for (let at = 0; at < results.length; at += LINES_AT_ONCE)
      lines.append(formatStatusLines(results.slice(at, at + LINES_AT_ONCE), this.#lineOf));
  }

  /**
   * Sends a final line with the error and the highest acknowledged offset. Call if an import fails after it has sent a
   * line.
   */
  async stop(message: string, summary: ImportSummary | undefined): Promise<void> {
    const ref = { recordId: undefined, offset: this.#lastOffset, url: undefined, warnings: undefined };
    this.acknowledge([{ ref, verdict: { status: 'ERROR', message } }]);
    await this.finish(summary);
  }

  /**
   * Sends the summary, if any. Resolves when the client has received the whole response. Rejects if the client
   * disconnects earlier.
   */
  async finish(summary: ImportSummary | undefined): Promise<void> {
    const lines = this.#begin();
    if (this.#last !== undefined) this.#append([addWarnings(this.#last, this.#warnings)]);
    if (summary) lines.append(Buffer.from(`${JSON.stringify({ summary } satisfies ImportSummaryLine)}\n`));
    lines.finish();
    if (this.#sending === undefined) this.#send(lines);
    await this.#sending;
  }

  /** Discards the lines that were not sent. Call this if no more lines will be sent. */
  discard(): void {
    this.#lines?.destroy();
  }

  #begin(): SpillBuffer {
    if (this.#lines) return this.#lines;
    const json = this.#request.accepts(['application/x-ndjson', 'application/json']) === 'application/json';
    this.#response.status(200).type(json ? 'application/json' : 'application/x-ndjson');
    const lines = new SpillBuffer({
      memoryBytes: MEMORY_BYTES,
      openFile: () => openAnonymousFile(this.#spoolFolder),
    });
    this.#lines = lines;
    if (!mustDelayResponse(this.#request)) this.#send(lines);
    return lines;
  }

  #send(lines: SpillBuffer): void {
    this.#sending = pipeline(lines, this.#response);
    // `pipeline` does not destroy its source if the client disconnects before the first line.
    this.#sending.catch(() => lines.destroy());
  }
}

/**
 * Returns the status line of a record. Leaves undefined fields in the object, because JSON omits them. Removing them
 * would cost more than formatting the rest of the line.
 */
export function findImportStatus({ ref: { recordId, offset, url }, verdict }: Acknowledgement): ImportStatus {
  const artifact = 'artifact' in verdict ? verdict.artifact : undefined;
  const status: Undefinable<ImportStatus> = {
    warcId: recordId,
    offset,
    url,
    artifactUuid: artifact?.id,
    digest: artifact && formatDigestText(artifact.sha256),
    version: artifact?.version,
    status: verdict.status,
    statusMessage: verdict.message,
  };
  return status as ImportStatus;
}

type Undefinable<T> = { [K in keyof T]: T[K] | undefined };

function formatStatusLines(results: readonly Acknowledgement[], lineOf: StatusConverter): Buffer {
  let lines = '';
  for (const result of results) lines += `${JSON.stringify(lineOf(result))}\n`;
  return Buffer.from(lines);
}

function addWarnings({ ref, verdict }: Acknowledgement, warnings: readonly string[]): Acknowledgement {
  if (warnings.length === 0) return { ref, verdict };
  const message = [verdict.message, ...warnings].filter((text) => text !== undefined).join('; ');
  return { ref, verdict: { ...verdict, message } };
}

interface FailedRequest {
  readonly signal: AbortSignal;
  readonly log: { error(fields: object, message: string): void };
}

/**
 * Throws the error if no response line was sent or the client has disconnected. Otherwise returns a function that sends
 * a final line with the status ERROR.
 */
export function sendImportFailure(
  answer: ImportResponseWriter,
  error: unknown,
  request: FailedRequest,
  summary: WireSummary | undefined,
) {
  if (!answer.begun) throw error;
  if (request.signal.aborted) {
    answer.discard();
    throw error;
  }
  request.log.error({ err: error }, 'an import ended early');
  return () =>
    answer.stop(
      `The import stopped here: ${toClientMessage(error)} Repeat the import to store the remaining records.`,
      summary,
    );
}
