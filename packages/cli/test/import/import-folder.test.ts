import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ImportService,
  openImportService,
  PASSWORD,
  receiveImport,
  runInProcess,
  sendProblem,
} from './import-service.ts';

describe('holdfast import of a folder', () => {
  let folder: string;
  let archives: string;
  let service: ImportService;
  let inFlight: number;
  let mostInFlight: number;
  /** Response for each file, keyed by the file's content. */
  let answers: Map<string, object>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-cli-'));
    archives = join(folder, 'archives');
    mkdirSync(join(archives, 'deep', 'er'), { recursive: true });
    for (const name of ['b.warc', 'a.warc.gz', 'deep/c.ARC', 'deep/er/d.wacz'])
      writeFileSync(join(archives, name), `bytes of ${name}`);
    writeFileSync(join(archives, 'README'), 'no archive');
    answers = new Map();
    inFlight = 0;
    mostInFlight = 0;
    service = await openImportService((open) => async (request, response) => {
      mostInFlight = Math.max(mostInFlight, ++inFlight);
      const received = await receiveImport(request).catch(() => undefined);
      if (received === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
      inFlight -= 1;
      const text = received.parts[1]!.body.toString();
      const answer = answers.get(text) ?? {
        status: 'OK',
        offset: 0,
        artifactUuid: `uuid of ${text}`.replaceAll(/\W/g, ''),
      };
      if (!('status' in answer)) return sendProblem(response, 400, 'This is no archive.');
      open.imports.push(received);
      if ('artifactUuid' in answer) open.artifacts.add(answer.artifactUuid as string);
      response.end(`${JSON.stringify(answer)}\n`);
    });
  });
  afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const importFolder = (...words: string[]) =>
    runInProcess(['import', archives, '--auid', 'a', '--url', service.url, ...words], {
      stateFolder: join(folder, 'state'),
    });
  const sentTexts = () => service.imports.map(({ parts }) => parts[1]!.body.toString()).sort();
  const all = ['bytes of a.warc.gz', 'bytes of b.warc', 'bytes of deep/c.ARC', 'bytes of deep/er/d.wacz'];

  it('copes with links that go round or nowhere, with pipes, and with links to folders', async () => {
    const links: [string, string][] = [
      ['.', 'itself'],
      ['..', 'deep/up'],
      ['loop.warc', 'loop.warc'],
      ['two.warc', 'one.warc'],
      ['one.warc', 'two.warc'],
      ['none', 'dangling.warc'],
      ['../elsewhere', 'deep/other'],
    ];
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'e.warc'), 'bytes of e');
    symlinkSync('..', join(folder, 'elsewhere', 'back'));
    for (const [target, name] of links) symlinkSync(target, join(archives, name));
    symlinkSync(join(folder, 'elsewhere'), join(archives, 'deep', 'linked'));
    execFileSync('mkfifo', [join(archives, 'pipe.warc')]);
    expect((await importFolder()).exitCode).toBe(0);
    expect(sentTexts()).toEqual([...all, 'bytes of e'].sort());
  });

  it('may be a link to a folder, and a link that goes round is said to be none', async () => {
    symlinkSync(archives, join(folder, 'link'));
    symlinkSync('round', join(folder, 'round'));
    const link = await runInProcess(['import', join(folder, 'link'), '--auid', 'a', '--url', service.url]);
    expect([link.exitCode, sentTexts()]).toEqual([0, all]);
    const round = await runInProcess(['import', join(folder, 'round'), '--auid', 'a', '--url', service.url]);
    expect([round.exitCode, round.errorOutput]).toEqual([2, expect.stringContaining('(ELOOP)')]);
  });

  it('may be a pipe, whose writer is waited for', async () => {
    const pipe = join(folder, 'pipe.warc');
    execFileSync('mkfifo', [pipe]);
    const ran = runInProcess(['import', pipe, '--auid', 'a', '--url', service.url]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await appendFile(pipe, 'bytes of a pipe');
    expect([(await ran).exitCode, sentTexts()]).toEqual([0, ['bytes of a pipe']]);
  });

  it('may be a pipe without a writer, which does not outlast the command', async () => {
    const pipe = join(folder, 'pipe.warc');
    execFileSync('mkfifo', [pipe]);
    const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
    const started = await startProcess(
      'node',
      [program, 'import', pipe, '--auid', 'a', '--url', service.url],
      {
        env: { HOLDFAST_PASSWORD: PASSWORD },
      },
    );
    while (inFlight === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    process.kill(started.pid, 'SIGTERM');
    expect(await started.exited).toEqual({ code: 130, signal: null });
  });

  it('sends the archives below it, some at once, and says how many files are none', async () => {
    const ran = await importFolder('--jobs', '3');
    expect(ran.exitCode).toBe(0);
    expect(sentTexts()).toEqual(all);
    expect(mostInFlight).toBe(3);
    expect(ran.output).toContain('4 records in 4 files');
    expect(ran.output).toContain('1 other file in the folders');
  });

  it('sends one after the other, in the order of the names, when asked to', async () => {
    await importFolder('--jobs', '1');
    expect(mostInFlight).toBe(1);
    expect(service.imports.map(({ parts }) => parts[1]!.body.toString())).toEqual(all);
  });

  it('passes over what is in, by its digest', async () => {
    await importFolder();
    renameSync(join(archives, 'b.warc'), join(archives, 'deep', 'renamed.warc'));
    writeFileSync(join(archives, 'a.warc.gz'), 'bytes of another');
    service.imports.length = 0;
    const ran = await importFolder();
    expect(ran.exitCode).toBe(0);
    expect(sentTexts()).toEqual(['bytes of another']);
    expect(ran.output).toContain('3 files skipped: imported before.');
    service.imports.length = 0;
    await importFolder('--again');
    expect(service.imports).toHaveLength(4);
  });

  it('sends again what the service does not have any more, and what had an error', async () => {
    answers.set('bytes of b.warc', { status: 'ERROR', offset: 0, statusMessage: 'bad', artifactUuid: 'x' });
    expect((await importFolder()).exitCode).toBe(1);
    service.artifacts.delete('uuidofbytesofawarcgz');
    service.imports.length = 0;
    await importFolder();
    expect(sentTexts()).toEqual(['bytes of a.warc.gz', 'bytes of b.warc']);
  });

  it('remembers apart what went to another AU', async () => {
    await importFolder();
    service.imports.length = 0;
    await importFolder('--auid', 'another');
    expect(service.imports).toHaveLength(4);
  });

  it('goes on after a file that is refused, and reports each', async () => {
    answers.set('bytes of b.warc', {});
    const path = join(folder, 'report.json');
    const ran = await importFolder('--report', path);
    expect(ran.exitCode).toBe(3);
    const { auid, files } = JSON.parse(readFileSync(path, 'utf8'));
    expect(auid).toBe('a');
    const found = files.map(({ outcome, sha256 }: { outcome: string; sha256?: string }) => [
      outcome,
      sha256?.length,
    ]);
    expect(found).toEqual([
      ['imported', 64],
      ['broken off', undefined],
      ['imported', 64],
      ['imported', 64],
    ]);
    expect(files[1].trouble).toContain('This is no archive.');
    expect(files[0].records).toEqual({ OK: 1, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 });
  });

  it('says when there is nothing in it, and which numbers of files it can send', async () => {
    mkdirSync(join(folder, 'empty'));
    const none = await runInProcess(['import', join(folder, 'empty'), '--auid', 'a']);
    expect(none.exitCode).toBe(2);
    expect(none.errorOutput).toContain('contains no archives');
    expect((await importFolder('--jobs', '0')).exitCode).toBe(2);
    expect((await importFolder('--report', join(folder, 'no', 'such'))).errorOutput).toContain('ENOENT');
  });
});
