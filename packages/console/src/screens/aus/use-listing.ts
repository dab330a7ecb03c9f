// Hooks for the AUs that a query selects, and for their visible rows.

import type { AuWsResult } from '@holdfast/api-types';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { configuration } from '../../service/clients.ts';
import { requestDamagedAus } from '../../service/known-damage.ts';
import { HOLDINGS_INTERVAL_MS, requestHoldings } from '../../service/known-holdings.ts';
import { requestThroughOutage } from '../../service/outage.ts';
import { useResponse } from '../../service/use-response.ts';
import type { AuColumn } from './columns.ts';
import { AuNumbers, LISTING_SELECT, readAuNumbers } from './listing.ts';
import { createRowWindow, type LoadedRowWindow } from './row-window.ts';

export interface AuListing {
  readonly numbers: AuNumbers;
  readonly length: number;
  /** True when all AUs are listed. */
  readonly isWhole: boolean;
  readonly problem: unknown;
  readonly again: () => void;
}

const EMPTY = { numbers: new AuNumbers(), length: 0, isWhole: false, problem: undefined };

/**
 * Lists the AUs of a query. `text` is the query after SELECT. The previous list stays visible until the first rows of
 * the new list arrive.
 */
export function useAuListing(text: string): AuListing {
  const [state, setState] = useState<Omit<AuListing, 'again'>>(EMPTY);
  const [round, setRound] = useState(0);
  // Uses layout effects, so that the requests start before the browser paints.
  useLayoutEffect(() => {
    const unwanted = new AbortController();
    const { signal } = unwanted;
    setState((before) => ({ ...before, isWhole: false, problem: undefined }));
    const read = async (): Promise<void> => {
      const answer = await configuration.queryAusAsCsv({ auQuery: LISTING_SELECT + text }, { signal });
      await readAuNumbers(readChunks(answer), (numbers, isWhole) => {
        if (!signal.aborted) setState({ numbers, length: numbers.length, isWhole, problem: undefined });
      });
    };
    const report = (problem: unknown): void => setState((before) => ({ ...before, problem }));
    requestThroughOutage(read, { signal, onProblem: report }).catch((problem) => {
      if (!signal.aborted) setState((before) => ({ ...before, isWhole: true, problem }));
    });
    return () => unwanted.abort();
  }, [text, round]);
  return { ...state, again: () => setRound((before) => before + 1) };
}

async function* readChunks(answer: Response): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  if (reader === undefined) return;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Properties of an AU, as selected by the table's query. */
export type AuRow = AuWsResult & { readonly auId: string };

export interface AuRows {
  readonly window: LoadedRowWindow<AuRow>;
  readonly problem: unknown;
}

/** Loads the visible rows of a listing, with the displayed columns. */
export function useAuRows({ numbers }: Pick<AuListing, 'numbers'>, columns: readonly AuColumn[]): AuRows {
  const [problem, setProblem] = useState<unknown>(undefined);
  const [, draw] = useState(0);
  const sight = useRef<readonly [number, number]>([0, 0]);
  const names = columns.map(({ name }) => name).join();
  const window = useMemo(() => {
    const made = createRowWindow<AuRow>({
      count: () => numbers.length,
      fetchRows: (from, to, signal) => fetchRows(numbers.slice(from, to), columns, signal),
      changed: () => {
        setProblem(undefined);
        draw((before) => before + 1);
      },
      failed: setProblem,
    });
    const look = made.look;
    return Object.assign(made, {
      look: (first: number, last: number) => {
        sight.current = [first, last];
        look(first, last);
      },
    });
  }, [numbers, names]);
  useLayoutEffect(() => {
    window.look(...sight.current);
    return () => window.stop();
  }, [window]);
  const hasRepositoryColumns = columns.some(({ isFromRepository }) => isFromRepository);
  useResponse(
    (signal) => requestHoldings(hasRepositoryColumns ? listWindowAuids(window, sight.current) : [], signal),
    [],
    {
      everyMs: HOLDINGS_INTERVAL_MS,
    },
  );
  useResponse(requestDamagedAus, [], { everyMs: HOLDINGS_INTERVAL_MS });
  return { window, problem };
}

function listWindowAuids(window: LoadedRowWindow<AuRow>, [first, last]: readonly [number, number]): string[] {
  const rows = Array.from({ length: last - first + 1 }, (_, index) => window.at(first + index));
  return rows.flatMap((row) => row?.auId ?? []);
}

/** Properties that every row needs, whichever columns are displayed. */
const NEEDED = ['auNumber', 'auId', 'name', 'active'];

async function fetchRows(
  numbers: readonly number[],
  columns: readonly AuColumn[],
  signal: AbortSignal,
): Promise<readonly (AuRow | undefined)[]> {
  if (numbers.length === 0) return [];
  const names = new Set([
    ...NEEDED,
    ...columns.filter(({ isFromRepository }) => !isFromRepository).map(({ name }) => name),
  ]);
  const auQuery = `select ${[...names].join(', ')} where auNumber in (${numbers.join(', ')})`;
  const rows = (await configuration.queryAus({ auQuery }, { signal })) as AuRow[];
  // The rows are rendered without waiting for the figures of the repository.
  if (columns.some(({ isFromRepository }) => isFromRepository))
    void requestHoldings(
      rows.map(({ auId }) => auId),
      signal,
    );
  const found = new Map(rows.map((row) => [row.auNumber, row]));
  return numbers.map((number) => found.get(number));
}
