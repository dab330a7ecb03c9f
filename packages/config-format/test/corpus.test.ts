import { readFile } from 'node:fs/promises';
import { corpus, describeWithCorpus } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { read } from './read.ts';

describeWithCorpus('a real title database in XML', () => {
  const options = { format: 'xml', entriesUnder: 'org.lockss.title' } as const;

  it('has an entry for each of its titles, with its line', async () => {
    const bytes = await readFile(corpus.path('golden/titledb-coppulpln.xml'));
    const found = await read(bytes, options);
    const text = bytes.toString();
    const last = found.findLast(({ entry }) => entry !== undefined)!.entry!;
    expect(last.number).toBe(text.split('<property name="plugin"').length - 1);
    expect(text.split('\n')[last.line - 1]).toContain(`name="${last.name}"`);
    expect(found).toHaveLength(text.split(' value=').length - 1);
  });

  it('is the same in pieces of any size', async () => {
    const bytes = (await readFile(corpus.path('golden/titledb-coppulpln.xml'))).subarray(0, 40_000);
    const end = bytes.lastIndexOf('  </property>');
    const part = Buffer.concat([
      bytes.subarray(0, end),
      Buffer.from('</property></property></lockss-config>'),
    ]);
    const whole = await read(part, options);
    expect(whole.length).toBeGreaterThan(100);
    expect(await read(part, options, 1)).toEqual(whole);
    expect(await read(part, options, 7)).toEqual(whole);
  });
});
