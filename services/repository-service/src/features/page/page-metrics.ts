// Metrics of rendered pages.
import type { Metrics } from '@holdfast/service-kit';
import { Counter, Histogram } from 'prom-client';
import type { PageRendererOptions } from './render-page.ts';

export function createPageMetrics({ registry }: Metrics): PageRendererOptions['onRendering'] {
  const registers = [registry];
  const renderings = new Counter({
    name: 'holdfast_page_renderings_total',
    help: 'Requests for captured pages: rendered, cached, refused while others were rendered, aborted because of time or memory, or failed.',
    labelNames: ['outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'holdfast_page_rendering_duration_seconds',
    help: 'Time to render a captured page, without the time in the queue.',
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8],
    registers,
  });
  for (const outcome of ['rendered', 'kept', 'busy', 'given-up', 'failed']) renderings.inc({ outcome }, 0);
  return (outcome, seconds) => {
    renderings.inc({ outcome });
    if (outcome === 'rendered' || outcome === 'given-up') duration.observe(seconds);
  };
}
