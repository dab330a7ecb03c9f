// `holdfast migrate config`: what an existing node has beside content, taken over by a configuration service here.
import {
  countWords,
  exitCodes,
  linesOfRecords,
  outcomeWords,
  printable,
  RefusalError,
  refused,
  type SendTools,
  type Service,
  type Source,
  SourceError,
  sendRecords,
} from '@holdfast/cli-kit';
import { type ConfigClient, ServiceError } from '@holdfast/client';
import type { OnTrouble } from '../config/au-txt.ts';
import { recordsOfAuTxt } from '../config/au-txt.ts';
import { stateOfBackup } from '../config/from-backup.ts';
import type { NodeState } from '../config/node-state.ts';
import type { MigrateConfigCommand } from './config-arguments.ts';

/** Where it comes from: a running node, or a file. */
export type From = { readonly node: NodeState; readonly origin: string } | { readonly file: Source };

/** Resolves to the exit code; every expected trouble has been told by then. */
export async function runMigrateConfig(
  tools: SendTools,
  { client, origin }: Service<ConfigClient>,
  from: From,
  command: MigrateConfigCommand,
  signal: AbortSignal,
): Promise<number> {
  let troubles = 0;
  const trouble = (words: string): void => {
    troubles += 1;
    tools.errorOutput.write(`${printable(words)}\n`);
  };
  try {
    const state = 'node' in from ? from.node : await stateOfFile(from.file, trouble);
    try {
      await takeOver(tools, client, state, command, { trouble, signal });
    } finally {
      await state.close();
    }
    return troubles === 0 ? exitCodes.fine : exitCodes.recordFailed;
  } catch (caught) {
    signal.throwIfAborted();
    const error =
      caught instanceof ServiceError
        ? refused('node' in from ? `${from.origin} or ${origin}` : origin, caught)
        : caught;
    if (!(error instanceof RefusalError || error instanceof SourceError)) throw error;
    tools.errorOutput.write(`${printable(error.message)}\n`);
    return error instanceof SourceError ? exitCodes.recordFailed : exitCodes.noService;
  }
}

/** A ZIP file begins with these two letters, and au.txt with a comment or a property. */
async function stateOfFile(file: Source, trouble: OnTrouble): Promise<NodeState> {
  let first: Buffer | undefined;
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    first = chunk;
    break;
  }
  if (first?.subarray(0, 2).toString('latin1') === 'PK') return stateOfBackup(file.name, trouble);
  return {
    records: () => recordsOfAuTxt(file.name, file.open(), trouble),
    async *files() {},
    async *accounts() {},
    close: async () => undefined,
  };
}

interface Watch {
  readonly trouble: OnTrouble;
  readonly signal: AbortSignal;
}

/** Files come first: they may say what the node knows of plugins and titles. */
async function takeOver(
  tools: SendTools,
  client: ConfigClient,
  state: NodeState,
  { replace, json, quiet }: MigrateConfigCommand,
  { trouble, signal }: Watch,
): Promise<void> {
  const say = (words: string): void => void (quiet || tools.errorOutput.write(`${printable(words)}\n`));
  const files = await storeFiles(client, state, replace, { trouble, signal });
  if (files > 0) say(`${countWords(files, 'configuration file')} stored.`);
  const lines = linesOfRecords(state.records());
  const outcomes = await sendRecords(tools, client, { lines, replace, json, quiet }, signal);
  say(outcomeWords(outcomes));
  const missed = outcomes.Conflict + outcomes.Failed;
  if (missed > 0) trouble(`${countWords(missed, 'AU')} could not be taken over as they are.`);
  const { added, there } = await storeAccounts(client, state, signal);
  if (added + there > 0) {
    say(`${countWords(added, 'account')} of other services kept, ${there} there already.`);
    say("Nobody logs in here with them: the hashes are of another kind. './holdfast user add' makes users.");
  }
}

/** How many were stored. One that is there already and is another is left, unless it is to be replaced. */
async function storeFiles(
  client: ConfigClient,
  state: NodeState,
  replace: boolean,
  { trouble, signal }: Watch,
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
      if (error.status === 412 && (await isSame(client, sectionName, bytes, signal))) continue;
      const why = error.status === 412 ? 'there is another one here' : (error.detail ?? 'it was refused');
      trouble(`The configuration file ${sectionName} was not stored: ${why}`);
    }
  }
  return stored;
}

async function isSame(
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
