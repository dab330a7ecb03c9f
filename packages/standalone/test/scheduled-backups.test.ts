// Scheduled backups of `npm start`: when they run, and that a failed backup does not stop the node.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type BackupPlan, scheduleBackups } from '../src/scheduled-backups.ts';

// Fake CLI: records its arguments and exits with the code in the variable CODE.
const PROGRAM = `
require('node:fs').appendFileSync(process.env.CALLS, process.argv.slice(2).join(' ') + '\\n');
if (process.env.CODE === 'hang') setInterval(() => {}, 1000);
else { console.error('a reason'); process.exit(Number(process.env.CODE)); }`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function schedule(code: string, plan: Partial<BackupPlan> = {}, note?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-backups-'));
  folders.push(folder);
  const [script, calls] = [join(folder, 'program.cjs'), join(folder, 'calls')];
  writeFileSync(script, PROGRAM);
  writeFileSync(calls, '');
  const noteFile = join(folder, 'note');
  if (note === 'a folder') mkdirSync(noteFile);
  else if (note !== undefined) writeFileSync(noteFile, note);
  const said: string[] = [];
  const backups = scheduleBackups(
    {
      say: (words) => void said.push(words),
      nowMs: Date.now,
      script,
      environment: { CALLS: calls, CODE: code },
      projectFolder: folder,
      logFile: join(folder, 'backup.log'),
      noteFile,
    },
    { periodMs: 86_400_000, place: 'backups', keep: 3, ...plan },
  );
  const read = () => readFileSync(calls, 'utf8').split('\n').slice(0, -1);
  return { backups, said, noteFile, calls: read };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('scheduled backups', () => {
  it('make the first backup at once, and the next one after the period', async () => {
    const { backups, said, noteFile, calls } = schedule('0');
    await until(() => existsSync(noteFile));
    await backups.stop(1_000);
    expect(calls()).toEqual(['backup backups --keep 3 --quiet']);
    expect(said).toEqual([]);
    expect(JSON.parse(readFileSync(noteFile, 'utf8'))).toEqual({ startedMs: expect.any(Number) });
  });

  it('do not wait for a time in the future, which a wrong clock has recorded', async () => {
    const startedMs = Date.now() + 30 * 86_400_000;
    const { backups, calls } = schedule('0', {}, JSON.stringify({ startedMs }));
    await until(() => calls().length > 0);
    await backups.stop(1_000);
    expect(calls()).toEqual(['backup backups --keep 3 --quiet']);
  });

  it('go on every period', async () => {
    const { backups, calls } = schedule('0', { periodMs: 20 });
    await until(() => calls().length > 2);
    await backups.stop(1_000);
  });

  it('wait if the last backup is younger than the period', async () => {
    const { backups, calls } = schedule('0', {}, JSON.stringify({ startedMs: Date.now() - 1_000 }));
    await backups.stop(1_000);
    expect(calls()).toEqual([]);
  });

  it('report a failure and go on', async () => {
    const { backups, said, calls, noteFile } = schedule('3', { periodMs: 20 });
    await until(() => calls().length > 1);
    await backups.stop(1_000);
    expect(said[0]).toContain('The backup failed (3)');
    expect(said[0]).toContain('a reason');
    expect(existsSync(noteFile)).toBe(false);
  });

  it('go on if the note cannot be written', async () => {
    const { backups, said, calls } = schedule('0', { periodMs: 20 }, 'a folder');
    await until(() => calls().length > 1);
    await backups.stop(1_000);
    expect(said[0]).toContain('could not be written down');
  });

  it('stop a running backup with the node', async () => {
    const { backups, calls, noteFile } = schedule('hang');
    await until(() => calls().length > 0);
    await backups.stop(10_000);
    expect(existsSync(noteFile)).toBe(false);
  });
});
