// Opens the cache of payloads if the settings enable it.
import type { Metrics } from '@holdfast/service-kit';
import { ContentCache } from './content/content-cache.ts';
import type { ServiceSettings } from './env.ts';
import { createContentMetrics } from './metrics.ts';

/** Returns the cache, or undefined if it is disabled. */
export function openContents(
  { contentCacheBytes: mostBytes }: Pick<ServiceSettings, 'contentCacheBytes'>,
  metrics: Metrics,
): ContentCache | undefined {
  let cache: ContentCache | undefined;
  const onRead = createContentMetrics(metrics, () => cache?.bytes ?? 0);
  if (mostBytes > 0) cache = new ContentCache({ mostBytes, onRead });
  return cache;
}
