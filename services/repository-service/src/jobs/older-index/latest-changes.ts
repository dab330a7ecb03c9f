// Finds the lines that determine the state of an artifact or AU, because no later line changes the same state.
import type { JournalLine } from '../../index/keeping/journal.db.ts';

type ArtifactLine = JournalLine & { readonly artifacts: readonly string[] };

const COMMITS = new Set(['committed', 'uncommitted']);
const REMOVALS = new Set(['deleted', 'purged', 'restored']);

export class LatestChanges {
  readonly #commits = new Map<string, JournalLine>();
  readonly #removals = new Map<string, JournalLine>();
  /** Last bulk transfer mark of each AU. */
  readonly #marks = new Map<string, JournalLine>();

  /** `lines`: in the order of writing. */
  constructor(lines: readonly JournalLine[]) {
    for (const line of lines) {
      if (line.op === 'bulk') this.#marks.set(nameAu(line), line);
      const latest = this.#latestLike(line);
      if (latest) for (const id of (line as ArtifactLine).artifacts) latest.set(id, line);
    }
  }

  /** Returns the artifacts of the line whose state no later line changes. */
  filter(line: ArtifactLine): string[] {
    const latest = this.#latestLike(line);
    return line.artifacts.filter((id) => isSameLine(latest?.get(id), line));
  }

  isLastMark(line: JournalLine & { readonly op: 'bulk' }): boolean {
    return isSameLine(this.#marks.get(nameAu(line)), line);
  }

  #latestLike({ op }: JournalLine): Map<string, JournalLine> | undefined {
    return COMMITS.has(op) ? this.#commits : REMOVALS.has(op) ? this.#removals : undefined;
  }
}

function isSameLine(one: JournalLine | undefined, other: JournalLine): boolean {
  return one?.id === other.id && one.epoch === other.epoch;
}

function nameAu({ namespace, auid }: JournalLine): string {
  return `${namespace} ${auid}`;
}
