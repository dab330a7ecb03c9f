import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../src/settings/read-settings.ts';
import { chooseWorkers, computeWorkerShare, divideSettings } from '../../src/settings/share-of-worker.ts';

const spec = {
  connections: { kind: 'integer', name: 'CONNECTIONS', default: 10, leastOfWorker: 4 },
  memoryBytes: { kind: 'bytes', name: 'MEMORY', default: 100, leastOfWorker: 1 },
  ofUser: { kind: 'integer', name: 'OF_USER', leastOfWorker: 1 },
  bodyBytes: { kind: 'bytes', name: 'BODY', default: 50 },
} as const;

describe('the share of a worker', () => {
  it('divides what is a limit of the service, and nothing else', () => {
    const settings = readSettings({}, spec);
    const { describe: _, ...share } = divideSettings(settings, spec, 2);
    expect(share).toEqual({ connections: 5, memoryBytes: 50, ofUser: undefined, bodyBytes: 50 });
  });

  it('still describes the settings as they were set', () => {
    const share = divideSettings(readSettings({ MEMORY: '60' }, spec), spec, 2);
    expect([share.memoryBytes, share.describe().MEMORY]).toEqual([30, '60']);
  });

  it.each([
    { value: 10, workers: 1, least: 4, share: 10 },
    { value: 10, workers: 3, least: 1, share: 4 },
    { value: 10, workers: 8, least: 4, share: 4 },
    { value: 3, workers: 8, least: 4, share: 3 },
    { value: 16, workers: 64, least: 1, share: 1 },
  ])('is $share of $value for $workers workers, with $least at least', ({ value, workers, least, share }) => {
    expect(computeWorkerShare(value, workers, least)).toBe(share);
  });
});

it.each([
  [1, 1],
  [2, 1],
  [4, 4],
  [64, 8],
])('on %d processors, a service has %d workers unless told otherwise', (processors, workers) => {
  expect(chooseWorkers(processors)).toBe(workers);
});
