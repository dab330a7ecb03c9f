// Renders captured pages: reads the document, lets a page thread rewrite it, loads the resources that the thread
// requests, and caches finished pages for a minute. Limits how many pages are rendered at once, and how long each may
// take.
import type { Log } from '@holdfast/service-kit';
import { Semaphore } from '@holdfast/service-kit';
import { LRUCache } from 'lru-cache';
import { readDecodedContent, UndecodableContentError } from '../../content/decoded-content.ts';
import { pageLimits } from '../../domain/page/limits.ts';
import { isHtml } from '../../domain/page/media-type.ts';
import type { PageDocument, PageReference } from '../../domain/page/page-report.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { type ArtifactsDeps, refuseDamaged, useArtifactContent } from '../artifacts/artifacts.ts';
import { PageResources } from './load-resources.ts';
import {
  makeNoPageError,
  makePagesDisabledError,
  makePageTooSlowError,
  makeTooManyPagesError,
} from './page-errors.ts';
import { type PageThread, PageThreadError, PageThreads } from './page-thread.ts';
import { completePage, type RenderedPage } from './rendered-page.ts';

export type RenderingOutcome = 'rendered' | 'kept' | 'busy' | 'given-up' | 'failed';

export interface PageRendererOptions {
  /** Maximum number of pages rendered at once. If 0, pages are not rendered. */
  readonly atOnce: number;
  /** Maximum time that a request waits for a rendering slot, in milliseconds. */
  readonly waitMs?: number;
  /** Time after which a rendering is aborted, in milliseconds. */
  readonly renderingMs: number;
  readonly onRendering: (outcome: RenderingOutcome, seconds: number) => void;
}

export interface PageRenderingRequest {
  readonly artifact: StoredArtifact;
  /** Path of the console, with which all links start. Undefined to write no links. */
  readonly links: string | undefined;
  readonly user: string | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
}

const WAIT_MS = 4_000;
/** Fraction of the time limit after which no further resources are read. */
const READING_SHARE = 0.75;
const KEPT_MS = 60_000;
const MAX_KEPT_BYTES = 48 * 1024 * 1024;

export class PageRenderer {
  readonly threads = new PageThreads();
  readonly #options: PageRendererOptions;
  readonly #slots: Semaphore;
  readonly #kept = new LRUCache<string, RenderedPage>({
    maxSize: MAX_KEPT_BYTES,
    ttl: KEPT_MS,
    sizeCalculation: ({ sizeBytes }) => sizeBytes,
  });

  constructor(options: PageRendererOptions) {
    this.#options = options;
    // One user must not occupy all slots.
    this.#slots = new Semaphore(options.atOnce, Math.max(1, options.atOnce - 1));
  }

  /**
   * Returns the rendered page. Throws ApiError: 406 if the payload is not HTML, 502 if it is damaged, and 503 if the
   * page cannot be rendered now.
   */
  async render(deps: ArtifactsDeps, wanted: PageRenderingRequest): Promise<RenderedPage> {
    const { artifact, links = '' } = wanted;
    if (this.#options.atOnce === 0) throw makePagesDisabledError();
    refuseDamaged(deps.damage, artifact);
    const key = [artifact.namespace, artifact.id, links].join(' ');
    const kept = this.#kept.get(key);
    if (kept) {
      this.#options.onRendering('kept', 0);
      return kept;
    }
    const release = await this.#acquire(wanted);
    try {
      const page = await this.#renderInTime(deps, wanted);
      this.#kept.set(key, page);
      return page;
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    return this.threads.close();
  }

  async #acquire({ user, signal }: PageRenderingRequest) {
    const waiting = AbortSignal.timeout(this.#options.waitMs ?? WAIT_MS);
    try {
      return await this.#slots.acquire(AbortSignal.any([signal, waiting]), user);
    } catch (error) {
      signal.throwIfAborted();
      if (!waiting.aborted) throw error;
      this.#options.onRendering('busy', 0);
      throw makeTooManyPagesError();
    }
  }

  async #renderInTime(deps: ArtifactsDeps, wanted: PageRenderingRequest): Promise<RenderedPage> {
    const startMs = performance.now();
    const readUntilMs = startMs + READING_SHARE * this.#options.renderingMs;
    const late = AbortSignal.timeout(this.#options.renderingMs);
    const signal = AbortSignal.any([wanted.signal, late]);
    let outcome: RenderingOutcome = 'failed';
    try {
      const document = await untilAborted(signal, readDocument(deps, wanted, signal));
      const page = await this.threads.use((thread) =>
        untilAborted(signal, renderWith(thread, deps, { ...wanted, signal, readUntilMs }, document)),
      );
      outcome = 'rendered';
      return page;
    } catch (error) {
      wanted.signal.throwIfAborted();
      if (!late.aborted && !(error instanceof PageThreadError)) throw error;
      outcome = 'given-up';
      throw makePageTooSlowError(error);
    } finally {
      this.#options.onRendering(outcome, (performance.now() - startMs) / 1_000);
    }
  }
}

/** Reads the document. Throws 406 if it is not HTML. */
async function readDocument(
  deps: ArtifactsDeps,
  { artifact, links }: PageRenderingRequest,
  signal: AbortSignal,
): Promise<PageDocument> {
  const { url, collectionMs, namespace } = artifact;
  let document: PageDocument | undefined;
  let type: string | undefined;
  await useArtifactContent(deps, artifact, { signal }, async (content) => {
    type = content.field('content-type');
    const refresh = content.field('refresh');
    const read = await readDecodedContent(content, artifact.contentLength, pageLimits.textBytes).catch(
      (error) => {
        if (error instanceof UndecodableContentError) return undefined;
        throw error;
      },
    );
    if (!read || !isHtml(read.bytes, type)) return;
    const linkBase = links === undefined ? undefined : `${links}content/${encodeURIComponent(namespace)}`;
    document = {
      ...{ url, collectionMs, linkBase, refresh },
      ...{ bytes: read.bytes, isCut: read.isCut, contentType: type },
    };
  });
  if (!document) throw makeNoPageError(type);
  return document;
}

/** Exchanges texts and references with the thread until it needs no more resources. */
async function renderWith(
  thread: PageThread,
  deps: ArtifactsDeps,
  { artifact, signal, log, readUntilMs }: PageRenderingRequest & { readonly readUntilMs: number },
  document: PageDocument,
): Promise<RenderedPage> {
  const { namespace, auId, collectionMs } = artifact;
  const nowMs = () => performance.now();
  const resources = new PageResources(deps, {
    ...{ namespace, auId, collectionMs },
    ...{ signal, log, nowMs, readUntilMs },
  });
  const references: PageReference[] = [];
  let answer = await thread.ask({ op: 'document', document }, signal);
  while (answer.op === 'needs' && answer.references.length > 0) {
    references.push(...answer.references);
    const texts = await resources.load(answer.references);
    answer = await thread.ask({ op: 'texts', texts }, signal);
  }
  const page = await thread.ask({ op: 'finish', results: resources.results }, signal);
  if (page.op !== 'done') throw new PageThreadError('the page thread did not finish');
  const { parts, facts } = page;
  return completePage({
    ...{ parts, facts, references },
    results: resources.results,
    resources: resources.loaded,
  });
}

/** Rejects with the signal's reason as soon as the signal aborts, even if `work` does not notice the signal. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
