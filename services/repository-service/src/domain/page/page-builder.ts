// Builds one page: rewrites its texts, collects the references to resources, and assembles the result.
import { assemblePage } from './assemble-page.ts';
import { decodeCss, decodeHtml } from './charset.ts';
import type { HtmlPiece } from './html-pieces.ts';
import { pageLimits } from './limits.ts';
import type {
  PageDocument,
  PageFacts,
  PagePart,
  PageReference,
  PageText,
  ReferenceKind,
  ReferenceResult,
} from './page-report.ts';
import { parseRefresh } from './refresh.ts';
import { type CssPiece, rewriteCss } from './rewrite-css.ts';
import { type RewrittenHtml, rewriteHtml } from './rewrite-html.ts';

/** Nesting depth of a text in the page: the numbers of imports and frames that enclose it. */
interface TextPlace {
  readonly imports: number;
  readonly frames: number;
}

export class PageBuilder {
  readonly #document: PageDocument;
  readonly #ids = new Map<string, number>();
  readonly #references = new Map<number, { readonly reference: PageReference; readonly place: TextPlace }>();
  readonly #refused = new Map<string, Omit<PageReference, 'id'>>();
  readonly #frames = new Map<number, readonly HtmlPiece[]>();
  readonly #sheets = new Map<number, readonly CssPiece[]>();
  #requested: PageReference[] = [];
  #root: RewrittenHtml | undefined;

  constructor(document: PageDocument) {
    this.#document = document;
  }

  /** Rewrites the document. Returns its references. */
  start(): PageReference[] {
    this.#root = this.#rewriteDocument(this.#document, { imports: 0, frames: 0 });
    return this.#drainRequested();
  }

  /** Rewrites style sheets and frames that were read. Returns their new references. */
  addTexts(texts: readonly PageText[]): PageReference[] {
    for (const text of texts) {
      const known = this.#references.get(text.id);
      if (!known) continue;
      const { reference, place } = known;
      if (reference.kind === 'frame') this.#frames.set(text.id, this.#rewriteDocument(text, place).pieces);
      else this.#sheets.set(text.id, this.#rewriteSheet(text, place));
    }
    return this.#drainRequested();
  }

  finish(results: readonly ReferenceResult[]): { parts: PagePart[]; facts: PageFacts } {
    const root = this.#root!;
    const { parts, isCut } = assemblePage({
      document: root.pieces,
      frames: this.#frames,
      sheets: this.#sheets,
      results: new Map(results.map((result) => [result.id, result])),
    });
    const refresh = root.refresh ?? parseRefresh(this.#document.refresh, this.#document.url);
    return {
      parts,
      facts: {
        ...(root.title !== undefined && root.title !== '' && { title: root.title }),
        ...(refresh && { refresh }),
        frameset: root.isFrameset,
        cut: isCut || root.isCut || this.#document.isCut,
        refused: [...this.#refused.values()],
      },
    };
  }

  #rewriteDocument({ bytes, contentType, url }: Omit<PageText, 'id'>, place: TextPlace): RewrittenHtml {
    const { linkBase, collectionMs } = this.#document;
    return rewriteHtml(decodeHtml(bytes, contentType), {
      ...{ url, linkBase, collectionMs },
      isXhtml: /^\s*application\/xhtml\+xml/i.test(contentType ?? ''),
      frameDepth: place.frames,
      refer: (kind, urls) => this.#addReference(kind, urls, place),
    });
  }

  #rewriteSheet({ bytes, contentType, url }: PageText, place: TextPlace): CssPiece[] {
    const refer = (kind: ReferenceKind, urls: readonly string[]) => this.#addReference(kind, urls, place);
    return rewriteCss(decodeCss(bytes, contentType), { baseUrl: url, refer });
  }

  /** Returns the ID of the reference. Equal references share an ID. Returns undefined if a limit is exceeded. */
  #addReference(kind: ReferenceKind, all: readonly string[], around: TextPlace): number | undefined {
    const urls = [...new Set(all)].slice(0, pageLimits.alternatives);
    const key = [kind, ...urls].join(' ');
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const place = {
      imports: around.imports + (kind === 'import' ? 1 : 0),
      frames: around.frames + (kind === 'frame' ? 1 : 0),
    };
    const isTooDeep = place.imports > pageLimits.importDepth || place.frames > pageLimits.frameDepth;
    if (isTooDeep || this.#ids.size >= pageLimits.references) {
      if (this.#refused.size < pageLimits.missing) this.#refused.set(key, { kind, urls });
      return undefined;
    }
    const id = this.#ids.size + 1;
    const reference = { id, kind, urls };
    this.#ids.set(key, id);
    this.#references.set(id, { reference, place });
    this.#requested.push(reference);
    return id;
  }

  #drainRequested(): PageReference[] {
    const requested = this.#requested;
    this.#requested = [];
    return requested;
  }
}
