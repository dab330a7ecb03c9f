// Finds imports from a higher layer, folders that import each other, and circular imports among the shipped files of a
// unit. Type-only imports count as well.
import { dirname } from 'node:path/posix';
import { findLayer, LAYERS } from './layers.ts';
import { getPackagePath, isShipped, resolveImports, type Source } from './sources.ts';

interface ImportEdge {
  readonly from: string;
  readonly to: string;
}

/**
 * Describes each import from a higher layer, each import between two entries of the same layer, and each file without a
 * layer.
 */
export function findUpwardImports(sources: readonly Source[]): string[] {
  return Object.keys(LAYERS).flatMap((unit) => {
    const homeless = sources
      .filter(
        ({ path }) => isShipped(path) && getPackagePath(path) === unit && findLayer(unit, path) === undefined,
      )
      .map(({ path }) => `${path} belongs to no layer; list it in layers.ts`);
    const up = listShippedImports(sources, unit)
      .filter(({ from, to }) => isUpwardImport(unit, from, to))
      .map(({ from, to }) => `${from} imports ${to}, which stands beside or above it`);
    return [...homeless, ...up];
  });
}

/**
 * Describes pairs of folders that import each other. An import counts as an import between the two subfolders that
 * contain its files, directly below their closest common parent. Files directly in that parent count as one more
 * subfolder.
 */
export function findMutualFolders(sources: readonly Source[]): string[] {
  const examples = new Map<string, ImportEdge>();
  for (const { from, to } of listShippedImports(sources)) {
    const pair = findBranches(from, to);
    if (pair !== undefined) examples.set(`${pair.from} → ${pair.to}`, { from, to });
  }
  return [...examples].flatMap(([key, there]) => {
    const [a = '', b = ''] = key.split(' → ');
    const back = examples.get(`${b} → ${a}`);
    if (back === undefined || a > b) return [];
    return [`${a} and ${b} import each other: ${there.from} → ${there.to}, ${back.from} → ${back.to}`];
  });
}

/** Describes circular imports, as groups of files that import each other directly or indirectly. */
export function findImportCycles(sources: readonly Source[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of listShippedImports(sources))
    targets.set(from, [...(targets.get(from) ?? []), to]);
  return findComponents(targets)
    .filter((group) => group.length > 1)
    .map((group) => `in a circle: ${group.sort().join(', ')}`);
}

function isUpwardImport(unit: string, from: string, to: string): boolean {
  const [lower, upper] = [findLayer(unit, to), findLayer(unit, from)];
  if (lower === undefined || upper === undefined || lower.name === upper.name) return false;
  return lower.rank >= upper.rank;
}

/** Returns imports between shipped files of the same unit. If `wanted` is set, returns only imports in that unit. */
function listShippedImports(sources: readonly Source[], wanted?: string): ImportEdge[] {
  return sources
    .filter(({ path }) => isShipped(path) && (wanted === undefined || getPackagePath(path) === wanted))
    .flatMap((source) =>
      resolveImports(source)
        .filter(
          (to) =>
            getPackagePath(to) === getPackagePath(source.path) &&
            isShipped(to) &&
            !to.includes('/generated/'),
        )
        .map((to) => ({ from: source.path, to })),
    );
}

function findBranches(from: string, to: string): ImportEdge | undefined {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth++;
  if (depth === a.length && depth === b.length) return undefined;
  const at = (parts: string[]) => [...parts.slice(0, depth), parts[depth] ?? '(its own files)'].join('/');
  return { from: at(a), to: at(b) };
}

/** Finds strongly connected components with Tarjan's algorithm. */
function findComponents(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const groups: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    open.push(node);
    isOpen.add(node);
    for (const target of targets.get(node) ?? []) {
      if (!index.has(target)) {
        visit(target);
        low.set(node, Math.min(low.get(node)!, low.get(target)!));
      } else if (isOpen.has(target)) low.set(node, Math.min(low.get(node)!, index.get(target)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = open.splice(open.indexOf(node));
    for (const member of group) isOpen.delete(member);
    groups.push(group);
  };
  for (const node of targets.keys()) if (!index.has(node)) visit(node);
  return groups;
}
