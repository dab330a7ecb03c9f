// Adds the sizes of content, which the repository service knows, to the AUs that a query selected. When it cannot be
// reached, the members stay away and it is not asked again and again.
import type { AuSize, Repository } from '../../repository/repository.ts';
import type { Answer } from './rows.ts';

interface SizesDeps {
  readonly repository: Repository | undefined;
  readonly signal: AbortSignal;
  /** Names of the properties that were selected. */
  readonly selected: readonly string[];
}

/** An answer, and the AU that it is about. */
export interface SizedAnswer {
  readonly auid: string;
  readonly answer: Answer;
}

const CONCURRENT_REQUESTS = 8;
const MAX_FAILURES = 3;

const properties: { readonly [name: string]: (size: AuSize) => number } = {
  contentSize: ({ latestBytes }) => latestBytes,
  diskUsage: ({ warcBytes }) => warcBytes,
};

/** Gives, for one query, a function that adds the selected sizes to a batch of AUs. */
export function sizesOf({ repository, signal, selected }: SizesDeps) {
  const wanted = Object.entries(properties).filter(([name]) => selected.includes(name));
  let failures = 0;
  return async (aus: readonly SizedAnswer[]): Promise<void> => {
    if (repository === undefined || wanted.length === 0) return;
    const remaining = aus.values();
    const work = async (): Promise<void> => {
      for (const { auid, answer } of remaining) {
        if (failures >= MAX_FAILURES) return;
        const size = await repository.sizeOfAu(auid, signal).catch(() => undefined);
        signal.throwIfAborted();
        if (size === undefined) failures += 1;
        else for (const [name, bytesOf] of wanted) answer[name] = bytesOf(size);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, work));
  };
}
