// Reads the temporary WARC files of a LOCKSS store, each with artifacts of several AUs. Groups their records by AU.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { describeSystemError } from '@holdfast/client';
import type { MigrationProblem } from '../transfer/report.ts';
import { readRecords, type StoredRecord } from './records.ts';

export interface TemporaryRecord {
  readonly file: string;
  readonly record: StoredRecord;
}

export interface TemporaryArtifacts {
  /** Records by `makeAuFolderKey` (namespace and MD5 of the AUID). */
  readonly ofAu: ReadonlyMap<string, TemporaryRecord[]>;
  readonly problems: MigrationProblem[];
}

export function makeAuFolderKey(namespace: string, auidMd5: string): string {
  return `${namespace}/${auidMd5}`;
}

export function toAuidMd5(auid: string): string {
  return createHash('md5').update(auid, 'utf8').digest('hex');
}

export async function readTemporaryArtifacts(
  files: readonly string[],
  signal: AbortSignal,
): Promise<TemporaryArtifacts> {
  const ofAu = new Map<string, TemporaryRecord[]>();
  const problems: MigrationProblem[] = [];
  for (const file of files) {
    const damage = (offset: number, message: string, more = {}) =>
      void problems.push({ where: file, offset, message, ...more });
    try {
      for await (const record of readRecords(file, { start: 0, end: statSync(file).size }, { damage })) {
        signal.throwIfAborted();
        const { namespace, auid, uuid, offset, fault, uri: url } = record;
        if (namespace === undefined || auid === undefined || uuid === undefined)
          damage(offset, fault ?? 'it is not the record of an artifact');
        else if (fault !== undefined) damage(offset, fault, { uuid, url });
        else {
          const key = makeAuFolderKey(namespace, toAuidMd5(auid));
          const records = ofAu.get(key) ?? [];
          records.push({ file, record });
          ofAu.set(key, records);
        }
      }
    } catch (error) {
      if (signal.aborted) throw error;
      damage(0, `it cannot be read: ${describeSystemError(error)}`);
    }
  }
  return { ofAu, problems };
}
