import type { StartupStatus } from '@holdfast/service-kit';
import { describe, expect, it } from '@jest/globals';
import type { LoadState } from '../../src/index/configuration/load-state.db.ts';
import { makeLoadStatus } from '../../src/loading/status-of-load.ts';

const ended: LoadState = {
  startupStatus: 'AUS_STARTED',
  startedMs: 1_000,
  endedMs: 2_000,
  changedMs: 1_000,
  fingerprint: undefined,
  loadedUrls: [],
  problems: {},
  problemCounts: {},
  noticeCounts: { titles: 16_855 },
  requested: 3,
  done: 3,
};

const own = { number: 1, afterMs: undefined };

describe('the status of a load', () => {
  it('tells three problems of each kind at most, whatever titles have: sources first, then plugins', () => {
    const problems = {
      titles: Array.from({ length: 100 }, (_, at) => `a.tdb:${at}: odd.`),
      plugins: ['T.xml: broken.'],
      sources: ['http://a/ returned status 500.'],
    };
    const state = { ...ended, problems, problemCounts: { titles: 250 } };
    const status = makeLoadStatus(state, own, 'NONE');
    expect(status.problems).toEqual([
      { kind: 'sources', count: 1, examples: ['http://a/ returned status 500.'] },
      { kind: 'plugins', count: 1, examples: ['T.xml: broken.'] },
      { kind: 'titles', count: 250, examples: ['a.tdb:0: odd.', 'a.tdb:1: odd.', 'a.tdb:2: odd.'] },
    ]);
    expect(status.reason).toBe(
      'http://a/ returned status 500. T.xml: broken. a.tdb:0: odd. a.tdb:1: odd. a.tdb:2: odd. ' +
        'And 247 more problems with titles; the log has them all.',
    );
  });

  it('reports no notices', () => {
    expect(makeLoadStatus(ended, own, 'NONE')).toEqual({
      ready: true,
      startupStatus: 'AUS_STARTED',
      reason: undefined,
      loadingSinceMs: undefined,
      problems: [],
    });
  });

  it('says since when a load is under way, and not that one was asked for which has not begun', () => {
    const loading = { ...ended, startupStatus: 'PLUGINS_LOADED', startedMs: 5_000, requested: 4 };
    expect(makeLoadStatus(loading, own, 'AUS_STARTED')).toMatchObject({ ready: true, loadingSinceMs: 5_000 });
    expect(makeLoadStatus({ ...ended, requested: 4 }, own, 'AUS_STARTED').loadingSinceMs).toBeUndefined();
  });

  it('passes through the stages of the load that this replica waits for, and takes none of them back', () => {
    const second = { number: 5, afterMs: 1_000 };
    const before = { ...ended, requested: 5, done: 4 };
    const shown = (state: Partial<LoadState>, reached: StartupStatus) =>
      makeLoadStatus({ ...before, ...state }, second, reached).startupStatus;
    expect(shown({ startupStatus: 'AUS_STARTING' }, 'NONE')).toBe('NONE');
    expect(shown({ startupStatus: 'AUS_STARTED' }, 'NONE')).toBe('NONE');
    expect(shown({ startupStatus: 'PLUGINS_CRAWLING', startedMs: 2_000 }, 'NONE')).toBe('PLUGINS_CRAWLING');
    expect(shown({ startupStatus: 'PLUGINS_LOADED', startedMs: 2_000 }, 'PLUGINS_CRAWLING')).toBe(
      'PLUGINS_LOADED',
    );
    expect(shown({ startupStatus: 'PLUGINS_CRAWLING', startedMs: 3_000 }, 'PLUGINS_LOADED')).toBe(
      'PLUGINS_LOADED',
    );
    expect(shown({ startedMs: 3_000, done: 5 }, 'PLUGINS_LOADED')).toBe('AUS_STARTED');
  });
});
