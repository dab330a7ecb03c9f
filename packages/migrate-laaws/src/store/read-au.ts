// One AU of a reference store as it is there, every record read, for a comparison that sends nothing.
import { statSync } from 'node:fs';
import { failureWords } from '@holdfast/client';
import { stateThere } from './journal.ts';
import { recordsOf, type StoredRecord } from './records.ts';
import { type FoundAu, nothingFound, type StoreAu } from './store-au.ts';

export async function readAu(au: StoreAu, signal: AbortSignal): Promise<FoundAu> {
  const found = nothingFound();
  for (const file of au.files) {
    try {
      await readFile(au, file, found, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      found.problems.push({ where: file, message: `it could not be read: ${failureWords(error)}` });
    }
  }
  for (const { record } of au.temporary) {
    const committed = stateThere(au.states, record.uuid!, false);
    if (committed !== undefined) found.artifacts.add({ ...record, uuid: record.uuid!, committed });
  }
  return found;
}

async function readFile(au: StoreAu, file: string, found: FoundAu, signal: AbortSignal): Promise<void> {
  const range = { start: 0, end: statSync(file).size };
  const damage = (offset: number, message: string) =>
    void found.problems.push({ where: file, offset, message });
  for await (const record of recordsOf(file, range, { damage })) {
    signal.throwIfAborted();
    const { uuid, offset, fault, uri: url } = record;
    const committed = uuid === undefined ? true : stateThere(au.states, uuid, true);
    if (committed === undefined) continue;
    const message = fault ?? (isOf(record, au) ? undefined : 'it belongs to another AU');
    if (message === undefined) found.artifacts.add({ ...record, uuid: uuid!, committed });
    else found.problems.push({ where: file, offset, ...(uuid && { uuid }), url, message });
  }
}

function isOf({ namespace, auid }: StoredRecord, au: StoreAu): boolean {
  return auid === au.auid && (namespace === undefined || namespace === au.namespace);
}
