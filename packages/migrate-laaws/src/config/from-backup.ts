// The backup file that a node of the field makes: a ZIP file with the configurations of its AUs (a line each, or au.txt), a
// folder for each AU with its agreements, the node's configuration files, and its accounts.

import { SourceError } from '@holdfast/cli-kit';
import type { AuRecord } from '@holdfast/client';
import { type OnTrouble, recordsOfAuTxt } from './au-txt.ts';
import {
  type Account,
  type ConfigurationFile,
  fileOfSection,
  isAccount,
  type NodeState,
} from './node-state.ts';
import { openZip, type ZipEntries } from './zip-file.ts';

const CONFIGURATIONS = 'auConfigurationDb.bak';
const AU_TXT = 'au.txt';
/** Settings that its node's other services do not get; no operation reads or writes it. */
const OWN_FILE = 'expert_config_local.txt';
const MAX_CONFIGURATIONS_BYTES = 512 * 1024 * 1024;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** How long the properties may be that name the AU of a folder. */
const MAX_NAME_BYTES = 64 * 1024;

/** The documents of an AU that a folder may have, by the names of its entries. Nodes write the first today. */
const documents = {
  idagreement: 'auAgreements',
  austate: 'auState',
  aususpecturls: 'auSuspectUrlVersions',
  noaupeers: 'noAuPeers',
} as const;

/** Throws `SourceError`. */
export async function stateOfBackup(file: string, trouble: OnTrouble): Promise<NodeState> {
  const zip = await openZip(file);
  if (!zip.names.some((name) => name === CONFIGURATIONS || name === AU_TXT)) {
    zip.close();
    throw new SourceError(
      `${file} is no backup file of a node: it has neither ${CONFIGURATIONS} nor ${AU_TXT} in it.`,
    );
  }
  return {
    records: () => records(zip, file, trouble),
    files: () => files(zip, file, trouble),
    accounts: () => accounts(zip, file, trouble),
    close: async () => zip.close(),
  };
}

/** Each AU with its documents; AUs that have documents alone come last. */
async function* records(zip: ZipEntries, file: string, trouble: OnTrouble): AsyncGenerator<AuRecord> {
  const folders = await foldersByAuid(zip, file, trouble);
  for await (const record of configurations(zip, file, trouble)) {
    const folder = folders.get(record.auId);
    folders.delete(record.auId);
    yield folder === undefined ? record : { ...record, ...(await documentsIn(zip, folder, file, trouble)) };
  }
  for (const [auId, folder] of folders) {
    const found = await documentsIn(zip, folder, file, trouble);
    if (Object.keys(found).length > 0) yield { auId, ...found };
  }
}

async function* configurations(zip: ZipEntries, file: string, trouble: OnTrouble): AsyncGenerator<AuRecord> {
  const lines = await zip.stream(CONFIGURATIONS, MAX_CONFIGURATIONS_BYTES);
  if (lines !== undefined) return yield* recordsOfBackupLines(lines, (words) => trouble(`${file}: ${words}`));
  yield* recordsOfAuTxt(`${file}: ${AU_TXT}`, (await zip.stream(AU_TXT, MAX_CONFIGURATIONS_BYTES))!, trouble);
}

/** AUID, then keys and values, with tabs between them. */
async function* recordsOfBackupLines(
  bytes: AsyncIterable<Uint8Array>,
  trouble: OnTrouble,
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
    trouble(`${CONFIGURATIONS}:${number}: this is no configuration of an AU.`);
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

async function foldersByAuid(
  zip: ZipEntries,
  file: string,
  trouble: OnTrouble,
): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  for (const name of zip.names) {
    const [, folder] = /^(\d+\/)auprops$/.exec(name) ?? [];
    if (folder === undefined) continue;
    const properties = await textOf(zip, name, MAX_NAME_BYTES);
    // Java escapes colons and the like, and AUIDs have nothing else to escape.
    const auid = /^auid\s*[=:]\s*(.*?)\s*$/m.exec(properties)?.[1]?.replaceAll(/\\(.)/g, '$1');
    if (auid === undefined) trouble(`${file}: ${name} names no AU.`);
    else folders.set(auid, folder);
  }
  return folders;
}

async function documentsIn(
  zip: ZipEntries,
  folder: string,
  file: string,
  trouble: OnTrouble,
): Promise<Omit<AuRecord, 'auId'>> {
  const found: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(documents)) {
    const text = await textOf(zip, folder + name, MAX_DOCUMENT_BYTES);
    if (text.trim() === '') continue;
    const value = jsonOf(text);
    if (value === undefined) trouble(`${file}: ${folder}${name} is no JSON.`);
    else found[member] = value;
  }
  return found as Omit<AuRecord, 'auId'>;
}

async function* files(zip: ZipEntries, file: string, trouble: OnTrouble): AsyncGenerator<ConfigurationFile> {
  for (const [section, name] of Object.entries(fileOfSection)) {
    const bytes = await zip.bytes(name, MAX_FILE_BYTES);
    if (bytes !== undefined) yield { section, bytes };
  }
  if ((await textOf(zip, OWN_FILE, MAX_FILE_BYTES)).trim() === '') return;
  trouble(
    `${file}: ${OWN_FILE} is for that service alone; what is to hold here as well belongs in "expert".`,
  );
}

async function* accounts(zip: ZipEntries, file: string, trouble: OnTrouble): AsyncGenerator<Account> {
  for (const name of zip.names.filter((one) => /^accts\/[^/]+$/.test(one))) {
    const account = jsonOf(await textOf(zip, name, MAX_NAME_BYTES));
    if (isAccount(account)) yield account;
    else trouble(`${file}: ${name} is no account.`);
  }
}

/** Empty where there is no such entry. */
async function textOf(zip: ZipEntries, name: string, mostBytes: number): Promise<string> {
  return (await zip.bytes(name, mostBytes))?.toString('utf8') ?? '';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
