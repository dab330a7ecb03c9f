import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { watchStopSignals } from '../src/stop-signals.ts';

describe('signals to stop', () => {
  it('count as one when they come together, as one Ctrl-C does', () => {
    let nowMs = 0;
    const source = new EventEmitter();
    const { stop, force } = watchStopSignals(() => nowMs, source);
    expect(stop.aborted).toBe(false);
    source.emit('SIGINT');
    nowMs = 300;
    source.emit('SIGINT');
    source.emit('SIGTERM');
    expect([stop.aborted, force.aborted]).toEqual([true, false]);
  });

  it('force the end when the signal is repeated', () => {
    let nowMs = 0;
    const source = new EventEmitter();
    const { force } = watchStopSignals(() => nowMs, source);
    source.emit('SIGTERM');
    nowMs = 1_500;
    source.emit('SIGINT');
    expect(force.aborted).toBe(true);
  });
});
