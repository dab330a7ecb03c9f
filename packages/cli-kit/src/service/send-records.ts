// AUs, with their documents, to the service, and what becomes of them: shown as it comes, and summed up.
import type { AuImportResult, AuRecord, ConfigClient } from '@holdfast/client';
import { countWords, printable } from '../terminal/format.ts';
import { openProgress, type Progress } from '../terminal/progress.ts';
import { storeEach } from './store-each.ts';

export interface SendTools {
  nowMs(): number;
  readonly output: NodeJS.WritableStream;
  readonly errorOutput: NodeJS.WriteStream;
}

export interface Sending {
  readonly lines: AsyncIterable<Uint8Array>;
  /** What the lines are read from, where that is known. */
  readonly totalBytes?: number | undefined;
  readonly replace: boolean;
  /** One by one, to a service that knows of no bulk. */
  readonly each?: boolean;
  /** Results as lines of JSON on the output. */
  readonly json: boolean;
  readonly quiet: boolean;
}

export type Outcomes = Record<AuImportResult['outcome'], number>;

const CHUNK_CHARACTERS = 64 * 1024;

/** So many are told one by one. */
const MOST_TOLD = 100;

/** Throws ServiceError, SourceError, or the signal's reason. */
export async function sendRecords(
  tools: SendTools,
  client: ConfigClient,
  { lines, totalBytes, replace, each = false, json, quiet }: Sending,
  signal: AbortSignal,
): Promise<Outcomes> {
  const outcomes: Outcomes = { Added: 0, Changed: 0, Unchanged: 0, Conflict: 0, Failed: 0 };
  const progress = quiet
    ? undefined
    : openProgress({ ...tools, output: tools.errorOutput }, totalBytes, 'AU');
  const troubles: AuImportResult[] = [];
  try {
    const sent = counted(lines, progress);
    const results = each
      ? storeEach(client, sent, signal)
      : client.importAuRecords({ lines: sent, replace }, { signal });
    for await (const result of results) {
      outcomes[result.outcome] += 1;
      progress?.record();
      if (json) tools.output.write(`${JSON.stringify(result)}\n`);
      else if (!result.isSuccess && troubles.push(result) > MOST_TOLD) troubles.pop();
    }
  } finally {
    progress?.close();
  }
  for (const { line, auId, message } of troubles) {
    tools.errorOutput.write(`${printable(auId ?? `line ${line}`)}: ${printable(message)}\n`);
  }
  const untold = json ? 0 : outcomes.Conflict + outcomes.Failed - troubles.length;
  if (untold > 0) tools.errorOutput.write(`… and ${untold} more; --json tells all of them.\n`);
  return outcomes;
}

/** Returns AUs as the service takes them, a line of JSON each. */
export async function* linesOfRecords(records: AsyncIterable<AuRecord>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}

export function outcomeWords({ Added, Changed, Unchanged, Conflict, Failed }: Outcomes): string {
  const conflicts = Conflict === 0 ? '' : `, ${Conflict} in conflict with what is there`;
  const failed = Failed === 0 ? '' : `, ${Failed} failed`;
  return `${countWords(Added, 'AU')} added, ${Changed} changed, ${Unchanged} unchanged${conflicts}${failed}.`;
}

async function* counted(
  lines: AsyncIterable<Uint8Array>,
  progress: Progress | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of lines) {
    yield chunk;
    progress?.sent(chunk.length);
  }
}
