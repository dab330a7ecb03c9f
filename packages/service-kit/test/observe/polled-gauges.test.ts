import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../src/observe/metrics.ts';
import { registerPolledGauges } from '../../src/observe/polled-gauges.ts';

const metricsOf = () => createMetrics({ processMetrics: false });
const help = 'A number.';
const value = (found: number): number => found;

describe('gauges whose values are asked for', () => {
  it('are all answered by one question, which is asked again when it is old', async () => {
    const metrics = metricsOf();
    let asked = 0;
    const ask = async (): Promise<number> => ++asked;
    const gauges = [
      { name: 'one', help, value },
      { name: 'twice', help, value: (found: number) => 2 * found },
    ];
    registerPolledGauges(metrics, ask, gauges, { freshMs: 0 });
    expect(await metrics.registry.metrics()).toMatch(/^one 1\n[\s\S]*^twice 2\n/m);
    expect(await metrics.registry.metrics()).toMatch(/^one 2\n[\s\S]*^twice 4\n/m);
  });

  it('are not asked for again while the answer is fresh', async () => {
    const metrics = metricsOf();
    let asked = 0;
    registerPolledGauges(metrics, async () => ++asked, [{ name: 'one', help, value }], { freshMs: 60_000 });
    await metrics.registry.metrics();
    expect(await metrics.registry.metrics()).toContain('\none 1\n');
  });

  it('are absent until they are known, and stay what they were when asking fails', async () => {
    const metrics = metricsOf();
    const answers = [
      Promise.reject(new Error('gone')),
      Promise.resolve(7),
      Promise.reject(new Error('gone')),
    ];
    for (const answer of answers) answer.catch(() => undefined);
    registerPolledGauges(metrics, () => answers.shift()!, [{ name: 'one', help, value }], { freshMs: 0 });
    expect(await metrics.registry.metrics()).not.toMatch(/^one /m);
    expect(await metrics.registry.metrics()).toMatch(/^one 7$/m);
    expect(await metrics.registry.metrics()).toMatch(/^one 7$/m);
  });

  it('do not keep other metrics waiting, and are asked for once until there is an answer', async () => {
    const metrics = metricsOf();
    let asked = 0;
    const ask = (): Promise<number> => {
      asked += 1;
      return new Promise(() => undefined);
    };
    registerPolledGauges(metrics, ask, [{ name: 'slow', help, value }], { freshMs: 0 });
    metrics.requestStarted();
    const both = await Promise.all([metrics.registry.metrics(), metrics.registry.metrics()]);
    for (const text of both) expect(text).toContain('http_requests_in_flight 1');
    expect(asked).toBe(1);
  });

  it('with a label have the values of now alone', async () => {
    const metrics = metricsOf();
    const answers = [{ a: 1, b: 2 }, { b: 3 }];
    const byLabel = { label: 'kind', values: (found: Record<string, number>) => found };
    registerPolledGauges(
      metrics,
      async () => answers.shift()! as Record<string, number>,
      [{ name: 'some', help, byLabel }],
      {
        freshMs: 0,
      },
    );
    expect(await metrics.registry.metrics()).toMatch(/some\{kind="a"\} 1\nsome\{kind="b"\} 2/);
    const later = await metrics.registry.metrics();
    expect(later).toContain('some{kind="b"} 3');
    expect(later).not.toContain('kind="a"');
  });
});
