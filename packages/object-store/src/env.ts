// Reads the environment variable that sets libuv's number of threads.

/** Default of libuv. */
const USUAL_THREADS = 4;

/** Returns the number of threads in libuv's pool, which all file operations of the process share. */
export function countFileThreads(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE);
  return Number.isInteger(threads) && threads > 0 ? threads : USUAL_THREADS;
}
