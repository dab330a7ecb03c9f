// Hook that loads the options of a combobox while the user types.
import { useEffect, useState } from 'preact/hooks';
import { describeProblem } from '../../service/describe-problem.ts';

interface Matches<Group> {
  readonly groups: readonly Group[];
  /** True if the groups belong to an earlier text. */
  readonly isStale: boolean;
  /** Why the options could not be loaded. */
  readonly problem: string | undefined;
}

/** Time after the last key press before options are requested, in milliseconds. */
const PAUSE_MS = 150;

/** Loads the options for the text while the list is open. Discards the answers for earlier texts. */
export function useMatches<Group>(
  load: (text: string, signal: AbortSignal) => Promise<readonly Group[]>,
  text: string,
  isOpen: boolean,
): Matches<Group> {
  const [found, setFound] = useState<Omit<Matches<Group>, 'isStale'> & { readonly text?: string }>(NOTHING);
  useEffect(() => {
    if (!isOpen) {
      setFound(NOTHING);
      return;
    }
    const unwanted = new AbortController();
    const { signal } = unwanted;
    const timer = setTimeout(() => {
      load(text, signal).then(
        (groups) => signal.aborted || setFound({ text, groups, problem: undefined }),
        (error) => signal.aborted || setFound({ text, groups: [], problem: describeProblem(error).title }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      unwanted.abort();
    };
  }, [text, isOpen]);
  return { groups: found.groups, problem: found.problem, isStale: found.text !== text };
}

const NOTHING = { groups: [], problem: undefined };
