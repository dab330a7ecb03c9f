// The AUs that a command is about: named, read from a file, or found by their names.

import { SourceError } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import type { AusChange } from './aus-arguments.ts';
import type { AusTools } from './aus-tools.ts';
import { conditionOf } from './pattern.ts';
import { titleSetCalled } from './title-sets.ts';

/** A name is undefined where it was not asked for. */
export interface FoundAu {
  readonly auId: string;
  readonly name?: string | undefined;
}

/** In the order in which they are given; found ones in AUID order, each once. Throws ServiceError, SourceError. */
export async function findAus(
  tools: AusTools,
  client: ConfigClient,
  { action, choice }: AusChange,
  signal: AbortSignal,
): Promise<readonly FoundAu[]> {
  const { auids, file, title, set } = choice;
  if (set !== undefined) return inSet(client, action, set, signal);
  if (title !== undefined) return byTitle(client, action, title, signal);
  if (file === undefined) return auids.map((auId) => ({ auId }));
  const found: FoundAu[] = [];
  for (const source of tools.sources([file])) {
    let rest = '';
    const take = (line: string): void => {
      const auId = line.trim();
      if (auId === '') return;
      if (!/^[^&]+&/.test(auId)) throw new SourceError(`${file}: '${auId.slice(0, 100)}' is no AUID.`);
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

/** What is to be added is looked for in the title database, all else among the AUs that are configured. */
async function byTitle(
  client: ConfigClient,
  action: AusChange['action'],
  title: string,
  signal: AbortSignal,
): Promise<readonly FoundAu[]> {
  if (action === 'add') {
    const condition = conditionOf(title, ['name', 'tdbTitle.name']);
    const tdbAuQuery = `select auId, name where not active and (${condition})`;
    return distinct(await client.queryTdbAus({ tdbAuQuery }, { signal }));
  }
  const which = action === 'deactivate' ? 'active and' : action === 'reactivate' ? 'not active and' : '';
  const auQuery = `select auId, name where ${which} (${conditionOf(title, ['name', 'journalTitle'])})`;
  return distinct(await client.queryAus({ auQuery }, { signal }));
}

async function inSet(
  client: ConfigClient,
  action: AusChange['action'],
  name: string,
  signal: AbortSignal,
): Promise<readonly FoundAu[]> {
  const { condition, active } = await titleSetCalled(client, name, signal);
  const titles = distinct(
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

function distinct(rows: readonly { readonly auId?: string; readonly name?: string }[]): readonly FoundAu[] {
  const byAuid = new Map(rows.map(({ auId = '', name }) => [auId, { auId, name }]));
  return [...byAuid.values()];
}
