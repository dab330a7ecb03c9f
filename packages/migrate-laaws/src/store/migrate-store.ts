// Migrates from the files of a LOCKSS store: sends each AU, compares it in source and target, and reports the result.
// Migrates several AUs concurrently.
import { statSync } from 'node:fs';
import type { TransferredArtifacts } from '../transfer/brought-artifacts.ts';
import { ArtifactCensus, hasNoDifferences } from '../transfer/census.ts';
import { type AuReport, limitComparison, type MigrationProblem } from '../transfer/report.ts';
import type { SendTools } from '../transfer/send.ts';
import {
  collectCensus,
  listTargetArtifacts,
  type MigrationTarget,
  updateArtifactStates,
} from '../transfer/target.ts';
import { readJournals } from './journal.ts';
import type { MigrationProgressFile } from './migration-progress.ts';
import { readStoreAu } from './read-au.ts';
import { readRecords } from './records.ts';
import { sendAu } from './send-au.ts';
import type { AuMigrationResult, StoreAu } from './store-au.ts';
import { type StoredAu, type StoreSurvey, surveyStore } from './store-survey.ts';
import { makeAuFolderKey, readTemporaryArtifacts, type TemporaryArtifacts } from './temporary-artifacts.ts';

export interface StoreMigration extends SendTools {
  readonly ledger: MigrationProgressFile;
  readonly brought: Pick<TransferredArtifacts, 'has'>;
  /** True to compare source and target without changing anything. */
  readonly verify: boolean;
  /** Returns whether the AU is selected for the migration. */
  wants(namespace: string, auid: string): boolean;
  reported(au: AuReport): void;
}

export interface StoreSource {
  readonly aus: readonly StoredAu[];
  readonly temporary: TemporaryArtifacts;
  /** Total size of the files of all AUs. */
  readonly sizeBytes: number;
}

/** Scans the folders of a store. Throws `UsageError` if a folder is not part of a store. */
export async function openStore(folders: readonly string[], signal: AbortSignal): Promise<StoreSource> {
  const survey = surveyStore(folders);
  const temporary = await readTemporaryArtifacts(survey.temporary, signal);
  const aus = [...survey.aus, ...listTemporaryAus(survey, temporary)];
  let sizeBytes = 0;
  for (const { files } of aus) for (const file of files) sizeBytes += statSync(file).size;
  return { aus, temporary, sizeBytes };
}

function listTemporaryAus({ aus }: StoreSurvey, { ofAu }: TemporaryArtifacts): StoredAu[] {
  const known = new Set(aus.map(({ namespace, auidMd5 }) => makeAuFolderKey(namespace, auidMd5)));
  return [...ofAu.keys()]
    .filter((key) => !known.has(key))
    .map((key) => {
      const slash = key.lastIndexOf('/');
      return { namespace: key.slice(0, slash), auidMd5: key.slice(slash + 1), files: [], journals: [] };
    });
}

/** Migrates the AUs of a store. Returns the problems that could not be assigned to an AU. */
export async function migrateStore(
  migration: StoreMigration,
  { aus, temporary }: StoreSource,
  jobs: number,
): Promise<MigrationProblem[]> {
  const problems = [...temporary.problems];
  const left = aus.values();
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      // Compares each AU while the next one is being sent.
      let before: Promise<void> = Promise.resolve();
      for (const stored of left) {
        migration.signal.throwIfAborted();
        const au = await identifyAu(migration, stored, temporary, problems);
        if (!au) continue;
        const found = await collectAu(migration, au);
        await before;
        before = compareAu(migration, au, found).then(migration.reported);
        before.catch(() => undefined);
      }
      await before;
    }),
  );
  return problems;
}

/**
 * Determines an AU's AUID, temporary records and artifact states. Returns undefined if the AU is not selected, or if
 * none of its records contains the AUID.
 */
async function identifyAu(
  { wants }: StoreMigration,
  { namespace, auidMd5, files, journals }: StoredAu,
  { ofAu }: TemporaryArtifacts,
  problems: MigrationProblem[],
): Promise<StoreAu | undefined> {
  const temporary = ofAu.get(makeAuFolderKey(namespace, auidMd5)) ?? [];
  const auid = temporary[0]?.record.auid ?? (await findAuid(files));
  if (auid === undefined) {
    const message = 'no record names its AUID, so nothing of it was taken over';
    if (files.length > 0) problems.push({ where: files[0]!, message });
    return undefined;
  }
  if (!wants(namespace, auid)) return undefined;
  return { namespace, auid, files, temporary, states: await readJournals(journals) };
}

