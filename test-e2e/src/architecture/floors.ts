// Layers of the two services and of the bridge, lowest first. A file may import only from its own layer and from lower
// layers. This also applies to types. Files directly in `src` are listed one by one. A file or folder that is not
// listed is an error.

/** Files and folders of one layer, which must not import each other. Names of folders end in `/`. */
export type Floor = readonly string[];

export const FLOORS: Readonly<Record<string, readonly Floor[]>> = {
  'services/repository-service': [
    ['domain/'],
    ['index/'],
    ['content/'],
    ['ingest/'],
    ['jobs/', 'export/'],
    ['features/', 'cli/'],
    ['app.ts', 'copy-metrics.ts', 'env.ts', 'metrics.ts', 'replay-metrics.ts'],
    ['open-replica.ts', 'open-contents.ts', 'prepare-index.ts', 'store-place.ts'],
    ['open-captures.ts', 'open-stores.ts'],
    ['wiring.ts'],
    ['main.ts', 'keep.ts', 'backup.ts', 'doctor.ts'],
  ],
  'services/config-service': [
    ['domain/'],
    ['index/'],
    ['query/', 'repository/'],
    ['loading/', 'journal/'],
    ['features/'],
    ['app.ts', 'env.ts', 'metrics.ts'],
    ['start-loading.ts', 'open-journal.ts'],
    ['wiring.ts'],
    ['main.ts', 'backup.ts', 'doctor.ts', 'rebuild.ts'],
  ],
  'services/bridge': [
    ['stomp/'],
    ['messages/'],
    ['publishing/'],
    ['env.ts', 'metrics.ts'],
    ['bridge.ts', 'doctor.ts', 'forget.ts'],
    ['main.ts'],
  ],
};

/**
 * Returns the rank of a shipped file's layer and the listed file or folder that contains it. Returns
 * undefined if no layer lists it.
 */
export function findFloor(unit: string, path: string): { rank: number; name: string } | undefined {
  const within = path.slice(`${unit}/src/`.length);
  const folder = within.includes('/') ? `${within.split('/')[0]}/` : within;
  const rank = (FLOORS[unit] ?? []).findIndex((names) => names.includes(folder));
  return rank === -1 ? undefined : { rank, name: folder };
}
