// `holdfast aus`: exports, imports, lists, adds, deactivates, reactivates and deletes AUs.
import {
  escapeControls,
  formatCount,
  formatOutcomes,
  makeConfigRefusal,
  RefusalError,
  type Service,
  SourceError,
  sendRecords,
} from '@holdfast/cli-kit';
import { type ConfigClient, ServiceError } from '@holdfast/client';
import type { AusCommand, AusImport, AusList } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { changeAus } from './change-aus.ts';
import { exportAus } from './export-aus.ts';
import { toNameCondition } from './pattern.ts';
import { readJsonLines } from './read-records.ts';

export const ausExitCodes = { fine: 0, notAll: 1, noService: 3 } as const;

/** Returns the exit code. Prints expected errors instead of throwing them, except `UsageError`. */
export async function runAus(
  tools: AusTools,
  service: Service<ConfigClient>,
  command: AusCommand,
  signal: AbortSignal,
): Promise<number> {
  try {
    const isAll = await runAction(tools, service.client, command, signal);
    return isAll ? ausExitCodes.fine : ausExitCodes.notAll;
  } catch (caught) {
    signal.throwIfAborted();
    const error = caught instanceof ServiceError ? makeConfigRefusal(service.origin, caught) : caught;
    if (!(error instanceof RefusalError || error instanceof SourceError)) throw error;
    tools.errorOutput.write(`${escapeControls(error.message)}\n`);
    const isOurs = error instanceof SourceError || error.status === 400;
    return isOurs ? ausExitCodes.notAll : ausExitCodes.noService;
  }
}

/** Runs the action. Returns false if it failed for at least one AU. */
function runAction(
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
      yield* readJsonLines(source, (words) => {
        troubles += 1;
        tools.errorOutput.write(`${escapeControls(words)}\n`);
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
  if (!quiet) tools.errorOutput.write(`${formatOutcomes(outcomes)}\n`);
  return outcomes.Conflict + outcomes.Failed + troubles === 0;
}

/** Number of AUs requested per page. */
const PAGE_AUS = 1_000;

/** Prints a line for each configured AU: AUID, tab, `active` or `inactive`, tab, name. */
async function listAus(
  { output, errorOutput }: AusTools,
  client: ConfigClient,
  { title, where, json, quiet }: AusList,
  signal: AbortSignal,
): Promise<boolean> {
  const condition =
    title === undefined ? (where ?? 'true') : toNameCondition(title, ['name', 'journalTitle']);
  let aus = 0;
  for (let after = ''; ; ) {
    // Uses keyset pagination by AUID, so that only one page is in memory at a time.
    const page = `auId > '${after.replaceAll("'", "''")}' and (${condition})`;
    const auQuery = `select auId, name, active where ${page} limit ${PAGE_AUS}`;
    const found = await client.queryAus({ auQuery }, { signal });
    const lines = found.map((au) =>
      json
        ? JSON.stringify(au)
        : `${au.auId}\t${au.active === true ? 'active' : 'inactive'}\t${escapeControls(au.name ?? '')}`,
    );
    if (lines.length > 0) output.write(`${lines.join('\n')}\n`);
    aus += found.length;
    if (found.length < PAGE_AUS) break;
    after = found.at(-1)!.auId!;
  }
  if (!quiet && !json) errorOutput.write(`${formatCount(aus, 'AU')}.\n`);
  return true;
}
