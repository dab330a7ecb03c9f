// Title-database files, our own and real ones, read as the project that wrote them reads them.
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuid } from '@holdfast/auid';
import { readConfiguration } from '@holdfast/config-format';
import { corpus, describeWithCorpus, fixture } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { entriesOfProperties, parseTdb, type TdbEntry, TITLE_PREFIX } from '../src/index.ts';
import { gathered } from './gathered.ts';

describe('the title database of our own making', () => {
  it('gives every AU of the table that was written by hand, and no warning', async () => {
    const { entries, warnings } = await gathered(...filesIn(fixture('tdb')).map(textFile));
    const golden = readFileSync(fixture('golden/tdb-aus.tsv'), 'utf8').trimEnd().split('\n');
    expect(warnings).toEqual([]);
    expect(entries.map(rowOf).sort()).toEqual(golden.sort());
  });
});

describeWithCorpus('the title database of the corpus', () => {
  it('gives every AU of the golden table, and no warning', async () => {
    const { entries, warnings } = await gathered(...filesIn(corpus.path('tdb')).map(textFile));
    const golden = readFileSync(corpus.path('golden/tdb-aus.tsv'), 'utf8').trimEnd().split('\n');
    expect(warnings).toEqual([]);
    expect(golden).toHaveLength(12_519);
    expect(entries.map(rowOf).sort()).toEqual(golden.sort());
  });

  it('gives the same AUs from XML as from text', async () => {
    const text = await gathered(...filesIn(corpus.path('tdb/coppulpln')).map(textFile));
    const bytes = createReadStream(corpus.path('golden/titledb-coppulpln.xml'));
    const properties = readConfiguration(bytes, { format: 'xml', entriesUnder: TITLE_PREFIX });
    const xml = await gathered(entriesOfProperties(properties, { source: 'xml' }));
    expect(xml.warnings).toEqual([]);
    expect(xml.entries).toHaveLength(1_511);
    expect(inOrder(xml.entries)).toEqual(inOrder(text.entries));
  });
});

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

/** What only one of the two forms has left out. */
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
