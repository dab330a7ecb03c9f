// The import queue of this page. It continues when the user opens another screen.

import { ServiceError } from '@holdfast/client/browser';
import { signal } from '@preact/signals';
import { getCallAddress, repository } from '../service/clients.ts';
import { waitForLogin } from '../service/session.ts';
import { CONSOLE_HEADERS } from '../service/session-request.ts';
import { findDroppedFiles, type ImportableFile, isImportable, listChosenFiles } from './dropped-files.ts';
import { ImportQueue, type SentFile } from './import-queue.ts';
import { openImportedFileList } from './imported-files.ts';
import { sendFile } from './send-file.ts';
import { importView, isImportRunning } from './view.ts';

export const importQueue = new ImportQueue({
  send: sendWithLogin,
  isStillIn,
  isThere: isServiceReady,
  pause,
  openLedger: openImportedFileList,
  viewEveryMs: 200,
  onView(view) {
    importView.value = view;
  },
});

/** Files that were dropped or chosen, but are not queued yet. */
export interface GatheredFiles {
  readonly files: readonly ImportableFile[];
  readonly bytes: number;
  /** Number of skipped files: files in folders whose names do not have the extension of an archive. */
  readonly others: number;
  readonly unreadable: readonly string[];
  readonly isLooking: boolean;
}

const nothing: GatheredFiles = { files: [], bytes: 0, others: 0, unreadable: [], isLooking: false };
export const gatheredFiles = signal<GatheredFiles>(nothing);

function addGatheredFiles(files: readonly ImportableFile[]): void {
  const { files: before, bytes, others } = gatheredFiles.value;
  const taken = files.filter(isImportable);
  gatheredFiles.value = {
    ...gatheredFiles.value,
    files: [...before, ...taken],
    bytes: taken.reduce((sum, { sizeBytes }) => sum + sizeBytes, bytes),
    others: others + files.length - taken.length,
  };
}

/** Collects the files of a file input. */
export const gatherChosenFiles = (files: readonly File[]): Promise<void> =>
  gatherBatches(listChosenFiles(files));

/** Collects dropped files and the files in dropped folders, recursively. Files are displayed as they are found. */
export function gatherDroppedEntries(entries: readonly FileSystemEntry[]): Promise<void> {
  const unreadable = (path: string) => {
    gatheredFiles.value = {
      ...gatheredFiles.value,
      unreadable: [...gatheredFiles.value.unreadable, path].slice(-MAX_NAMED),
    };
  };
  return gatherBatches(findDroppedFiles(entries, unreadable));
}

async function gatherBatches(batches: AsyncGenerator<ImportableFile[]>): Promise<void> {
  gatheredFiles.value = { ...gatheredFiles.value, isLooking: true };
  for await (const batch of batches) addGatheredFiles(batch);
  gatheredFiles.value = { ...gatheredFiles.value, isLooking: false };
}

const MAX_NAMED = 100;

export function discardGatheredFiles(): void {
  gatheredFiles.value = nothing;
}

async function sendWithLogin({ options, ...sent }: SentFile) {
  const { namespace, auid, storeDuplicate, quarantine, excludeStatusPattern } = options;
  const { method, url } = getCallAddress({
    service: 'repository',
    operation: 'addArtifacts',
    input: {
      ...{ namespace, storeDuplicate, quarantine, summary: true },
      ...(excludeStatusPattern !== '' && { excludeStatusPattern }),
    },
  });
  const once = () => sendFile({ ...sent, auid, method, url, headers: CONSOLE_HEADERS });
  try {
    return await once();
  } catch (error) {
    const isStranger = error instanceof ServiceError && error.status === 401;
    if (!isStranger || !(await waitForLogin())) throw error;
    return once();
  }
}

async function isStillIn(uuid: string, namespace: string, signal: AbortSignal): Promise<boolean> {
  try {
    const asked = { uuid, namespace, includeContent: 'NEVER' as const };
    await repository.getArtifactDataByMultipart(asked, { signal, accept: 'application/json' });
    return true;
  } catch (error) {
    // The artifact is missing or cannot be checked, so the file is imported again. That import reports any permanent
    // error.
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

async function isServiceReady(signal: AbortSignal): Promise<boolean> {
  const status = await repository.getStatus({}, { signal }).catch(() => undefined);
  return status?.ready === true;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

/** Asks the user for confirmation before the page is closed during an upload. */
addEventListener('beforeunload', (event) => {
  if (isImportRunning(importView.value)) event.preventDefault();
});
