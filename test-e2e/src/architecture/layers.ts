// Layers of the two services and of the bridge, lowest first. A file may import values and types only from its own
// entry and from lower layers. Every folder in `src`, and every file directly in `src`, must be listed.

/** Files and folders of one layer. They must not import each other. Folder names end in `/`. */
export type Layer = readonly string[];

export const LAYERS: Readonly<Record<string, readonly Layer[]>> = {
  'services/repository-service': [
    ['domain/'],
    ['index/'],
    ['content/'],
    ['ingest/'],
    ['jobs/', 'export/'],
    ['features/', 'cli/'],
    ['app.ts', 'copy-metrics.ts', 'env.ts', 'metrics.ts', 'replay-metrics.ts'],
    ['open-replica.ts', 'open-contents.ts', 'prepare-index.ts', 'store-location.ts'],
    ['open-captures.ts', 'open-stores.ts'],
    ['feature-deps.ts'],
    ['doctor.ts'],
    ['make-examiner.ts'],
    ['wiring.ts'],
    ['main.ts', 'keep.ts', 'backup.ts'],
  ],
  'services/config-service': [
    ['domain/'],
    ['index/'],
    ['query/', 'repository/'],
    ['loading/', 'journal/'],
    ['features/'],
    ['app.ts', 'env.ts', 'metrics.ts'],
    ['start-loading.ts', 'open-journal.ts'],
    ['doctor.ts'],
    ['make-examiner.ts'],
    ['wiring.ts'],
    ['main.ts', 'backup.ts', 'rebuild.ts'],
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
 * Returns the rank of a shipped file's layer, and the layer's entry that covers the file. Returns undefined if no layer
 * lists the file.
 */
export function findLayer(unit: string, path: string): { rank: number; name: string } | undefined {
  const within = path.slice(`${unit}/src/`.length);
  const folder = within.includes('/') ? `${within.split('/')[0]}/` : within;
  const rank = (LAYERS[unit] ?? []).findIndex((names) => names.includes(folder));
  return rank === -1 ? undefined : { rank, name: folder };
}
