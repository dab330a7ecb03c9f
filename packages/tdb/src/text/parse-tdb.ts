// Parses `.tdb` text incrementally. Reports errors as warnings, skips invalid statements, and continues on the next
// line.
import type { TdbBatch, TdbWarning } from '../entry/entry.ts';
import { isAtTextEnd, isFirstOnLine, skipBlank, skipLine, type TextCursor } from './cursor.ts';
import { createPositionTracker, type PositionTracker } from './positions.ts';
import { readStatement, type SyntaxFault } from './statement.ts';
import { createStatementInterpreter, type StatementInterpreter } from './statement-interpreter.ts';
import { decodeTextBlocks } from './text-blocks.ts';

export interface TdbOptions {
  /** Name of the source in warnings. */
  readonly source: string;
  readonly signal?: AbortSignal;
}

const MAX_STATEMENT_CHARACTERS = 64 * 1024;

interface Reader {
  readonly source: string;
  readonly cursor: TextCursor;
  readonly places: PositionTracker;
  readonly meaning: StatementInterpreter;
  /** True while skipping a line that continues in the next block. */
  skipping: boolean;
  warnings: TdbWarning[];
}

/**
 * Yields the entries of `.tdb` text in batches. Throws only errors of `bytes` and the signal's abort reason. Memory use
 * does not depend on the length of the text.
 */
export async function* parseTdb(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { source, signal }: TdbOptions,
): AsyncGenerator<TdbBatch, void, undefined> {
  const reader: Reader = {
    source,
    cursor: { text: '', at: 0, last: false, starved: false },
    places: createPositionTracker(),
    meaning: createStatementInterpreter(),
    skipping: false,
    warnings: [],
  };
  for await (const { text, last } of decodeTextBlocks(bytes, signal)) {
    const batch = readBlock(reader, text, last);
    if (batch.entries.length > 0 || batch.warnings.length > 0) yield batch;
  }
}

function readBlock(reader: Reader, text: string, last: boolean): TdbBatch {
  const { cursor, places, meaning } = reader;
  reader.warnings = [];
  places.passed(cursor.text, cursor.at);
  Object.assign(cursor, { text: cursor.text.slice(cursor.at) + text, at: 0, last });
  while (readNext(reader));
  if (last) for (const { place, message } of meaning.end()) warn(reader, place, message);
  return { entries: meaning.take(), warnings: reader.warnings };
}

/** Reads the next statement. Returns false at the end of the text, or if more text is needed. */
function readNext(reader: Reader): boolean {
  const { cursor, places, meaning } = reader;
  cursor.starved = false;
  if (reader.skipping) reader.skipping = !skipLine(cursor);
  if (!skipBlank(cursor)) reader.skipping = true;
  if (isAtTextEnd(cursor)) return false;
  const start = cursor.at;
  const { statement, faults, lost } = readStatement(cursor);
  if (cursor.starved) return rewindOrSkip(reader, start);
  const place = places.of(cursor.text, start);
  // Invalid bytes in comments are not reported.
  if (cursor.text.slice(start, cursor.at).includes('\uFFFD'))
    warn(reader, place, 'bytes that are not UTF-8 text');
  if (statement) {
    const complaint = meaning.apply(statement, place);
    if (complaint !== undefined) warn(reader, place, complaint);
  }
  for (const fault of faults) addFaultWarning(reader, fault);
  if (lost && (cursor.at === start || !isFirstOnLine(cursor))) reader.skipping = true;
  return true;
}

/**
 * Moves the cursor back to the start of an incomplete statement, so that it is read again with more text. Skips the
 * statement if it is too long.
 */
function rewindOrSkip(reader: Reader, start: number): false {
  const { cursor } = reader;
  if (cursor.text.length - start <= MAX_STATEMENT_CHARACTERS) {
    cursor.at = start;
    return false;
  }
  addFaultWarning(reader, {
    at: start,
    message: `no end of this within ${MAX_STATEMENT_CHARACTERS} characters; they are left out`,
  });
  cursor.at = cursor.text.length;
  reader.skipping = true;
  return false;
}

function addFaultWarning(reader: Reader, { at, message }: SyntaxFault): void {
  warn(reader, reader.places.of(reader.cursor.text, at), message);
}

function warn({ warnings, source }: Reader, place: { line: number; column: number }, message: string): void {
  warnings.push({ source, ...place, message });
}
