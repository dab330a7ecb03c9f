// Metrics of the search for part of a URL.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import type { UrlSearchFigures } from '../../index/search/fill.db.ts';

/** Registers the metrics. While the search is off, the values of the backlog are 0. */
export function registerUrlSearchMetrics(metrics: Metrics, ask: () => Promise<UrlSearchFigures>): void {
  registerPolledGauges(metrics, ask, [
    {
      name: 'holdfast_url_search_urls',
      help: 'URLs that can be found by a part, estimated by PostgreSQL.',
      value: ({ urls }) => urls,
    },
    {
      name: 'holdfast_url_search_queued_segments',
      help: 'Segments whose URLs cannot be found by a part yet.',
      value: ({ backlog }) => backlog?.queued ?? 0,
    },
    {
      name: 'holdfast_url_search_delay_seconds',
      help: 'Age of the oldest segment whose URLs cannot be found by a part yet.',
      value: ({ backlog }) => backlog?.delaySeconds ?? 0,
    },
  ]);
}
