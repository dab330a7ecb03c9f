// Derives the overall condition of the repository from its figures. Returns sentences as message keys with values, so
// that this file does not depend on the language.
import type { RepositorySummary } from '@holdfast/api-types';
import { type AssessedStore, parseStoreDependency } from '../../service/store-condition.ts';

export type ConditionState = 'good' | 'warning' | 'bad' | 'empty';

export interface ConditionSentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
  readonly state: ConditionState;
  /** Tab of the Preservation screen that shows the details. Default: the first tab. */
  readonly tab?: 'damage' | 'copies';
}

export interface RepositoryCondition {
  /** State of the most severe sentence. */
  readonly state: ConditionState;
  /** Problems, most severe first, followed by sentences about everything that works. */
  readonly sentences: readonly ConditionSentence[];
}

const DAY_MS = 86_400_000;
/**
 * If free space will last fewer days than this, the state is `warning`. Below `VERY_SHORT_DAYS`, the state is `bad`.
 */
const SHORT_DAYS = 90;
const VERY_SHORT_DAYS = 14;
/** Lag above which the state journal counts as late. The journal normally lags by only a few seconds. */
const LAG_SECONDS = 300;
/**
 * A check is overdue when its age exceeds the configured period by this factor. Checking everything takes time, so the
 * oldest check is often older than the period.
 */
const OVERDUE = 1.25;
const RANK: readonly ConditionState[] = ['bad', 'warning', 'empty', 'good'];

export function assessCondition(
  summary: RepositorySummary,
  stores: readonly AssessedStore[] = [],
): RepositoryCondition {
  const found = [
    ...describeRepositoryFaults(summary),
    ...stores.flatMap(describeStoreFaults),
    ...describeGoodCondition(summary, stores),
  ];
  const sentences = found.toSorted((one, other) => RANK.indexOf(one.state) - RANK.indexOf(other.state));
  return { state: sentences[0]?.state ?? 'good', sentences };
}

function describeRepositoryFaults(summary: RepositorySummary): ConditionSentence[] {
  const { damage, dependencies, jobs, journal, readOnly, store } = summary;
  const isOverdue = computeOverdueDays(summary);
  return [
    ...dependencies
      .filter(({ name, usable }) => !usable && parseStoreDependency(name) === undefined)
      .map(({ name }) => createSentence('bad', 'away', { name })),
    ...(readOnly === undefined ? [] : [createSentence('bad', 'readOnly', { reason: readOnly })]),
    ...(damage.artifacts === 0
      ? []
      : [createSentence('bad', 'damaged', { count: damage.artifacts }, 'damage')]),
    ...(damage.objects === 0
      ? []
      : [createSentence('warning', 'objects', { count: damage.objects }, 'damage')]),
    ...(store.daysLeft === undefined || store.daysLeft >= SHORT_DAYS
      ? []
      : [
          createSentence(store.daysLeft < VERY_SHORT_DAYS ? 'bad' : 'warning', 'short', {
            count: store.daysLeft,
          }),
        ]),
    ...(jobs.failed.length === 0
      ? []
      : [createSentence('warning', 'jobFailed', { count: jobs.failed.length })]),
    ...(isOverdue === undefined ? [] : [createSentence('warning', 'overdue', { count: isOverdue })]),
    ...(journal.seconds < LAG_SECONDS
      ? []
      : [createSentence('warning', 'lag', { count: Math.round(journal.seconds / 60) })]),
  ];
}

/** The node keeps working if one of several stores fails, so the state is never `bad`. */
function describeStoreFaults({ name, condition, copies }: AssessedStore): ConditionSentence[] {
  const warn = (key: string, count?: number) => [
    createSentence('warning', key, { name, ...(count !== undefined && { count }) }, 'copies'),
  ];
  if (condition === 'away') return warn('storeAway');
  if (condition === 'unwritten') return warn('storeUnwritten');
  if (copies === undefined) return [];
  if (condition === 'filling') return warn('storeFilling', copies.missing);
  if (condition !== 'behind') return [];
  return [
    ...(copies.missing === 0 ? [] : warn('storeBehind', copies.missing)),
    ...(copies.damaged === 0 ? [] : warn('storeDamaged', copies.damaged)),
  ];
}

function describeGoodCondition(
  summary: RepositorySummary,
  stores: readonly AssessedStore[],
): ConditionSentence[] {
  const { stored, damage } = summary;
  const isWhole = damage.artifacts + damage.objects === 0 && stores.every(({ copies }) => !copies?.damaged);
  if (stored.artifacts === 0) return [createSentence('empty', 'nothing', {})];
  const age = computeAgeInDays(summary);
  return [
    createSentence('good', damage.artifacts === 0 ? 'stored' : 'held', { count: stored.artifacts }),
    ...(age === undefined || computeOverdueDays(summary) !== undefined ? [] : [describeCheckAge(age)]),
    ...(isWhole ? [createSentence('good', 'whole', {})] : []),
  ];
}

const describeCheckAge = (days: number): ConditionSentence =>
  days === 0
    ? createSentence('good', 'checkedToday', {})
    : createSentence('good', 'checked', { count: days });

function computeAgeInDays({ at, fixity: { oldestCheck } }: RepositorySummary): number | undefined {
  return oldestCheck === undefined ? undefined : Math.max(0, Math.floor((at - oldestCheck) / DAY_MS));
}

/** Returns the age of the oldest check in days if it is overdue. */
function computeOverdueDays(summary: RepositorySummary): number | undefined {
  const { periodDays } = summary.fixity;
  const age = computeAgeInDays(summary);
  return age !== undefined && periodDays !== undefined && age > periodDays * OVERDUE ? age : undefined;
}

const createSentence = (
  state: ConditionState,
  key: string,
  values: ConditionSentence['values'],
  tab?: ConditionSentence['tab'],
): ConditionSentence => ({
  key: `overview.says.${key}`,
  state,
  values,
  ...(tab !== undefined && { tab }),
});