const FIRST_BYTES = 16 * 1024;

/** Returns the AUID in the first readable record that contains one, or undefined. */
async function findAuid(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    try {
      const range = { start: 0, end: statSync(file).size };
      for await (const { auid } of readRecords(file, range, { readBytes: FIRST_BYTES })) {
        if (auid !== undefined) return auid;
      }
    } catch {
      // Ignores read errors: they occur again and are reported when the file is sent.
    }
  }
  return undefined;
}

function collectAu(migration: StoreMigration, au: StoreAu): Promise<AuMigrationResult> {
  return migration.verify ? readStoreAu(au, migration.signal) : sendAu(migration, migration.ledger, au);
}

async function compareAu(
  migration: StoreMigration,
  au: StoreAu,
  found: AuMigrationResult,
): Promise<AuReport> {
  if (migration.verify) {
    const here = await collectCensus(listTargetArtifacts(migration, au));
    return createAuReport(au, found, here, { removed: 0, kept: 0, committed: 0 });
  }
  const report = await updateAu(migration, au, found);
  // Sends the AU again if the target lacks artifacts that an earlier run sent, for example after it was emptied.
  const isLost = found.fromLedger && report.differences && report.differences.missing.length > 0;
  if (!isLost) return report;
  for (const file of au.files) migration.ledger.forget(au.namespace, file);
  return updateAu(migration, au, await collectAu(migration, au));
}

async function updateAu(migration: StoreMigration, au: StoreAu, found: AuMigrationResult): Promise<AuReport> {
  let here = await inspectTarget(migration, au);
  let done = { removed: 0, committed: 0 };
  const { kept } = here;
  const committed = [...new Set([...here.committed, ...found.uncommittedHere])];
  if (here.deleted.length + committed.length > 0) {
    done = await updateArtifactStates(migration, au, { deleted: here.deleted, committed });
    here = await inspectTarget(migration, au);
  }
  return createAuReport(au, found, here.artifacts, { ...done, kept });
}

interface TargetInspection {
  readonly artifacts: ArtifactCensus;
  /** UUIDs of artifacts to delete: they were transferred from this source, and have been deleted in the source. */
  readonly deleted: string[];
  /** Number of artifacts that were deleted in this source but stay in the target, because they came from elsewhere. */
  kept: number;
  /** UUIDs of artifacts to commit: they are committed in the source, but not in the target. */
  readonly committed: string[];
}

async function inspectTarget(
  target: MigrationTarget & Pick<StoreMigration, 'brought'>,
  au: StoreAu,
): Promise<TargetInspection> {
  const { last, deleted } = au.states;
  const here: TargetInspection = { artifacts: new ArtifactCensus(), deleted: [], kept: 0, committed: [] };
  for await (const artifact of listTargetArtifacts(target, au)) {
    const { uuid, committed } = artifact;
    here.artifacts.add(artifact);
    const state = last.get(uuid);
    if (deleted.has(uuid) && target.brought.has(au, uuid)) here.deleted.push(uuid);
    else if (deleted.has(uuid)) here.kept += 1;
    else if (!committed && (state === 'PENDING_COPY' || state === 'COPIED')) here.committed.push(uuid);
  }
  return here;
}

function createAuReport(
  { namespace, auid, states }: StoreAu,
  found: AuMigrationResult,
  here: ArtifactCensus,
  done: { removed: number; kept: number; committed: number },
): AuReport {
  const comparison = found.artifacts.compare(here);
  const same = hasNoDifferences(comparison);
  const damages = states.damages.map(({ file, offset, message }) => ({ where: file, offset, message }));
  return {
    namespace,
    auid,
    source: found.artifacts.summary(),
    target: here.summary(),
    same,
    ...(!same && { differences: limitComparison(comparison) }),
    stored: found.stored,
    found: found.found,
    deleted: states.deleted.size,
    ...done,
    damagedJournals: new Set(damages.map(({ where }) => where)).size,
    problems: [...damages, ...found.problems],
  };
}
