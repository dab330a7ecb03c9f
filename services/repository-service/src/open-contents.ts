// Contents that are kept in memory, as far as the settings ask for them.
import type { Metrics } from '@holdfast/service-kit';
import { ContentCache } from './content/content-cache.ts';
import type { ServiceSettings } from './env.ts';
import { contentMetrics } from './metrics.ts';

/** Undefined: none are. */
export function openContents(
  { contentCacheBytes: mostBytes }: Pick<ServiceSettings, 'contentCacheBytes'>,
  metrics: Metrics,
): ContentCache | undefined {
  let cache: ContentCache | undefined;
  const onRead = contentMetrics(metrics, () => cache?.bytes ?? 0);
  if (mostBytes > 0) cache = new ContentCache({ mostBytes, onRead });
  return cache;
}
