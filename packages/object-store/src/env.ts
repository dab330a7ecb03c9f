// Reads the environment variable from which libuv takes its number of threads.

/** Default of libuv. */
const USUAL_THREADS = 4;

/** Returns the number of threads that the process has for all of its file operations. */
export function countFileThreads(): number {
  const threads = Number(process.env.UV_THREADPOOL_SIZE);
  return Number.isInteger(threads) && threads > 0 ? threads : USUAL_THREADS;
}
