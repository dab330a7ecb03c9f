// Tests that `npm start` and `./holdfast` install optional packages only when a setting needs them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { projectFolder } from './bare-clone.ts';

const S3 = '@holdfast/object-store';
const TRACES = '@holdfast/tracing';

describe('what is installed on demand', () => {
  it.each<[string, Record<string, string>, string[], string[]]>([
    ['is nothing by default', {}, [], []],
    ['is nothing for a folder', { OBJECT_STORE: 'fs:/srv/s3:store' }, ['backup', '/srv/backups'], []],
    ['is the S3 client for a bucket', { OBJECT_STORE: 's3:bucket' }, [], [S3]],
    ['is the S3 client for backups in a bucket', {}, ['backup', 's3:backups/node'], [S3]],
    ['is OpenTelemetry for a collector', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector' }, [], [TRACES]],
    ['is both', { OBJECT_STORE: 's3:b', OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c/t' }, [], [S3, TRACES]],
  ])('%s', async (_, env, words, wanted) => {
    expect(await listNeededOnDemand(env, words)).toEqual(wanted);
  });

  it('is the S3 client for a bucket that a file names', async () => {
    const file = join(await createTemporaryFolder(), 'object-store');
    await writeFile(file, 's3:bucket\n');
    expect(await listNeededOnDemand({ OBJECT_STORE_FILE: file }, [])).toEqual([S3]);
  });
});

async function listNeededOnDemand(env: Record<string, string>, words: string[]): Promise<unknown> {
  const program = `
    import { listNeededOnDemand } from ${JSON.stringify(join(projectFolder, 'scripts/on-demand.mjs'))};
    console.log(JSON.stringify(listNeededOnDemand(${JSON.stringify(words)})));`;
  const { exited, output } = await startProcess(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { env },
  );
  expect(await exited).toEqual({ code: 0, signal: null });
  return JSON.parse(output());
}
