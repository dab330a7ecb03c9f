// Finds AUs with content in a namespace by a part of their name or by their AUID.

import { canCall, configuration, repository } from '../../service/clients.ts';
import { quoteText } from '../../service/quote-text.ts';
import type { ComboboxGroup } from '../form/combobox.tsx';

/**
 * Maximum number of matches per query. One query searches the configured AUs, and one the title database. Matches
 * without content in the namespace are omitted afterwards.
 */
const MOST = 200;
const MAX_SHOWN = 30;

/** Returns the matches as options whose keys are AUIDs. Returns no group for an empty text. */
export async function findAusWithContent(
  { namespace, title }: { readonly namespace: string; readonly title: string },
  text: string,
  signal: AbortSignal,
): Promise<readonly ComboboxGroup[]> {
  if (text === '') return [];
  const names = await findNames(text, signal);
  const auids = [...new Set([...names.keys(), text])];
  const held = await repository.summarizeAus({ namespace, body: auids }, { signal });
  if (held.length === 0) return [];
  const options = held.slice(0, MAX_SHOWN).map(({ auid }) => ({
    key: auid,
    title: names.get(auid) ?? auid,
    ...(names.has(auid) && { hint: auid }),
  }));
  return [{ key: 'aus', title, options }];
}

async function findNames(text: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (!canCall('configuration', 'queryAus')) return new Map();
  const query = `select auId, name where name $like ${quoteText(`%${text}%`)} limit ${MOST}`;
  const [configured, titles] = await Promise.all([
    configuration.queryAus({ auQuery: query }, { signal }),
    configuration.queryTdbAus({ tdbAuQuery: query }, { signal }),
  ]);
  return new Map([...titles, ...configured].map(({ auId, name }) => [auId!, name!]));
}
