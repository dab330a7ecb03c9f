// One client that pages through the whole listing of an AU, reading every page to its end.
import { Agent, type IncomingMessage, request } from 'node:http';
import type { System } from '../service/system.ts';

export interface Listed {
  readonly rows: number;
  readonly seconds: number;
}

export type ListedArtifact = { uuid: string; contentLength: number; uri: string };

export interface Pager {
  /** All versions, in pages of so many; `see` gets each page. */
  all(auid: string, limit: number, see?: (page: ListedArtifact[]) => void): Promise<Listed>;
  close(): void;
}

type Page = { artifacts: ListedArtifact[]; pageInfo: { nextLink?: string } };

export function pager({ url, user, password }: System, namespace: string): Pager {
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
    return JSON.parse(Buffer.concat(chunks).toString()) as Page;
  };
  return {
    async all(auid, limit, see = () => {}) {
      const query = new URLSearchParams({ namespace, version: 'all', limit: String(limit) });
      let link: string | undefined = `${url}/aus/${encodeURIComponent(auid)}/artifacts?${query}`;
      const started = performance.now();
      let rows = 0;
      while (link !== undefined) {
        const page: Page = await get(link);
        rows += page.artifacts.length;
        see(page.artifacts);
        link = page.pageInfo.nextLink;
      }
      return { rows, seconds: (performance.now() - started) / 1000 };
    },
    close: () => agent.destroy(),
  };
}
