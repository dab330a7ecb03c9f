// Test client of the repository service. Takes raw request paths, so that tests can send invalid requests. For imports
// and complete listings, loads the package `client` on demand.
import { request as httpRequest } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type {
  ClientSettings,
  ImportedRecord,
  ImportInput,
  MigratedRecord,
  MigrationInput,
} from '@holdfast/client';
import { formatBasicAuth } from './basic-auth.ts';

export type ImportStatus = ImportedRecord;

export interface ListedArtifact {
  readonly uuid: string;
  readonly auid: string;
  readonly uri: string;
  readonly version: number;
  readonly collectionDate: number;
  readonly contentLength: number;
  readonly contentDigest: string;
  readonly committed: boolean;
  readonly storageUrl: string;
}

export interface ImportRequest extends Omit<ImportInput, 'archive'> {
  /** Called with the status of each record as soon as it arrives. */
  onStatus?(status: ImportStatus): void;
  readonly signal?: AbortSignal;
}

export interface ImportResponse {
  readonly status: number;
  /** Statuses of the records, in the order of the response. */
  readonly statuses: ImportStatus[];
  /** Response body if the HTTP status is not 200, otherwise empty. */
  readonly body: string;
}

type MigrationRequest = Omit<MigrationInput, 'archive'>;

type Query = Record<string, string | number | boolean | undefined>;

export class TestRepositoryClient {
  readonly url: string;
  readonly authorization: string;
  /** Settings for a typed client that does not retry. */
  readonly settings: ClientSettings;

  constructor(url: string, { user, password }: { user: string; password: string }) {
    this.url = url;
    this.authorization = formatBasicAuth(user, password);
    this.settings = { url, user, password, repeats: 0 };
  }

  get(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}${path}${formatQuery(query)}`, {
      headers: { authorization: this.authorization, ...headers },
    });
  }

  async json<T>(path: string, query: Query = {}): Promise<T> {
    const response = await this.get(path, query);
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Returns the body as sent. `fetch` would decode a capture's Content-Encoding. */
  bytes(path: string, query: Query = {}, headers: Record<string, string> = {}): Promise<Buffer> {
    const url = `${this.url}${path}${formatQuery(query)}`;
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

  /** Returns all artifacts of the AU. */
  async artifacts(auid: string, query: Query = {}): Promise<ListedArtifact[]> {
    const { createRepositoryClient } = await import('@holdfast/client');
    const client = createRepositoryClient(this.settings);
    const found: ListedArtifact[] = [];
    const listing = client.artifacts({ auid, version: 'all', ...query });
    for await (const artifact of listing) found.push(artifact as ListedArtifact);
    client.close();
    return found;
  }

  /** Uploads records of another repository and returns their statuses. Rejects if the HTTP status is not 200. */
  async migrate(archive: Buffer, request: MigrationRequest): Promise<MigratedRecord[]> {
    const { createRepositoryClient } = await import('@holdfast/client');
    const client = createRepositoryClient(this.settings);
    const found: MigratedRecord[] = [];
    for await (const status of client.migrateArchive({ ...request, archive })) found.push(status);
    client.close();
    return found;
  }

  /** Uploads an archive while reading the response. Rejects if the response is truncated. */
  async importArchive(archive: Readable | Buffer, request: ImportRequest): Promise<ImportResponse> {
    const { createRepositoryClient, ServiceError } = await import('@holdfast/client');
    const { onStatus, signal, ...input } = request;
    const client = createRepositoryClient(this.settings);
    const statuses: ImportStatus[] = [];
    try {
      for await (const status of client.importArchive({ ...input, archive }, { signal })) {
        statuses.push(status);
        onStatus?.(status);
      }
      return { status: 200, statuses, body: '' };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status === undefined) throw error;
      return { status: error.status, statuses, body: JSON.stringify(error.body) };
    } finally {
      client.close();
    }
  }
}

export function formatQuery(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  const texts = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
  return `?${new URLSearchParams(texts)}`;
}
