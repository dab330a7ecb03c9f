// Test helper: captures of a page and its resources.
import { deflateSync } from 'node:zlib';
import type { TestService } from '../../service.ts';
import { makeWarcRecord } from '../replay/made-records.ts';

export interface MadeCapture {
  readonly url: string;
  readonly body: string | Buffer;
  readonly type?: string;
  readonly date?: string;
  readonly status?: string;
  /** Further header fields. */
  readonly head?: readonly string[];
}

export const PAGE_DATE = '2020-06-15T12:00:00Z';

export function makeCapture({
  url,
  body,
  type,
  date = PAGE_DATE,
  status = '200 OK',
  head = [],
}: MadeCapture): Buffer {
  const fields = [`HTTP/1.1 ${status}`, ...(type === undefined ? [] : [`Content-Type: ${type}`]), ...head];
  const block = Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
  return makeWarcRecord('response', url, date, block);
}

/** Imports the captures. Returns the UUIDs in their order. */
export async function importCaptures(
  { client }: TestService,
  auid: string,
  captures: readonly MadeCapture[],
): Promise<string[]> {
  const archive = Buffer.concat(captures.map(makeCapture));
  const { statuses } = await client.importArchive(archive, { auid });
  return statuses.map(({ artifactUuid, ...status }) => {
    if (artifactUuid === undefined) throw new Error(JSON.stringify(status));
    return artifactUuid;
  });
}

/** Returns a PNG of one pixel with this colour. Different colours have different bytes. */
export function makePng(red: number, green = 0, blue = 0): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    // The readers in these tests do not check the CRC-32 of chunks.
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, red, green, blue]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const toDataUrl = (type: string, bytes: Buffer): string =>
  `data:${type};base64,${bytes.toString('base64')}`;
