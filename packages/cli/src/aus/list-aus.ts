// Configured AUs, a line each.

import { countWords, printable } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import type { AusList } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { conditionOf } from './pattern.ts';

const PAGE_AUS = 1_000;

/** `AUID`, a tab, `active` or `inactive`, a tab, the name. */
export async function listAus(
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
