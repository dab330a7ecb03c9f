// Server-sent events: something said again and again to a client who listens, for as long as he does, but not for ever: a
// browser comes back by itself, and logs in anew. Who does not take what was said is not told more of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from '@holdfast/http-kit';

export interface EventStream {
  /** What is said, as JSON. When it rejects, listeners are told that there is nothing to say. */
  say(): Promise<unknown>;
  readonly everyMs: number;
  readonly longestMs: number;
  /** Looked at often: nothing more is to be said. */
  isOver(): boolean;
  /** Asked before each event: whether the listener may still hear it. The stream ends when not. */
  isAllowed(): Promise<boolean>;
}

/** How often it is looked whether anything else is to be done than wait. */
const LOOK_MS = 200;
const BACK_IN_MS = 2_000;

/** Resolves when the stream has ended, or the signal has aborted. */
export async function streamEvents(
  response: HttpResponse,
  { say, everyMs, longestMs, isOver, isAllowed }: EventStream,
  signal: AbortSignal,
): Promise<void> {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Proxies that gather what is answered would keep it from those who wait for it.
    'X-Accel-Buffering': 'no',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const endMs = performance.now() + longestMs;
  const goesOn = () => !signal.aborted && !isOver() && performance.now() < endMs;
  response.write(`retry: ${BACK_IN_MS}\n\n`);
  for (let lookedMs = Number.NEGATIVE_INFINITY; goesOn(); await sleep(LOOK_MS)) {
    if (performance.now() - lookedMs < everyMs) continue;
    lookedMs = performance.now();
    // A listener who takes nothing is asked for the login, too: its connection must not outlive it.
    if (!(await isAllowed())) break;
    if (response.writableNeedDrain) continue;
    const event = await say().then(
      (figures) => `data: ${JSON.stringify(figures)}\n\n`,
      () => 'event: trouble\ndata: {}\n\n',
    );
    if (goesOn()) response.write(event);
  }
  response.end();
}
