// Creates the fixity report, which lists the number of artifacts, the last check and the damage of each AU.
import type { Executor } from '@holdfast/pg-kit';
import {
  type AuFixity,
  type DamagedArtifact,
  type FaultyObject,
  listAuFixity,
  listDamagedArtifacts,
  listFaultyObjects,
} from '../index/fixity/report.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { KeepResult } from './command.ts';

export interface ReportScope {
  readonly namespace?: string | undefined;
  readonly auid?: string | undefined;
  /** True to list only problems. */
  readonly brief?: boolean;
}

/** Maximum number of damaged artifacts, and of faulty objects, in the report. */
const MAX_LISTED = 100_000;
const MAX_LINES = 1_000;

export async function writeFixityReport(db: Executor<IndexSchema>, scope: ReportScope): Promise<KeepResult> {
  const aus = await listAuFixity(db, scope);
  const damaged = await listDamagedArtifacts(db, { ...scope, limit: MAX_LISTED });
  const whole = scope.auid === undefined && scope.namespace === undefined;
  const objects = whole ? await listFaultyObjects(db, MAX_LISTED) : [];
  const total = aus.reduce((sum, au) => sum + au.damaged, 0);
  return {
    lines: [
      ...(scope.brief ? [] : auLines(aus, scope)),
      ...damagedLines(damaged, total),
      ...objectLines(objects),
    ],
    json: {
      ...(scope.brief ? {} : { aus: aus.map(wireOfAu) }),
      damaged: damaged.map(wireOfDamaged),
      damagedCount: total,
      objects,
    },
    clean: total === 0 && objects.length === 0,
  };
}

function auLines(aus: readonly AuFixity[], scope: ReportScope): string[] {
  const sum = (value: (au: AuFixity) => number) => aus.reduce((total, au) => total + value(au), 0);
  const total = [
    `${number(aus.length)} AUs`,
    `${number(sum(({ artifacts }) => artifacts))} artifacts`,
    `${number(sum(({ damaged }) => damaged))} damaged`,
    `${number(sum(({ unchecked }) => unchecked))} of ${number(sum(({ segments }) => segments))} objects never read`,
  ].join(', ');
  const shown = scope.auid === undefined ? aus.filter(({ damaged }) => damaged > 0) : aus;
  return [total, ...shown.slice(0, MAX_LINES).map(auLine)];
}

function auLine({ namespace, auid, artifacts, damaged, segments, unchecked, checkedMs }: AuFixity): string {
  const read =
    checkedMs === undefined ? `${unchecked} of ${segments} objects never read` : `read ${day(checkedMs)}`;
  return `${namespace} ${auid}: ${number(artifacts)} artifacts, ${number(damaged)} damaged, ${read}`;
}

function damagedLines(damaged: readonly DamagedArtifact[], total: number): string[] {
  if (total === 0) return ['Nothing is damaged.'];
  const lines = damaged
    .slice(0, MAX_LINES)
    .map(
      ({ uuid, uri, version, reason, foundMs }) =>
        `  ${uuid} ${uri} (version ${version}): ${reason}, since ${day(foundMs)}`,
    );
  return [
    `Damaged artifacts: ${number(total)}`,
    ...lines,
    ...more(total - lines.length),
    'To repair one, import its content again, or use Repair in the console to take a copy from elsewhere.',
  ];
}

function objectLines(objects: readonly FaultyObject[]): string[] {
  if (objects.length === 0) return [];
  const lines = objects.slice(0, MAX_LINES).map(({ key, reason }) => `  ${key}: ${reason}`);
  return [
    `Damaged or unexpected objects: ${number(objects.length)}`,
    ...lines,
    ...more(objects.length - lines.length),
    './holdfast keep repair rewrites damaged objects from their intact records;',
    './holdfast keep sweep removes unreferenced objects.',
  ];
}

const more = (count: number) => (count > 0 ? [`  … and ${number(count)} more`] : []);
const number = (value: number) => value.toLocaleString('en-GB');
const day = (ms: number) => new Date(ms).toISOString().slice(0, 19);

function wireOfAu({ checkedMs, ...au }: AuFixity) {
  return { ...au, checked: checkedMs === undefined ? null : new Date(checkedMs).toISOString() };
}

function wireOfDamaged({ foundMs, ...damaged }: DamagedArtifact) {
  return { ...damaged, found: new Date(foundMs).toISOString() };
}
