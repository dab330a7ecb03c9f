// Implements `holdfast keep compact`.
import { formatBytes, readSettings } from '@holdfast/service-kit';
import type { Progress } from '../domain/job-progress.ts';
import { softwareName } from '../domain/service-identity.ts';
import { type AuLocation, findAuByHash } from '../index/compaction/candidates.db.ts';
import { hashAuid } from '../ingest/storing/segment.ts';
import { createCompactionJob, toCompactionSettings } from '../jobs/compaction.ts';
import { CommandError, type KeepCommand, type KeepDeps, type KeepOptions } from './command.ts';

export const compactCommand: KeepCommand = {
  name: 'compact',
  about: 'merge small objects and reclaim the space of deleted content',
  help: `Records are copied unchanged; nothing changes for readers. Replaced objects are removed after a grace period
(COMPACTION_GRACE), by this command or by the service.
  --auid AUID        only this AU
  --namespace NAME   namespace of the AU (default: the default namespace)
  --dead PERCENT     percentage of deleted bytes at which an object is rewritten (COMPACTION_DEAD_PERCENT)
  --grace DURATION   remove replaced objects after this time, e.g. 0s or 10m (COMPACTION_GRACE)`,
  options: {
    auid: { type: 'string' },
    namespace: { type: 'string' },
    dead: { type: 'string' },
    grace: { type: 'string' },
  },
  run: async (deps, options) => {
    const settings = { ...toCompactionSettings(deps.settings), ...limitsOf(options) };
    const only = await onlyAu(deps, options);
    const job = createCompactionJob(
      { ...deps, software: softwareName },
      { ...settings, bytesPerSecond: deps.bytesPerSecond },
      only,
    );
    const progress = await deps.runJob(job);
    return { lines: formatResult(progress), json: progress, clean: !progress.counts.unreadable };
  },
};

/** Parses the options with the settings parser, so that options and settings have the same error messages. */
function limitsOf({ dead, grace }: KeepOptions): { deadShare?: number; graceMs?: number } {
  const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined);
  const { percent, graceMs } = readSettings(
    { '--dead': text(dead), '--grace': text(grace) },
    {
      percent: { kind: 'integer', name: '--dead', min: 0, max: 100 },
      graceMs: { kind: 'duration', name: '--grace', min: 0, max: 30 * 86_400_000 },
    },
  );
  return {
    ...(percent !== undefined && { deadShare: percent / 100 }),
    ...(graceMs !== undefined && { graceMs }),
  };
}

async function onlyAu(
  { database, settings }: KeepDeps,
  options: KeepOptions,
): Promise<AuLocation | undefined> {
  const { auid, namespace = settings.defaultNamespace } = options;
  if (auid === undefined) return undefined;
  const hash = hashAuid(String(auid));
  const au = await findAuByHash(database.kysely, { namespace: String(namespace), hash });
  if (!au)
    throw new CommandError(
      `There is no AU ${JSON.stringify(auid)} in namespace ${JSON.stringify(namespace)}.`,
    );
  return au;
}

function formatResult({ bytes, counts }: Progress): string[] {
  const number = (name: string) => (counts[name] ?? 0).toLocaleString('en-GB');
  const freed = formatBytes(counts['bytes freed'] ?? 0);
  return [
    `${number('segments merged')} segments merged into ${number('segments written')}; ${formatBytes(bytes)} written, ${freed} freed`,
    ...(counts.overtaken
      ? [
          `${number('overtaken')} merges were abandoned because the segments changed; the next run retries them`,
        ]
      : []),
    ...(counts.unreadable
      ? [`${number('unreadable')} objects are unreadable and were skipped; run keep fixity and keep repair`]
      : []),
  ];
}
