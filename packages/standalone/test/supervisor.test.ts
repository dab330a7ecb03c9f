import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ProcessEnding, type ServiceProcess, startServiceProcess } from '../src/service-process.ts';
import { superviseService } from '../src/supervisor.ts';

describe('supervision', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-supervisor-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const starter = (program: string) => {
    const script = join(folder, 'service.mjs');
    writeFileSync(script, program);
    return () => startServiceProcess({ name: 'x', script, environment: {}, logFile: join(folder, 'x.log') });
  };

  it('waits longer each time, up to a limit', async () => {
    const falls: { ending: ProcessEnding; waitMs: number }[] = [];
    const fourth = Promise.withResolvers<void>();
    const supervisor = superviseService(
      starter('console.log("no"); process.exit(7)'),
      {
        started() {},
        fell(ending, waitMs) {
          if (falls.push({ ending, waitMs }) === 4) fourth.resolve();
        },
      },
      { firstMs: 1, longestMs: 4, steadyAfterMs: 60_000 },
    );
    await fourth.promise;
    await supervisor.stop(1_000);
    expect(falls.map(({ waitMs }) => waitMs)).toEqual([1, 2, 4, 4]);
    expect(falls.map(({ ending }) => ending)).toEqual(Array(4).fill({ how: 'exit code 7', words: ['no'] }));
  });

  it('waits as little as at first after a steady run', async () => {
    const waits: number[] = [];
    const third = Promise.withResolvers<void>();
    const supervisor = superviseService(
      starter('process.exit(7)'),
      {
        started() {},
        fell: (_ending, waitMs) => {
          if (waits.push(waitMs) === 3) third.resolve();
        },
      },
      { firstMs: 1, longestMs: 100, steadyAfterMs: 0 },
    );
    await third.promise;
    await supervisor.stop(1_000);
    expect(waits).toEqual([1, 1, 1]);
  });

  it('tries again when a start fails, as on a full disk', async () => {
    const start = starter('process.exit(7)');
    const again = Promise.withResolvers<void>();
    const ways: string[] = [];
    let starts = 0;
    const supervisor = superviseService(
      () => {
        starts += 1;
        if (starts === 2) throw new Error('no space left');
        return start();
      },
      {
        started() {},
        fell: ({ how }) => {
          if (ways.push(how) === 3) again.resolve();
        },
      },
      { firstMs: 1, longestMs: 1, steadyAfterMs: 60_000 },
    );
    await again.promise;
    await supervisor.stop(1_000);
    expect(ways).toEqual(['exit code 7', 'no space left', 'exit code 7']);
  });

  it('does not start again what it stopped, and kills what does not stop', async () => {
    const started: ServiceProcess[] = [];
    const falls: ProcessEnding[] = [];
    const up = Promise.withResolvers<void>();
    const supervisor = superviseService(
      starter('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);'),
      {
        started(service) {
          started.push(service);
          up.resolve();
        },
        fell: (ending) => void falls.push(ending),
      },
    );
    await up.promise;
    await supervisor.stop(300);
    expect((await started[0]!.ended).how).toMatch(/^signal SIG(KILL|TERM)$/);
    expect(started).toHaveLength(1);
    expect(falls).toEqual([]);
  });
});
