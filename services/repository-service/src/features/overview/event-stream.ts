// Sends server-sent events of one type at intervals. The stream ends after some time, so that the browser reconnects
// and authenticates again. Sends no events while the client does not read.
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from '@holdfast/http-kit';

export interface EventStream {
  /** Returns the next message, which is sent as JSON. If `say` rejects, an event `trouble` is sent instead. */
  say(): Promise<unknown>;
  readonly everyMs: number;
  readonly longestMs: number;
  /** Returns whether to end the stream. Called often. */
  isOver(): boolean;
  /** Returns whether the client is still authorized; if not, the stream ends. Called before each event. */
  isAllowed(): Promise<boolean>;
}

/** Polling interval, in milliseconds. */
const LOOK_MS = 200;
const BACK_IN_MS = 2_000;

/** Resolves when the stream has ended or the signal has aborted. */
export async function sendEvents(
  response: HttpResponse,
  { say, everyMs, longestMs, isOver, isAllowed }: EventStream,
  signal: AbortSignal,
): Promise<void> {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    // Prevents proxies from buffering the events.
    'X-Accel-Buffering': 'no',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const endMs = performance.now() + longestMs;
  const continues = () => !signal.aborted && !isOver() && performance.now() < endMs;
  response.write(`retry: ${BACK_IN_MS}\n\n`);
  for (let lookedMs = Number.NEGATIVE_INFINITY; continues(); await sleep(LOOK_MS)) {
    if (performance.now() - lookedMs < everyMs) continue;
    lookedMs = performance.now();
    // Checks the login even while the client does not read, because the connection must not outlive the login.
    if (!(await isAllowed())) break;
    if (response.writableNeedDrain) continue;
    const event = await say().then(
      (figures) => `data: ${JSON.stringify(figures)}\n\n`,
      () => 'event: trouble\ndata: {}\n\n',
    );
    if (continues()) response.write(event);
  }
  response.end();
}
