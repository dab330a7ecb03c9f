// Covers: bench packages/warc services/repository-service

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { ensureCachedFile } from '../../src/corpus/cached-file.ts';
import { ALL_LINES_QUERY } from '../../src/peers/lookup-results.ts';
import { runLookupPeers } from '../../src/peers/lookups.ts';
import { OWN_READER_NAME, runReadingPeers } from '../../src/peers/reading.ts';
import { runSizesBench } from '../../src/peers/sizes.ts';
import { startSystem } from '../../src/service/system.ts';

// Runs a short benchmark with those programs of other projects that are available. The benchmark itself checks that all
// programs find the same records and lines.
it('reads a file beside other readers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-test-'));
  try {
    const file = await ensureCachedFile(() => undefined, folder, 'small', 0.002);
    const { files, notRun } = await runReadingPeers([file], 1);
    expect(files[0]!.readers.map(({ name }) => name)).toEqual(
      expect.arrayContaining([OWN_READER_NAME, 'warcio.js']),
    );
    expect(files[0]!.readers.length + notRun.length).toBe(6);
    for (const { megabytesPerSecond } of files[0]!.readers) expect(megabytesPerSecond).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

it('looks captures up beside other servers', async () => {
  const { kinds, notRun } = await runLookupPeers(startSystem, { captures: 10_000, seconds: 0.1 });
  expect(kinds).toHaveLength(7);
  for (const { name, servers } of kinds) {
    expect(servers[0]).toMatchObject({ name: OWN_READER_NAME, timesP50: 1, timesRate: 1 });
    expect(servers[0]!.processorMs).toHaveLength(2);
    if (name !== ALL_LINES_QUERY) expect(servers.length + notRun.length).toBe(3);
    for (const { perSecond } of servers) expect(perSecond).toBeGreaterThan(0);
  }
}, 120_000);

it('looks captures up in indexes of two sizes', async () => {
  const { kinds } = await runSizesBench(startSystem, { captures: 10_000, rows: 20_000, seconds: 0.1 });
  expect(kinds).toHaveLength(6);
  for (const { servers } of kinds) {
    expect(servers.map(({ name }) => name)).toEqual(['10,000 captures', '20,000 captures']);
    for (const { perSecond, processorMs } of servers) {
      expect(perSecond).toBeGreaterThan(0);
      expect(processorMs).toHaveLength(2);
    }
  }
}, 120_000);
