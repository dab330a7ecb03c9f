// Judges: packages/cli services/config-service
// `./holdfast config` against a real service, with the output and exit codes that an operator sees.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, createTestDatabase, startProcess } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startConfig } from '../support/config-server.ts';

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

describe('holdfast config', () => {
  let url: string;
  let folder: string;
  let source: string;
  beforeAll(async () => {
    folder = await createTemporaryFolder();
    source = join(folder, 'source.txt');
    await writeFile(source, 'from.source=1\n');
    const database = await createTestDatabase();
    ({ url } = await startConfig(database.url, 'hunter22', {
      CONFIG_SOURCES: source,
      CONFIG_FILE_SIZE: '1000',
    }));
  });

  const config = async (
    words: string,
    env: Record<string, string> = {},
  ): Promise<{ code: number | null; said: string }> => {
    const started = await startProcess(process.execPath, [program, 'config', ...words.split(' ')], {
      env: { HOLDFAST_CONFIG_URL: url, HOLDFAST_PASSWORD: 'hunter22', ...env },
    });
    const { code } = await started.exited;
    return { code, said: started.output() };
  };
  const write = async (text: string): Promise<string> => {
    const file = join(folder, 'file');
    await writeFile(file, text);
    return file;
  };
  const tagIn = (said: string): string => /tag ([0-9a-f]{32})/.exec(said)![1]!;

  it('stores a file, shows it, and guards it against others', async () => {
    const file = await write('x.a=1\n');
    const stored = await config(`put expert ${file} --create-only`);
    expect(stored).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^expert was stored and is in effect: last changed .* GMT, tag /),
    });
    const shown = await config('get expert');
    expect(shown).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^x\.a=1\nexpert: 6 B, last changed /),
    });
    expect(tagIn(shown.said)).toBe(tagIn(stored.said));

    const again = await config(`put expert ${file} --create-only`);
    expect(again).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The file is not in the state that you gave, so nothing was stored: /),
    });

    const changed = await config(`put expert ${await write('x.a=2\n')} --if-match ${tagIn(stored.said)}`);
    expect(changed.code).toBe(0);
    const late = await config(`put expert ${await write('x.a=3\n')} --if-match ${tagIn(stored.said)}`);
    expect(late.code).toBe(1);
    expect((await config('get EXPERT')).said).toMatch(/^x\.a=2\n/);
  });

  it('writes to a file', async () => {
    const output = join(folder, 'output');
    const { code } = await config(`get cluster --output ${output}`);
    expect(code).toBe(0);
    expect(await readFile(output, 'utf8')).toContain(`<value>file://${source}</value>`);
    expect((await config(`get file://${source}`)).said).toMatch(/^from\.source=1\n/);
  });

  it('says in which line a file is wrong', async () => {
    const { code, said } = await config(`put expert ${await write('x.a=1\nx.b=\\u12')}`);
    expect(code).toBe(1);
    expect(said).toMatch(/^The service refused it: .*line 2, column 1: \\u must be followed by four/);
  });

  it.each([
    ['get alert', 1, /^There is no such file: There is no configuration file alert\.\n$/],
    ['get nonsense', 1, /^The service refused it: /],
    ['get file:///etc/passwd', 1, /^The service refused it: The URL is none of the configuration sources/],
    ['put cluster FILE', 1, /^The service refused it: The section cluster is made by the service itself/],
    ['put expert LARGE', 1, /^It is too large: /],
    ['put expert NONE', 2, /does not exist/],
  ])('%s ends with %d', async (words, expected, message) => {
    const file = await write('x.a=1');
    const large = join(folder, 'large');
    await writeFile(large, `a=${'x'.repeat(2000)}`);
    const { code, said } = await config(
      words.replace('FILE', file).replace('LARGE', large).replace('NONE', `${file}.none`),
    );
    expect(said).toMatch(message);
    expect(code).toBe(expected);
  });

  it('shows what is set, by whom, and what the service makes of it', async () => {
    const file = await write('org.lockss.daemon.groups=demo\norg.lockss.proxy.port=1\n');
    const stored = await config(`put expert ${file}`);
    expect(stored.said).toMatch(
      /\nStored for other services, not used by this one: org\.lockss\.proxy\.port\.\n$/,
    );
    expect(await config('show org.lockss.')).toEqual({
      code: 0,
      said:
        'org.lockss.daemon.groups = demo\n    /config/file/expert: used by this service\n' +
        'org.lockss.proxy.port = 1\n    /config/file/expert: stored for other services\n',
    });
    expect((await config('show from.source')).said).toMatch(
      /^from\.source = 1\n {4}file:\/\/\/.*source\.txt: stored/,
    );
    expect(await config('show org.lockss.none')).toEqual({
      code: 1,
      said: 'No source sets org.lockss.none.\n',
    });
  });

  it('says that the login is wrong', async () => {
    expect(await config('get expert', { HOLDFAST_PASSWORD: 'x' })).toEqual({
      code: 3,
      said: 'The service does not accept this user and password.\n',
    });
  });

  it('reloads, and tells what came of it', async () => {
    expect(await config('reload')).toEqual({
      code: 0,
      said: 'The service has begun to load plugins, configuration and titles.\n',
    });
    expect((await config('reload --wait')).said).toBe('Loaded; nothing has changed.\n');
    await writeFile(source, 'from.source=2\n');
    expect((await config('reload --wait')).said).toMatch(/^Loaded; the configuration changed at \d{4}-/);
    await writeFile(source, 'from.source=\\u1');
    expect((await config('reload --wait')).said).toMatch(
      /^Loaded; nothing has changed\.\nThe service says: source\.txt cannot be read as configuration: line 1, column 1: .*stays as it was\.\n$/,
    );
  });
});
