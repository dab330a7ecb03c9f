// Covers: packages/standalone/src packages/service-kit/src packages/pg-kit/src/database packages/object-store/src/fs services/repository-service/src/jobs services/config-service/src scripts/start.mjs
// Measures a node of `npm start` that receives no requests: memory, processes and writes. The limits are generous; the
// benchmark `idle` measures the exact figures.

import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, measureProcessTree, mountCountedDisk } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { prepareInstallation, runNpmStart } from '../readme/installation.ts';

/** Time in which the node finishes its first jobs and closes idle connections. */
const SETTLE_MS = 100_000;
const MEASURE_MS = 90_000;
const MIB = 2 ** 20;

it('an idle node is small and writes next to nothing', async () => {
  const folder = await createTemporaryFolder();
  const disk = mountCountedDisk(folder);
  try {
    const settings = { WORKERS: '1' };
    const installation = await prepareInstallation(`${disk?.folder ?? folder}/data`, { settings });
    // Measures the second start. The first start creates the tables, and PostgreSQL analyzes them in the background.
    await (await runNpmStart(installation)).stop();
    const started = await runNpmStart(installation);
    await sleep(SETTLE_MS);
    const before = disk?.readWrittenBytes() ?? 0;
    const { processes, pssBytes, writtenBytes } = await measureProcessTree(started.pid, MEASURE_MS);
    const written = disk === undefined ? writtenBytes : disk.readWrittenBytes() - before;
    await started.stop();
    const found = processes.map(({ pssBytes, command }) => `${Math.ceil(pssBytes / MIB)} MiB ${command}`);
    expect({ found, isFew: processes.length <= 22 }).toEqual({ found, isFew: true });
    expect({ found, isSmall: pssBytes <= 350 * MIB }).toEqual({ found, isSmall: true });
    expect(written).toBeLessThan(MIB);
  } finally {
    disk?.unmount();
  }
}, 400_000);
