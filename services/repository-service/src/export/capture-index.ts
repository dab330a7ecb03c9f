// Writes the index and the page list of a WACZ. The index has CDXJ lines in replay order, compressed in gzip members of
// LINES_IN_BLOCK lines, and a list of these members. Users can start browsing from each page in the page list.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  formatBlockLine,
  formatBlockListHead,
  formatCdxjLine,
  formatIsoTime,
  type IndexedCapture,
  isBrowsablePage,
} from '../domain/export/cdxj.ts';
import type { Spool } from './spool.ts';

export interface IndexSpools {
  readonly lines: Spool;
  readonly blocks: Spool;
  readonly pages: Spool;
}

export interface IndexNames {
  /** `warc`: name of the WARC file in the CDXJ lines. `lines`: name of the CDXJ file in the list of gzip members. */
  readonly warc: string;
  readonly lines: string;
}

const LINES_IN_BLOCK = 2_000;
/** Maximum number of pages in the page list. Viewers load the whole list, whereas the index contains all captures. */
export const MAX_LISTED_PAGES = 10_000;

const compressed = promisify(gzip);

/** Writes the index and the page list to the spool files. The caller must end the spool files. */
export async function writeCaptureIndex(
  captures: AsyncIterable<readonly IndexedCapture[]>,
  { lines, blocks, pages }: IndexSpools,
  names: IndexNames,
): Promise<void> {
  let block: { first: IndexedCapture; lines: string[] } | undefined;
  let pageCount = 0;
  const endBlock = async () => {
    if (!block) return;
    const bytes = await compressed(block.lines.join(''));
    const place = { offset: lines.sizeBytes, lengthBytes: bytes.length, sha256: computeSha256(bytes) };
    await blocks.append(Buffer.from(formatBlockLine({ first: block.first, ...place }, names.lines)));
    await lines.append(bytes);
    block = undefined;
  };
  await blocks.append(Buffer.from(formatBlockListHead(names.lines)));
  await pages.append(formatJsonLine({ format: 'json-pages-1.0', id: 'pages', title: 'Pages' }));
  for await (const batch of captures) {
    for (const capture of batch) {
      block ??= { first: capture, lines: [] };
      block.lines.push(formatCdxjLine(capture, names.warc));
      if (block.lines.length === LINES_IN_BLOCK) await endBlock();
      if (!isBrowsablePage(capture) || pageCount === MAX_LISTED_PAGES) continue;
      pageCount += 1;
      await pages.append(
        formatJsonLine({ id: capture.id, url: capture.url, ts: formatIsoTime(capture.collectionMs) }),
      );
    }
  }
  await endBlock();
}

function formatJsonLine(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
