// Sends AU records to the configuration service, shows progress, and counts the results.
import type { AuImportResult, AuRecord, ConfigClient } from '@holdfast/client';
import { escapeControls, formatCount } from '../terminal/format.ts';
import { openProgress, type Progress } from '../terminal/progress.ts';
import { storeEachAu } from './store-each.ts';

export interface SendRecordTools {
  nowMs(): number;
  readonly output: NodeJS.WritableStream;
  readonly errorOutput: NodeJS.WriteStream;
}

export interface RecordShipment {
  readonly lines: AsyncIterable<Uint8Array>;
  /** Size of the source. Undefined if unknown. */
  readonly totalBytes?: number | undefined;
  readonly replace: boolean;
  /** Sends AUs one by one, for a service without bulk import. */
  readonly each?: boolean;
  /** Prints the results as JSON lines. */
  readonly json: boolean;
  readonly quiet: boolean;
}

export type OutcomeCounts = Record<AuImportResult['outcome'], number>;

const CHUNK_CHARACTERS = 64 * 1024;

/** Maximum number of failures that are printed individually. */
const MAX_PRINTED_FAILURES = 100;

/** Sends AU records. Returns the number of AUs by outcome. Throws ServiceError, SourceError, or the abort reason. */
export async function sendRecords(
  tools: SendRecordTools,
  client: ConfigClient,
  { lines, totalBytes, replace, each = false, json, quiet }: RecordShipment,
  signal: AbortSignal,
): Promise<OutcomeCounts> {
  const outcomes: OutcomeCounts = { Added: 0, Changed: 0, Unchanged: 0, Conflict: 0, Failed: 0 };
  const progress = quiet
    ? undefined
    : openProgress({ ...tools, output: tools.errorOutput }, totalBytes, 'AU');
  const troubles: AuImportResult[] = [];
  try {
    const sent = countSentBytes(lines, progress);
    const results = each
      ? storeEachAu(client, sent, signal)
      : client.importAuRecords({ lines: sent, replace }, { signal });
    for await (const result of results) {
      outcomes[result.outcome] += 1;
      progress?.record();
      if (json) tools.output.write(`${JSON.stringify(result)}\n`);
      else if (!result.isSuccess && troubles.push(result) > MAX_PRINTED_FAILURES) troubles.pop();
    }
  } finally {
    progress?.close();
  }
  for (const { line, auId, message } of troubles) {
    tools.errorOutput.write(`${escapeControls(auId ?? `line ${line}`)}: ${escapeControls(message)}\n`);
  }
  const omitted = json ? 0 : outcomes.Conflict + outcomes.Failed - troubles.length;
  if (omitted > 0) tools.errorOutput.write(`… and ${omitted} more; use --json to list all of them.\n`);
  return outcomes;
}

/** Formats AU records as JSON lines. Yields chunks of several lines. */
export async function* toJsonLines(records: AsyncIterable<AuRecord>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

export function formatOutcomes({ Added, Changed, Unchanged, Conflict, Failed }: OutcomeCounts): string {
  const conflicts = Conflict === 0 ? '' : `, ${Conflict} in conflict with a stored AU`;
  const failed = Failed === 0 ? '' : `, ${Failed} failed`;
  return `${formatCount(Added, 'AU')} added, ${Changed} changed, ${Unchanged} unchanged${conflicts}${failed}.`;
}

async function* countSentBytes(
  lines: AsyncIterable<Uint8Array>,
  progress: Progress | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of lines) {
    yield chunk;
    progress?.sent(chunk.length);
  }
}
