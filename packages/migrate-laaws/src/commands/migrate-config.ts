// `holdfast migrate config`: migrates the AUs, configuration files and accounts of a LOCKSS node.
import {
  escapeControls,
  exitCodes,
  formatCount,
  formatOutcomes,
  type InputSource,
  makeConfigRefusal,
  RefusalError,
  type SendRecordTools,
  type Service,
  SourceError,
  sendRecords,
  toJsonLines,
} from '@holdfast/cli-kit';
import { type ConfigClient, ServiceError } from '@holdfast/client';
import type { ProblemReporter } from '../config/au-txt.ts';
import { readAuTxtRecords } from '../config/au-txt.ts';
import { openNodeBackup } from '../config/from-backup.ts';
import type { NodeState } from '../config/node-state.ts';
import type { MigrateConfigCommand } from './config-arguments.ts';

/** Source of the configuration: a running node or a file. */
export type MigrationSource =
  | { readonly node: NodeState; readonly origin: string }
  | { readonly file: InputSource };

/** Returns the exit code. Prints expected errors instead of throwing them. */
export async function runMigrateConfig(
  tools: SendRecordTools,
  { client, origin }: Service<ConfigClient>,
  from: MigrationSource,
  command: MigrateConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  let troubles = 0;
  const trouble = (words: string): void => {
    troubles += 1;
    tools.errorOutput.write(`${escapeControls(words)}\n`);
  };
  try {
    const state = 'node' in from ? from.node : await openStateFile(from.file, trouble);
    try {
      await migrateState(tools, client, state, command, { trouble, signal });
    } finally {
      await state.close();
    }
    return troubles === 0 ? exitCodes.fine : exitCodes.recordFailed;
  } catch (caught) {
    signal.throwIfAborted();
    const error =
      caught instanceof ServiceError
        ? makeConfigRefusal('node' in from ? `${from.origin} or ${origin}` : origin, caught)
        : caught;
    if (!(error instanceof RefusalError || error instanceof SourceError)) throw error;
    tools.errorOutput.write(`${escapeControls(error.message)}\n`);
    return error instanceof SourceError ? exitCodes.recordFailed : exitCodes.noService;
  }
}

/** Detects the format by the first bytes: `PK` begins a ZIP file, a comment or a property begins au.txt. */
async function openStateFile(file: InputSource, trouble: ProblemReporter): Promise<NodeState> {
  let first: Buffer | undefined;
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    first = chunk;
    break;
  }
  if (first?.subarray(0, 2).toString('latin1') === 'PK') return openNodeBackup(file.name, trouble);
  return {
    records: () => readAuTxtRecords(file.name, file.open(), trouble),
    async *files() {},
    async *accounts() {},
    close: async () => undefined,
  };
}

interface MigrationContext {
  readonly trouble: ProblemReporter;
  readonly signal: AbortSignal;
}

/** Stores the configuration files before the AUs, which may need the plugins and titles that the files configure. */
async function migrateState(
  tools: SendRecordTools,
  client: ConfigClient,
  state: NodeState,
  { replace, json, quiet }: MigrateConfigCommand,
  { trouble, signal }: MigrationContext,
): Promise<void> {
  const say = (words: string): void => void (quiet || tools.errorOutput.write(`${escapeControls(words)}\n`));
  const files = await storeFiles(client, state, replace, { trouble, signal });
  if (files > 0) say(`${formatCount(files, 'configuration file')} stored.`);
  const lines = toJsonLines(state.records());
  const outcomes = await sendRecords(tools, client, { lines, replace, json, quiet }, signal);
  say(formatOutcomes(outcomes));
  const missed = outcomes.Conflict + outcomes.Failed;
  if (missed > 0) trouble(`${formatCount(missed, 'AU')} could not be taken over.`);
  const { added, there } = await storeAccounts(client, state, signal);
  if (added + there > 0) {
    say(`${formatCount(added, 'account')} of other services stored, ${there} existed already.`);
    say(
      "These accounts cannot log in to Holdfast, because their hashes are of another kind. Add users with './holdfast user add'.",
    );
  }
}

/**
 * Stores the configuration files and returns their number. Reports an existing file that differs; replaces it only if
 * `replace` is set.
 */
async function storeFiles(
  client: ConfigClient,
  state: NodeState,
  replace: boolean,
  { trouble, signal }: MigrationContext,
): Promise<number> {
  let stored = 0;
  for await (const { section: sectionName, bytes } of state.files()) {
    const condition = replace ? {} : ({ 'If-None-Match': '*' } as const);
    try {
      await client.putSectionConfiguration(
        { sectionName, body: { configFile: bytes }, ...condition },
        { signal },
      );
      stored += 1;
    } catch (error) {
      if (!(error instanceof ServiceError) || ![400, 412, 413].includes(error.status ?? 0)) throw error;
      if (error.status === 412 && (await matchesStoredFile(client, sectionName, bytes, signal))) continue;
      const why =
        error.status === 412
          ? 'a different file exists (use --replace to replace it)'
          : (error.detail ?? 'it was refused');
      trouble(`The configuration file ${sectionName} was not stored: ${why}`);
    }
  }
  return stored;
}

async function matchesStoredFile(
  client: ConfigClient,
  sectionName: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<boolean> {
  const { body } = await client.getSectionConfiguration({ sectionName }, { signal });
  return Buffer.concat(await body.toArray()).equals(bytes);
}

const ACCOUNTS_AT_ONCE = 1_000;

async function storeAccounts(
  client: ConfigClient,
  state: NodeState,
  signal: AbortSignal,
): Promise<{ added: number; there: number }> {
  const accounts = [];
  for await (const account of state.accounts()) accounts.push(account);
  let added = 0;
  for (let from = 0; from < accounts.length; from += ACCOUNTS_AT_ONCE) {
    const body = accounts.slice(from, from + ACCOUNTS_AT_ONCE);
    added += (await client.postUsers({ body }, { signal })).length;
  }
  return { added, there: accounts.length - added };
}
