// CDX client that uses a single persistent connection.
import { Agent, type IncomingMessage, request } from 'node:http';
import type { BenchSystem } from '../service/system.ts';
import { REPLAY_NAMESPACE } from './load.ts';

export type CdxQuery = Readonly<Record<string, string | number>>;

export interface CdxClient {
  /** Returns the whole response body. */
  text(query: CdxQuery): Promise<string>;
  /** Counts the lines of a response without storing them. Returns the resume key as well if the response has one. */
  count(query: CdxQuery): Promise<{ lines: number; resumeKey: string | undefined }>;
  close(): void;
}

const NEWLINE = 0x0a;

export function createCdxClient({ url, user, password }: BenchSystem): CdxClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);
  const auth = `${user}:${password}`;
  const ask = (query: CdxQuery) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const path = `/replay/cdxb/${REPLAY_NAMESPACE}?${new URLSearchParams(query as Record<string, string>)}`;
      request({ hostname, port, path, agent, auth }, resolve).once('error', reject).end();
    });
  return {
    async text(query) {
      const answer = await ask(query);
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      if (answer.statusCode !== 200)
        throw new Error(`cdxb answered ${answer.statusCode}: ${text.slice(0, 500)}`);
      return text;
    },
    async count(query) {
      const answer = await ask(query);
      let lines = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
      }
      if (answer.statusCode !== 200) throw new Error(`cdxb answered ${answer.statusCode}.`);
      return { lines, resumeKey: answer.trailers['x-resume-key'] };
    },
    close: () => agent.destroy(),
  };
}
