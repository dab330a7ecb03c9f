// Test helper: sends requests of a replay client to a running service, and imports captures for them.
import type { TestService } from '../../service.ts';

export interface ReplayRequests {
  /** Requests a replay archive by its file name. */
  get(fileName: string, headers?: Record<string, string>): Promise<Response>;
  head(fileName: string): Promise<Response>;
  /** Returns the CDX lines of a URL. */
  cdx(url: string): Promise<string[]>;
  /**
   * Imports the archive into a new AU. Returns the names of the replay archives in the order of the records, without
   * `.warc.gz`.
   */
  imported(archive: Buffer, options?: { storeDuplicate?: boolean }): Promise<string[]>;
}

let auids = 0;

export function makeReplayRequests({ client }: TestService): ReplayRequests {
  const path = (fileName: string) => `/replay/warcs/${encodeURIComponent(fileName)}`;
  return {
    get: (fileName, headers = {}) => client.get(path(fileName), {}, headers),
    head: (fileName) => {
      const headers = { authorization: client.authorization };
      return fetch(`${client.url}${path(fileName)}`, { method: 'HEAD', headers });
    },
    cdx: async (url) => {
      const response = await client.get('/replay/cdxb/default', { url });
      const body = await response.text();
      return response.status === 404 ? [] : body.trimEnd().split('\n');
    },
    imported: async (archive, options = {}) => {
      const { statuses, body } = await client.importArchive(archive, {
        auid: `replay~${auids++}`,
        ...options,
      });
      if (body !== '') throw new Error(body);
      return statuses.map(({ artifactUuid, status, statusMessage }) => {
        if (status !== 'OK') throw new Error(statusMessage);
        return `default:${artifactUuid}`;
      });
    },
  };
}

export async function readBytes(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}
