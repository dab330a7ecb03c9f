// Reads title databases from fixtures and from real nodes, and compares the entries with the results of LOCKSS.
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuid } from '@holdfast/auid';
import { readConfiguration } from '@holdfast/config-format';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { parseTdb, readPropertyEntries, type TdbEntry, TITLE_PREFIX } from '../src/index.ts';
import { collectEntries } from './collect-entries.ts';

describe('the title database of our own making', () => {
  givesTheTable(findFixture('tdb'), findFixture('golden/tdb-aus.tsv'), 10);
  isTheSameFromXml(findFixture('tdb'), findFixture('golden/titledb.xml'), 10);
});

describeWithCorpus('the title database of the corpus', () => {
  givesTheTable(corpus.path('tdb'), corpus.path('golden/tdb-aus.tsv'), 12_519);
  isTheSameFromXml(corpus.path('tdb/coppulpln'), corpus.path('golden/titledb-coppulpln.xml'), 1_511);
});

function givesTheTable(folder: string, table: string, count: number): void {
  it('gives every AU of the golden table, and no warning', async () => {
    const { entries, warnings } = await collectEntries(...filesIn(folder).map(textFile));
    const golden = readFileSync(table, 'utf8').trimEnd().split('\n');
    expect(warnings).toEqual([]);
    expect(golden).toHaveLength(count);
    expect(entries.map(rowOf).sort()).toEqual(golden.sort());
  });
}

function isTheSameFromXml(folder: string, file: string, count: number): void {
  it('gives the same AUs from XML as from text', async () => {
    const text = await collectEntries(...filesIn(folder).map(textFile));
    const properties = readConfiguration(createReadStream(file), {
      format: 'xml',
      entriesUnder: TITLE_PREFIX,
    });
    const xml = await collectEntries(readPropertyEntries(properties, { source: 'xml' }));
    expect(xml.warnings).toEqual([]);
    expect(xml.entries).toHaveLength(count);
    expect(inOrder(xml.entries)).toEqual(inOrder(text.entries));
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function textFile(path: string) {
  return parseTdb(createReadStream(path), { source: path });
}

function rowOf({
  pluginId,
  definitional,
  publisher,
  title,
  name,
  year,
  attrs,
  props,
  status,
}: TdbEntry): string {
  const { issn, eissn, issnl, type } = props;
  const auid = makeAuid(pluginId, definitional);
  return [auid, publisher, title, name, pluginId, year, attrs.volume, issn, eissn, issnl, status, type].join(
    '\t',
  );
}

/** Removes fields that exist only in one of the two formats, and sorts the entries. */
function inOrder(entries: readonly TdbEntry[]) {
  return entries.map(({ line, column, entryName, status, ...entry }) => JSON.stringify(sorted(entry))).sort();
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}
