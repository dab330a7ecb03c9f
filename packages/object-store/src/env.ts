// Reads the environment variable UV_THREADPOOL_SIZE, libuv's number of threads.

/** Default of libuv. */
const USUAL_THREADS = 4;

/** Returns the number of threads in libuv's pool. All file operations of the process share them. */
export function countFileThreads(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE);
  return Number.isInteger(threads) && threads > 0 ? threads : USUAL_THREADS;
}
