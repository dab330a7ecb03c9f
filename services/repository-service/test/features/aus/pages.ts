// Test helper: requests all pages of a listing, and computes the expected order.
import type { ListedArtifact, TestRepositoryClient } from '@holdfast/testkit';
import { formatQuery } from '@holdfast/testkit';

export interface PageInfo {
  totalCount: number;
  resultsPerPage: number;
  continuationToken?: string;
  curLink: string;
  nextLink?: string;
}

export interface Page<Item> {
  items: Item[];
  pageInfo: PageInfo;
}

export type Query = Record<string, string | number | boolean | undefined>;

/** Requests one page by its URL. Throws if the status is not 200. */
export async function readPageAt<Item = ListedArtifact>(
  client: TestRepositoryClient,
  url: string,
): Promise<Page<Item>> {
  const response = await fetch(url, { headers: { authorization: client.authorization } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 500)}`);
  const { artifacts, auids, pageInfo } = JSON.parse(text);
  return { items: artifacts ?? auids, pageInfo };
}

export function readFirstPage<Item = ListedArtifact>(
  client: TestRepositoryClient,
  path: string,
  query: Query = {},
) {
  return readPageAt<Item>(client, `${client.url}${path}${formatQuery(query)}`);
}

/** Requests all pages by following `nextLink`. Throws if a page contradicts its own pageInfo. */
export async function readAllPages<Item = ListedArtifact>(
  client: TestRepositoryClient,
  path: string,
  query: Query = {},
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  for (let link: string | undefined = `${client.url}${path}${formatQuery(query)}`; link !== undefined; ) {
    const page: Page<Item> = await readPageAt<Item>(client, link);
    const { resultsPerPage, continuationToken, nextLink, curLink } = page.pageInfo;
    const again = await readPageAt<Item>(client, curLink);
    if (resultsPerPage !== page.items.length) throw new Error('resultsPerPage is wrong');
    if (JSON.stringify(again.items) !== JSON.stringify(page.items))
      throw new Error('curLink is another page');
    if ((continuationToken === undefined) !== (nextLink === undefined)) throw new Error('token without link');
    if (
      nextLink !== undefined &&
      new URL(nextLink).searchParams.get('continuationToken') !== continuationToken
    ) {
      throw new Error('nextLink has another token');
    }
    pages.push(page);
    link = nextLink;
  }
  return pages;
}

/** Compares two artifacts byte by byte, in the order of listings. */
export function inListingOrder(a: ListedArtifact, b: ListedArtifact): number {
  const byUrl = Buffer.compare(slashLowest(a.uri), slashLowest(b.uri));
  return byUrl || Buffer.compare(Buffer.from(a.auid), Buffer.from(b.auid)) || b.version - a.version;
}

/**
 * Returns the bytes of the URL, changed so that `/` sorts first: `/` becomes 0, and every other byte is incremented.
 * UTF-8 has no byte 0xff.
 */
function slashLowest(url: string): Buffer {
  return Buffer.from(Buffer.from(url).map((byte) => (byte === 0x2f ? 0 : byte + 1)));
}
