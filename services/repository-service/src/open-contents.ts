// Contents that are kept in memory, as far as the settings ask for them.
import type { Metrics } from '@holdfast/http-kit';
import { ContentCache } from './content/content-cache.ts';
import type { ServiceSettings } from './env.ts';
import { contentMetrics } from './metrics.ts';

/** Undefined: none are. */
export function openContents(
  { contentCacheBytes: mostBytes }: Pick<ServiceSettings, 'contentCacheBytes'>,
  metrics: Metrics,
): ContentCache | undefined {
  const { watch, onRead } = contentMetrics(metrics);
  if (mostBytes === 0) return undefined;
  const cache = new ContentCache({ mostBytes, onRead });
  watch(cache);
  return cache;
}
