// Finds the lost lines that determine the state of an artifact or AU, because no later lost line changes the same state.
import type { JournalLine } from '../../index/keeping/journal.db.ts';

type LineOf<Op extends JournalLine['op']> = JournalLine & { readonly op: Op };
type CommitLine = LineOf<'committed' | 'uncommitted'>;
/** Line that deletes or restores artifacts. */
type RemovalLine = LineOf<'deleted' | 'purged' | 'restored'>;

export class LatestChanges {
  readonly #commits: ReadonlyMap<string, readonly JournalLine[]>;
  readonly #removals: ReadonlyMap<string, readonly JournalLine[]>;
  /** Bulk transfer marks of each AU. */
  readonly #marks: ReadonlyMap<string, readonly JournalLine[]>;

  /** `lines`: in the order of writing. */
  constructor(lines: readonly JournalLine[]) {
    this.#commits = groupByArtifact(lines.filter(isCommit));
    this.#removals = groupByArtifact(lines.filter(isRemoval));
    this.#marks = Map.groupBy(
      lines.filter(({ op }) => op === 'bulk'),
      nameAu,
    );
  }

  /** Returns the artifacts of the line whose state no later line changes. */
  filter(line: CommitLine | RemovalLine): string[] {
    const similar = isCommit(line) ? this.#commits : this.#removals;
    return line.artifacts.filter((id) => isLast(line, similar.get(id)));
  }

  isLastMark(line: LineOf<'bulk'>): boolean {
    return isLast(line, this.#marks.get(nameAu(line)));
  }

  /** Returns all lines that commit or uncommit the artifact. */
  listCommits(artifact: string): readonly JournalLine[] {
    return this.#commits.get(artifact) ?? [];
  }
}

const isCommit = (line: JournalLine): line is CommitLine =>
  line.op === 'committed' || line.op === 'uncommitted';

const isRemoval = (line: JournalLine): line is RemovalLine =>
  line.op === 'deleted' || line.op === 'purged' || line.op === 'restored';

function groupByArtifact(lines: readonly (CommitLine | RemovalLine)[]): Map<string, JournalLine[]> {
  const grouped = new Map<string, JournalLine[]>();
  for (const line of lines) {
    for (const id of line.artifacts) {
      const similar = grouped.get(id);
      if (similar) similar.push(line);
      else grouped.set(id, [line]);
    }
  }
  return grouped;
}

function isLast(line: JournalLine, similar: readonly JournalLine[] | undefined): boolean {
  const last = similar?.at(-1);
  return last?.id === line.id && last.epoch === line.epoch;
}

function nameAu({ namespace, auid }: JournalLine): string {
  return `${namespace} ${auid}`;
}
