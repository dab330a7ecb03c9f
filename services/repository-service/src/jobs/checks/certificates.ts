// Creates certificates, stores them as objects, and restores finished checks from them after a rebuild of the index.
import { ObjectExistsError, type ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import {
  CERTIFICATES_PREFIX,
  type CertifiedCheck,
  formatCertificate,
  MAX_CERTIFIED_EXCEPTIONS,
  parseCertificate,
  toCertificateKey,
} from '../../domain/certificate.ts';
import { listRunItems } from '../../index/checks/progress.db.ts';
import { restoreRun } from '../../index/checks/restore.db.ts';
import { type FixityRun, listRunExceptions, listRunStores } from '../../index/checks/runs.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

const PAGE_SIZE = 1_000;

/** Returns the text of the certificate of a check that has read all of its artifacts. */
export async function makeCertificate(db: Executor<IndexSchema>, run: FixityRun): Promise<string> {
  const page = { after: undefined, limit: MAX_CERTIFIED_EXCEPTIONS };
  return formatCertificate({
    ...run,
    uuids: run.scope.kind === 'list' ? await listRunItems(db, run.id) : undefined,
    startedMs: run.startedMs!,
    endedMs: run.endedMs!,
    software: run.software!,
    requested: run.requested!,
    copies: await listRunStores(db, run.id),
    exceptions: await listRunExceptions(db, run.id, page),
  });
}

/** Stores the certificate. If the object exists, an interrupted process has already stored the certificate. */
export async function storeCertificate(
  store: ObjectStore,
  check: Pick<CertifiedCheck, 'id' | 'endedMs'>,
  text: string,
): Promise<void> {
  const key = toCertificateKey(check);
  try {
    await store.put(key, Buffer.from(text));
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error;
  }
}

/** Restores the checks whose certificates are in the store. Returns the keys of unreadable certificates. */
export async function restoreCertificates(db: Executor<IndexSchema>, store: ObjectStore): Promise<string[]> {
  const unreadable: string[] = [];
  for (let after = ''; ; ) {
    const objects = await store.list({ prefix: CERTIFICATES_PREFIX, after, limit: PAGE_SIZE });
    for (const { key } of objects) {
      const text = await readText(store, key);
      const check = parseCertificate(text);
      if (check && toCertificateKey(check) === key) await restoreRun(db, check, text);
      else unreadable.push(key);
    }
    if (objects.length < PAGE_SIZE) return unreadable;
    after = objects.at(-1)!.key;
  }
}

async function readText(store: ObjectStore, key: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.read(key)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
