import { writeSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuditLine, type AuditWriter, openAudit } from '../../src/audit/audit.ts';
import { openAuditFile, rotateFullAuditFile } from '../../src/audit/audit-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the file of the audit log', () => {
  it('is put aside when it is full, without losing a line, and the oldest goes', async () => {
    const file = openAuditFile(folder, 'a.log', { fileBytes: 10, olderFiles: 2 });
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n', 'five\n', 'six\n', 'seven\n'])
      writeSync(file.descriptor(), line);
    expect((await readdir(folder)).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
    const texts = ['a.log.2', 'a.log.1', 'a.log'].map((name) => readFile(join(folder, name), 'utf8'));
    expect((await Promise.all(texts)).join('|')).toBe('one\ntwo\nthree\n|four\nfive\n|six\nseven\n');
    expect((await stat(join(folder, 'a.log'))).mode & 0o777).toBe(0o600);
  });

  it('is bounded by bytes as well, when others have made it longer than it should be', async () => {
    const limits = { fileBytes: 10, olderFiles: 3 };
    const names = async () => (await readdir(folder)).filter((name) => name.startsWith('c.log')).sort();
    for (const [bytes, left] of [
      [10, ['c.log.1']],
      [10, ['c.log.1', 'c.log.2']],
      [25, ['c.log.1', 'c.log.2']],
      [500, ['c.log.1']],
      [10, ['c.log.1']],
      [10, ['c.log.1', 'c.log.2']],
    ] as const) {
      await writeFile(join(folder, 'c.log'), 'x'.repeat(bytes));
      rotateFullAuditFile(folder, 'c.log', limits);
      expect(await names()).toEqual(left);
    }
  });

  it('is made anew when somebody has moved it', async () => {
    const file = openAuditFile(join(folder, 'new'), 'b.log', { fileBytes: 1_000, olderFiles: 1 });
    writeSync(file.descriptor(), 'one\n');
    await rename(join(folder, 'new', 'b.log'), join(folder, 'new', 'elsewhere'));
    writeSync(file.descriptor(), 'two\n');
    expect(await readFile(join(folder, 'new', 'b.log'), 'utf8')).toBe('two\n');
  });
});

describe('a line of the audit log', () => {
  const line: AuditLine = {
    event: 'write',
    requestId: 'one',
    operation: 'deleteAu',
    method: 'DELETE',
    user: 'admin',
    client: '::1',
    subject: { auid: 'x' },
    status: 200,
    outcome: 'ok',
  };

  it('is there before the next turn but one, in JSON', async () => {
    const audit = openAudit({ service: 's', target: { folder }, key: 'k' }) as AuditWriter;
    audit.write(line);
    await new Promise((resolve) => setTimeout(resolve));
    const text = await readFile(join(folder, 's.audit.log'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      level: 'info',
      time: expect.any(String),
      service: 's',
      log: 'audit',
      ...line,
    });
  });

  it('is in a file of its own when it is about a refused request', async () => {
    const audit = openAudit({ service: 'r', target: { folder }, key: 'k' }) as AuditWriter;
    const refused: Partial<AuditLine>[] = [
      { status: 403 },
      { status: 401, why: 'wrong' },
      { user: undefined },
      { event: 'missing', user: undefined, status: undefined, why: 'refused' },
    ];
    audit.write(line);
    for (const more of refused) audit.write({ ...line, ...more });
    audit.write({ ...line, status: 500 });
    await new Promise((resolve) => setTimeout(resolve));
    const statuses = async (name: string) =>
      (await readFile(join(folder, name), 'utf8'))
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text).status);
    expect(await statuses('r.audit.log')).toEqual([200, 500]);
    expect(await statuses('r.audit-refused.log')).toEqual([403, 401, 200, undefined]);
  });

  it('is several lines for a long list', async () => {
    const audit = openAudit({ service: 'long', target: { folder }, key: 'k' }) as AuditWriter;
    audit.write({ ...line, subject: { auids: Array.from({ length: 150 }, (_, index) => `au ${index}`) } });
    await new Promise((resolve) => setTimeout(resolve));
    const lines = (await readFile(join(folder, 'long.audit.log'), 'utf8')).trim().split('\n');
    expect(lines.map((text) => JSON.parse(text).subject.auids.length)).toEqual([100, 50]);
  });

  it('may be written while there is no folder for it: nothing is thrown', async () => {
    // Uses a path at which no folder can ever be created. Otherwise, a retry could create the folder after this test
    // file has ended.
    const audit = openAudit({ service: 's', target: { folder: '/dev/null/audit' }, key: 'k' }) as AuditWriter;
    for (let index = 0; index < 100; index += 1) audit.write(line);
    await new Promise((resolve) => setTimeout(resolve));
  });

  it('hashes names by its key', () => {
    const hashes = ['one key', 'one key', 'another'].map((key) =>
      openAudit({ service: 's', target: 'stdout', key })?.nameHash('admin'),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(openAudit({ service: 's', target: 'off', key: 'k' })).toBeUndefined();
  });
});
