// Covers: packages/cli services/config-service
// Runs `./holdfast aus` against a real service and checks the output and exit codes.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, createTestDatabase, startProcess } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const auidOf = (handle: string): string => `org|lockss|plugin|NamedPlugin&handle~${handle}`;

const titles = `{
  publisher < name = Tide Press >
  title < name = Tide Tables >
  plugin = org.lockss.plugin.NamedPlugin
  implicit < status ; name ; param[handle] >
  au < exists ; Tide Tables 2024 ; t2024 >
  au < exists ; Tide Tables 2025 ; t2025 >
  au < exists ; 100% Tides ; t100 >
}
`;

describe('holdfast aus', () => {
  let url: string;
  let folder: string;
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    const source = join(folder, 'titles.tdb');
    await writeFile(source, titles);
    const database = await createTestDatabase();
    ({ url } = await startConfig(database.url, 'hunter22', { TDB_SOURCES: source }));
  });

  const aus = async (...words: string[]): Promise<{ code: number | null; said: string }> => {
    const started = await startProcess(process.execPath, [program, 'aus', ...words], {
      env: { HOLDFAST_CONFIG_URL: url, HOLDFAST_PASSWORD: 'hunter22' },
    });
    const { code } = await started.exited;
    return { code, said: started.output() };
  };

  it('finds the AUs of title sets', async () => {
    const client = createTestConfigClient(url, 'hunter22');
    const configFile = [
      'org.lockss.titleSet.1.name = Tides of 2025',
      'org.lockss.titleSet.1.class = xpath',
      "org.lockss.titleSet.1.xpath = [attributes/publisher='Tide Press' and RE:isMatchRe(displayName, '2025$')]",
      'org.lockss.titleSet.2.class = ActiveAus',
    ];
    await client.putSectionConfiguration({
      sectionName: 'expert',
      body: { configFile: configFile.join('\n') },
    });
    client.close();
    expect(await aus('add', '--set', 'Tides of 2025', '--dry-run')).toEqual({
      code: 0,
      said: `${auidOf('t2025')}\tTide Tables 2025\n1 AU would be added.\n`,
    });
    expect(await aus('deactivate', '--set', '2')).toEqual({ code: 1, said: 'No AU matches.\n' });
    expect((await aus('add', '--set', 'gone')).said).toContain('Existing title sets: Tides of 2025, 2.');
  });

  it('adds AUs by their titles, lists them, and changes them', async () => {
    expect(await aus('add', '--title', 'tide tables 20??', '--dry-run')).toEqual({
      code: 0,
      said: `${auidOf('t2024')}\tTide Tables 2024\n${auidOf('t2025')}\tTide Tables 2025\n2 AUs would be added.\n`,
    });
    expect(await aus('add', '--title', 'Tide tables')).toEqual({ code: 0, said: '3 AUs added.\n' });
    expect(await aus('add', '--title', 'Tide')).toEqual({ code: 1, said: 'No AU matches.\n' });
    expect(await aus('deactivate', '--title', '100%')).toEqual({ code: 0, said: '1 AU deactivated.\n' });
    const listed = await aus('list', '--title', '*tides*');
    expect(listed).toEqual({ code: 0, said: `${auidOf('t100')}\tinactive\t100% Tides\n1 AU.\n` });
    expect((await aus('list', '--where', 'not active', '--json')).said).toBe(
      `{"auId":"${auidOf('t100')}","name":"100% Tides","active":false}\n`,
    );
    const file = join(folder, 'auids');
    await writeFile(file, `${auidOf('t100')}\n\n${auidOf('gone')}\n`);
    const reactivated = await aus('reactivate', '--file', file);
    expect(reactivated).toEqual({
      code: 1,
      said: `${auidOf('gone')}: Not Found\n1 AU reactivated, 1 failed.\n`,
    });
    expect(await aus('delete', auidOf('t100'))).toMatchObject({
      code: 2,
      said: expect.stringMatching(/Add --yes to confirm/),
    });
    expect(await aus('delete', auidOf('t100'), '--yes', '--quiet')).toEqual({ code: 0, said: '' });
  });

  it('writes AUs with their documents, and takes them again', async () => {
    const records = Array.from({ length: 3 }, (_, index) => ({
      auId: auidOf(`made${index}`),
      auConfig: { handle: `made${index}`, 'reserved.displayName': `Été = ${index}` },
      auState: { auCreationTime: 1_000 + index, hasSubstance: 'Yes' },
    }));
    const given = join(folder, 'given.jsonl');
    await writeFile(given, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(await aus('import', given)).toEqual({ code: 0, said: '3 AUs added, 0 changed, 0 unchanged.\n' });

    const out = join(folder, 'out.jsonl');
    const written = await aus('export', out);
    expect(written).toEqual({ code: 0, said: `5 AUs in ${out}.\n` });
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    expect(lines.slice(0, 3).map((line) => JSON.parse(line))).toEqual(records);

    await writeFile(given, JSON.stringify({ ...records[0], auState: { hasSubstance: 'No' } }));
    expect(await aus('import', given, out)).toEqual({
      code: 1,
      said: `${auidOf('made0')}: Conflict: auState: hasSubstance\n0 AUs added, 0 changed, 5 unchanged, 1 in conflict with a stored AU.\n`,
    });
    expect((await aus('import', given, '--replace', '--json', '--quiet')).said).toBe(
      `{"line":1,"auId":"${auidOf('made0')}","isSuccess":true,"outcome":"Changed","message":"Changed: state"}\n`,
    );

    const auTxt = join(folder, 'au.txt');
    expect(await aus('export', auTxt)).toEqual({ code: 0, said: `5 AUs in ${auTxt}.\n` });
    const text = await readFile(auTxt, 'latin1');
    expect(text).toContain(
      'org.lockss.au.org|lockss|plugin|NamedPlugin.handle~made1.reserved.displayName=\\u00C9t\\u00E9 \\= 1\n',
    );
    expect(await aus('import', auTxt)).toEqual({ code: 0, said: '0 AUs added, 0 changed, 5 unchanged.\n' });
  });

  it('says what is wrong with a file, and takes the rest of it', async () => {
    const file = join(folder, 'bad.txt');
    const key = 'org.lockss.au.org|lockss|plugin|NamedPlugin.handle~fresh.handle';
    await writeFile(file, `# comment\n${key}=fresh\nsome.thing.else=1\n`);
    expect(await aus('import', file)).toEqual({
      code: 1,
      said: `${file}:3: some.thing.else is not a property of an AU.\n1 AU added, 0 changed, 0 unchanged.\n`,
    });
    await writeFile(file, `${key}=\\u12\n`);
    expect(await aus('import', file)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/bad\.txt:1:1: /),
    });
  });
});
