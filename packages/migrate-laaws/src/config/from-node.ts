// Reads the configuration of a running LOCKSS node from its configuration service.
import type { Readable } from 'node:stream';
import { type AuRecord, type ConfigClient, ServiceError } from '@holdfast/client';
import {
  type ConfigurationFile,
  isNodeAccount,
  type NodeAccount,
  type NodeState,
  SECTION_FILES,
} from './node-state.ts';

/** Number of AUs that are read concurrently, with four requests each. */
const AUS_AT_ONCE = 4;
const MAX_FILE_BYTES = 16 * 1024 * 1024;

export function readNodeState(client: ConfigClient, signal: AbortSignal): NodeState {
  return {
    records: () => fetchAuRecords(client, signal),
    files: () => fetchFiles(client, signal),
    accounts: () => fetchAccounts(client, signal),
    close: async () => client.close(),
  };
}

/** Yields the AUs in the order in which the node lists them. */
async function* fetchAuRecords(client: ConfigClient, signal: AbortSignal): AsyncGenerator<AuRecord> {
  const aus = await client.getAllAuConfigurations({}, { signal });
  for (let from = 0; from < aus.length; from += AUS_AT_ONCE) {
    const asked = aus.slice(from, from + AUS_AT_ONCE);
    yield* await Promise.all(
      asked.map(({ auId, auConfig }) => addDocuments(client, { auId, auConfig }, signal)),
    );
  }
}

async function addDocuments(client: ConfigClient, au: AuRecord, signal: AbortSignal): Promise<AuRecord> {
  const auid = au.auId;
  const [auState, auAgreements, auSuspectUrlVersions, noAuPeers] = await Promise.all([
    client.getAuState({ auid }, { signal }),
    client.getAuAgreements({ auid }, { signal }),
    client.getAuSuspectUrlVersions({ auid }, { signal }),
    client.getNoAuPeers({ auid }, { signal }),
  ]);
  return { ...au, auState, auAgreements, auSuspectUrlVersions, noAuPeers };
}

async function* fetchFiles(client: ConfigClient, signal: AbortSignal): AsyncGenerator<ConfigurationFile> {
  for (const section of Object.keys(SECTION_FILES)) {
    try {
      // Prefers multipart/form-data, because LOCKSS nodes support no other media type for this operation.
      const options = { signal, accept: 'multipart/form-data, application/json;q=0.1' };
      const { headers, body } = await client.getSectionConfiguration({ sectionName: section }, options);
      const bytes = await readBytes(body);
      yield { section, bytes: extractPart(bytes, headers['content-type'] ?? '') };
    } catch (error) {
      if (!(error instanceof ServiceError) || ![400, 404].includes(error.status ?? 0)) throw error;
    }
  }
}

async function readBytes(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_FILE_BYTES)
      throw new Error(`a configuration file has more than ${MAX_FILE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Returns the content of a multipart form that has a single part. Returns the whole body if it is not a multipart form.
 */
function extractPart(bytes: Buffer, contentType: string): Buffer {
  const [, boundary] = /^multipart\/form-data;.*\bboundary="?([^";]+)"?/i.exec(contentType) ?? [];
  if (boundary === undefined) return bytes;
  const start = bytes.indexOf('\r\n\r\n');
  const end = bytes.lastIndexOf(`\r\n--${boundary}`);
  return start === -1 || end < start ? bytes : bytes.subarray(start + 4, end);
}

/** Yields the accounts. Ends early if the node does not support or permit these operations. */
async function* fetchAccounts(client: ConfigClient, signal: AbortSignal): AsyncGenerator<NodeAccount> {
  try {
    for (const username of await client.getUserNames({}, { signal })) {
      const account = await client.getUser({ username }, { signal });
      if (isNodeAccount(account)) yield account;
    }
  } catch (error) {
    if (!(error instanceof ServiceError) || ![403, 404].includes(error.status ?? 0)) throw error;
  }
}
