// Writes journal lines to the staging tables of a rebuild.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { JournalLine } from '../keeping/journal.db.ts';
import type { IndexSchema } from '../schema.ts';
import { stagedSegmentStates } from './staging.db.ts';

/**
 * Commits without waiting for the disk. A database crash loses the latest transactions together with the saved
 * progress, so a resumed rebuild repeats them.
 */
export async function commitAsynchronously(tx: Kysely<IndexSchema>): Promise<void> {
  await sql`set local synchronous_commit to off`.execute(tx);
}

export function stageLinesInTransaction(
  db: Kysely<IndexSchema>,
  lines: readonly JournalLine[],
): Promise<void> {
  return runInTransaction(db, async (tx) => {
    await commitAsynchronously(tx);
    await stageLines(tx, lines);
  });
}

/** Stages journal lines. Idempotent. */
export async function stageLines(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  await stageEpochs(db, lines);
  await stageNewestSegmentLines(db, lines);
  await stageRetired(db, lines);
  await stageChanges(db, lines);
  for (const line of lines) {
    if (line.op === 'bulk') await stageBulk(db, line);
    if (line.op === 'purged') await stagePurged(db, line);
    if (line.op === 'erased') await stageErased(db, line.artifacts);
    if (line.op === 'held' || line.op === 'released') await stageHold(db, line);
    await stageRequest(db, line);
  }
}

/** Returns the epoch of a line, or '' for a line of a release without epochs. */
function epochOf({ epoch }: JournalLine): string {
  return epoch ?? '';
}

/** Returns whether `line` is later than `than`. Lines of a newer epoch are always later. */
function isLater(line: JournalLine, than: JournalLine): boolean {
  if (epochOf(line) !== epochOf(than)) return epochOf(line) > epochOf(than);
  return line.id > than.id;
}

async function stageEpochs(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const epochs = [...Map.groupBy(lines, epochOf)].map(([epoch, own]) => ({
    epoch,
    ids: own.map(({ id }) => id),
  }));
  if (epochs.length === 0) return;
  await sql`
    insert into rebuild_epoch
    select * from unnest(
      ${formatTextArray(epochs.map(({ epoch }) => epoch))}::text[],
      ${formatNumberArray(epochs.map(({ ids }) => ids.reduce((a, b) => Math.min(a, b))))}::bigint[],
      ${formatNumberArray(epochs.map(({ ids }) => ids.reduce((a, b) => Math.max(a, b))))}::bigint[])
    on conflict (epoch) do update
      set first_id = least(rebuild_epoch.first_id, excluded.first_id),
        last_id = greatest(rebuild_epoch.last_id, excluded.last_id)`.execute(db);
}

async function stageNewestSegmentLines(
  db: Kysely<IndexSchema>,
  lines: readonly JournalLine[],
): Promise<void> {
  const known = new Map<string, JournalLine>();
  for (const line of lines) {
    if ((line.op !== 'recorded' && line.op !== 'moved') || line.segment === undefined) continue;
    const before = known.get(line.segment);
    if (!before || isLater(line, before)) known.set(line.segment, line);
  }
  if (known.size === 0) return;
  const of = (value: (line: JournalLine) => string) => formatTextArray([...known.values()].map(value));
  await sql`
    insert into rebuild_segment (key, namespace, auid, epoch, id, entry)
    select * from unnest(
      ${formatTextArray([...known.keys()])}::text[], ${of((line) => line.namespace)}::text[], ${of((line) => line.auid)}::text[],
      ${of(epochOf)}::text[], ${formatNumberArray([...known.values()].map(({ id }) => id))}::bigint[],
      ${of((line) => JSON.stringify(line))}::json[])
    on conflict (key) do update
      set namespace = excluded.namespace, auid = excluded.auid, epoch = excluded.epoch, id = excluded.id,
        entry = excluded.entry
      where rebuild_segment.entry is null
        or (excluded.epoch, excluded.id) > (rebuild_segment.epoch, rebuild_segment.id)`.execute(db);
}

async function stageRetired(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const retired = new Map<string, JournalLine>();
  for (const line of lines) {
    if (line.op === 'moved') for (const key of line.from) retired.set(key, line);
  }
  if (retired.size === 0) return;
  const of = (value: (line: JournalLine) => string) => formatTextArray([...retired.values()].map(value));
  await sql`
    insert into rebuild_segment (key, namespace, auid, state)
    select retired.*, ${stagedSegmentStates.retired}::smallint from unnest(
      ${formatTextArray([...retired.keys()])}::text[], ${of((line) => line.namespace)}::text[],
      ${of((line) => line.auid)}::text[]) retired
    on conflict (key) do update
      set namespace = excluded.namespace, auid = excluded.auid, state = excluded.state`.execute(db);
}

