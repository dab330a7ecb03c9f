// Loads the resources of a page from the repository: finds the captures closest in time, follows redirects, and reads
// and checks the payloads. Nothing is requested from another server.
import { ApiError } from '@holdfast/http-kit';
import { DatabaseUnavailableError } from '@holdfast/pg-kit';
import { type Log, runInParallel } from '@holdfast/service-kit';
import { makeUrlkey } from '@holdfast/surt';
import { readDecodedContent, UndecodableContentError } from '../../content/decoded-content.ts';
import { escapeAttribute } from '../../domain/page/escape.ts';
import { pageLimits } from '../../domain/page/limits.ts';
import { detectFontType, detectImageType, isCss, isHtml } from '../../domain/page/media-type.ts';
import type {
  MissingReason,
  PageReference,
  PageText,
  ReferenceKind,
  ReferenceResult,
} from '../../domain/page/page-report.ts';
import { resolveUrl } from '../../domain/page/resolve-url.ts';
import { findArtifact } from '../../index/artifact.db.ts';
import {
  type ClosestResource,
  findClosestResources,
  type PageCapture,
} from '../../index/replay/closest-resources.db.ts';
import { type ArtifactsDeps, useArtifactContent } from '../artifacts/artifacts.ts';

export interface LoadedResource {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface ResourceContext extends PageCapture {
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Time after which no further resource is read, on the clock of `nowMs`. */
  readonly readUntilMs: number;
  nowMs(): number;
}

/** Reference with the index of the URL that is being loaded. */
interface ChosenReference {
  readonly id: number;
  readonly kind: ReferenceKind;
  readonly choice: number;
}

type CaptureChoice = { readonly capture: ClosestResource } | { readonly reason: MissingReason };

/** Payload of a capture, after decoding its content codings. */
interface ReadPayload {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
}

/** Number of payloads that a page reads at once. */
const AT_ONCE = 8;

export class PageResources {
  readonly #deps: ArtifactsDeps;
  readonly #context: ResourceContext;
  readonly #captures = new Map<string, ClosestResource | undefined>();
  readonly #payloads = new Map<string, Promise<ReadPayload | MissingReason>>();
  readonly #results = new Map<number, ReferenceResult>();
  readonly #loaded = new Map<number, LoadedResource>();
  #totalBytes = 0;

  constructor(deps: ArtifactsDeps, context: ResourceContext) {
    this.#deps = deps;
    this.#context = context;
  }

  get results(): readonly ReferenceResult[] {
    return [...this.#results.values()];
  }

  /** Images and fonts by the ID of their reference. */
  get loaded(): ReadonlyMap<number, LoadedResource> {
    return this.#loaded;
  }

  /** Loads the resources of the references. Returns the style sheets and frames. */
  async load(references: readonly PageReference[]): Promise<PageText[]> {
    await this.#find(references.flatMap(({ urls }) => urls));
    const texts: PageText[] = [];
    await runInParallel(references, AT_ONCE, async (reference) => {
      const text = await this.#loadOne(reference);
      if (text) texts.push(text);
    });
    return texts;
  }

  /** Finds the captures of the URLs, and of the targets of their redirects. */
  async #find(urls: readonly string[]): Promise<void> {
    let wanted = urls;
    for (let round = 0; round <= pageLimits.redirects && wanted.length > 0; round++) {
      this.#context.signal.throwIfAborted();
      const keys = [...new Set(wanted.map((url) => makeUrlkey(url)))].filter(
        (key) => !this.#captures.has(key),
      );
      for (const key of keys) this.#captures.set(key, undefined);
      const found = await findClosestResources(this.#deps.db, this.#context, keys);
      for (const capture of found) this.#captures.set(capture.urlkey, capture);
      wanted = found.flatMap((capture) => findRedirectTarget(capture) ?? []);
    }
  }

  /** Returns the capture of the URL after all redirects. */
  #followRedirects(url: string): CaptureChoice {
    let at = url;
    for (let redirects = 0; redirects <= pageLimits.redirects; redirects++) {
      const capture = this.#captures.get(makeUrlkey(at));
      if (!capture) return { reason: 'none' };
      if (capture.outcome === 'error') return { reason: 'error' };
      if (capture.outcome === 'content') return { capture };
      const target = findRedirectTarget(capture);
      if (target === undefined) return { reason: 'error' };
      at = target;
    }
    return { reason: 'redirects' };
  }

