// Starts pywb on a folder of archive files, with an index that pywb's own indexer creates.
import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder, installPywb } from '@holdfast/testkit';
import { type PywbServer, startPywb } from '../../../pywb/pywb-server.ts';

/** Archive file. `id`: file name, unique among all archives. */
export interface ArchiveFile {
  readonly id: string;
  readonly path: string;
}

/** Capture in pywb's index. */
export interface IndexedCapture {
  readonly url: string;
  /** Date with 14 digits. */
  readonly timestamp: string;
  readonly mime: string;
  readonly status: string;
}

export interface PywbArchives {
  readonly server: PywbServer;
  readonly captures: readonly IndexedCapture[];
  /** Returns the URL at which pywb shows a capture without a frame and without its banner. */
  makeUrl(capture: Pick<IndexedCapture, 'url' | 'timestamp'>): string;
}

/**
 * Indexes archives with pywb's indexer, and prints the sorted lines. A file that the indexer cannot read to its end
 * contributes the lines before the error.
 */
const INDEX_PROGRAM = `
import io, os, sys
from pywb.indexer.cdxindexer import write_cdx_index

lines = set()
for path in sys.argv[1:]:
    index = io.BytesIO()
    try:
        with open(path, 'rb') as archive:
            write_cdx_index(index, archive, os.path.basename(path), cdxj=True)
    except (Exception, SystemExit) as error:
        sys.stderr.write(f'pywb cannot read {os.path.basename(path)} to its end: {str(error).strip()[:100]}\\n')
    lines.update(line for line in index.getvalue().splitlines() if line)
sys.stdout.buffer.write(b'\\n'.join(sorted(lines)) + b'\\n')
`;
const MAX_INDEX_BYTES = 64 * 1024 * 1024;

/** Starts pywb, which runs until the end of the drill. Throws if pywb cannot be installed. */
export async function startPywbOnArchives(archives: readonly ArchiveFile[]): Promise<PywbArchives> {
  const pywb = await installPywb();
  if ('missing' in pywb) throw new Error(pywb.missing);
  const folder = await createTemporaryFolder();
  const paths = archives.map(({ id }) => join(folder, id));
  await Promise.all(archives.map(({ path }, at) => copyFile(path, paths[at]!)));
  const options = { maxBuffer: MAX_INDEX_BYTES };
  const words = ['-W', 'ignore', '-c', INDEX_PROGRAM, ...paths];
  const { stdout, stderr } = await promisify(execFile)(pywb.python, words, options);
  for (const line of stderr.split('\n').filter((text) => text.startsWith('pywb cannot'))) console.log(line);
  const index = join(await createTemporaryFolder(), 'index.cdxj');
  await writeFile(index, stdout);
  const config = `framed_replay: false
collections:
  pages:
    index_paths: ${index}
    archive_paths: ${folder}/
`;
  const server = await startPywb({ python: pywb.python, config, netrc: '' });
  return {
    server,
    captures: stdout.split('\n').filter(Boolean).map(parseIndexLine),
    makeUrl: ({ url, timestamp }) => `http://127.0.0.1:${server.port}/pages/${timestamp}mp_/${url}`,
  };
}

function parseIndexLine(line: string): IndexedCapture {
  const [, timestamp, json] = /^\S+ (\d+) (.*)$/.exec(line)!;
  const { url, mime = '', status = '' } = JSON.parse(json!) as Record<string, string>;
  return { url: url!, timestamp: timestamp!, mime, status };
}
