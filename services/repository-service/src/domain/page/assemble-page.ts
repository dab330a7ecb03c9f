// Assembles a page from its rewritten document, frames and style sheets. The texts of frames are escaped once for each
// `srcdoc` attribute around them.
import { escapeAttribute } from './escape.ts';
import type { HtmlPiece, ImagePiece, SourcePiece } from './html-pieces.ts';
import { pageLimits } from './limits.ts';
import type { PagePart, ReferenceResult } from './page-report.ts';
import { type CssPiece, NO_FONT, NO_URL } from './rewrite-css.ts';
import type { ImageCandidate } from './srcset.ts';

export interface PageTexts {
  readonly document: readonly HtmlPiece[];
  readonly frames: ReadonlyMap<number, readonly HtmlPiece[]>;
  readonly sheets: ReadonlyMap<number, readonly CssPiece[]>;
  readonly results: ReadonlyMap<number, ReferenceResult>;
}

/** Grey image of one pixel, which replaces a missing image. */
const PLACEHOLDER = 'data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

/** Returns the parts of the page, and whether it exceeds the permitted length. */
export function assemblePage(texts: PageTexts): { parts: PagePart[]; isCut: boolean } {
  const assembly = new PageAssembly(texts);
  assembly.addPieces(texts.document, 0);
  return assembly.finish();
}

class PageAssembly {
  readonly #texts: PageTexts;
  readonly #parts: PagePart[] = [];
  #pending: string[] = [];
  #length = 0;
  /** Sheets and frames that contain the current piece. */
  readonly #around = new Set<number>();

  constructor(texts: PageTexts) {
    this.#texts = texts;
  }

  get #isCut(): boolean {
    return this.#length > pageLimits.textLength;
  }

  /** Adds pieces that are nested in `level` `srcdoc` attributes. */
  addPieces(pieces: readonly HtmlPiece[], level: number): void {
    for (const piece of pieces) {
      if (this.#isCut) return;
      if (typeof piece === 'string') this.#addText(piece, level);
      else if ('inline' in piece) this.#addDataUrl(piece.inline, NO_URL);
      else if ('font' in piece) this.#addFont(piece.font);
      else if ('image' in piece) this.#addImage(piece, level);
      else if ('source' in piece) this.#addSource(piece, level);
      else if ('nested' in piece) this.addPieces(piece.nested, level + 1);
      else if ('sheet' in piece) this.#addNested(piece.sheet, this.#texts.sheets, level);
      else this.#addNested(piece.frame, this.#texts.frames, level + 1);
    }
  }

  finish(): { parts: PagePart[]; isCut: boolean } {
    this.#flush();
    return { parts: this.#parts, isCut: this.#isCut };
  }

  /** Adds the text of a frame or sheet. A sheet that imports itself is not added again. */
  #addNested(id: number, from: ReadonlyMap<number, readonly HtmlPiece[]>, level: number): void {
    const pieces = from.get(id);
    if (!pieces || this.#around.has(id)) return;
    this.#around.add(id);
    this.addPieces(pieces, level);
    this.#around.delete(id);
  }

  /** Adds the attributes of an image that determine what it shows. A missing image shows its alternative text. */
  #addImage({ image: id, candidates, isTitled, hasText }: ImagePiece, level: number): void {
    const found = this.#texts.results.get(id);
    if (found?.result === 'read') {
      const chosen = candidates[found.choice ?? 0];
      this.#addText(chosen?.descriptor === undefined ? ' src="' : ' srcset="', level);
      this.#addDataUrl(id, PLACEHOLDER);
      this.#addText(`${formatDescriptor(chosen)}"`, level);
      return;
    }
    const title = found === undefined || isTitled ? '' : ` title="${found.reason}"`;
    this.#addText(` src="${hasText ? NO_URL : PLACEHOLDER}"${title}`, level);
  }

  /** Adds a source of a `picture`. Omits a source that is missing, so that browsers choose another one. */
  #addSource({ source: id, media, candidates }: SourcePiece, level: number): void {
    const found = this.#texts.results.get(id);
    if (found?.result !== 'read') return;
    this.#addText(`<source media="${escapeAttribute(media)}" srcset="`, level);
    this.#addDataUrl(id, PLACEHOLDER);
    this.#addText(`${formatDescriptor(candidates[found.choice ?? 0])}">`, level);
  }

  #addFont(id: number): void {
    if (this.#texts.results.get(id)?.result !== 'read') {
      this.#addText(NO_FONT, 0);
      return;
    }
    this.#addText('url(', 0);
    this.#addDataUrl(id, NO_URL);
    this.#addText(')', 0);
  }

  #addDataUrl(id: number, otherwise: string): void {
    const found = this.#texts.results.get(id);
    // Write the URLs without escaping. They contain no characters that an attribute must escape.
    if (found?.result !== 'read' || found.type === undefined) {
      this.#addText(otherwise, 0);
      return;
    }
    this.#flush();
    this.#parts.push({ inline: id });
  }

  #addText(text: string, level: number): void {
    let escaped = text;
    for (let i = 0; i < level; i++) escaped = escapeAttribute(escaped);
    this.#length += escaped.length;
    this.#pending.push(escaped);
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#parts.push(this.#pending.join(''));
    this.#pending = [];
  }
}

/** Returns the end of the value of `srcset`, and the attribute `sizes` without its closing quote. */
function formatDescriptor(candidate: ImageCandidate | undefined): string {
  if (candidate?.descriptor === undefined) return '';
  const sizes = candidate.sizes === undefined ? '' : `" sizes="${escapeAttribute(candidate.sizes)}`;
  return ` ${candidate.descriptor}${sizes}`;
}
