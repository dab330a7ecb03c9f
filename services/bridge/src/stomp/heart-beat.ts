// Heart-beats of STOMP: a line end now and then from each side, by which the other knows that it is still there.
import type { Socket } from 'node:net';
import { StompFaultError } from './frame.ts';

/** The time after which the other side is gone, in its beats: one may be late. */
const PATIENCE = 2.5;

/** `theirs`: what the other side answered, `how often it can beat,how often it wants to hear us` in milliseconds. */
export function keepBeating(
  socket: Socket,
  gone: AbortSignal,
  end: (error: Error) => void,
  { ours, theirs = '0,0' }: { readonly ours: number; readonly theirs: string | undefined },
): void {
  const [theyBeatMs, theyWantMs] = parsed(theirs);
  if (ours > 0 && theyWantMs > 0) {
    const timer = setInterval(() => socket.write('\n'), Math.max(ours, theyWantMs));
    gone.addEventListener('abort', () => clearInterval(timer));
  }
  if (ours > 0 && theyBeatMs > 0) {
    const patienceMs = Math.max(ours, theyBeatMs) * PATIENCE;
    const timer = setTimeout(
      () => end(new StompFaultError(`nothing was heard of the broker for ${patienceMs} ms`)),
      patienceMs,
    );
    socket.on('data', () => timer.refresh());
    gone.addEventListener('abort', () => clearTimeout(timer));
  }
}

function parsed(text: string): [beatMs: number, wantMs: number] {
  const [, beat, want] = /^(\d{1,9}),(\d{1,9})$/.exec(text) ?? [];
  if (want === undefined) throw new StompFaultError('the broker says no heart-beat that STOMP knows');
  return [Number(beat), Number(want)];
}
