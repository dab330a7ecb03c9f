// Lists archive files with pywb's indexer and with jwarc.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ArchiveReading } from './differences.ts';

const run = promisify(execFile);
const maxBuffer = 256 * 1024 * 1024;
const script = fileURLToPath(new URL('index-with-pywb.py', import.meta.url));

interface PywbIndex {
  readonly path: string;
  readonly fault: string | null;
  readonly lines: readonly string[];
}

/** Lists the files with pywb's indexer. Returns the results by path. */
export async function readWithPywb(
  python: string,
  paths: readonly string[],
): Promise<Map<string, ArchiveReading>> {
  const { stdout } = await run(python, ['-W', 'ignore', script, ...paths], { maxBuffer });
  const indexes = stdout.split('\n').filter(Boolean);
  return new Map(
    indexes.map((line) => {
      const { path, fault, lines } = JSON.parse(line) as PywbIndex;
      return [path, { captures: lines.map(parseCdxjLine), fault: fault ?? undefined }];
    }),
  );
}

/** Lists a file with jwarc, which stops at the first record that it cannot read. */
export async function readWithJwarc(jar: string, path: string): Promise<ArchiveReading> {
  const words = ['-jar', jar, 'cdx', '--no-header', '--format', 'V N b a m s k', path];
  const { stdout, stderr } = await run('java', words, { maxBuffer }).catch((error: Failure) => error);
  const captures = stdout
    .split('\n')
    .filter((line) => line.split(' ').length >= 7)
    .map((line) => {
      const [offset, urlkey, timestamp, url, mime, status, digest] = line.split(' ') as string[];
      return {
        offset: Number(offset),
        ...{
          urlkey: urlkey!,
          timestamp: timestamp!,
          url: url!,
          mime: mime!,
          status: status!,
          digest: digest!,
        },
      };
    });
  const fault = stderr.split('\n').find((line) => /exception|error/i.test(line));
  return { captures, fault };
}

type Failure = { stdout: string; stderr: string };

function parseCdxjLine(line: string) {
  const [, urlkey, timestamp, json] = /^(\S+) (\S+) (.*)$/.exec(line)!;
  const {
    url,
    mime = 'unk',
    status = '-',
    digest = '-',
    offset,
  } = JSON.parse(json!) as Record<string, string>;
  return { offset: Number(offset), urlkey: urlkey!, timestamp: timestamp!, url: url!, mime, status, digest };
}
