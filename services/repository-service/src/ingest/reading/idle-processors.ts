// Whether processors of this machine have had nothing to do lately, whoever else uses it. Says nothing about what will be.
import { availableParallelism, cpus } from 'node:os';

/** How long one look counts; on machines with very many processors it takes a millisecond. */
const LOOK_MS = 500;
/** Work for another thread: less is soon taken by what that work brings about elsewhere. */
const LEAST_IDLE = 0.5;
/** An import keeps as many busy by itself: the service's thread, a codec thread, and PostgreSQL for a part of its time. */
const USED_BY_ONE = 2;

export interface Processors {
  readonly count: number;
  nowMs(): number;
  /** How long all processors together have had nothing to do, since any moment. */
  idleMs(): number;
}

const ofThisMachine: Processors = {
  count: availableParallelism(),
  nowMs: () => performance.now(),
  idleMs: () => cpus().reduce((sum, { times }) => sum + times.idle, 0),
};

/**
 * Answers whether half a processor and more was idle between the last two looks, of which the first is now. Never where there
 * are no more than one import uses: on two processors another thread brought no speed, and took 40 MB and a tenth more of
 * processor time.
 */
export function watchIdleProcessors({ count, nowMs, idleMs }: Processors = ofThisMachine): () => boolean {
  if (count <= USED_BY_ONE) return () => false;
  let last = { atMs: nowMs(), idleMs: idleMs() };
  let isSomeIdle = false;
  return () => {
    const atMs = nowMs();
    if (atMs - last.atMs < LOOK_MS) return isSomeIdle;
    const now = { atMs, idleMs: idleMs() };
    isSomeIdle = now.idleMs - last.idleMs >= LEAST_IDLE * (atMs - last.atMs);
    last = now;
    return isSomeIdle;
  };
}
