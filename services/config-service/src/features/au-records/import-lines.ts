// Imports the lines of a request body. Yields one result per line, in the same order.

import { parseAuid } from '@holdfast/auid';
import { ApiError, type Contract, parseLimitedJson, validateValue } from '@holdfast/http-kit';
import type { GroupDeps } from '../groups/group.ts';
import type { AuImportResult, ImportVerdict } from './import.ts';
import { importRecords, makeFailureVerdict } from './import.ts';
import { type ImportLine, readLineBatches } from './read-lines.ts';
import { type AuRecord, type OfferedRecord, parseOfferedRecord } from './record.wire.ts';

export interface ImportOptions {
  readonly contract: Contract;
  readonly replace: boolean;
  readonly signal: AbortSignal;
}

type Deps = GroupDeps & { readonly stateBodyLimitBytes: number };

const BATCH_LINES = 500;
const BATCH_BYTES = 4 * 1024 * 1024;
const PAUSE_MS = 100;
/** Maximum size of a line without its documents, which is the size of the AU configuration and the JSON syntax. */
const BESIDE_DOCUMENTS_BYTES = 128 * 1024;

export async function* importLines(
  deps: Deps,
  body: AsyncIterable<Uint8Array>,
  { contract, replace, signal }: ImportOptions,
): AsyncGenerator<readonly AuImportResult[]> {
  const lineBytes = 4 * deps.stateBodyLimitBytes + BESIDE_DOCUMENTS_BYTES;
  const limits = { lineBytes, batchLines: BATCH_LINES, batchBytes: BATCH_BYTES, pauseMs: PAUSE_MS };
  for await (const lines of readLineBatches(body, limits)) {
    signal.throwIfAborted();
    const read = lines.map((line) => readLine(contract, line, lineBytes));
    for (const batch of splitAtRepeats(read)) yield await importBatch(deps, batch, replace);
  }
}

interface ParsedLine {
  readonly number: number;
  readonly auid: string | undefined;
  readonly record: OfferedRecord | undefined;
  readonly fault: string;
}

/**
 * Starts a new batch if an AUID is repeated, so that the second line is compared with the data that the first line
 * stored.
 */
function* splitAtRepeats(lines: readonly ParsedLine[]): Generator<readonly ParsedLine[]> {
  let batch: ParsedLine[] = [];
  let auids = new Set<string>();
  for (const line of lines) {
    if (line.auid !== undefined && auids.has(line.auid)) {
      yield batch;
      [batch, auids] = [[], new Set()];
    }
    if (line.auid !== undefined) auids.add(line.auid);
    batch.push(line);
  }
  if (batch.length > 0) yield batch;
}

async function importBatch(
  deps: Deps,
  lines: readonly ParsedLine[],
  replace: boolean,
): Promise<AuImportResult[]> {
  const records = lines.flatMap(({ record }) => record ?? []);
  const verdicts = records.length === 0 ? [] : await importRecords(deps, records, { replace });
  const byAuid = new Map(records.map(({ auid }, index) => [auid, verdicts[index]!]));
  return lines.map(({ number, auid, record, fault }) => {
    const verdict: ImportVerdict =
      record === undefined ? makeFailureVerdict(fault) : byAuid.get(record.auid)!;
    return { line: number, ...(auid !== undefined && { auId: auid }), ...verdict };
  });
}

const recordSchema = { $ref: '#/components/schemas/AuRecord' };

function readLine(contract: Contract, { number, bytes }: ImportLine, lineBytes: number): ParsedLine {
  const unread = (fault: string, auid?: string): ParsedLine => ({ number, auid, record: undefined, fault });
  if (bytes === undefined) return unread(`The line is longer than ${lineBytes} bytes.`);
  let value: unknown;
  try {
    value = parseLimitedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return unread(
      error instanceof TypeError ? 'The line must be UTF-8.' : `The line ${(error as Error).message}.`,
    );
  }
  const fault = validateValue(contract, 'The line', recordSchema, value);
  if (fault !== undefined) return unread(fault, auidIn(value));
  const line = value as AuRecord;
  try {
    return { number, auid: line.auId, record: parseOfferedRecord(line), fault: '' };
  } catch (error) {
    if (error instanceof ApiError) return unread(error.detail, line.auId);
    throw error;
  }
}

function auidIn(value: unknown): string | undefined {
  const auid = typeof value === 'object' && value !== null && 'auId' in value ? value.auId : undefined;
  return typeof auid === 'string' && auid.length <= 8_192 && parseAuid(auid) !== undefined ? auid : undefined;
}
