// Hook for a listing that is loaded page by page.
import { useCallback, useState } from 'preact/hooks';
import { useResponse } from '../../service/use-response.ts';

interface Page {
  readonly pageInfo: { readonly totalCount: number; readonly continuationToken?: string };
}

export interface PagedList<P extends Page> {
  readonly pages: readonly P[];
  readonly problem: unknown;
  readonly loading: boolean;
  readonly totalCount: number | undefined;
  /** Undefined if there are no more pages. */
  readonly more: (() => void) | undefined;
  /** Reloads from the first page. */
  readonly again: () => void;
}

type Ask<P> = (token: string | undefined, signal: AbortSignal) => Promise<P>;

export function usePagedList<P extends Page>(ask: Ask<P>): PagedList<P> {
  const [before, setBefore] = useState<readonly P[]>([]);
  const token = before.at(-1)?.pageInfo.continuationToken;
  const { value, problem, loading, again } = useResponse((signal) => ask(token, signal), [before]);
  const pages = value === undefined ? before : [...before, value];
  const hasMore = value?.pageInfo.continuationToken !== undefined;
  const restart = useCallback(() => (before.length === 0 ? again() : setBefore([])), [before, again]);
  return {
    pages,
    problem,
    loading,
    totalCount: pages[0]?.pageInfo.totalCount,
    more: hasMore ? () => setBefore(pages) : undefined,
    again: restart,
  };
}
