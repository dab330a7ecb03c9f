// Stores AUs one by one, with operations that a LOCKSS configuration service also supports.
import { type AuImportResult, type AuRecord, type ConfigClient, ServiceError } from '@holdfast/client';

const AUS_AT_ONCE = 4;
/** Maximum length of one AU record, in characters. */
const MAX_LINE_CHARACTERS = 64 * 1024 * 1024;

/**
 * Stores the AU records in `lines` (JSON lines) and yields a result for each. Replaces existing documents. In the
 * agreements document, changes only the peers in the record. Throws ServiceError if the service cannot be reached or
 * rejects the login.
 */
export async function* storeEachAu(
  client: ConfigClient,
  lines: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<AuImportResult> {
  let pending: Promise<AuImportResult>[] = [];
  let number = 0;
  for await (const line of readTextLines(lines)) {
    number += 1;
    if (line.trim() === '') continue;
    pending.push(storeLine(client, line, number, signal));
    if (pending.length < AUS_AT_ONCE) continue;
    yield* await Promise.all(pending);
    pending = [];
  }
  yield* await Promise.all(pending);
}

async function* readTextLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > MAX_LINE_CHARACTERS) throw new RangeError('A line is too long to be an AU.');
    yield* lines;
  }
  yield rest;
}

async function storeLine(
  client: ConfigClient,
  text: string,
  line: number,
  signal: AbortSignal,
): Promise<AuImportResult> {
  let auId: string | undefined;
  try {
    const record = JSON.parse(text) as AuRecord;
    auId = record.auId;
    await storeDocuments(client, record, signal);
    return { line, auId, isSuccess: true, outcome: 'Changed', message: 'Stored' };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !isRecordError(error)) throw error;
    const message =
      error instanceof ServiceError ? (error.detail ?? error.message) : 'This line is not JSON.';
    return { line, ...(auId !== undefined && { auId }), isSuccess: false, outcome: 'Failed', message };
  }
}

function isRecordError(error: unknown): boolean {
  return error instanceof ServiceError && [400, 404, 409, 413].includes(error.status ?? 0);
}

/** Stores the configuration before the other documents, because the service accepts them only for configured AUs. */
async function storeDocuments(client: ConfigClient, record: AuRecord, signal: AbortSignal): Promise<void> {
  const { auId: auid, auConfig, auState, auAgreements, auSuspectUrlVersions, noAuPeers } = record;
  if (auConfig) await client.putAuConfiguration({ auid, body: { auId: auid, auConfig } }, { signal });
  if (auState) await client.patchAuState({ auid, body: auState }, { signal });
  if (auAgreements) await client.patchAuAgreements({ auid, body: auAgreements }, { signal });
  if (auSuspectUrlVersions)
    await client.putAuSuspectUrlVersions({ auid, body: auSuspectUrlVersions }, { signal });
  if (noAuPeers) await client.putNoAuPeers({ auid, body: noAuPeers }, { signal });
}
