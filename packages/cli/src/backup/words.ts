// What is said at the end of a backup and of a restore.
import type { BackupManifest, BackupReport, RestoreReport } from '@holdfast/backup';
import { countWords } from '@holdfast/cli-kit';
import { formatBytes } from '@holdfast/service-kit/text';

export function backupWords(report: BackupReport, place: string): string {
  const { objects, bytes, newObjects, newBytes, tables, rows, tableBytes, files } = report;
  return lines([
    `Backed up: ${report.id} in ${place}`,
    `  ${countWords(objects, 'object')} of ${formatBytes(bytes)}; copied now: ${newObjects.toLocaleString('en-GB')} of ${formatBytes(newBytes)}`,
    `  ${countWords(tables, 'table')} with ${countWords(rows, 'row')}, ${formatBytes(tableBytes)} compressed`,
    ...(files.length > 0 ? [`  ${files.join(', ')}`] : []),
    ...removedLines(report),
    ...faultLines('The store does not give these back whole; they are in the backup as they are:', report),
  ]);
}

function removedLines({ removedBackups, removedObjects }: BackupReport): string[] {
  if (removedBackups.length + removedObjects === 0) return [];
  const words = `${countWords(removedBackups.length, 'backup')} and ${countWords(removedObjects, 'object')}`;
  return [`  removed: ${words} that no other one needs`];
}

export function restoreWords(report: RestoreReport): string {
  const { id, begunAt, objects, bytes, tables, rows, files, keptFiles } = report;
  return lines([
    `Restored: ${id}, of ${begunAt}`,
    `  ${countWords(objects, 'object')} of ${formatBytes(bytes)}`,
    `  ${countWords(tables, 'table')} with ${countWords(rows, 'row')}`,
    ...(files.length > 0 ? [`  ${files.join(', ')}`] : []),
    ...(keptFiles.length > 0 ? [`  there already, and left as they are: ${keptFiles.join(', ')}`] : []),
    ...faultLines('These were missing or damaged when the backup was made:', report),
  ]);
}

export function checkWords({ id, begunAt, objects, databases }: BackupManifest): string {
  const tables = databases.flatMap((database) => database.tables);
  return lines([
    `Whole: ${id}, of ${begunAt}`,
    `  ${countWords(objects.count, 'object')} of ${formatBytes(objects.bytes)}, ${countWords(tables.length, 'table')}`,
  ]);
}

const MOST_FAULTS = 20;

function faultLines(head: string, { faults }: Pick<BackupReport, 'faults'>): string[] {
  if (faults.length === 0) return [];
  const more = faults.length > MOST_FAULTS ? [`  … and ${faults.length - MOST_FAULTS} more`] : [];
  return ['', head, ...faults.slice(0, MOST_FAULTS).map(({ key, fault }) => `  ${key}: ${fault}`), ...more];
}

const lines = (all: readonly string[]) => `${all.join('\n')}\n`;
