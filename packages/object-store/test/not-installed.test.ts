// The package without its S3 client, as `npm start` installs it if the store is a folder.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';

describe('without the S3 client', () => {
  it('keeps objects in a folder', async () => {
    const store = await createTemporaryFolder();
    expect(await opened(`fs:${store}`)).toEqual({ code: 0, said: `${store}\n` });
  });

  it('says of a bucket what is missing', async () => {
    const { code, said } = await opened('s3:bucket');
    expect(said).toMatch(/^the S3 client is not installed: npm start and .\/holdfast install it if /);
    expect(code).toBe(1);
  });
});

/** Runs the sources without node_modules, on a Node version that strips TypeScript types itself. */
async function opened(spec: string): Promise<{ code: number | null; said: string }> {
  const folder = await createTemporaryFolder();
  await cp(join(import.meta.dirname, '../src'), folder, { recursive: true });
  const program = `
    import { openObjectStore, parseObjectStore } from ${JSON.stringify(join(folder, 'index.ts'))};
    try {
      const settings = parseObjectStore(${JSON.stringify(spec)});
      await openObjectStore(settings);
      console.log(settings.folder);
    } catch (error) {
      console.log(error.message);
      process.exitCode = 1;
    }`;
  const started = await startProcess(process.execPath, ['--input-type=module', '--eval', program]);
  const { code } = await started.exited;
  return { code, said: started.output() };
}
