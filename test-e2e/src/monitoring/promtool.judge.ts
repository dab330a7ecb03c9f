// Covers: monitoring services packages/service-kit packages/http-kit
// Checks the alert rules with promtool, and runs their unit tests: each alert must fire when it should.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { describeWithTools, readOutput } from '../k8s/go-tool.ts';
import { startBusyConfig, startBusyRepository } from './busy-services.ts';
import { monitoringFolder } from './files.ts';
import { installPromtool } from './installed-promtool.ts';

const promtool = await installPromtool();

describeWithTools({ promtool }, 'the alert rules, by promtool', (programs) => {
  let folder: string;
  beforeAll(async () => {
    folder = join(await createTemporaryFolder(), 'monitoring');
    await cp(monitoringFolder, folder, { recursive: true });
  });
  const run = (...words: string[]) => readOutput(programs.promtool, words);

  it('are rules', async () => {
    expect(await run('check', 'rules', join(folder, 'holdfast.rules.yaml'))).toContain('SUCCESS');
  });

  it('are found by the example configuration', async () => {
    expect(await run('check', 'config', join(folder, 'prometheus.yaml'))).toContain('1 rule files found');
  });

  it('fire when they should, and are silent when they should not', async () => {
    expect(await run('test', 'rules', join(folder, 'holdfast.rules.test.yaml'))).toContain('SUCCESS');
  });

  it('are about metrics that are named and explained as Prometheus wants it', async () => {
    const repository = await startBusyRepository();
    for (const { metricsUrl } of [repository, await startBusyConfig(repository)]) {
      const text = await (await fetch(`${metricsUrl}/metrics`)).text();
      // Excludes the process metrics, which prom-client defines.
      const own = text.replace(/^.*\b(?:nodejs|process)_.*\n/gm, '');
      expect(own).toContain('http_requests_in_flight');
      expect(await readOutput(programs.promtool, ['check', 'metrics'], own)).toBe('');
    }
  }, 60_000);

  it('would be found out if they never fired', async () => {
    const rules = join(folder, 'holdfast.rules.yaml');
    const text = await readFile(rules, 'utf8');
    await writeFile(
      rules,
      text.replace('holdfast_damaged_artifacts) > 0', 'holdfast_damaged_artifacts) > 1000'),
    );
    const tests = join(folder, 'holdfast.rules.test.yaml');
    const all = parse(await readFile(tests, 'utf8'));
    const some = all.tests.filter(({ name }: { name: string }) => name === 'HoldfastDamage fires');
    expect(some).toHaveLength(1);
    await writeFile(tests, stringify({ ...all, tests: some }));
    await expect(run('test', 'rules', tests)).rejects.toThrow(/HoldfastDamage/);
    await writeFile(rules, text.replace('holdfast_service_ready == 0', 'holdfast_service_ready === 0'));
    await expect(run('check', 'rules', rules)).rejects.toThrow();
  });
});
