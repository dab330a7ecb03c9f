// Report of a migration: a comparison of every AU, and all problems. It is written as JSON during the migration and
// summarized for the user at the end.
import { closeSync, openSync, writeSync } from 'node:fs';
import { escapeControls, formatCount, UsageError } from '@holdfast/cli-kit';
import { formatBytes, readSystemCode } from '@holdfast/service-kit/text';
import {
  AU_DIGEST_DEFINITION,
  type CensusComparison,
  type CensusSummary,
  hasNoDifferences,
} from './census.ts';

/** File or artifact that was not migrated or was migrated with a warning, and the reason. */
export interface MigrationProblem {
  /** File of the source store, or address of the source node. */
  readonly where: string;
  readonly offset?: number;
  readonly uuid?: string;
  readonly url?: string;
  readonly message: string;
}

export interface AuReport {
  readonly namespace: string;
  readonly auid: string;
  readonly source: CensusSummary;
  readonly target: CensusSummary;
  readonly same: boolean;
  /** UUIDs of the first differing artifacts. */
  readonly differences?: CensusComparison;
  /** `stored`: number of artifacts stored by this run. `found`: number of artifacts that already existed. */
  readonly stored: number;
  readonly found: number;
  /**
   * `deleted`: number of artifacts that were deleted in the source. `removed`: how many of them this run deleted in the
   * target.
   */
  readonly deleted: number;
  readonly removed: number;
  /**
   * Number of artifacts that this source does not contain, but that stay in the target because they came from
   * elsewhere.
   */
  readonly kept: number;
  /** Number of artifacts that this run committed in the target, because the source has committed them. */
  readonly committed: number;
  /** Number of damaged state journals. */
  readonly damagedJournals: number;
  readonly problems: readonly MigrationProblem[];
}

export interface MigrationTotals {
  aus: number;
  same: number;
  stored: number;
  found: number;
  deleted: number;
  removed: number;
  kept: number;
  problems: number;
  damagedJournals: number;
  readonly source: CensusTotals;
  readonly target: CensusTotals;
}

interface CensusTotals {
  artifacts: number;
  committed: number;
  uncommitted: number;
  bytes: number;
}

export interface MigrationReportHeader {
  readonly from: readonly string[];
  readonly to: string;
  readonly verify: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
}

const MAX_DIFFERENCES = 20;

export function limitComparison(comparison: CensusComparison): CensusComparison {
  const first = (uuids: readonly string[]) => uuids.slice(0, MAX_DIFFERENCES);
  const { missing, surplus, differing, inOtherState } = comparison;
  return {
    missing: first(missing),
    surplus: first(surplus),
    differing: first(differing),
    inOtherState: first(inOtherState),
  };
}

export class MigrationReport {
  readonly totals: MigrationTotals;
  readonly #different: AuReport[] = [];
  readonly #problems: MigrationProblem[] = [];
  readonly #file: { path: string; descriptor: number } | undefined;

