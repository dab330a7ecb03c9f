// Represents the title database as lines of a tree: publishers, titles, AUs. Uses neither the clients of the services
// nor the DOM.
import type { AuLine, PublisherLine, TitleLine, TreePage } from './queries.ts';
import { type TitleScope, toScopeKey } from './scope.ts';

/** Loaded lines of an open branch. */
export interface TreeBranch<Line> {
  readonly lines: readonly Line[];
  readonly isLast: boolean;
  readonly isAsked: boolean;
  readonly problem?: unknown;
}

export interface TreeState {
  readonly publishers: readonly PublisherLine[];
  /** True if each publisher's count is its number of AUs, false if it is its number of titles. */
  readonly countsAus: boolean;
  /** Open branches, keyed by their scope. */
  readonly titles: ReadonlyMap<string, TreeBranch<TitleLine>>;
  readonly aus: ReadonlyMap<string, TreeBranch<AuLine>>;
}

export const EMPTY_TREE: TreeState = { publishers: [], countsAus: false, titles: new Map(), aus: new Map() };

export type TreeLine =
  | {
      readonly kind: 'publisher';
      readonly key: string;
      readonly scope: TitleScope;
      readonly line: PublisherLine;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'title';
      readonly key: string;
      readonly scope: TitleScope;
      readonly line: TitleLine;
      readonly isOpen: boolean;
    }
  | { readonly kind: 'au'; readonly key: string; readonly scope: TitleScope; readonly line: AuLine }
  /** Last line of a branch with more pages. Opening the line loads the next page. */
  | {
      readonly kind: 'more';
      readonly key: string;
      readonly of: TitleScope;
      readonly level: number;
      readonly problem?: unknown;
      readonly isAsked: boolean;
    };

export const getTreeLevel = (line: TreeLine): number =>
  line.kind === 'more' ? line.level : { publisher: 1, title: 2, au: 3 }[line.kind];

/** Returns all visible lines from top to bottom. */
export function listTreeLines({ publishers, titles, aus }: TreeState): TreeLine[] {
  const lines: TreeLine[] = [];
  for (const line of publishers) {
    const scope: TitleScope = { kind: 'publisher', publisher: line.name };
    const key = toScopeKey(scope);
    const branch = titles.get(key);
    lines.push({ kind: 'publisher', key, scope, line, isOpen: branch !== undefined });
    if (branch === undefined) continue;
    for (const title of branch.lines) pushTitle(lines, title, aus);
    pushMoreLine(lines, scope, 2, branch);
  }
  return lines;
}

function pushTitle(lines: TreeLine[], line: TitleLine, aus: TreeState['aus']): void {
  const { publisher } = line;
  const scope: TitleScope = { kind: 'title', publisher, title: line };
  const key = toScopeKey(scope);
  const branch = aus.get(key);
  lines.push({ kind: 'title', key, scope, line, isOpen: branch !== undefined });
  if (branch === undefined) return;
  for (const au of branch.lines) {
    const own: TitleScope = { kind: 'au', publisher, title: line, auid: au.auid };
    lines.push({ kind: 'au', key: toScopeKey(own), scope: own, line: au });
  }
  pushMoreLine(lines, scope, 3, branch);
}

function pushMoreLine(lines: TreeLine[], of: TitleScope, level: number, branch: TreeBranch<unknown>): void {
  const { isLast, isAsked, problem } = branch;
  if (isLast && problem === undefined) return;
  lines.push({
    kind: 'more',
    key: `${toScopeKey(of)} more`,
    of,
    level,
    isAsked,
    ...(problem !== undefined && { problem }),
  });
}

const ASKED: TreeBranch<never> = { lines: [], isLast: false, isAsked: true };

/** Marks a branch as loading. */
export function markBranchLoading<Line>(
  branches: ReadonlyMap<string, TreeBranch<Line>>,
  key: string,
): ReadonlyMap<string, TreeBranch<Line>> {
  const { problem: _, ...before }: TreeBranch<Line> = branches.get(key) ?? ASKED;
  return new Map(branches).set(key, { ...before, isAsked: true });
}

/** Adds a page to a branch, unless the branch was closed in the meantime. */
export function addFetchedPage<Line>(
  branches: ReadonlyMap<string, TreeBranch<Line>>,
  key: string,
  page: TreePage<Line>,
): ReadonlyMap<string, TreeBranch<Line>> {
  const before = branches.get(key);
  if (before === undefined) return branches;
  const lines = [...before.lines, ...page.lines];
  return new Map(branches).set(key, { lines, isLast: page.isLast, isAsked: false });
}

export function markBranchFailed<Line>(
  branches: ReadonlyMap<string, TreeBranch<Line>>,
  key: string,
  problem: unknown,
): ReadonlyMap<string, TreeBranch<Line>> {
  const before = branches.get(key);
  return before === undefined ? branches : new Map(branches).set(key, { ...before, isAsked: false, problem });
}

export function closeBranch<Line>(
  branches: ReadonlyMap<string, TreeBranch<Line>>,
  key: string,
): ReadonlyMap<string, TreeBranch<Line>> {
  const next = new Map(branches);
  next.delete(key);
  return next;
}