  /** Loads the first URL that can be shown. If none can be shown, records the first reason other than `none`. */
  async #loadOne({ id, kind, urls }: PageReference): Promise<PageText | undefined> {
    let missing: MissingReason | undefined;
    for (const [choice, url] of urls.entries()) {
      const chosen = this.#followRedirects(url);
      const loaded =
        'reason' in chosen ? chosen.reason : await this.#loadCapture({ id, kind, choice }, chosen.capture);
      if (typeof loaded !== 'string') return loaded.text;
      // Any other reason is more useful than `none`.
      if (missing === undefined || missing === 'none') missing = loaded;
    }
    this.#results.set(id, { id, result: 'missing', reason: missing ?? 'none' });
    return undefined;
  }

  async #loadCapture(
    { id, kind, choice }: ChosenReference,
    { id: artifactId, url }: ClosestResource,
  ): Promise<{ text?: PageText } | MissingReason> {
    const isDocument = kind === 'style' || kind === 'import' || kind === 'frame';
    const mostBytes = isDocument ? pageLimits.textBytes : pageLimits.resourceBytes;
    const payload = await this.#readOnce(artifactId, mostBytes);
    if (typeof payload === 'string') return payload;
    const { bytes, contentType } = payload;
    if (isDocument) {
      const isText = kind === 'frame' ? isHtml(bytes, contentType) : isCss(bytes, contentType);
      const isImage = !isText && kind === 'frame' && detectImageType(bytes) !== undefined;
      if (!isText && !isImage) return 'type';
      this.#results.set(id, { id, result: 'read' });
      if (isImage) return { text: { id, url, ...writeImageDocument(url) } };
      return { text: { id, url, bytes, contentType } };
    }
    const type = kind === 'image' ? detectImageType(bytes) : detectFontType(bytes);
    if (type === undefined) return 'type';
    this.#results.set(id, { id, result: 'read', type, choice });
    this.#loaded.set(id, { type, bytes });
    return {};
  }

  /** Reads a capture once, even if several references resolve to it. */
  #readOnce(artifactId: string, mostBytes: number): Promise<ReadPayload | MissingReason> {
    const key = `${artifactId} ${mostBytes}`;
    const known = this.#payloads.get(key);
    if (known) return known;
    const reading = this.#read(artifactId, mostBytes);
    this.#payloads.set(key, reading);
    return reading;
  }

  async #read(uuid: string, mostBytes: number): Promise<ReadPayload | MissingReason> {
    const { namespace, signal, nowMs, readUntilMs, log } = this.#context;
    signal.throwIfAborted();
    if (nowMs() > readUntilMs) return 'time';
    if (this.#totalBytes >= pageLimits.totalBytes) return 'tooLarge';
    const artifact = await findArtifact(this.#deps.pool, { namespace, uuid });
    if (!artifact) return 'none';
    if (artifact.contentLength > mostBytes) return 'tooLarge';
    let read: ReadPayload | MissingReason = 'unreadable';
    try {
      await useArtifactContent(this.#deps, artifact, { signal }, async (content) => {
        const contentType = content.field('content-type');
        const { bytes, isCut } = await readDecodedContent(content, artifact.contentLength, mostBytes);
        read = isCut ? 'tooLarge' : { bytes, contentType };
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DatabaseUnavailableError) throw error;
      if (error instanceof ApiError && error.status === 502) return 'damaged';
      if (!(error instanceof UndecodableContentError))
        log.warn({ err: error, artifact: uuid }, 'a resource of a captured page cannot be read');
      return 'unreadable';
    }
    return this.#limitTotal(read);
  }

  #limitTotal(read: ReadPayload | MissingReason): ReadPayload | MissingReason {
    if (typeof read === 'string') return read;
    if (this.#totalBytes + read.bytes.length > pageLimits.totalBytes) return 'tooLarge';
    this.#totalBytes += read.bytes.length;
    return read;
  }
}

/** Returns the document that browsers show for an image in a frame. */
function writeImageDocument(url: string): { bytes: Uint8Array; contentType: string } {
  const html = `<!doctype html><body style="margin:0"><img src="${escapeAttribute(url)}">`;
  return { bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8' };
}

function findRedirectTarget({ outcome, location, url }: ClosestResource): string | undefined {
  return outcome === 'redirected' && location !== undefined ? resolveUrl(location, url) : undefined;
}
