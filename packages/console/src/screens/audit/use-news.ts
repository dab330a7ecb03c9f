// How many entries there are that came after those on the screen, asked now and then while somebody looks.
import { useEffect, useState } from 'preact/hooks';

const EVERY_MS = 5_000;

/** `count` answers how many came after a moment. Undefined `sinceMs`: nothing is asked. */
export function useNews(
  count: (sinceMs: number, signal: AbortSignal) => Promise<number>,
  sinceMs: number | undefined,
  deps: readonly unknown[],
): number {
  const [news, setNews] = useState(0);
  useEffect(() => {
    setNews(0);
    if (sinceMs === undefined) return;
    const unwanted = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      // A service that is away for a moment is asked again.
      count(sinceMs, unwanted.signal).then(setNews, () => undefined);
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      unwanted.abort();
    };
  }, [sinceMs, JSON.stringify(deps)]);
  return news;
}
