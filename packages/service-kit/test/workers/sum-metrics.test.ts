import { describe, expect, it } from '@jest/globals';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createMetrics } from '../../src/observe/metrics.ts';
import { registerPolledGauges } from '../../src/observe/polled-gauges.ts';
import { sumMetrics } from '../../src/workers/sum-metrics.ts';

function worker() {
  const metrics = createMetrics({ processMetrics: false });
  const { registry } = metrics;
  const done = new Counter({ name: 'done_total', help: 'x', labelNames: ['how'], registers: [registry] });
  const busy = new Gauge({ name: 'busy', help: 'x', registers: [registry] });
  const sizes = new Histogram({ name: 'sizes', help: 'x', buckets: [1, 10], registers: [registry] });
  let stored = 0;
  registerPolledGauges(metrics, async () => stored, [{ name: 'stored', help: 'x', value: (found) => found }]);
  return {
    done,
    busy,
    sizes,
    ask: () => registry.getMetricsAsJSON(),
    stores(count: number) {
      stored = count;
    },
  };
}

describe('metrics of several processes', () => {
  it('are summed up, but for those that all tell alike', async () => {
    const [one, other] = [worker(), worker()];
    one.done.inc({ how: 'well' }, 2);
    other.done.inc({ how: 'well' }, 3);
    other.done.inc({ how: 'badly' });
    one.busy.set(1);
    other.busy.set(2);
    one.sizes.observe(5);
    other.sizes.observe(50);
    one.stores(7);
    other.stores(7);
    const text = await sumMetrics(new Registry()).text([one, other]);
    expect(text).toContain('done_total{how="well"} 5');
    expect(text).toContain('done_total{how="badly"} 1');
    expect(text).toContain('busy 3');
    expect(text).toContain('sizes_bucket{le="10"} 1');
    expect(text).toContain('sizes_count 2');
    expect(text).toContain('stored 7');
  });

  it('do not fall when a worker ends: what it counted stays, what it held does not', async () => {
    const [one, other] = [worker(), worker()];
    const summed = sumMetrics(new Registry());
    for (const { done, busy } of [one, other]) {
      done.inc({ how: 'well' }, 4);
      busy.set(1);
    }
    for (let end = 0; end < 3; end += 1) summed.ended(await one.ask());
    const text = await summed.text([other]);
    expect(text).toContain('done_total{how="well"} 16');
    expect(text).toContain('busy 1');
    // The last metrics of the ended workers have been merged by now.
    expect(await summed.text([other])).toBe(text);
  });
});
