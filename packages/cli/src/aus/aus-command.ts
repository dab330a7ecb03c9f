// `holdfast aus …`: AUs exported and imported with their documents, listed, added, deactivated, reactivated and deleted.
import {
  countWords,
  outcomeWords,
  printable,
  RefusalError,
  refused,
  type Service,
  SourceError,
  sendRecords,
} from '@holdfast/cli-kit';
import { type ConfigClient, ServiceError } from '@holdfast/client';
import type { AusCommand, AusImport, AusList } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { changeAus } from './change-aus.ts';
import { exportAus } from './export-aus.ts';
import { conditionOf } from './pattern.ts';
import { linesOfSource } from './read-records.ts';

export const ausExitCodes = { fine: 0, notAll: 1, noService: 3 } as const;

/** Resolves to the exit code; every expected trouble has been told by then. Throws `UsageError`. */
export async function runAus(
  tools: AusTools,
  service: Service<ConfigClient>,
  command: AusCommand,
  signal: AbortSignal,
): Promise<number> {
  try {
    const isAll = await run(tools, service.client, command, signal);
    return isAll ? ausExitCodes.fine : ausExitCodes.notAll;
  } catch (caught) {
    signal.throwIfAborted();
    const error = caught instanceof ServiceError ? refused(service.origin, caught) : caught;
    if (!(error instanceof RefusalError || error instanceof SourceError)) throw error;
    tools.errorOutput.write(`${printable(error.message)}\n`);
    const isOurs = error instanceof SourceError || error.status === 400;
    return isOurs ? ausExitCodes.notAll : ausExitCodes.noService;
  }
}

/** Whether all went well. */
function run(
  tools: AusTools,
  client: ConfigClient,
  command: AusCommand,
  signal: AbortSignal,
): Promise<boolean> {
  switch (command.action) {
    case 'export':
      return exportAus(tools, client, command, signal);
    case 'import':
      return importAus(tools, client, command, signal);
    case 'list':
      return listAus(tools, client, command, signal);
    default:
      return changeAus(tools, client, command, signal);
  }
}

async function importAus(
  tools: AusTools,
  client: ConfigClient,
  { files, replace, each, json, quiet }: AusImport,
  signal: AbortSignal,
): Promise<boolean> {
  const sources = tools.sources(files);
  let troubles = 0;
  async function* lines() {
    for (const source of sources) {
      yield* linesOfSource(source, (words) => {
        troubles += 1;
        tools.errorOutput.write(`${printable(words)}\n`);
      });
    }
  }
  const sizes = sources.map(({ sizeBytes }) => sizeBytes ?? Number.NaN).reduce((sum, size) => sum + size, 0);
  const totalBytes = Number.isNaN(sizes) ? undefined : sizes;
  const outcomes = await sendRecords(
    tools,
    client,
    { lines: lines(), totalBytes, replace, each, json, quiet },
    signal,
  );
  if (!quiet) tools.errorOutput.write(`${outcomeWords(outcomes)}\n`);
  return outcomes.Conflict + outcomes.Failed + troubles === 0;
}

/** Configured AUs, a line each. */
const PAGE_AUS = 1_000;

/** `AUID`, a tab, `active` or `inactive`, a tab, the name. */
async function listAus(
  { output, errorOutput }: AusTools,
  client: ConfigClient,
  { title, where, json, quiet }: AusList,
  signal: AbortSignal,
): Promise<boolean> {
  const condition = title === undefined ? (where ?? 'true') : conditionOf(title, ['name', 'journalTitle']);
  let aus = 0;
  for (let after = ''; ; ) {
    // Each page begins where the last ended: memory does not grow with the node.
    const page = `auId > '${after.replaceAll("'", "''")}' and (${condition})`;
    const auQuery = `select auId, name, active where ${page} limit ${PAGE_AUS}`;
    const found = await client.queryAus({ auQuery }, { signal });
    const lines = found.map((au) =>
      json
        ? JSON.stringify(au)
        : `${au.auId}\t${au.active === true ? 'active' : 'inactive'}\t${printable(au.name ?? '')}`,
    );
    if (lines.length > 0) output.write(`${lines.join('\n')}\n`);
    aus += found.length;
    if (found.length < PAGE_AUS) break;
    after = found.at(-1)!.auId!;
  }
  if (!quiet && !json) errorOutput.write(`${countWords(aus, 'AU')}.\n`);
  return true;
}
