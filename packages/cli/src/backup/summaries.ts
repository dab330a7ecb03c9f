// Formats the summaries of a backup, a restore and a check.
import type { BackupManifest, BackupReport, RestoreReport } from '@holdfast/backup';
import { formatCount } from '@holdfast/cli-kit';
import { formatBytes } from '@holdfast/service-kit/text';

export function formatBackup(report: BackupReport, place: string): string {
  const { objects, bytes, newObjects, newBytes, tables, rows, tableBytes, files } = report;
  return joinLines([
    `Backed up: ${report.id} in ${place}`,
    `  ${formatCount(objects, 'object')} of ${formatBytes(bytes)}; copied now: ${newObjects.toLocaleString('en-GB')} of ${formatBytes(newBytes)}`,
    `  ${formatCount(tables, 'table')} with ${formatCount(rows, 'row')}, ${formatBytes(tableBytes)} compressed`,
    ...(files.length > 0 ? [`  ${files.join(', ')}`] : []),
    ...formatRemovedLines(report),
    ...formatFaultLines(
      'Objects that are missing or damaged in the store (damaged objects are backed up unchanged):',
      report,
    ),
  ]);
}

function formatRemovedLines({ removedBackups, removedObjects }: BackupReport): string[] {
  if (removedBackups.length + removedObjects === 0) return [];
  const words = `${formatCount(removedBackups.length, 'backup')} and ${formatCount(removedObjects, 'object')}`;
  return [`  removed: ${words} that no other backup needs`];
}

export function formatRestore(report: RestoreReport): string {
  const { id, begunAt, objects, bytes, tables, rows, files, keptFiles } = report;
  return joinLines([
    `Restored: ${id}, of ${begunAt}`,
    `  ${formatCount(objects, 'object')} of ${formatBytes(bytes)}`,
    `  ${formatCount(tables, 'table')} with ${formatCount(rows, 'row')}`,
    ...(files.length > 0 ? [`  ${files.join(', ')}`] : []),
    ...(keptFiles.length > 0 ? [`  existing files, not replaced: ${keptFiles.join(', ')}`] : []),
    ...formatFaultLines('Objects that were missing or damaged when the backup was created:', report),
  ]);
}

export function formatCheck({ id, begunAt, objects, databases }: BackupManifest): string {
  const tables = databases.flatMap((database) => database.tables);
  return joinLines([
    `Intact: ${id}, of ${begunAt}`,
    `  ${formatCount(objects.count, 'object')} of ${formatBytes(objects.bytes)}, ${formatCount(tables.length, 'table')}`,
  ]);
}

const MAX_FAULTS = 20;

function formatFaultLines(head: string, { faults }: Pick<BackupReport, 'faults'>): string[] {
  if (faults.length === 0) return [];
  const more = faults.length > MAX_FAULTS ? [`  … and ${faults.length - MAX_FAULTS} more`] : [];
  return ['', head, ...faults.slice(0, MAX_FAULTS).map(({ key, fault }) => `  ${key}: ${fault}`), ...more];
}

const joinLines = (all: readonly string[]) => `${all.join('\n')}\n`;
