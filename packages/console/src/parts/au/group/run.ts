// Runs a bulk action in batches of AUs, collects the results, and decides whether the action can be undone.

export const GROUP_OPERATIONS = ['add', 'deactivate', 'reactivate', 'delete'] as const;
export type GroupOperation = (typeof GROUP_OPERATIONS)[number];

export interface GroupResult {
  readonly auId: string;
  readonly name: string;
  readonly isSuccess: boolean;
  readonly message: string;
}

export interface GroupProgress {
  readonly total: number;
  readonly done: number;
  readonly succeeded: number;
  /** Distinct messages of the results. `count`: number of results with this message. */
  readonly messages: readonly {
    readonly message: string;
    readonly isSuccess: boolean;
    readonly count: number;
  }[];
  /** First results of each kind, up to a limit. */
  readonly failures: readonly GroupResult[];
  readonly successes: readonly GroupResult[];
}

export interface GroupDeps {
  /** Sends one batch to the service. */
  readonly call: (auids: readonly string[], signal: AbortSignal) => Promise<readonly GroupResult[]>;
  readonly progress: (progress: GroupProgress) => void;
}

/** Number of AUs per request. */
export const AUS_PER_REQUEST = 500;
const KEPT_RESULTS = 1_000;

/**
 * Runs all batches. Reports the results so far to `progress` after each batch, so that they are known even if a later
 * batch fails.
 */
export async function runGroupAction(
  { call, progress }: GroupDeps,
  batches: AsyncIterable<readonly string[]>,
  total: number,
  signal: AbortSignal,
): Promise<GroupProgress> {
  let now: GroupProgress = { total, done: 0, succeeded: 0, messages: [], failures: [], successes: [] };
  progress(now);
  for await (const auids of batches) {
    signal.throwIfAborted();
    now = addResults(now, await call(auids, signal));
    progress(now);
  }
  return now;
}

function addResults(before: GroupProgress, results: readonly GroupResult[]): GroupProgress {
  const successes = results.filter(({ isSuccess }) => isSuccess);
  const failures = results.filter(({ isSuccess }) => !isSuccess);
  const counts = new Map(before.messages.map((one) => [`${one.isSuccess} ${one.message}`, one]));
  for (const { isSuccess, message } of results) {
    const key = `${isSuccess} ${message}`;
    counts.set(key, { isSuccess, message, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return {
    total: before.total,
    done: before.done + results.length,
    succeeded: before.succeeded + successes.length,
    messages: [...counts.values()].slice(0, KEPT_RESULTS),
    failures: [...before.failures, ...failures].slice(0, KEPT_RESULTS),
    successes: [...before.successes, ...successes].slice(0, KEPT_RESULTS),
  };
}

/**
 * Returns the operation that reverses this one. Returns undefined if no operation does, or if the list of changed AUs
 * is incomplete.
 */
export function findUndoOperation(
  operation: GroupOperation,
  { succeeded, successes }: GroupProgress,
): GroupOperation | undefined {
  if (succeeded === 0 || successes.length < succeeded) return undefined;
  return opposites[operation];
}

const opposites: Readonly<Record<GroupOperation, GroupOperation | undefined>> = {
  add: 'delete',
  deactivate: 'reactivate',
  reactivate: 'deactivate',
  delete: undefined,
};
