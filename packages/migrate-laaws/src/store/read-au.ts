// Reads all records of an AU in a LOCKSS store without sending them, to compare the AU with the target.
import { statSync } from 'node:fs';
import { describeSystemError } from '@holdfast/client';
import { isCommittedInSource } from './journal.ts';
import { readRecords, type StoredRecord } from './records.ts';
import { type AuMigrationResult, createAuResult, type StoreAu } from './store-au.ts';

export async function readStoreAu(au: StoreAu, signal: AbortSignal): Promise<AuMigrationResult> {
  const found = createAuResult();
  for (const file of au.files) {
    try {
      await readFile(au, file, found, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      found.problems.push({ where: file, message: `it could not be read: ${describeSystemError(error)}` });
    }
  }
  for (const { record } of au.temporary) {
    const committed = isCommittedInSource(au.states, record.uuid!, false);
    if (committed !== undefined) found.artifacts.add({ ...record, uuid: record.uuid!, committed });
  }
  return found;
}

async function readFile(
  au: StoreAu,
  file: string,
  found: AuMigrationResult,
  signal: AbortSignal,
): Promise<void> {
  const range = { start: 0, end: statSync(file).size };
  const damage = (offset: number, message: string) =>
    void found.problems.push({ where: file, offset, message });
  for await (const record of readRecords(file, range, { damage })) {
    signal.throwIfAborted();
    const { uuid, offset, fault, uri: url } = record;
    const committed = uuid === undefined ? true : isCommittedInSource(au.states, uuid, true);
    if (committed === undefined) continue;
    const message = fault ?? (belongsTo(record, au) ? undefined : 'it belongs to another AU');
    if (message === undefined) found.artifacts.add({ ...record, uuid: uuid!, committed });
    else found.problems.push({ where: file, offset, ...(uuid && { uuid }), url, message });
  }
}

function belongsTo({ namespace, auid }: StoredRecord, au: StoreAu): boolean {
  return auid === au.auid && (namespace === undefined || namespace === au.namespace);
}
