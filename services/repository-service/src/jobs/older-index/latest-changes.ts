// Finds the lost lines that determine the state of an artifact or AU, because no later lost line changes the same state.
import type { JournalLine } from '../../index/keeping/journal.db.ts';

type ArtifactLine = JournalLine & { readonly artifacts: readonly string[] };

const COMMITS = new Set(['committed', 'uncommitted']);
const REMOVALS = new Set(['deleted', 'purged', 'restored']);

export class LatestChanges {
  /** Lines that commit or uncommit each artifact, in the order of writing. */
  readonly #commits = new Map<string, JournalLine[]>();
  readonly #removals = new Map<string, JournalLine[]>();
  /** Bulk transfer marks of each AU. */
  readonly #marks = new Map<string, JournalLine[]>();

  /** `lines`: in the order of writing. */
  constructor(lines: readonly JournalLine[]) {
    for (const line of lines) {
      if (line.op === 'bulk') append(this.#marks, nameAu(line), line);
      const similar = this.#findSimilar(line);
      if (similar) for (const id of (line as ArtifactLine).artifacts) append(similar, id, line);
    }
  }

  /** Returns the artifacts of the line whose state no later line changes. */
  filter(line: ArtifactLine): string[] {
    const similar = this.#findSimilar(line);
    return line.artifacts.filter((id) => isSameLine(similar?.get(id)?.at(-1), line));
  }

  isLastMark(line: JournalLine & { readonly op: 'bulk' }): boolean {
    return isSameLine(this.#marks.get(nameAu(line))?.at(-1), line);
  }

  /** Returns all lines that commit or uncommit the artifact. */
  listCommits(artifact: string): readonly JournalLine[] {
    return this.#commits.get(artifact) ?? [];
  }

  #findSimilar({ op }: JournalLine): Map<string, JournalLine[]> | undefined {
    return COMMITS.has(op) ? this.#commits : REMOVALS.has(op) ? this.#removals : undefined;
  }
}

function append(lists: Map<string, JournalLine[]>, key: string, line: JournalLine): void {
  const list = lists.get(key);
  if (list) list.push(line);
  else lists.set(key, [line]);
}

function isSameLine(one: JournalLine | undefined, other: JournalLine): boolean {
  return one?.id === other.id && one.epoch === other.epoch;
}

function nameAu({ namespace, auid }: JournalLine): string {
  return `${namespace} ${auid}`;
}
