// Tests the tracing package without OpenTelemetry, which `npm start` does not install if tracing is off.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';

describe('without OpenTelemetry', () => {
  it('is off when no collector is named', async () => {
    expect(await started(undefined)).toBe('undefined\n');
  });

  it('says what is missing when one is', async () => {
    expect(await started('http://127.0.0.1:4318')).toMatch(
      /^OpenTelemetry, which sends traces, is not installed: /,
    );
  });
});

/** Runs the TypeScript sources in a folder without node_modules. Node strips the types. */
async function started(otlpEndpoint: string | undefined): Promise<string> {
  const folder = await createTemporaryFolder();
  await cp(join(import.meta.dirname, '../src'), folder, { recursive: true });
  const program = `
    import { startTracing } from ${JSON.stringify(join(folder, 'index.ts'))};
    const settings = ${JSON.stringify({ otlpEndpoint, otelDisabled: false, otelExporter: 'otlp' })};
    const tracing = startTracing(settings, { name: 'service', version: '1' }, console);
    console.log(await tracing.catch(({ message }) => message));`;
  const { exited, output } = await startProcess(process.execPath, [
    ...['--input-type=module', '--eval', program],
  ]);
  await exited;
  return output();
}