  /** Opens the report file. Throws `UsageError` if `path` is not writable. */
  constructor(head: MigrationReportHeader, path: string | undefined) {
    const sums = () => ({ artifacts: 0, committed: 0, uncommitted: 0, bytes: 0 });
    const counts = { stored: 0, found: 0, deleted: 0, removed: 0, kept: 0, problems: 0, damagedJournals: 0 };
    this.totals = { aus: 0, same: 0, ...counts, source: sums(), target: sums() };
    this.#file = path === undefined ? undefined : { path, descriptor: openReport(path) };
    this.#write(
      `${JSON.stringify({ ...head, auDigest: AU_DIGEST_DEFINITION }, undefined, 2).slice(0, -2)},\n  "aus": [`,
    );
  }

  add(au: AuReport): void {
    const { totals } = this;
    this.#write(`${totals.aus === 0 ? '' : ','}\n    ${JSON.stringify(au)}`);
    totals.aus += 1;
    totals.same += au.same ? 1 : 0;
    for (const name of ['stored', 'found', 'deleted', 'removed', 'kept', 'damagedJournals'] as const) {
      totals[name] += au[name];
    }
    totals.problems += au.problems.length;
    for (const side of ['source', 'target'] as const) {
      for (const name of ['artifacts', 'committed', 'uncommitted', 'bytes'] as const) {
        totals[side][name] += au[side][name];
      }
    }
    if (!au.same && this.#different.length < MAX_DIFFERENCES) this.#different.push(au);
    for (const problem of au.problems)
      if (this.#problems.length < MAX_DIFFERENCES) this.#problems.push(problem);
  }

  /** Completes the report. `others`: problems that belong to no AU. `complete`: true if every AU was examined. */
  finish(others: readonly MigrationProblem[], complete: boolean, finishedAt: string): void {
    this.totals.problems += others.length;
    this.#problems.push(...others.slice(0, MAX_DIFFERENCES));
    const rest = JSON.stringify(
      { problems: others, totals: this.totals, complete, finishedAt },
      undefined,
      2,
    );
    this.#write(`\n  ],\n${rest.slice(2)}\n`);
    if (this.#file) closeSync(this.#file.descriptor);
  }

  get isFine(): boolean {
    const { aus, same, problems, damagedJournals } = this.totals;
    return aus === same && problems + damagedJournals === 0;
  }

  /** Formats the summary as lines of text. */
  words({ verify, isMirror = false }: { readonly verify: boolean; readonly isMirror?: boolean }): string[] {
    const { totals } = this;
    const { source, target } = totals;
    const side = ({ artifacts, uncommitted, bytes }: CensusTotals) =>
      `${formatCount(artifacts, 'artifact')} (${uncommitted.toLocaleString('en-GB')} of them uncommitted), ${formatBytes(bytes)} of payload`;
    const what = [
      `There: ${formatCount(totals.aus, 'AU')}, ${side(source)}.`,
      `Here:  ${side(target)}.`,
      ...(verify
        ? []
        : [
            `${formatCount(totals.stored, 'artifact')} stored by this run; ${totals.found.toLocaleString('en-GB')} sent that were stored before.`,
          ]),
      ...(totals.deleted > 0
        ? [
            `${formatCount(totals.deleted, 'artifact')} deleted there${totals.removed > 0 ? `; this run removed ${totals.removed.toLocaleString('en-GB')} of them` : ''}.`,
          ]
        : []),
      ...(totals.kept > 0
        ? [
            isMirror
              ? `${formatCount(totals.kept, 'artifact')} here that the source does not have: kept.`
              : `${formatCount(totals.kept, 'artifact')} here that are not in the source and did not come from it: kept (use --as if this source was migrated under another name).`,
          ]
        : []),
      `${totals.same.toLocaleString('en-GB')} of ${formatCount(totals.aus, 'AU')} ${isMirror ? 'complete here' : 'equal on both sides'}.`,
    ];
    return [...what, ...this.#different.flatMap(describeAuDifferences), ...this.#describeProblems()];
  }

  #describeProblems(): string[] {
    const { problems, damagedJournals } = this.totals;
    const journals =
      damagedJournals === 0
        ? []
        : [`${formatCount(damagedJournals, 'state journal')} damaged: readable entries were applied.`];
    if (problems === 0) return journals;
    const lines = this.#problems
      .slice(0, MAX_DIFFERENCES)
      .map(
        ({ where, offset, uuid, url, message }) =>
          `  ${escapeControls([where, offset === undefined ? undefined : `at ${offset}`, uuid, url].filter(Boolean).join(' '))}: ${escapeControls(message)}`,
      );
    const more =
      problems > lines.length ? [`  and ${(problems - lines.length).toLocaleString('en-GB')} more`] : [];
    return [...journals, `${formatCount(problems, 'problem')}:`, ...lines, ...more];
  }

  #write(text: string): void {
    if (!this.#file) return;
    try {
      writeSync(this.#file.descriptor, text);
    } catch (error) {
      throw makeUnwritableError(this.#file.path, error);
    }
  }
}

function describeAuDifferences({ namespace, auid, differences }: AuReport): string[] {
  if (!differences || hasNoDifferences(differences)) return [];
  const { missing, surplus, differing, inOtherState } = differences;
  const parts = [
    ['only there', missing],
    ['only here', surplus],
    ['different', differing],
    ['in another state', inOtherState],
  ] as const;
  const lines = parts
    .filter(([, uuids]) => uuids.length > 0)
    .map(([words, uuids]) => `${words}: ${uuids.join(' ')}`);
  return [`  ${namespace} ${escapeControls(auid)}: ${lines.join('; ')}`];
}

function openReport(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw makeUnwritableError(path, error);
  }
}

function makeUnwritableError(path: string, error: unknown): UsageError {
  return new UsageError(`The report ${path} cannot be written (${readSystemCode(error) ?? String(error)}).`);
}
