import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AnswerRequest,
  type ImportService,
  openImportService,
  receiveImport,
  respondWithLines,
  runInProcess,
  sendProblem,
} from './import-service.ts';

describe('holdfast import', () => {
  let folder: string;
  let large: string;
  let small: string;
  // Content with line breaks and with text that resembles a multipart boundary. The client must send all of it
  // unchanged.
  const smallBytes = Buffer.from('WARC/1.0\r\n--holdfast-\r\n--\0\xff', 'latin1');
  const largeBytes = randomBytes(5_000_000);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-cli-'));
    small = join(folder, 'a "small" é.warc');
    large = join(folder, 'large.warc');
    writeFileSync(small, smallBytes);
    writeFileSync(large, largeBytes);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  let service: ImportService | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  const open = async (answer: (service: ImportService) => AnswerRequest): Promise<ImportService> => {
    service = await openImportService(answer);
    return service;
  };

  it('sends the auid, then the file, byte for byte and with its exact length', async () => {
    const { url, imports } = await open(respondWithLines({ status: 'OK', offset: 0 }));
    const ran = await runInProcess(['import', small, large, '--auid', 'pé&k~v', '--url', url]);
    expect(ran.exitCode).toBe(0);
    expect(imports).toHaveLength(2);
    const [first, second] = imports;
    expect(first?.parts.map(({ head }) => head.split('\r\n')[0])).toEqual([
      'Content-Disposition: form-data; name="auid"',
      'Content-Disposition: form-data; name="archive"; filename="a %22small%22 é.warc"',
    ]);
    expect(first?.parts[0]?.body.toString()).toBe('pé&k~v');
    expect(first?.parts[1]?.body.equals(smallBytes)).toBe(true);
    expect(second?.parts[1]?.body.equals(largeBytes)).toBe(true);
    expect(Number(second?.headers['content-length'])).toBeGreaterThan(largeBytes.length);
    expect(second?.headers['transfer-encoding']).toBeUndefined();
    expect(first?.url).toBe('/archives?summary=true');
    expect(ran.output).toContain('2 records in 2 files, 5.0 MB');
  });

  it('passes its options on', async () => {
    const { url, imports } = await open(respondWithLines());
    const options = ['--namespace', 'n', '--store-duplicate', '--exclude-status', '4..|503', '--quarantine'];
    await runInProcess(['import', small, '--auid', 'a', ...options], { url });
    expect(imports[0]?.url).toBe(
      '/archives?namespace=n&storeDuplicate=true&excludeStatusPattern=4..%7C503&quarantine=true&summary=true',
    );
  });

  it('reads standard input, whose length nobody knows', async () => {
    const { url, imports } = await open(respondWithLines());
    const ran = await runInProcess(['import', '-', '--auid', 'a', '--url', url], { input: largeBytes });
    expect(ran.exitCode).toBe(0);
    expect(imports[0]?.headers['transfer-encoding']).toBe('chunked');
    expect(imports[0]?.parts[1]?.body.equals(largeBytes)).toBe(true);
  });

  it('says what lies beside the records, over all files', async () => {
    const summary = {
      quarantined: 1,
      companions: { kept: { request: 1_200, metadata: 0, warcinfo: 1 }, alone: 2, dropped: { damaged: 3 } },
    };
    const { url } = await open(respondWithLines({ status: 'OK', offset: 0 }, { summary }));
    const ran = await runInProcess(['import', small, small, '--auid', 'a', '--url', url]);
    expect(ran.output).toContain('stored, but damaged: 2\n');
    expect(ran.output).toContain(
      'companion records stored: 2,400 request, 2 warcinfo (4 without an artifact)\n',
    );
    expect(ran.output).toContain('companion records not stored: 6 damaged\n');
    const asJson = await runInProcess(['import', small, '--auid', 'a', '--url', url, '--json']);
    expect(
      asJson.output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { file: small, status: 'OK', offset: 0 },
      { file: small, summary },
    ]);
  });

  it('sums up by status and says what failed, where and why', async () => {
    const lines = [
      { status: 'OK', offset: 0 },
      { status: 'DUPLICATE', offset: 5 },
      { status: 'EXCLUDED', offset: 6 },
      { status: 'ERROR', offset: 7, url: 'http://x/', statusMessage: 'the date is no date' },
    ];
    const { url } = await open(respondWithLines(...lines));
    const ran = await runInProcess(['import', small, '--auid', 'a', '--url', url]);
    expect(ran.exitCode).toBe(1);
    expect(ran.output).toMatch(/OK +1 .*\n.*DUPLICATE +1 .*\n.*EXCLUDED +1 .*\n.*ERROR +1 /);
    expect(ran.output).toContain(`${small}, offset 7, http://x/: the date is no date`);
  });

  it('prints lines of JSON for other programs', async () => {
    const { url } = await open(respondWithLines({ status: 'OK', offset: 0, artifactUuid: 'u' }));
    const ran = await runInProcess(['import', small, '--auid', 'a', '--url', url, '--json']);
    expect(JSON.parse(ran.output)).toEqual({ file: small, status: 'OK', offset: 0, artifactUuid: 'u' });
    expect(ran.errorOutput).toContain('1 record in 1 file');
  });

  it('is quiet when it is asked to and nothing failed', async () => {
    const { url } = await open(respondWithLines({ status: 'OK' }));
    const ran = await runInProcess(['import', small, '--auid', 'a', '--url', url, '--quiet']);
    expect(ran).toEqual({ exitCode: 0, output: '', errorOutput: '' });
  });

  it('draws a bar on a terminal while the answer is on its way', async () => {
    const { url } = await open((service) => async (request, response) => {
      service.imports.push(await receiveImport(request));
      setTimeout(() => response.end('{"status":"OK"}\n'), 600);
    });
    const ran = await runInProcess(['import', large, '--auid', 'a', '--url', url], { isTTY: true });
    expect(ran.errorOutput).toMatch(
      /█+ 100 % {2}5\.0 MB of 5\.0 MB, 0 records, .*waiting for the last records/,
    );
    expect(ran.output).toContain('1 record in 1 file');
  });

  it('stops sending when the service refuses the file, and goes on with the next', async () => {
    let received = 0;
    const { url } = await open(() => (request, response) => {
      received += 1;
      if (received > 1) return void request.resume().on('end', () => response.end('{"status":"OK"}\n'));
      sendProblem(response, 400, 'This is no WARC file.');
      request.resume();
    });
    const ran = await runInProcess(['import', large, small, '--auid', 'a', '--url', url]);
    expect(ran.exitCode).toBe(3);
    expect(ran.errorOutput).toContain(`${large}: The service rejected the request: This is no WARC file.`);
    expect(ran.output).toContain('1 record in 2 files');
  });

  it.each([
    [403, 'This user does not have permission to do that.'],
    [503, 'The service is not ready: Later.'],
    [502, 'The service returned status 502: Later.'],
  ])('ends when the service says %i', async (status, sentence) => {
    const { url, imports } = await open(() => (request, response) => {
      request.resume();
      sendProblem(response, status, 'Later.');
    });
    const ran = await runInProcess(['import', small, small, '--auid', 'a', '--url', url]);
    expect(ran.exitCode).toBe(3);
    expect(ran.errorOutput).toBe(`${small}: ${sentence}\n`);
    expect(imports).toHaveLength(0);
  });

  it('says what was acknowledged when the connection breaks', async () => {
    const { url } = await open(() => (request, response) => {
      response.write('{"status":"OK"}\n{"status":"OK"}\n');
      request.once('data', () => setTimeout(() => response.destroy(), 50));
    });
    const ran = await runInProcess(['import', large, '--auid', 'a', '--url', url]);
    expect(ran.exitCode).toBe(3);
    expect(ran.errorOutput).toContain(
      'the connection broke during the import (the connection was cut). 2 records of this file were stored and reported',
    );
    expect(ran.errorOutput).toContain('Run the import again');
    expect(ran.output).toContain('2 records in 1 file');
  });

  it('does not take a cut answer for a whole one', async () => {
    const { url } = await open((service) => async (request, response) => {
      service.imports.push(await receiveImport(request));
      response.write('{"status":"OK"}\n');
      setTimeout(() => response.destroy(), 50);
    });
    expect((await runInProcess(['import', small, '--auid', 'a', '--url', url])).exitCode).toBe(3);
  });

  it('is content with an answer that ends before the file: damage that could not be crossed', async () => {
    const { url } = await open(() => (request, response) => {
      request.once('data', () =>
        response.end('{"status":"ERROR","offset":9,"statusMessage":"broken from here on"}\n'),
      );
    });
    const ran = await runInProcess(['import', large, '--auid', 'a', '--url', url]);
    expect(ran.exitCode).toBe(1);
    expect(ran.output).toContain(`${large}, offset 9: broken from here on`);
  });

  it('says what was acknowledged when it is interrupted', async () => {
    const stop = new AbortController();
    const { url } = await open(() => (request, response) => {
      response.write('{"status":"OK"}\n');
      request.resume();
      setTimeout(() => stop.abort(), 100);
    });
    const ran = await runInProcess(['import', small, '--auid', 'a', '--url', url], { signal: stop.signal });
    expect(ran.exitCode).toBe(130);
    expect(ran.errorOutput).toContain(`Stopped at ${small}. 1 record of this file was stored and reported`);
  });

  it('knows a wrong password before it sends anything', async () => {
    const { url, imports } = await open(respondWithLines());
    const ran = await runInProcess(['import', large, '--auid', 'a', '--url', url], { password: 'wrong' });
    expect(ran.exitCode).toBe(3);
    expect(ran.errorOutput).toBe('The service rejected the user name or password.\n');
    expect(imports).toHaveLength(0);
  });

  it('says so when nobody is there', async () => {
    const { url, close } = await open(respondWithLines());
    await close();
    service = undefined;
    const ran = await runInProcess(['import', small, '--auid', 'a', '--url', url]);
    expect(ran.exitCode).toBe(3);
    expect(ran.errorOutput).toBe(`The service at ${url} cannot be reached: nothing listens there.\n`);
  });

  it('looks at all files before it sends the first', async () => {
    const missing = ['one.warc', 'two.warc'].map((name) => join(folder, name));
    const ran = await runInProcess(['import', small, ...missing, '--auid', 'a']);
    expect(ran.exitCode).toBe(2);
    expect(ran.errorOutput).toBe(missing.map((name) => `${name} does not exist.\n`).join(''));
  });

  it.each(['ftp://x/', 'not a url', 'http://user:secret@x/'])(
    'does not take %s for a service',
    async (url) => {
      const ran = await runInProcess(['import', small, '--auid', 'a', '--url', url]);
      expect(ran.exitCode).toBe(2);
    },
  );

  it('explains itself', async () => {
    expect((await runInProcess(['import', '--help'])).output).toContain('--exclude-status PATTERN');
    expect((await runInProcess([])).output).toContain('holdfast import FILE…');
    expect((await runInProcess(['--version'])).output).toMatch(/^holdfast \d+\.\d+\.\d+\n$/);
  });
});
