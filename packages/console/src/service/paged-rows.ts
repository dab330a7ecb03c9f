// Rows of a paged listing of unknown length. Loads pages near the visible range. Discards pages far from it, and loads
// them again by their tokens when needed.
import { requestThroughOutage } from './outage.ts';

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  /** Token of the next page. Undefined on the last page. */
  readonly token: string | undefined;
  /** Number of rows on all pages, if the service reports it. */
  readonly total?: number | undefined;
}

export interface PagedRowsOptions {
  /** True to keep all pages, for a list that shows all of its rows. */
  readonly keepsAll?: boolean;
}

interface LoadedPage<Row> {
  /** Token of this page. Undefined for the first page. */
  readonly token: string | undefined;
  /** Index of the page's first row. */
  readonly start: number;
  readonly length: number;
  rows: readonly Row[] | undefined;
}

/** Number of pages kept before and after the visible range. */
const HELD_PAGES = 6;

type PageLoader<Row> = (token: string | undefined, signal: AbortSignal) => Promise<RowPage<Row>>;

export class PagedRows<Row> {
  readonly #ask: PageLoader<Row>;
  readonly #onChange: () => void;
  readonly #keepsAll: boolean;
  readonly #unwanted = new AbortController();
  readonly #pages: LoadedPage<Row>[] = [];
  #next: string | undefined;
  #isAsking = false;
  #window = 0;
  isWhole = false;
  problem: unknown;
  /** Number of rows on all pages, if the service has reported it. */
  total: number | undefined;

  /**
   * Creates an empty listing. Calls `onChange` after new rows and after errors. Requests nothing before `begin` is
   * called.
   */
  constructor(ask: PageLoader<Row>, onChange: () => void, { keepsAll = false }: PagedRowsOptions = {}) {
    this.#ask = ask;
    this.#onChange = onChange;
    this.#keepsAll = keepsAll;
  }

  /** Number of rows on the pages listed so far. */
  get known(): number {
    const last = this.#pages.at(-1);
    return last === undefined ? 0 : last.start + last.length;
  }

  /** True while the next page is being loaded. */
  get isLoading(): boolean {
    return this.#isAsking;
  }

  /** Returns the rows of all kept pages. */
  get rows(): readonly Row[] {
    return this.#pages.flatMap(({ rows = [] }) => rows);
  }

  /** Returns a row, or undefined if the row was discarded or is not loaded yet. */
  rowAt(index: number): Row | undefined {
    const page = this.#findPage(index);
    return page?.rows?.[index - page.start];
  }

  begin(): void {
    void this.#loadNextPage();
  }

  more(): void {
    void this.#loadNextPage();
    this.#onChange();
  }

  /** Sets the visible range and loads missing pages. */
  show(first: number, last: number): void {
    const page = this.#findPage(first);
    if (page) this.#window = this.#pages.indexOf(page);
    for (const one of this.#pages)
      if (one.rows === undefined && one.start <= last && one.start + one.length > first)
        void this.#reloadPage(one);
    if (last >= this.known - 1) void this.#loadNextPage();
  }

  /** Clears the error and requests the next page. */
  again(): void {
    this.problem = undefined;
    void this.#loadNextPage();
  }

  close(): void {
    this.#unwanted.abort();
  }

  #findPage(index: number): LoadedPage<Row> | undefined {
    return this.#pages.findLast(({ start }) => start <= index);
  }

  async #loadNextPage(): Promise<void> {
    if (this.#isAsking || this.isWhole || this.problem !== undefined) return;
    this.#isAsking = true;
    const token = this.#next;
    await this.#requestPage(token, (page) => {
      this.#isAsking = false;
      this.#pages.push({ token, start: this.known, length: page.rows.length, rows: page.rows });
      this.#next = page.token;
      this.total = page.total ?? this.total;
      this.isWhole = page.token === undefined;
    });
    this.#isAsking = false;
  }

  async #reloadPage(page: LoadedPage<Row>): Promise<void> {
    // Rows stay blank until the response arrives, or forever if they no longer exist.
    page.rows = [];
    await this.#requestPage(page.token, ({ rows }) => {
      page.rows = rows.slice(0, page.length);
    });
  }

  async #requestPage(token: string | undefined, take: (page: RowPage<Row>) => void): Promise<void> {
    const { signal } = this.#unwanted;
    try {
      let reported: unknown;
      const onProblem = (problem: unknown): void => {
        reported = problem;
        this.problem = problem;
        this.#onChange();
      };
      const page = await requestThroughOutage(() => this.#ask(token, signal), { signal, onProblem });
      if (signal.aborted) return;
      if (this.problem === reported) this.problem = undefined;
      take(page);
      this.#discardFarPages();
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error;
    }
    this.#onChange();
  }

  #discardFarPages(): void {
    if (this.#keepsAll) return;
    for (const [at, page] of this.#pages.entries())
      if (Math.abs(at - this.#window) > HELD_PAGES && at !== this.#pages.length - 1) page.rows = undefined;
  }
}
