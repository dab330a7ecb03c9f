// Checks one object store: its folder or bucket, its clock, and the operations that it must support.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type DependencyLocation, explainFailure } from '../health/explain-failure.ts';
import { assessClock } from './clock.ts';
import { type NodeFindings, toSentence } from './finding.ts';
import { limitTime } from './limit-time.ts';
import { findRemedy } from './remedies.ts';
import { findSystemReason } from './system-reason.ts';

const STORE_MS = 20_000;

const STEPS = {
  reach: 'be reached',
  write: 'store an object',
  read: 'read an object',
  range: 'read a range of an object',
  list: 'list objects',
  multipart: 'take a multipart upload',
  delete: 'delete an object',
  abilities: 'be asked for its abilities',
} as const;

type StoreStep = keyof typeof STEPS;

/** Result of `examineStore` of the object-store package. */
export interface ExaminedStore {
  readonly durationsMs: Readonly<Partial<Record<StoreStep, number>>>;
  readonly failed: { readonly step: StoreStep; readonly error: unknown } | undefined;
  readonly isMarked: boolean | undefined;
  readonly clockOffsetMs: number | undefined;
  readonly server: string | undefined;
  readonly shortcomings: readonly string[];
}

export interface StoreTarget {
  /** Name of the dependency, such as `object store`. */
  readonly name: string;
  readonly place: DependencyLocation;
  /** Folder of the store. Undefined for a bucket. */
  readonly folder: string | undefined;
  examine(): Promise<ExaminedStore>;
}

/** State of a store after its checks. `new`: the store does not exist yet. */
export type StoreState = 'usable' | 'new' | 'unusable';

/** Checks the store. `hasContent` is true if the database refers to objects in the store. */
export async function checkStore(
  findings: NodeFindings,
  { name, place, folder, examine }: StoreTarget,
  hasContent: boolean,
): Promise<StoreState> {
  const id = name.replaceAll(' ', '-');
  let found: ExaminedStore;
  try {
    found = await limitTime(STORE_MS, examine);
  } catch (error) {
    findings.fault(`${id}.reach`, toSentence(explainFailure(name, place, error).full), {
      remedy: findRemedy('store', error),
    });
    return 'unusable';
  }
  const { failed, durationsMs, shortcomings, clockOffsetMs, server } = found;
  if (clockOffsetMs !== undefined) findings.add(assessClock(`${id}.clock`, place.words, clockOffsetMs));
  if (found.isMarked === false && folder !== undefined)
    return checkNewFolder(findings, { id, name, folder }, hasContent);
  if (failed !== undefined) {
    reportFailed(findings, { id, name, place }, failed);
    return 'unusable';
  }
  const { reach = 0, write } = durationsMs;
  findings.fine(
    `${id}.reach`,
    `${toSentence(place.words).slice(0, -1)} answers in ${reach.toFixed(1)} ms${server === undefined ? '' : ` (${server})`}.`,
    { durationMs: reach },
  );
  findings.fine(
    `${id}.abilities`,
    `The ${name} writes, reads, lists and deletes; a write takes ${(write ?? 0).toFixed(1)} ms.`,
    { durationMs: write },
  );
  for (const words of shortcomings)
    findings.warning(`${id}.shortcomings`, toSentence(words), {
      remedy:
        'Holdfast works around it. docs/object-stores.md explains it, and names servers without this limit.',
    });
  return 'usable';
}

function reportFailed(
  findings: NodeFindings,
  { id, name, place }: { readonly id: string; readonly name: string; readonly place: DependencyLocation },
  { step, error }: NonNullable<ExaminedStore['failed']>,
): void {
  const words = explainFailure(name, place, error).full;
  const message = step === 'reach' ? words : `the ${name} cannot ${STEPS[step]}: ${words}`;
  findings.fault(`${id}.${step}`, toSentence(message), { remedy: findRemedy('store', error) });
}

/** Checks a folder without a store marker: either it is new, or the disk with the store is not mounted. */
async function checkNewFolder(
  findings: NodeFindings,
  { id, name, folder }: { readonly id: string; readonly name: string; readonly folder: string },
  hasContent: boolean,
): Promise<StoreState> {
  if (hasContent) {
    findings.fault(
      `${id}.reach`,
      `The folder ${folder} of the ${name} is empty or missing, but the database knows content: the disk is not mounted, or OBJECT_STORE names another folder.`,
      {
        remedy:
          'Mount the disk, or correct OBJECT_STORE, before the next start: it would create an empty store there.',
      },
    );
    return 'unusable';
  }
  try {
    const parent = await limitTime(STORE_MS, () => findWritableParent(folder));
    findings.fine(
      `${id}.reach`,
      `The folder ${folder} has no store yet; the first start creates it in ${parent}.`,
    );
    return 'new';
  } catch (error) {
    findings.fault(
      `${id}.reach`,
      `The folder ${folder} cannot be created or written to (${findSystemReason(error)}).`,
      {
        remedy: findRemedy('store', error),
      },
    );
    return 'unusable';
  }
}

/** Returns the folder or its nearest existing parent. Rejects with the system error if that is not writable. */
export async function findWritableParent(folder: string): Promise<string> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return findWritableParent(dirname(folder));
  }
}
