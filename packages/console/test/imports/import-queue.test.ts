// Tests the import queue: skipping files, retrying, pausing, stopping retries, and reporting progress.
import type { ImportSummary } from '@holdfast/api-types';
import { ServiceError } from '@holdfast/client/browser';
import { describe, expect, it } from '@jest/globals';
import { hasImportedContent } from '../../src/imports/import-progress.ts';
import {
  type ImportDeps,
  type ImportOptions,
  ImportQueue,
  type SentFile,
} from '../../src/imports/import-queue.ts';
import type { ReportedRecord } from '../../src/imports/status-lines.ts';
import { emptyImportView, type ImportView, isImportRunning } from '../../src/imports/view.ts';

const options: ImportOptions = {
  ...{ namespace: 'default', auid: 'a&b~1', storeDuplicate: false, excludeStatusPattern: '' },
  ...{ quarantine: false, again: false },
};
const found = (...names: string[]) =>
  names.map((name) => ({
    path: name,
    isInFolder: true,
    file: new File(['12345678'], name, { lastModified: 7 }),
    sizeBytes: 8,
  }));
const stored: ReportedRecord = { offset: 0, url: 'http://a/', status: 'OK', artifactUuid: 'u', version: 1 };
const summary = { complete: true } as ImportSummary;
const refusal = (status: number, headers = {}) =>
  new ServiceError('POST /archives', { status, headers, body: { detail: `no: ${status}` } });
const cut = () => new ServiceError('POST /archives', {}, { cause: new Error('cut') });

type Answer = (sent: SentFile, call: number) => Promise<ImportSummary | undefined>;

/** Creates a queue. `answer` returns the result of each upload. Pauses end immediately. */
function queueWith(answer: Answer, deps: Partial<ImportDeps> = {}) {
  const sent: string[] = [];
  const known = new Map<string, string>();
  let view: ImportView = emptyImportView;
  let atOnce = 0;
  const most = { atOnce: 0, views: 0 };
  const queue = new ImportQueue({
    async send(file) {
      sent.push(file.file.name);
      atOnce += 1;
      most.atOnce = Math.max(most.atOnce, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1));
      file.onSent(file.file.size);
      try {
        return await answer(file, sent.length);
      } finally {
        atOnce -= 1;
      }
    },
    isStillIn: async () => true,
    isThere: async () => true,
    pause: async () => undefined,
    openLedger: async () => ({
      find: async ({ auid }, { path }) => known.get(`${auid} ${path}`),
      add: async ({ auid }, { path }, artifact) => void known.set(`${auid} ${path}`, artifact),
    }),
    onView(latest) {
      view = latest;
      most.views += 1;
    },
    viewEveryMs: 20,
    ...deps,
  });
  async function ended(): Promise<ImportView> {
    for (let version = view.version; ; version = view.version) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (view.version === version && !(isImportRunning(view) && view.held === undefined)) return view;
    }
  }
  return { queue, sent, known, most, ended, view: () => view };
}

const good: Answer = async ({ onStatus }) => {
  onStatus(stored);
  return summary;
};

