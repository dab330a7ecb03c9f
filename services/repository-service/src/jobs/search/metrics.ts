// Metrics of the search for part of a URL.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import type { UrlSearchFigures } from '../../index/search/fill.db.ts';

/** Registers the metrics. While the search is off, the values of the backlog are 0. */
export function registerUrlSearchMetrics(metrics: Metrics, ask: () => Promise<UrlSearchFigures>): void {
  registerPolledGauges(metrics, ask, [
    {
      name: 'holdfast_url_search_urls',
      help: 'URLs that the search for part of a URL can find, estimated by PostgreSQL.',
      value: ({ urls }) => urls,
    },
    {
      name: 'holdfast_url_search_queued_segments',
      help: 'Segments whose URLs the search for part of a URL does not find yet.',
      value: ({ backlog }) => backlog?.queued ?? 0,
    },
    {
      name: 'holdfast_url_search_delay_seconds',
      help: 'Age of the oldest segment whose URLs the search for part of a URL does not find yet.',
      value: ({ backlog }) => backlog?.delaySeconds ?? 0,
    },
  ]);
}
