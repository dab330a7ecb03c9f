// Limits on rendering: the number of pages rendered at once, and the rendering time. The object store in these tests
// never responds.
import { createLog } from '@holdfast/service-kit';
import { addCleanup } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import type { ArtifactsDeps } from '../../../src/features/artifacts/artifacts.ts';
import { PageThreadError, PageThreads } from '../../../src/features/page/page-thread.ts';
import {
  PageRenderer,
  type PageRendererOptions,
  type PageRenderingRequest,
} from '../../../src/features/page/render-page.ts';
import type { StoredArtifact } from '../../../src/index/artifact.db.ts';

const never = <T>() => new Promise<T>(() => undefined);
const silent = { store: { readBytes: never, read: never }, damage: { met: () => undefined } };
const deps = silent as unknown as ArtifactsDeps;
const artifact = {
  ...{ id: 'a', namespace: 'default', contentLength: 10, url: 'http://example.org/', collectionMs: 1 },
  record: { key: 'k', segmentId: 1, offset: 0, length: 100, crc32: undefined },
} as unknown as StoredArtifact;

function renderer(options: Partial<PageRendererOptions>) {
  const outcomes: string[] = [];
  const pages = new PageRenderer({
    atOnce: 2,
    renderingMs: 120_000,
    onRendering: (outcome) => outcomes.push(outcome),
    ...options,
  });
  addCleanup(() => pages.close());
  const stop = new AbortController();
  const log = createLog({ service: 'test', level: 'silent' });
  const render = (user: string, wanted: Partial<PageRenderingRequest> = {}) =>
    pages.render(deps, { artifact, links: undefined, user, signal: stop.signal, log, ...wanted });
  return { pages, outcomes, render, stop };
}

describe('a page', () => {
  it('is 503 while others are rendered, and one user does not block others', async () => {
    const { outcomes, render, stop } = renderer({ waitMs: 5 });
    const first = render('a');
    await expect(render('a')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    const second = render('b');
    await expect(render('c')).rejects.toMatchObject({ status: 503 });
    expect(outcomes).toEqual(['busy', 'busy']);
    stop.abort(new Error('gone'));
    for (const under of [first, second]) await expect(under).rejects.toThrow('gone');
  });

  it('waits for a rendering slot', async () => {
    const { render } = renderer({ atOnce: 1, waitMs: 60_000 });
    const leave = new AbortController();
    const first = render('a', { signal: leave.signal });
    const second = render('b', { signal: AbortSignal.timeout(20) });
    leave.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect(second).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is aborted after its time limit', async () => {
    const { outcomes, render } = renderer({ renderingMs: 5 });
    await expect(render('a')).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
    expect(outcomes).toEqual(['given-up']);
  });
});

describe('a thread', () => {
  const document = (html: string) => ({
    ...{ url: 'http://example.org/', contentType: 'text/html', refresh: undefined, isCut: false },
    ...{ bytes: Buffer.from(html), linkBase: undefined, collectionMs: 1 },
  });

  it('that takes too long is terminated, and the next page gets another', async () => {
    const threads = new PageThreads();
    addCleanup(() => threads.close());
    // Slow to parse, because the parser moves each of these elements into all the others.
    const slow = document('<a><b><table>'.repeat(60_000));
    const late = AbortSignal.timeout(400);
    await expect(
      threads.use((thread) => thread.ask({ op: 'document', document: slow }, late)),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(threads.count).toBe(0);
    const never = new AbortController().signal;
    const needs = await threads.use((thread) =>
      thread.ask({ op: 'document', document: document('<img src=a>') }, never),
    );
    expect(needs).toEqual({
      op: 'needs',
      references: [{ id: 1, kind: 'image', urls: ['http://example.org/a'] }],
    });
    expect(threads.count).toBe(1);
  });

  it('is used again, and reports errors', async () => {
    const threads = new PageThreads();
    addCleanup(() => threads.close());
    const { signal } = new AbortController();
    for (let i = 0; i < 2; i++)
      await threads.use((thread) => thread.ask({ op: 'document', document: document('a') }, signal));
    expect(threads.count).toBe(1);
    await threads.use((thread) => thread.ask({ op: 'finish', results: [] }, signal));
    await expect(threads.use((thread) => thread.ask({ op: 'texts', texts: [] }, signal))).rejects.toThrow(
      PageThreadError,
    );
    expect(threads.count).toBe(0);
  });
});
