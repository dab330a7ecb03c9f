// AUs with their documents stored one by one, by the operations that every configuration service of the field has.
import { type AuImportResult, type AuRecord, type ConfigClient, ServiceError } from '@holdfast/client';

const AUS_AT_ONCE = 4;
/** No AU has more to say. */
const MOST_LINE_CHARACTERS = 64 * 1024 * 1024;

/**
 * What is there is replaced; of its agreements, those of the peers that are given. `lines`: of JSON, each an AuRecord. Throws
 * ServiceError where the service is away or lets nobody in.
 */
export async function* storeEach(
  client: ConfigClient,
  lines: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<AuImportResult> {
  let some: Promise<AuImportResult>[] = [];
  let number = 0;
  for await (const line of textLines(lines)) {
    number += 1;
    if (line.trim() === '') continue;
    some.push(storedLine(client, line, number, signal));
    if (some.length < AUS_AT_ONCE) continue;
    yield* await Promise.all(some);
    some = [];
  }
  yield* await Promise.all(some);
}

async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > MOST_LINE_CHARACTERS) throw new RangeError('A line is too long to be an AU.');
    yield* lines;
  }
  yield rest;
}

async function storedLine(
  client: ConfigClient,
  text: string,
  line: number,
  signal: AbortSignal,
): Promise<AuImportResult> {
  let auId: string | undefined;
  try {
    const record = JSON.parse(text) as AuRecord;
    auId = record.auId;
    await store(client, record, signal);
    return { line, auId, isSuccess: true, outcome: 'Changed', message: 'Stored' };
  } catch (error) {
    if (!(error instanceof SyntaxError) && !isOfRecord(error)) throw error;
    const message = error instanceof ServiceError ? (error.detail ?? error.message) : 'It is no JSON.';
    return { line, ...(auId !== undefined && { auId }), isSuccess: false, outcome: 'Failed', message };
  }
}

function isOfRecord(error: unknown): boolean {
  return error instanceof ServiceError && [400, 404, 409, 413].includes(error.status ?? 0);
}

/** The configuration first: documents are of AUs that are known. */
async function store(client: ConfigClient, record: AuRecord, signal: AbortSignal): Promise<void> {
  const { auId: auid, auConfig, auState, auAgreements, auSuspectUrlVersions, noAuPeers } = record;
  if (auConfig) await client.putAuConfiguration({ auid, body: { auId: auid, auConfig } }, { signal });
  if (auState) await client.patchAuState({ auid, body: auState }, { signal });
  if (auAgreements) await client.patchAuAgreements({ auid, body: auAgreements }, { signal });
  if (auSuspectUrlVersions)
    await client.putAuSuspectUrlVersions({ auid, body: auSuspectUrlVersions }, { signal });
  if (noAuPeers) await client.putNoAuPeers({ auid, body: noAuPeers }, { signal });
}
