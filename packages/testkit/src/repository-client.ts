// The repository's API as tests speak it: URLs and bytes, nothing of the service's own code.
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { basicAuth } from './basic-auth.ts';

export interface ImportStatus {
  warcId?: string;
  offset?: number;
  url?: string;
  artifactUuid?: string;
  digest?: string;
  version?: number;
  status: 'OK' | 'ERROR' | 'DUPLICATE' | 'EXCLUDED';
  statusMessage?: string;
}

export interface ListedArtifact {
  uuid: string;
  auid: string;
  uri: string;
  version: number;
  contentLength: number;
  contentDigest: string;
  committed: boolean;
}

export interface ImportRequest {
  auid: string;
  namespace?: string;
  storeDuplicate?: boolean;
  excludeStatusPattern?: string;
  /** Send `auid` behind the archive. */
  auidLast?: boolean;
  /** Called with each status line as it arrives. */
  onStatus?(status: ImportStatus): void;
  signal?: AbortSignal;
}

export interface ImportAnswer {
  status: number;
  /** Of a 200. */
  statuses: ImportStatus[];
  /** Of anything else. */
  body: string;
}

type Query = Record<string, string | number | boolean | undefined>;

export class RepositoryClient {
  readonly url: string;
  readonly authorization: string;

  constructor(url: string, { user, password }: { user: string; password: string }) {
    this.url = url;
    this.authorization = basicAuth(user, password);
  }

  get(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}${queryString(query)}`, {
      headers: { authorization: this.authorization, ...headers },
    });
  }

  async json<T>(path: string, query: Query = {}): Promise<T> {
    const response = await this.get(path, query);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** The body as it came over the wire: `fetch` would undo the Content-Encoding of a capture. */
  bytes(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Buffer> {
    const url = `${this.url}${path}${queryString(query)}`;
    return new Promise((resolve, reject) => {
      const request = httpRequest(url, { headers: { authorization: this.authorization, ...headers } });
      request.once('error', reject);
      request.once('response', (response) => {
        buffer(response).then((body) => {
          const ok = response.statusCode! >= 200 && response.statusCode! < 300;
          if (ok) resolve(body);
          else reject(new Error(`GET ${path}: ${response.statusCode} ${body.toString()}`));
        }, reject);
      });
      request.end();
    });
  }

  /** Every artifact of the AU, over all pages. */
  async artifacts(auid: string, query: Query = {}): Promise<ListedArtifact[]> {
    const found: ListedArtifact[] = [];
    let continuationToken: string | undefined;
    do {
      const page = await this.json<{
        artifacts: ListedArtifact[];
        pageInfo: { continuationToken?: string };
      }>(`/aus/${encodeURIComponent(auid)}/artifacts`, { version: 'all', ...query, continuationToken });
      found.push(...page.artifacts);
      continuationToken = page.pageInfo.continuationToken;
    } while (continuationToken !== undefined);
    return found;
  }

  /** Sends an archive as a live stream and reads the answer while it is being sent. */
  async importArchive(archive: Readable | Buffer, options: ImportRequest): Promise<ImportAnswer> {
    const { namespace, storeDuplicate, excludeStatusPattern } = options;
    const query = queryString({ namespace, storeDuplicate, excludeStatusPattern });
    const boundary = `test-${Math.random().toString(36).slice(2)}`;
    const request = httpRequest(`${this.url}/archives${query}`, {
      method: 'POST',
      headers: {
        authorization: this.authorization,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      ...(options.signal && { signal: options.signal }),
    });
    const answered = readAnswer(request, options.onStatus);
    const sent = pipeline(Readable.from(form(archive, options, boundary)), request);
    sent.catch(() => undefined);
    return answered;
  }
}

async function* form(archive: Readable | Buffer, { auid, auidLast }: ImportRequest, boundary: string) {
  const field = `--${boundary}\r\nContent-Disposition: form-data; name="auid"\r\n\r\n${auid}\r\n`;
  if (!auidLast) yield Buffer.from(field);
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="archive"; filename="a.warc.gz"\r\n` +
      'Content-Type: application/warc\r\n\r\n',
  );
  if (Buffer.isBuffer(archive)) yield archive;
  else yield* archive;
  yield Buffer.from('\r\n');
  if (auidLast) yield Buffer.from(field);
  yield Buffer.from(`--${boundary}--\r\n`);
}

function readAnswer(
  request: ReturnType<typeof httpRequest>,
  onStatus: ImportRequest['onStatus'],
): Promise<ImportAnswer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      const answer: ImportAnswer = { status: response.statusCode!, statuses: [], body: '' };
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (answer.status !== 200) return;
        const lines = text.split('\n');
        text = lines.pop()!;
        for (const line of lines) {
          const status = JSON.parse(line) as ImportStatus;
          answer.statuses.push(status);
          onStatus?.(status);
        }
      });
      response.once('end', () => resolve({ ...answer, body: text }));
      response.once('error', reject);
    });
  });
}

export function queryString(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  const texts = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return `?${new URLSearchParams(texts)}`;
}
