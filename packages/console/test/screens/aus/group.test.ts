// Tests bulk actions without a page or a service: the reported results, and undo.
import { describe, expect, it } from '@jest/globals';
import { findUndoOperation, type GroupProgress, runGroupAction } from '../../../src/parts/au/group/run.ts';

async function* batches(...all: string[][]): AsyncGenerator<string[]> {
  yield* all;
}

const call = async (auids: readonly string[]) =>
  auids.map((auId) => ({
    auId,
    name: auId,
    isSuccess: !auId.startsWith('bad'),
    message: auId.startsWith('bad') ? 'Not Found' : 'Deactivated',
  }));

describe('a group operation', () => {
  it('counts what came of all, and keeps the first results', async () => {
    const progress: GroupProgress[] = [];
    const many = Array.from({ length: 1_200 }, (_, at) => `bad${at}`);
    const done = await runGroupAction(
      { call, progress: (one) => progress.push(one) },
      batches(['a', 'bad'], many),
      1_202,
      new AbortController().signal,
    );
    expect(progress.map(({ done: count }) => count)).toEqual([0, 2, 1_202]);
    expect(done.messages).toEqual([
      { message: 'Deactivated', isSuccess: true, count: 1 },
      { message: 'Not Found', isSuccess: false, count: 1_201 },
    ]);
    expect([done.succeeded, done.failures.length, done.successes.map(({ auId }) => auId)]).toEqual([
      1,
      1_000,
      ['a'],
    ]);
  });

  it('ends at once when it is stopped, and tells what was done', async () => {
    const controller = new AbortController();
    let last: GroupProgress | undefined;
    const run = runGroupAction(
      {
        call: async (auids) => {
          controller.abort();
          return call(auids);
        },
        progress: (progress) => {
          last = progress;
        },
      },
      batches(['a'], ['b']),
      2,
      controller.signal,
    );
    await expect(run).rejects.toThrow();
    expect(last).toMatchObject({ done: 1, succeeded: 1 });
  });

  it('has a way back as long as all that it changed is known', async () => {
    const progress = (auids: string[], succeeded: number): GroupProgress => ({
      ...{ total: succeeded, done: succeeded, succeeded, messages: [], failures: [] },
      successes: auids.map((auId) => ({ auId, name: auId, isSuccess: true, message: '' })),
    });
    expect(findUndoOperation('deactivate', progress(['a'], 1))).toBe('reactivate');
    expect(findUndoOperation('reactivate', progress(['a'], 1))).toBe('deactivate');
    expect(findUndoOperation('add', progress(['a'], 1))).toBe('delete');
    expect(findUndoOperation('delete', progress(['a'], 1))).toBeUndefined();
    expect(findUndoOperation('deactivate', progress([], 0))).toBeUndefined();
    expect(findUndoOperation('deactivate', progress(['a'], 2))).toBeUndefined();
  });
});