async function stageBulk(db: Kysely<IndexSchema>, line: JournalLine & { op: 'bulk' }): Promise<void> {
  await sql`
    insert into rebuild_bulk values (
      ${line.namespace}, ${line.auid}, ${epochOf(line)}, ${line.id}, ${line.at}, ${line.marked})
    on conflict do nothing`.execute(db);
}

async function stagePurged(db: Kysely<IndexSchema>, line: JournalLine & { op: 'purged' }): Promise<void> {
  await sql`
    insert into rebuild_purge
    select artifact, ${line.namespace}, ${line.auid}, ${line.at}, sha256, ${line.by}, ${line.reason}
    from unnest(${formatPlainArray(line.artifacts)}::uuid[], ${formatTextArray(line.digests)}::text[]) purged(artifact, sha256)
    on conflict do nothing`.execute(db);
}

async function stageErased(db: Kysely<IndexSchema>, artifacts: readonly string[]): Promise<void> {
  await sql`
    insert into rebuild_erased select unnest(${formatPlainArray(artifacts)}::uuid[])
    on conflict do nothing`.execute(db);
}

async function stageHold(
  db: Kysely<IndexSchema>,
  line: JournalLine & { op: 'held' | 'released' },
): Promise<void> {
  const { hold, namespace, auid, id, at } = line;
  await sql`
    insert into rebuild_hold (hold, namespace, auid, epoch, id, at, entry)
    values (${hold}::uuid, ${namespace}, ${auid}, ${epochOf(line)}, ${id}, ${at}::timestamptz, ${JSON.stringify(line)}::json)
    on conflict do nothing`.execute(db);
}

/** Stages a line that files or ends a deletion request. Ignores other lines. */
async function stageRequest(db: Kysely<IndexSchema>, line: JournalLine): Promise<void> {
  const number = findRequestNumber(line);
  if (number === undefined) return;
  const { namespace, auid, id, at } = line;
  await sql`
    insert into rebuild_deletion (number, namespace, auid, epoch, id, at, entry)
    values (${number}, ${namespace}, ${auid}, ${epochOf(line)}, ${id}, ${at}::timestamptz, ${JSON.stringify(line)}::json)
    on conflict do nothing`.execute(db);
}

function findRequestNumber(line: JournalLine): number | undefined {
  if (line.op === 'deletion-requested' || line.op === 'deletion-decided') return line.number;
  return line.op === 'deleted' || line.op === 'purged' ? line.request : undefined;
}

interface StagedChange {
  readonly artifact: string;
  readonly line: JournalLine;
  readonly op: string;
  readonly version?: number;
}

async function stageChanges(db: Kysely<IndexSchema>, lines: readonly JournalLine[]): Promise<void> {
  const changes = lines.flatMap(listChanges);
  if (changes.length === 0) return;
  await sql`
    insert into rebuild_change (artifact, epoch, id, op, version)
    select * from unnest(
      ${formatPlainArray(changes.map(({ artifact }) => artifact))}::uuid[],
      ${formatTextArray(changes.map(({ line }) => epochOf(line)))}::text[],
      ${formatNumberArray(changes.map(({ line }) => line.id))}::bigint[],
      ${formatTextArray(changes.map(({ op }) => op))}::text[],
      ${formatNumberArray(changes.map(({ version }) => version))}::integer[])
    on conflict do nothing`.execute(db);
}

function listChanges(line: JournalLine): StagedChange[] {
  if (line.op === 'renumbered')
    return line.versions.map(([artifact, version]) => ({ artifact, line, op: line.op, version }));
  if (line.op === 'restored') {
    const versions = new Map(line.versions);
    return line.artifacts.map((artifact) => {
      const version = versions.get(artifact);
      return { artifact, line, op: line.op, ...(version !== undefined && { version }) };
    });
  }
  if (line.op === 'committed' || line.op === 'uncommitted' || line.op === 'deleted' || line.op === 'purged')
    return line.artifacts.map((artifact) => ({ artifact, line, op: line.op }));
  if (line.op !== 'recorded') return [];
  // For these artifacts, the line supersedes all earlier changes.
  const { replaces = [], given = [] } = line;
  const begun = [...replaces.map(([, { artifact }]) => artifact), ...given];
  return begun.map((artifact) => ({ artifact, line, op: 'replaced' }));
}
