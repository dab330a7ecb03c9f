// A migration from the files of a reference store: AU after AU, some at once, each sent, compared with what is here then, and
// reported.
import { statSync } from 'node:fs';
import type { Brought } from '../transfer/brought.ts';
import { Census, isSame } from '../transfer/census.ts';
import { type AuReport, firstOf, type Problem } from '../transfer/report.ts';
import type { SendTools } from '../transfer/send.ts';
import { artifactsHere, bringUpToDate, censusOf, type Target } from '../transfer/target.ts';
import { readJournals } from './journal.ts';
import type { Ledger } from './ledger.ts';
import { readAu } from './read-au.ts';
import { recordsOf } from './records.ts';
import { sendAu } from './send-au.ts';
import type { FoundAu, StoreAu } from './store-au.ts';
import { type StoredAu, type Survey, surveyOf } from './survey.ts';
import { auKey, type TemporaryArtifacts, temporaryArtifacts } from './temporary.ts';

export interface StoreMigration extends SendTools {
  readonly ledger: Ledger;
  readonly brought: Pick<Brought, 'has'>;
  /** Nothing is sent or changed. */
  readonly verify: boolean;
  /** Whether the AU is asked for. */
  wants(namespace: string, auid: string): boolean;
  reported(au: AuReport): void;
}

export interface StoreSource {
  readonly aus: readonly StoredAu[];
  readonly temporary: TemporaryArtifacts;
  /** Of the AUs' files. */
  readonly sizeBytes: number;
}

/** Throws `UsageError` when a folder is none of a store. */
export async function openStore(folders: readonly string[], signal: AbortSignal): Promise<StoreSource> {
  const survey = surveyOf(folders);
  const temporary = await temporaryArtifacts(survey.temporary, signal);
  const aus = [...survey.aus, ...onlyTemporary(survey, temporary)];
  let sizeBytes = 0;
  for (const { files } of aus) for (const file of files) sizeBytes += statSync(file).size;
  return { aus, temporary, sizeBytes };
}

function onlyTemporary({ aus }: Survey, { ofAu }: TemporaryArtifacts): StoredAu[] {
  const known = new Set(aus.map(({ namespace, auidMd5 }) => auKey(namespace, auidMd5)));
  return [...ofAu.keys()]
    .filter((key) => !known.has(key))
    .map((key) => {
      const slash = key.lastIndexOf('/');
      return { namespace: key.slice(0, slash), auidMd5: key.slice(slash + 1), files: [], journals: [] };
    });
}

/** Answers what is wrong with AUs whose name cannot be found. */
export async function migrateStore(
  migration: StoreMigration,
  { aus, temporary }: StoreSource,
  jobs: number,
): Promise<Problem[]> {
  const problems = [...temporary.problems];
  const left = aus.values();
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      // An AU is compared while the next one is sent.
      let before: Promise<void> = Promise.resolve();
      for (const stored of left) {
        migration.signal.throwIfAborted();
        const au = await namedAu(migration, stored, temporary, problems);
        if (!au) continue;
        const found = await foundOf(migration, au);
        await before;
        before = compareAu(migration, au, found).then(migration.reported);
        before.catch(() => undefined);
      }
      await before;
    }),
  );
  return problems;
}

/** Undefined where it is not asked for, or nothing tells its name. */
async function namedAu(
  { wants }: StoreMigration,
  { namespace, auidMd5, files, journals }: StoredAu,
  { ofAu }: TemporaryArtifacts,
  problems: Problem[],
): Promise<StoreAu | undefined> {
  const temporary = ofAu.get(auKey(namespace, auidMd5)) ?? [];
  const auid = temporary[0]?.record.auid ?? (await auidOf(files));
  if (auid === undefined) {
    const message = 'no record of it tells the AUID: nothing of it was taken over';
    if (files.length > 0) problems.push({ where: files[0]!, message });
    return undefined;
  }
  if (!wants(namespace, auid)) return undefined;
  return { namespace, auid, files, temporary, states: await readJournals(journals) };
}

const FIRST_BYTES = 16 * 1024;

/** What the first record that can be read says; undefined where none can. */
async function auidOf(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    try {
      const range = { start: 0, end: statSync(file).size };
      for await (const { auid } of recordsOf(file, range, { readBytes: FIRST_BYTES })) {
        if (auid !== undefined) return auid;
      }
    } catch {
      // What is wrong with the file is told when it is sent.
    }
  }
  return undefined;
}

function foundOf(migration: StoreMigration, au: StoreAu): Promise<FoundAu> {
  return migration.verify ? readAu(au, migration.signal) : sendAu(migration, migration.ledger, au);
}

async function compareAu(migration: StoreMigration, au: StoreAu, found: FoundAu): Promise<AuReport> {
  if (migration.verify) {
    const here = await censusOf(artifactsHere(migration, au));
    return reportOn(au, found, here, { removed: 0, kept: 0, committed: 0 });
  }
  const report = await broughtUpToDate(migration, au, found);
  // Of what an earlier run has sent something is not here any more: a target that was emptied, say.
  const isLost = found.fromLedger && report.differences && report.differences.missing.length > 0;
  if (!isLost) return report;
  for (const file of au.files) migration.ledger.forget(au.namespace, file);
  return broughtUpToDate(migration, au, await foundOf(migration, au));
}

async function broughtUpToDate(migration: StoreMigration, au: StoreAu, found: FoundAu): Promise<AuReport> {
  let here = await look(migration, au);
  let done = { removed: 0, committed: 0 };
  const { kept } = here;
  const committed = [...new Set([...here.committed, ...found.uncommittedHere])];
  if (here.deleted.length + committed.length > 0) {
    done = await bringUpToDate(migration, au, { deleted: here.deleted, committed });
    here = await look(migration, au);
  }
  return reportOn(au, found, here.artifacts, { ...done, kept });
}

interface Here {
  readonly artifacts: Census;
  /** Uuids of what was brought from there and is deleted there by now. */
  readonly deleted: string[];
  /** How many artifacts are deleted there, and were brought here by something else. */
  kept: number;
  /** Uuids of what is committed there by now, and not here. */
  readonly committed: string[];
}

async function look(target: Target & Pick<StoreMigration, 'brought'>, au: StoreAu): Promise<Here> {
  const { last, deleted } = au.states;
  const here: Here = { artifacts: new Census(), deleted: [], kept: 0, committed: [] };
  for await (const artifact of artifactsHere(target, au)) {
    const { uuid, committed } = artifact;
    here.artifacts.add(artifact);
    const state = last.get(uuid);
    if (deleted.has(uuid) && target.brought.has(au, uuid)) here.deleted.push(uuid);
    else if (deleted.has(uuid)) here.kept += 1;
    else if (!committed && (state === 'PENDING_COPY' || state === 'COPIED')) here.committed.push(uuid);
  }
  return here;
}

function reportOn(
  { namespace, auid, states }: StoreAu,
  found: FoundAu,
  here: Census,
  done: { removed: number; kept: number; committed: number },
): AuReport {
  const comparison = found.artifacts.compare(here);
  const same = isSame(comparison);
  const damages = states.damages.map(({ file, offset, message }) => ({ where: file, offset, message }));
  return {
    namespace,
    auid,
    source: found.artifacts.summary(),
    target: here.summary(),
    same,
    ...(!same && { differences: firstOf(comparison) }),
    stored: found.stored,
    found: found.found,
    deleted: states.deleted.size,
    ...done,
    damagedJournals: new Set(damages.map(({ where }) => where)).size,
    problems: [...damages, ...found.problems],
  };
}
