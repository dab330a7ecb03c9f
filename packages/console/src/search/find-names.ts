// Searches the configuration service for AUs, titles and publishers, by part of their name, ISSN or AUID.
import { configuration } from '../service/clients.ts';
import { quoteText } from '../service/quote-text.ts';
import { parseIssn } from './issn.ts';

export interface NamedAu {
  readonly auid: string;
  readonly name: string;
}

export interface FoundTitle {
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  readonly issns: readonly string[];
}

/** Finds configured AUs. An ISSN finds the AUs of its titles. */
export async function findAus(text: string, limit: number, signal: AbortSignal): Promise<NamedAu[]> {
  const issn = parseIssn(text);
  const rows =
    issn === undefined
      ? await configuration.queryAus(
          {
            auQuery: `select auId, name where ${formatNameCondition(text)} or auId = ${quoteText(text)} order by name limit ${limit}`,
          },
          { signal },
        )
      : await configuration.queryTdbAus(
          {
            tdbAuQuery: `select auId, name where ${quoteText(issn)} in (tdbTitle.issns) and active = true order by name limit ${limit}`,
          },
          { signal },
        );
  return rows.map(({ auId = '', name = '' }) => ({ auid: auId, name }));
}

export async function findTitles(text: string, limit: number, signal: AbortSignal): Promise<FoundTitle[]> {
  const issn = parseIssn(text);
  const condition = issn === undefined ? formatNameCondition(text) : `${quoteText(issn)} in (issns)`;
  const tdbTitleQuery = `select id, name, issns, tdbPublisher.name where ${condition} order by name, id limit ${limit}`;
  const rows = await configuration.queryTdbTitles({ tdbTitleQuery }, { signal });
  return rows.map(({ id = '', name = '', issns = [], tdbPublisher }) => ({
    ...{ id, name, issns },
    publisher: tdbPublisher?.name ?? '',
  }));
}

export async function findPublishers(text: string, limit: number, signal: AbortSignal): Promise<string[]> {
  const tdbPublisherQuery = `select name where ${formatNameCondition(text)} order by name limit ${limit}`;
  const rows = await configuration.queryTdbPublishers({ tdbPublisherQuery }, { signal });
  return rows.map(({ name = '' }) => name);
}

/** Returns the query condition for names that contain the text, ignoring case. `%` and `_` are ordinary characters. */
const formatNameCondition = (text: string): string =>
  `name $like ${quoteText(`%${text.replace(/[!%_]/g, '!$&')}%`)} escape '!'`;
