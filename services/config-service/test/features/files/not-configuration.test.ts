import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { configSections } from '../../../src/domain/configuration/sections.ts';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createFileClient, type FileClient, readProblem } from './file-requests.ts';

const OTHER_FILES: readonly (readonly [what: string, text: string])[] = [
  ['JSON', '{"org.lockss.x": "1"}'],
  ['JSON over several lines', '{\n  "org.lockss.x": "1"\n}\n'],
  ['YAML', 'org:\n  lockss:\n    x: 1\n'],
  ['YAML with its mark', '---\norg.lockss.x: 1\n'],
  ['a YAML list', '- org.lockss.x\n'],
  ['CSV', 'name,value\norg.lockss.x,1\n'],
  ['CSV without a head', 'org.lockss.x,1\norg.lockss.y,2\n'],
  ['a shell script', '#!/bin/sh\necho done\n'],
  ['a script of settings', 'export A=1\n'],
  ['a Python program', 'import os\nos.environ["A"] = "1"\n'],
  ['title database text', '{\n  publisher <\n    name = Press\n  >\n}\n'],
  ['words', 'please restart the node\n'],
  ['a page', '<html><body/></html>'],
  ['an INI file', '[org.lockss]\nx=1\n'],
];

describe('a section refuses what is no configuration', () => {
  let service: ConfigTestService;
  let client: FileClient;
  beforeAll(async () => {
    service = await startTestService((await createConfigDatabase()).url);
    client = createFileClient(service);
    await service.becomes(true);
  });
  afterAll(() => service.stop());

  it.each(configSections.map(({ name, use }) => [name, use] as const))('%s', async (name, use) => {
    const good = '# good\n';
    expect((await client.put(name, good)).status).toBe(200);
    for (const [what, text] of OTHER_FILES) {
      // Skips the HTML page for document sections, because these accept any XML.
      if (use === 'document' && what === 'a page') continue;
      const answer = await readProblem(await client.put(name, text));
      expect([what, answer.status]).toEqual([what, 400]);
      expect(answer.detail).toMatch(/line \d+, column \d+: /);
    }
    expect(await (await client.get(name)).text()).toBe(good);
  });

  it('but takes properties and XML in other encodings', async () => {
    const latin = Buffer.from('org.lockss.x=M\xe9d\xe9ric\n', 'latin1');
    const form = new FormData();
    form.set('configFile', new Blob([latin]), 'expert');
    const { url, asAdmin } = service;
    const put = await fetch(`${url}/config/file/expert`, { method: 'PUT', headers: asAdmin, body: form });
    expect(put.status).toBe(200);
    const answer = await client.get('expert');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=iso-8859-1');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(latin);
    const shown = await fetch(`${url}/config/parameters?key=org.lockss.x`, { headers: asAdmin });
    expect(await shown.text()).toContain('Médéric');
  });
});
