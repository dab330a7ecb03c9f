// Covers: services packages
// Reads the store with other tools: warcio and jwarc must find no error in any object, and pywb's indexer must list the
// same captures as Holdfast's CDX.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeWithTool, installJwarc, installPywb } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUsedStore, type UsedStore } from './used-store.ts';

let store: UsedStore;
const run = promisify(execFile);
const maxBuffer = 256 * 1024 * 1024;

beforeAll(async () => {
  store = await createUsedStore({ seed: 11, artifacts: 400 });
}, 180_000);
afterAll(() => {
  expect(store.merged).toBeGreaterThan(20);
});

const jwarc = await installJwarc();
if ('missing' in jwarc) process.stderr.write(`NOT RUN: "jwarc validates every object": ${jwarc.missing}.\n`);

describe('jwarc', () => {
  const itWith = 'jar' in jwarc ? it : it.skip;
  itWith(
    'validates every object',
    async () => {
      const jar = 'jar' in jwarc ? jwarc.jar : '';
      const { stdout, stderr } = await run('java', ['-jar', jar, 'validate', '-v', ...store.files], {
        maxBuffer,
      });
      expect(stderr).toBe('');
      // jwarc prints one line per record. Each object contains a warcinfo record and a manifest in addition to the
      // artifacts, so the number of lines proves that jwarc has read everything.
      expect(stdout.split('\n').length).toBeGreaterThan(store.artifacts.length + 2 * store.files.length);
    },
    120_000,
  );

  itWith(
    'would say so',
    async () => {
      const jar = 'jar' in jwarc ? jwarc.jar : '';
      await expect(run('java', ['-jar', jar, 'validate', process.execPath])).rejects.toThrow();
    },
    60_000,
  );
});

// Uses the virtualenv of pywb, because warcio is a dependency of pywb.
describeWithTool(await installPywb(), 'warcio and pywb', (python) => {
  it('check every object', async () => {
    const { stdout } = await run(python, ['-m', 'warcio.cli', 'check', '-v', ...store.files], { maxBuffer });
    expect(stdout).not.toMatch(/fail/i);
    expect(stdout.match(/digest pass/g)!.length).toBeGreaterThan(2 * store.files.length);
  }, 180_000);

  it('index the same captures as our CDX', async () => {
    const words = ['-m', 'pywb.indexer.cdxindexer', '-j', '-r', '-d', store.folder, '-o', '-', store.folder];
    const { stdout } = await run(python, words, { maxBuffer });
    const indexed = new Map(parseIndexLines(stdout).map((line) => [`${line.filename} ${line.offset}`, line]));
    for (const { uuid, storageUrl, committed } of store.artifacts) {
      const { pathname, searchParams } = new URL(storageUrl);
      const at = `${pathname.slice(1)} ${searchParams.get('offset')}`;
      const theirs = indexed.get(at);
      indexed.delete(at);
      expect(theirs?.length).toBe(searchParams.get('length'));
      const ours = store.captures.get(uuid);
      expect(ours !== undefined).toBe(committed);
      if (!ours || !theirs) continue;
      const { urlkey, timestamp, url, mime, status, digest } = ours;
      expect({ uuid, urlkey, timestamp, url }).toEqual({
        uuid,
        ...pick(theirs, 'urlkey', 'timestamp', 'url'),
      });
      // For a revisit, pywb's indexer writes the type `warc/revisit`, but Holdfast's CDX contains the type of the
      // original.
      if (theirs.mime === 'warc/revisit') continue;
      expect({ uuid, mime, status, digest }).toEqual({ uuid, ...pick(theirs, 'mime', 'status', 'digest') });
    }
    expect(store.captures.size).toBeGreaterThan(300);
  }, 180_000);
});

interface IndexLine {
  urlkey: string;
  timestamp: string;
  url: string;
  mime: string;
  status: string;
  digest: string;
  length: string;
  offset: string;
  filename: string;
}

function parseIndexLines(text: string): IndexLine[] {
  return text
    .split('\n')
    .filter((line) => line.includes('{'))
    .map((line) => {
      const [, urlkey, timestamp, json] = /^(\S+) (\S+) (.*)$/.exec(line)!;
      return { urlkey, timestamp, status: '-', mime: 'unk', ...JSON.parse(json!) } as IndexLine;
    });
}

function pick<K extends keyof IndexLine>(line: IndexLine, ...names: K[]): Pick<IndexLine, K> {
  return Object.fromEntries(names.map((name) => [name, line[name]])) as Pick<IndexLine, K>;
}
