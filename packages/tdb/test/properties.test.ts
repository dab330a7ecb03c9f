import { describe, expect, it } from '@jest/globals';
import { readTitles } from '../src/index.ts';
import { collectEntries, type ReadEntries } from './collect-entries.ts';

async function* once(text: string) {
  yield Buffer.from(text);
}

function readXml(properties: string): Promise<ReadEntries> {
  const xml = `<lockss-config><property name="org.lockss.title">${properties}</property></lockss-config>`;
  return collectEntries(readTitles(once(xml), { format: 'xml', source: 'x.xml' }));
}

function entry(values: Record<string, string>, name = 'One'): string {
  const inside = Object.entries(values).map(([key, value]) => `<property name="${key}" value="${value}"/>`);
  return `<property name="${name}">${inside.join('')}</property>`;
}

describe('entries of a configuration', () => {
  it('are AUs with parameters, attributes and other properties', async () => {
    const { entries, warnings } = await readXml(
      entry({
        'attributes.publisher': 'Press',
        'attributes.year': '2014',
        journalTitle: 'Journal',
        journalId: 'J1',
        'journal.link.1.type': 'continues',
        issn: '1234-5679',
        type: 'journal',
        title: 'Journal 2014',
        plugin: 'org.example.Plugin',
        'param.1.key': 'base_url',
        'param.1.value': 'http://x/',
        'param.1.editable': 'false',
        'param.x.key': 'year',
        'param.x.value': '2014',
        'param.3.key': 'nothing',
        'param.4.value': 'nothing',
        'param.98.key': 'given',
        'param.98.value': 'once',
        'param.98.default_only': 'true',
        'param.99.key': 'pub_down',
        'param.99.value': 'true',
        __proto__: 'x',
      }),
    );
    expect(warnings).toEqual([]);
    const definitional = { base_url: 'http://x/', year: '2014' };
    expect(entries).toEqual([
      {
        line: 1,
        entryName: 'One',
        name: 'Journal 2014',
        pluginId: 'org.example.Plugin',
        publisher: 'Press',
        title: 'Journal',
        journalId: 'J1',
        definitional,
        params: { ...definitional, given: 'once', pub_down: 'true' },
        configuration: { ...definitional, pub_down: 'true' },
        attrs: { publisher: 'Press', year: '2014' },
        props: { journalId: 'J1', issn: '1234-5679', type: 'journal' },
        year: '2014',
        down: true,
      },
    ]);
  });

  it('take names from where there are some', async () => {
    const { entries } = await readXml(
      [
        entry({ title: 'T 2014', plugin: 'p', 'journal.title': 'J', 'publisher.name': 'P' }, 'A'),
        entry({ title: 'T Issue 3', plugin: 'p', 'attributes.issue': '3' }, 'B'),
        entry({ title: 'T', plugin: 'p' }, 'C'),
      ].join(''),
    );
    expect(entries.map(({ title, publisher }) => [title, publisher])).toEqual([
      ['J', 'P'],
      ['T', 'Publisher of [T]'],
      ['Title of [T]', 'Publisher of [Title of [T]]'],
    ]);
  });

  it('are left out, with their name and line, when they have no title or no plugin or are huge', async () => {
    const { entries, warnings } = await readXml(
      `\n${entry({ plugin: 'p' }, 'A')}\n${entry({ title: 't' }, 'B')}\n${entry({ title: 't', plugin: 'p', x: 'x'.repeat(70_000) }, 'C')}`,
    );
    expect(entries).toEqual([]);
    expect(warnings).toEqual([
      'x.xml:2: entry "A": it has no title; it is left out',
      'x.xml:3: entry "B": it has no plugin; it is left out',
      'x.xml:4: entry "C": more than 65536 characters; it is left out',
    ]);
  });

  it('of a file that cannot be read are an error with its place', async () => {
    await expect(readXml('<property>')).rejects.toMatchObject({ name: 'BadConfigurationError', line: 1 });
  });
});
