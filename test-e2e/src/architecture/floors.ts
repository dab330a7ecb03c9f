// The floors of the two services and of the bridge, lowest first. A file imports files of its own floor and of floors below
// it, types included. What stands directly in `src` is named file by file; a file or folder that is not named here is a
// mistake.

/** Names of one rank; a folder ends in `/`. Those of one rank do not import each other. */
export type Floor = readonly string[];

export const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  'services/repository-service': [
    ['domain/'],
    ['index/'],
    ['content/', 'replay-copy/'],
    ['ingest/'],
    ['jobs/', 'export/'],
    ['features/', 'cli/'],
    ['app.ts', 'env.ts', 'metrics.ts', 'replay-metrics.ts'],
    ['open-replica.ts', 'open-contents.ts', 'prepare-index.ts', 'store-place.ts'],
    ['open-captures.ts'],
    ['wiring.ts'],
    ['main.ts', 'keep.ts', 'backup.ts'],
  ],
  'services/config-service': [
    ['domain/'],
    ['index/'],
    ['query/', 'repository/'],
    ['loading/'],
    ['features/'],
    ['app.ts', 'env.ts', 'metrics.ts'],
    ['start-loading.ts'],
    ['wiring.ts'],
    ['main.ts', 'backup.ts'],
  ],
  'services/bridge': [
    ['stomp/'],
    ['messages/'],
    ['publishing/'],
    ['env.ts', 'metrics.ts'],
    ['bridge.ts', 'forget.ts'],
    ['main.ts'],
  ],
};

/** How high a shipped file of a service stands and what it is part of; undefined where no floor names it. */
export function floorOf(unit: string, path: string): { rank: number; name: string } | undefined {
  const within = path.slice(`${unit}/src/`.length);
  const folder = within.includes('/') ? `${within.split('/')[0]}/` : within;
  const rank = (FLOORS[unit] ?? []).findIndex((names) => names.includes(folder));
  return rank === -1 ? undefined : { rank, name: folder };
}
