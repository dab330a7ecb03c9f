// One import: what the codec finds in an upload goes through an ImportRun as it comes, and what has waited long enough is
// committed while nothing comes.
import type { CodecOutput } from '../../domain/record/read-record.ts';
import type { ImportJob, IngestDeps } from './import-job.ts';
import { ImportRun } from './import-run.ts';

/** Resolves when everything the upload held has been acknowledged. On an error what was not is given up. */
export async function importRecords(
  deps: IngestDeps,
  job: ImportJob,
  outputs: AsyncIterable<CodecOutput>,
): Promise<void> {
  const run = new ImportRun(deps, job);
  const iterator = outputs[Symbol.asyncIterator]();
  try {
    await takeAll(run, iterator);
    await run.finish();
  } catch (error) {
    await run.abandon();
    throw error;
  } finally {
    await iterator.return?.();
    await run.close();
  }
}

async function takeAll(run: ImportRun, iterator: AsyncIterator<CodecOutput>): Promise<void> {
  let next = iterator.next();
  for (;;) {
    const turn = await resolvedWithin(next, run.msUntilDue());
    if (turn === 'tooLate') {
      await run.commit();
      continue;
    }
    if (turn.done) return;
    await run.take(turn.value);
    next = iterator.next();
  }
}

/** Resolves to the value of the promise, or to `tooLate` after `ms`. Undefined: waits without a limit. */
async function resolvedWithin<T>(promise: Promise<T>, ms: number | undefined): Promise<T | 'tooLate'> {
  if (ms === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'tooLate'>((resolve) => {
    timer = setTimeout(() => resolve('tooLate'), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
