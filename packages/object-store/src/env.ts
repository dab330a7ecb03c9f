// Reads the environment variable UV_THREADPOOL_SIZE, the size of libuv's thread pool.

/** Default size of the pool in libuv. */
const USUAL_THREADS = 4;

/** Returns the number of threads in libuv's pool. All file operations of the process use these threads. */
export function countFileThreads(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE);
  return Number.isInteger(threads) && threads > 0 ? threads : USUAL_THREADS;
}
