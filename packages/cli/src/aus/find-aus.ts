// Finds the AUs that a command selects.

import { SourceError } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import type { AusChange } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { toNameCondition } from './pattern.ts';
import { findTitleSet } from './title-sets.ts';

/** A selected AU. `name` is undefined if the AU was selected by its AUID. */
export interface SelectedAu {
  readonly auId: string;
  readonly name?: string | undefined;
}

/**
 * Finds the selected AUs. AUs selected by AUID keep the order of the arguments or the file. AUs found by a query are
 * sorted by AUID, without duplicates. Throws ServiceError, SourceError.
 */
export async function findAus(
  tools: AusTools,
  client: ConfigClient,
  { action, choice }: AusChange,
  signal: AbortSignal,
): Promise<readonly SelectedAu[]> {
  const { auids, file, title, set } = choice;
  if (set !== undefined) return findInSet(client, action, set, signal);
  if (title !== undefined) return findByTitle(client, action, title, signal);
  if (file === undefined) return auids.map((auId) => ({ auId }));
  const found: SelectedAu[] = [];
  for (const source of tools.sources([file])) {
    let rest = '';
    const take = (line: string): void => {
      const auId = line.trim();
      if (auId === '') return;
      if (!/^[^&]+&/.test(auId)) throw new SourceError(`${file}: '${auId.slice(0, 100)}' is not an AUID.`);
      found.push({ auId });
    };
    for await (const text of source.open().setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      lines.forEach(take);
      if (rest.length > MAX_LINE)
        throw new SourceError(`${file} has a line of more than ${MAX_LINE} characters.`);
    }
    take(rest);
  }
  return found;
}

const MAX_LINE = 8_192;

/** Queries the title database if the action is `add`, and the configured AUs otherwise. */
async function findByTitle(
  client: ConfigClient,
  action: AusChange['action'],
  title: string,
  signal: AbortSignal,
): Promise<readonly SelectedAu[]> {
  if (action === 'add') {
    const condition = toNameCondition(title, ['name', 'tdbTitle.name']);
    const tdbAuQuery = `select auId, name where not active and (${condition})`;
    return removeDuplicates(await client.queryTdbAus({ tdbAuQuery }, { signal }));
  }
  const which = action === 'deactivate' ? 'active and' : action === 'reactivate' ? 'not active and' : '';
  const auQuery = `select auId, name where ${which} (${toNameCondition(title, ['name', 'journalTitle'])})`;
  return removeDuplicates(await client.queryAus({ auQuery }, { signal }));
}

async function findInSet(
  client: ConfigClient,
  action: AusChange['action'],
  name: string,
  signal: AbortSignal,
): Promise<readonly SelectedAu[]> {
  const { condition, active } = await findTitleSet(client, name, signal);
  const titles = removeDuplicates(
    await client.queryTdbAus({ tdbAuQuery: `select auId, name where ${condition}` }, { signal }),
  );
  const configured = new Map(
    (await client.queryAus({ auQuery: 'select auId, active' }, { signal })).map((au) => [au.auId, au.active]),
  );
  return titles.filter(({ auId }) => {
    const isActive = configured.get(auId);
    if (active !== undefined && isActive !== active) return false;
    if (action === 'add') return isActive !== true;
    if (action === 'delete') return isActive !== undefined;
    return isActive === (action === 'deactivate');
  });
}

function removeDuplicates(
  rows: readonly { readonly auId?: string; readonly name?: string }[],
): readonly SelectedAu[] {
  const byAuid = new Map(rows.map(({ auId = '', name }) => [auId, { auId, name }]));
  return [...byAuid.values()];
}
