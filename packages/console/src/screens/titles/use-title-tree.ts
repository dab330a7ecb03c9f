// Hook for the tree of titles: its open branches and loaded lines.
import { useEffect, useRef, useState } from 'preact/hooks';
import { requestThroughOutage } from '../../service/outage.ts';
import { queryAus, queryPublishers, queryTitles } from './queries.ts';
import { type TitleScope, toScopeKey } from './scope.ts';
import { isEmptySearch, type TitleSearch } from './search.ts';
import {
  addFetchedPage,
  closeBranch,
  EMPTY_TREE,
  markBranchFailed,
  markBranchLoading,
  type TreeState,
} from './tree-model.ts';

export interface TitleTree {
  readonly state: TreeState;
  readonly loading: boolean;
  readonly problem: unknown;
  /** Opens a publisher or title. If it is open, loads its next page. */
  readonly fetchMore: (scope: TitleScope) => void;
  readonly close: (scope: TitleScope) => void;
  readonly again: () => void;
}

/** Loads the tree. `search` must be the same object until the search changes. */
export function useTitleTree(search: TitleSearch): TitleTree {
  const [state, setState] = useState<TreeState>(EMPTY_TREE);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<unknown>(undefined);
  const [round, setRound] = useState(0);
  const latest = useRef(state);
  const unwanted = useRef(new AbortController());

  const change = (changed: Partial<TreeState>): void => {
    latest.current = { ...latest.current, ...changed };
    setState(latest.current);
  };

  useEffect(() => {
    const controller = new AbortController();
    unwanted.current = controller;
    setLoading(true);
    setProblem(undefined);
    const { signal } = controller;
    const ask = () => queryPublishers(search, signal);
    requestThroughOutage(ask, { signal, onProblem: setProblem }).then(
      (publishers) => {
        if (controller.signal.aborted) return;
        setLoading(false);
        setProblem(undefined);
        change({ publishers, countsAus: !isEmptySearch(search), titles: new Map(), aus: new Map() });
        const [only] = publishers;
        if (publishers.length === 1) fetchMore({ kind: 'publisher', publisher: only!.name });
      },
      (error) => {
        if (controller.signal.aborted) return;
        setLoading(false);
        setProblem(error);
      },
    );
    return () => controller.abort();
  }, [search, round]);

  function fetchMore(scope: TitleScope): void {
    if (scope.kind === 'au') return;
    const { signal } = unwanted.current;
    const key = toScopeKey(scope);
    if (scope.kind === 'publisher') {
      const after = latest.current.titles.get(key)?.lines.at(-1);
      change({ titles: markBranchLoading(latest.current.titles, key) });
      queryTitles(search, scope.publisher, after, signal).then(
        (page) => signal.aborted || change({ titles: addFetchedPage(latest.current.titles, key, page) }),
        (error) => signal.aborted || change({ titles: markBranchFailed(latest.current.titles, key, error) }),
      );
    } else {
      const after = latest.current.aus.get(key)?.lines.at(-1);
      change({ aus: markBranchLoading(latest.current.aus, key) });
      queryAus(search, scope.title, after, signal).then(
        (page) => signal.aborted || change({ aus: addFetchedPage(latest.current.aus, key, page) }),
        (error) => signal.aborted || change({ aus: markBranchFailed(latest.current.aus, key, error) }),
      );
    }
  }

  function close(scope: TitleScope): void {
    const key = toScopeKey(scope);
    if (scope.kind === 'publisher') change({ titles: closeBranch(latest.current.titles, key) });
    else change({ aus: closeBranch(latest.current.aus, key) });
  }

  return { state, loading, problem, fetchMore, close, again: () => setRound((before) => before + 1) };
}
