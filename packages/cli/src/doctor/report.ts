// Formats the report of `holdfast doctor` as text and as JSON.
import { escapeControls, formatCount } from '@holdfast/cli-kit';
import type { CheckVerdict, NodeFinding } from '@holdfast/service-kit/doctor';
import type { NodeExamination } from './examine-node.ts';

const MARKS: Readonly<Record<CheckVerdict, string>> = {
  fault: '✗',
  warning: '!',
  advice: 'i',
  skipped: '-',
  fine: '✓',
};

export function countFaults({ findings }: Pick<NodeExamination, 'findings'>): number {
  return findings.filter(({ verdict }) => verdict === 'fault').length;
}

/** Formats the findings, worst first. The first line is the worst finding, or `Everything is in order`. */
export function formatReport(examination: NodeExamination, { quiet }: { readonly quiet: boolean }): string {
  const { findings, settings, version, durationMs } = examination;
  const bad = findings.filter(({ verdict }) => verdict !== 'fine');
  const fine = findings.filter(({ verdict }) => verdict === 'fine');
  const isWell = bad.every(({ verdict }) => verdict === 'advice');
  const lines = [...(isWell ? ['✓ Everything is in order.'] : []), ...bad.flatMap(formatFinding)];
  if (quiet) return isWell && bad.length === 0 ? '' : `${lines.join('\n')}\n`;
  const given = settings.filter(({ from }) => from === 'environment' || from === 'file');
  return `${[
    ...lines,
    ...(bad.length === 0 ? [] : ['']),
    ...fine.map(({ message }) => `${MARKS.fine} ${escapeControls(message)}`),
    '',
    ...(given.length === 0 ? ['All settings have their default values.'] : ['Configured settings:']),
    ...given.map(({ name, value, isSecret, from, file }) => {
      const shown = isSecret ? '(hidden)' : escapeControls(value ?? '');
      return `  ${name} = ${shown}   (${from === 'file' ? `file ${file}` : from})`;
    }),
    '',
    `Holdfast ${version}: ${formatCount(findings.length, 'check')} in ${(durationMs / 1000).toFixed(1)} s, ${formatVerdictCounts(bad)}.`,
  ].join('\n')}\n`;
}

function formatVerdictCounts(bad: readonly NodeFinding[]): string {
  const count = (verdict: CheckVerdict) => bad.filter((one) => one.verdict === verdict).length;
  return `${formatCount(count('fault'), 'fault')}, ${formatCount(count('warning'), 'warning')}`;
}

function formatFinding({ verdict, message, remedy, id }: NodeFinding): string[] {
  return [
    `${MARKS[verdict]} ${escapeControls(message)}  [${id}]`,
    ...(remedy === undefined ? [] : [`  → ${escapeControls(remedy)}`]),
  ];
}

/** Formats the report as JSON. `format` changes only when the meaning of a field changes, not when fields are added. */
export function toJsonReport(examination: NodeExamination): string {
  const { findings, settings, version, durationMs } = examination;
  const report = {
    format: 'holdfast-doctor/1',
    version,
    isHealthy: countFaults(examination) === 0,
    durationMs,
    findings: findings.map((one) => ({
      ...one,
      ...(one.durationMs !== undefined && { durationMs: Math.round(one.durationMs * 10) / 10 }),
    })),
    settings,
  };
  return `${JSON.stringify(report)}\n`;
}