describe('an import', () => {
  it('sends some files at once, counts what became of them, and is told seldom', async () => {
    const { queue, sent, most, ended } = queueWith(good);
    queue.add(found(...Array.from({ length: 500 }, (_, i) => `${i}`)), options);
    const view = await ended();
    expect(view).toMatchObject({
      files: 500,
      imported: 500,
      waiting: 0,
      active: 0,
      failed: 0,
      held: undefined,
    });
    expect(view).toMatchObject({ totalBytes: 4_000, sentBytes: 4_000, counts: { OK: 500, ERROR: 0 } });
    expect(new Set(sent).size).toBe(500);
    expect(most.atOnce).toBeGreaterThan(1);
    expect(most.atOnce).toBeLessThanOrEqual(4);
    expect(most.views).toBeLessThan(250);
    expect(queue.lines.of('OK')).toHaveLength(500);
  });

  it('passes over what is in already, unless it is gone or is to be sent again', async () => {
    let isIn = true;
    const { queue, sent, known, ended } = queueWith(good, { isStillIn: async () => isIn });
    queue.add(found('one', 'two'), options);
    await ended();
    expect([...known.keys()]).toEqual(['a&b~1 one', 'a&b~1 two']);
    queue.add(found('one'), options);
    expect(await ended()).toMatchObject({ imported: 2, inAlready: 1 });
    queue.add(found('one'), { ...options, auid: 'another' });
    queue.add(found('one'), { ...options, again: true });
    isIn = false;
    queue.add(found('two'), options);
    expect(await ended()).toMatchObject({ imported: 5, inAlready: 1 });
    expect(sent).toHaveLength(5);
  });

  it('remembers no file of which a record failed, or nothing was left behind', async () => {
    const { queue, known, ended } = queueWith(async ({ file, onStatus }) => {
      if (file.name === 'failed') onStatus({ offset: 3, status: 'ERROR', statusMessage: 'damaged' });
      return summary;
    });
    queue.add(found('failed', 'nothing'), options);
    expect(await ended()).toMatchObject({ imported: 2, counts: { ERROR: 1 } });
    expect(known.size).toBe(0);
    expect(queue.lines.of('ERROR')).toMatchObject([{ file: 'failed', message: 'damaged', offset: 3 }]);
  });

  it('goes on by itself when the service is back, and gives up a file that is cut again and again', async () => {
    const pauses: string[] = [];
    let away = 3;
    const { queue, sent, ended, view } = queueWith(
      async (file, call) => {
        if (file.file.name === 'always' || call === 1) throw cut();
        return good(file, call);
      },
      {
        pause: async () => void pauses.push(view().held ?? ''),
        isThere: async () => --away <= 0,
      },
    );
    queue.add(found('once', 'always', 'other'), options);
    expect(await ended()).toMatchObject({ imported: 2, failed: 1, held: undefined });
    expect(sent.filter((name) => name === 'always')).toHaveLength(4);
    expect(pauses.length).toBeGreaterThan(2);
    expect(queue.files.find(({ path }) => path === 'always')).toMatchObject({ state: 'brokenOff' });
  });

  it('waits as long as the service asks to', async () => {
    const pauses: number[] = [];
    const { queue, ended } = queueWith(
      async (file, call) => {
        if (call <= 2) throw refusal(503, { 'retry-after': '10' });
        return good(file, call);
      },
      { pause: async (milliseconds) => void pauses.push(milliseconds) },
    );
    queue.add(found('one'), options);
    expect(await ended()).toMatchObject({ imported: 1, held: undefined });
    expect(pauses).toEqual([10_000, 10_000]);
  });

  it.each([
    [400, undefined, { imported: 2, failed: 1 }],
    [403, 'refused', { failed: 1 }],
    [404, 'refused', { failed: 1 }],
  ])('a refusal with %d holds the others: %s', async (status, held, outcome) => {
    const { queue, ended } = queueWith(async (file, call) => {
      if (file.file.name === 'bad') throw refusal(status);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return good(file, call);
    });
    queue.add(found('bad', 'two', 'three'), options);
    expect(await ended()).toMatchObject({ held, trouble: held && `no: ${status}`, ...outcome });
    expect(queue.files[0]).toMatchObject({ state: 'refused', trouble: `no: ${status}` });
  });

  it('stops where it is, and goes on with what is left', async () => {
    const { queue, ended } = queueWith(async (file, call) => {
      if (call > 2) return good(file, call);
      return new Promise((_, reject) =>
        file.signal.addEventListener('abort', () => reject(file.signal.reason)),
      );
    });
    queue.add(found('one', 'two', 'three', 'four', 'five', 'six'), options);
    await new Promise((resolve) => setTimeout(resolve, 20));
    queue.stop();
    expect(await ended()).toMatchObject({ held: 'stopped', active: 0 });
    queue.resume();
    expect(await ended()).toMatchObject({ imported: 6, waiting: 0, held: undefined, sentBytes: 48 });
  });

  it('an answer that says it is not complete is no import, and can be tried again', async () => {
    let isWhole = false;
    const { queue, ended } = queueWith(async ({ onStatus }) => {
      if (!isWhole) onStatus({ offset: 0, status: 'ERROR', statusMessage: 'The import stopped here' });
      return { ...summary, complete: isWhole };
    });
    queue.add(found('one'), options);
    expect(await ended()).toMatchObject({ failed: 1, imported: 0 });
    expect(queue.files[0]!.trouble).toBe('The import stopped here');
    isWhole = true;
    queue.resume();
    expect(await ended()).toMatchObject({ failed: 0, imported: 1 });
  });

  it('a file that cannot be read any more says so', async () => {
    const { queue, ended } = queueWith(async () => {
      throw cut();
    });
    const [gone] = found('gone');
    Object.assign(gone!.file, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) });
    queue.add([gone!], options);
    expect(await ended()).toMatchObject({ failed: 1 });
    expect(queue.files[0]!.state).toBe('unreadable');
  });

  it('is told by AUs: which files each has, how they stand, and what became of their records', async () => {
    const { queue, ended } = queueWith(async (file, call) => {
      if (file.options.auid === 'bad') throw refusal(400);
      file.onStatus({ offset: 0, status: 'ERROR', statusMessage: 'damaged' });
      return good(file, call);
    });
    queue.add(found('one', 'two'), options);
    queue.add(found('one'), { ...options, namespace: 'other' });
    queue.add(found('one'), { ...options, auid: 'bad' });
    queue.add(found('three'), options);
    expect(queue.aus.map(({ files }) => files)).toEqual([3, 1, 1]);
    const view = await ended();
    expect(queue.aus).toEqual([
      {
        ...{ namespace: 'default', auid: 'a&b~1', files: 3, imported: 3, inAlready: 0, failed: 0 },
        ...{ waiting: 0, active: 0, counts: { OK: 3, DUPLICATE: 0, EXCLUDED: 0, ERROR: 3 } },
      },
      expect.objectContaining({ namespace: 'default', auid: 'bad', files: 1, imported: 0, failed: 1 }),
      expect.objectContaining({ namespace: 'other', auid: 'a&b~1', files: 1, imported: 1, failed: 0 }),
    ]);
    expect(queue.aus.map(hasImportedContent)).toEqual([true, false, true]);
    expect(queue.aus.reduce((sum, { counts }) => sum + counts.OK, 0)).toBe(view.counts.OK);
    expect(queue.lines.of('ERROR').filter(({ namespace }) => namespace === 'other')).toMatchObject([
      { file: 'one', auid: 'a&b~1' },
    ]);
  });

  it('says of an AU what was in already, and counts a file anew that is tried again', async () => {
    let isAway = true;
    const { queue, ended } = queueWith(async (file, call) => {
      if (isAway) throw refusal(400);
      return good(file, call);
    });
    queue.add(found('one'), options);
    await ended();
    expect(queue.aus).toMatchObject([{ files: 1, waiting: 0, failed: 1 }]);
    isAway = false;
    queue.resume();
    await ended();
    queue.add(found('one'), options);
    await ended();
    expect(queue.aus).toMatchObject([{ files: 2, imported: 1, inAlready: 1, failed: 0 }]);
  });

  it('is forgotten when that is wanted', async () => {
    const { queue, ended } = queueWith(good);
    queue.add(found('one'), options);
    await ended();
    queue.clear();
    expect(queue.aus).toEqual([]);
    expect(await ended()).toMatchObject({ files: 0, imported: 0, counts: { OK: 0 }, held: undefined });
    queue.add(found('two'), options);
    expect(await ended()).toMatchObject({ files: 1, imported: 1 });
  });
});
