// Client that reads all pages of an AU's listing.
import { Agent, type IncomingMessage, request } from 'node:http';
import type { BenchSystem } from '../service/system.ts';

export interface ListingTotals {
  readonly rows: number;
  readonly seconds: number;
}

export type PagedArtifact = { uuid: string; contentLength: number; uri: string };

export interface Pager {
  /** Lists all versions in pages of `limit` artifacts. Calls `see` with each page. */
  all(auid: string, limit: number, see?: (page: PagedArtifact[]) => void): Promise<ListingTotals>;
  /** Lists all versions, and counts the artifacts without parsing the pages. */
  allUnparsed(auid: string, limit: number): Promise<ListingTotals>;
  close(): void;
}

type PageInfo = { resultsPerPage: number; nextLink?: string };
type Page = { artifacts: PagedArtifact[]; pageInfo: PageInfo };

export function createPager({ url, user, password }: BenchSystem, namespace: string): Pager {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const get = async (link: string) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(link, { agent, auth: `${user}:${password}` }, resolve)
        .once('error', reject)
        .end();
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    if (answer.statusCode !== 200) throw new Error(`${link} was answered ${answer.statusCode}.`);
    return Buffer.concat(chunks);
  };
  const walk = async (
    auid: string,
    limit: number,
    read: (page: Buffer) => PageInfo,
  ): Promise<ListingTotals> => {
    const query = new URLSearchParams({ namespace, version: 'all', limit: String(limit) });
    let link: string | undefined = `${url}/aus/${encodeURIComponent(auid)}/artifacts?${query}`;
    const started = performance.now();
    let rows = 0;
    while (link !== undefined) {
      const { resultsPerPage, nextLink } = read(await get(link));
      rows += resultsPerPage;
      link = nextLink;
    }
    return { rows, seconds: (performance.now() - started) / 1000 };
  };
  return {
    all: async (auid, limit, see = () => {}) =>
      walk(auid, limit, (bytes) => {
        const page = JSON.parse(bytes.toString()) as Page;
        see(page.artifacts);
        return { ...page.pageInfo, resultsPerPage: page.artifacts.length };
      }),
    allUnparsed: async (auid, limit) => walk(auid, limit, parsePageInfo),
    close: () => agent.destroy(),
  };
}

const BEFORE_INFO = '"pageInfo":';

/** Parses only the page info, which is at the end of the page. */
function parsePageInfo(page: Buffer): PageInfo {
  return JSON.parse(page.subarray(page.lastIndexOf(BEFORE_INFO) + BEFORE_INFO.length, -1).toString());
}
