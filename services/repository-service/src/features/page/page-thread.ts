// Starts the threads that rewrite pages. A thread works on one page at a time and is then reused. A thread that takes
// too long is terminated; the next page gets a new one.
import { Worker } from 'node:worker_threads';
import type { PageAnswer, PageRequest } from '../../domain/page/page-report.ts';

// Jest runs this file as TypeScript, so the thread must be started from TypeScript as well.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js',
  import.meta.url,
);

/**
 * Memory limits of a thread. A page needs a few times the size of its texts. If a page exceeds the limits, its thread
 * ends and the page is not shown.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

/** Thrown if a page could not be rewritten because its thread ended or was terminated. */
export class PageThreadError extends Error {
  override name = 'PageThreadError';
}

/** Thread that works on one page. */
export interface PageThread {
  /** Sends a request. Rejects with PageThreadError, and with the signal's reason. */
  ask(request: PageRequest, signal: AbortSignal): Promise<PageAnswer>;
}

export class PageThreads {
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();

  /** Number of threads that are running. */
  get count(): number {
    return this.#all.size;
  }

  /** Calls `use` with a thread. Terminates the thread if `use` fails, because it may still be working. */
  async use<T>(use: (thread: PageThread) => Promise<T>): Promise<T> {
    const worker = this.#idle.pop() ?? this.#start();
    try {
      const result = await use({ ask: (request, signal) => sendPageRequest(worker, request, signal) });
      if (this.#all.has(worker)) this.#idle.push(worker);
      return result;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = startWorker();
    this.#all.add(worker);
    // Ignore the error here, because the waiting request reports it.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    worker.unref();
    return worker;
  }
}

function startWorker(): Worker {
  try {
    return new Worker(workerFile, { resourceLimits });
  } catch (error) {
    throw new PageThreadError('the page thread could not be started', { cause: error });
  }
}

function sendPageRequest(worker: Worker, request: PageRequest, signal: AbortSignal): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const onMessage = (message: PageAnswer) => {
      if (message.op === 'failed') fail(new PageThreadError(message.detail));
      else settle(() => resolve(message));
    };
    const onError = (cause: unknown) => fail(new PageThreadError('the page thread failed', { cause }));
    const onExit = () => fail(new PageThreadError('the page thread ended'));
    const onAbort = () => fail(signal.reason);
    if (signal.aborted) return reject(signal.reason);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort);
    worker.postMessage(request);
    // Call `unref` again, because a new message listener refs the worker.
    worker.unref();
  });
}
