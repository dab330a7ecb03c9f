// Reads the backup file of a LOCKSS node. It is a ZIP file with AU configurations (one per line, or au.txt), a folder
// with the agreements of each AU, configuration files, and accounts.

import { SourceError } from '@holdfast/cli-kit';
import type { AuRecord } from '@holdfast/client';
import { type ProblemReporter, readAuTxtRecords } from './au-txt.ts';
import {
  type ConfigurationFile,
  isNodeAccount,
  type NodeAccount,
  type NodeState,
  SECTION_FILES,
} from './node-state.ts';
import { openZip, type ZipEntryReader } from './zip-file.ts';

const CONFIGURATIONS = 'auConfigurationDb.bak';
const AU_TXT = 'au.txt';
/** File with settings of the LOCKSS configuration service. Not migrated, because no operation can access the file. */
const OWN_FILE = 'expert_config_local.txt';
const MAX_CONFIGURATIONS_BYTES = 512 * 1024 * 1024;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Maximum size of an account file, and of the file that contains the AUID of an AU's folder. */
const MAX_NAME_BYTES = 64 * 1024;

/** AU documents by the names of their files in an AU's folder. Current LOCKSS versions write only `idagreement`. */
const documents = {
  idagreement: 'auAgreements',
  austate: 'auState',
  aususpecturls: 'auSuspectUrlVersions',
  noaupeers: 'noAuPeers',
} as const;

/** Opens the backup file of a node. Throws `SourceError`. */
export async function openNodeBackup(file: string, trouble: ProblemReporter): Promise<NodeState> {
  const zip = await openZip(file);
  if (!zip.names.some((name) => name === CONFIGURATIONS || name === AU_TXT)) {
    zip.close();
    throw new SourceError(
      `${file} is not a backup file of a node: it contains neither ${CONFIGURATIONS} nor ${AU_TXT}.`,
    );
  }
  return {
    records: () => readAuRecords(zip, file, trouble),
    files: () => readFiles(zip, file, trouble),
    accounts: () => readAccounts(zip, file, trouble),
    close: async () => zip.close(),
  };
}

/** Yields each AU with its documents, then the AUs that have documents but no configuration. */
async function* readAuRecords(
  zip: ZipEntryReader,
  file: string,
  trouble: ProblemReporter,
): AsyncGenerator<AuRecord> {
  const folders = await findFoldersByAuid(zip, file, trouble);
  for await (const record of readConfigurations(zip, file, trouble)) {
    const folder = folders.get(record.auId);
    folders.delete(record.auId);
    yield folder === undefined ? record : { ...record, ...(await readDocuments(zip, folder, file, trouble)) };
  }
  for (const [auId, folder] of folders) {
    const found = await readDocuments(zip, folder, file, trouble);
    if (Object.keys(found).length > 0) yield { auId, ...found };
  }
}

async function* readConfigurations(
  zip: ZipEntryReader,
  file: string,
  trouble: ProblemReporter,
): AsyncGenerator<AuRecord> {
  const lines = await zip.stream(CONFIGURATIONS, MAX_CONFIGURATIONS_BYTES);
  if (lines !== undefined) return yield* readBackupLines(lines, (words) => trouble(`${file}: ${words}`));
  yield* readAuTxtRecords(
    `${file}: ${AU_TXT}`,
    (await zip.stream(AU_TXT, MAX_CONFIGURATIONS_BYTES))!,
    trouble,
  );
}

/** Parses lines of tab-separated fields: an AUID, then keys and values. */
async function* readBackupLines(
  bytes: AsyncIterable<Uint8Array>,
  trouble: ProblemReporter,
): AsyncGenerator<AuRecord> {
  const decoder = new TextDecoder();
  let [rest, number] = ['', 0];
  const read = (line: string): AuRecord | undefined => {
    number += 1;
    const [auId = '', ...items] = line.replace(/\r$/, '').split('\t');
    if (auId.trim() === '' || auId.startsWith('#')) return undefined;
    if (auId.includes('&') && items.length % 2 === 0 && items.length > 0) {
      const pairs = items.flatMap((key, at) => (at % 2 === 0 ? [[key, items[at + 1]!] as const] : []));
      return { auId, auConfig: Object.fromEntries(pairs) };
    }
    trouble(`${CONFIGURATIONS}:${number}: this line is not an AU configuration.`);
    return undefined;
  };
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (rest.length > MAX_DOCUMENT_BYTES)
      throw new SourceError(`${CONFIGURATIONS} has a line that is too long.`);
    for (const line of lines) {
      const record = read(line);
      if (record !== undefined) yield record;
    }
  }
  const last = rest === '' ? undefined : read(rest);
  if (last !== undefined) yield last;
}

async function findFoldersByAuid(
  zip: ZipEntryReader,
  file: string,
  trouble: ProblemReporter,
): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  for (const name of zip.names) {
    const [, folder] = /^(\d+\/)auprops$/.exec(name) ?? [];
    if (folder === undefined) continue;
    const properties = await readText(zip, name, MAX_NAME_BYTES);
    // Removes Java's escapes of characters such as colons. AUIDs need no other escapes.
    const auid = /^auid\s*[=:]\s*(.*?)\s*$/m.exec(properties)?.[1]?.replaceAll(/\\(.)/g, '$1');
    if (auid === undefined) trouble(`${file}: ${name} names no AU.`);
    else folders.set(auid, folder);
  }
  return folders;
}

async function readDocuments(
  zip: ZipEntryReader,
  folder: string,
  file: string,
  trouble: ProblemReporter,
): Promise<Omit<AuRecord, 'auId'>> {
  const found: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(documents)) {
    const text = await readText(zip, folder + name, MAX_DOCUMENT_BYTES);
    if (text.trim() === '') continue;
    const value = parseJson(text);
    if (value === undefined) trouble(`${file}: ${folder}${name} is not JSON.`);
    else found[member] = value;
  }
  return found as Omit<AuRecord, 'auId'>;
}

async function* readFiles(
  zip: ZipEntryReader,
  file: string,
  trouble: ProblemReporter,
): AsyncGenerator<ConfigurationFile> {
  for (const [section, name] of Object.entries(SECTION_FILES)) {
    const bytes = await zip.bytes(name, MAX_FILE_BYTES);
    if (bytes !== undefined) yield { section, bytes };
  }
  if ((await readText(zip, OWN_FILE, MAX_FILE_BYTES)).trim() === '') return;
  trouble(
    `${file}: ${OWN_FILE} applies to the old service only. Put settings that Holdfast should use into "expert".`,
  );
}

async function* readAccounts(
  zip: ZipEntryReader,
  file: string,
  trouble: ProblemReporter,
): AsyncGenerator<NodeAccount> {
  for (const name of zip.names.filter((one) => /^accts\/[^/]+$/.test(one))) {
    const account = parseJson(await readText(zip, name, MAX_NAME_BYTES));
    if (isNodeAccount(account)) yield account;
    else trouble(`${file}: ${name} is not an account.`);
  }
}

/** Returns the text of an entry, or an empty string if the ZIP file has no such entry. */
async function readText(zip: ZipEntryReader, name: string, mostBytes: number): Promise<string> {
  return (await zip.bytes(name, mostBytes))?.toString('utf8') ?? '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
