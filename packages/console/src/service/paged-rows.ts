// A listing of which nobody knows the end, as rows for a window: its pages are asked for as the window comes near them, and
// those far from it are let go. A page that is wanted again is asked for by its token.

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Of the next page; undefined: this is the last one. */
  readonly token: string | undefined;
}

interface Kept<Row> {
  /** Of this page; undefined: the first one. */
  readonly token: string | undefined;
  /** Of its first row. */
  readonly start: number;
  readonly length: number;
  rows: readonly Row[] | undefined;
}

/** Pages before and behind the window whose rows are held. */
const HELD_PAGES = 6;

type Ask<Row> = (token: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;

export class PagedRows<Row> {
  readonly #ask: Ask<Row>;
  readonly #onChange: () => void;
  readonly #unwanted = new AbortController();
  readonly #pages: Kept<Row>[] = [];
  #next: string | undefined;
  #isAsking = false;
  #window = 0;
  isWhole = false;
  problem: unknown;

  /** `onChange`: there are more rows, or a problem. Nothing is asked for before `begin`. */
  constructor(ask: Ask<Row>, onChange: () => void) {
    this.#ask = ask;
    this.#onChange = onChange;
  }

  /** How many rows are known to be there. */
  get known(): number {
    const last = this.#pages.at(-1);
    return last === undefined ? 0 : last.start + last.length;
  }

  /** Undefined for one that was let go, or is still to come. */
  rowAt(index: number): Row | undefined {
    const page = this.#pageOf(index);
    return page?.rows?.[index - page.start];
  }

  begin(): void {
    void this.#more();
  }

  /** Rows that are looked at. */
  show(first: number, last: number): void {
    const page = this.#pageOf(first);
    if (page) this.#window = this.#pages.indexOf(page);
    for (const one of this.#pages)
      if (one.rows === undefined && one.start <= last && one.start + one.length > first) void this.#fill(one);
    if (last >= this.known - 1) void this.#more();
  }

  /** After a problem. */
  again(): void {
    this.problem = undefined;
    void this.#more();
  }

  close(): void {
    this.#unwanted.abort();
  }

  #pageOf(index: number): Kept<Row> | undefined {
    return this.#pages.findLast(({ start }) => start <= index);
  }

  async #more(): Promise<void> {
    if (this.#isAsking || this.isWhole || this.problem !== undefined) return;
    this.#isAsking = true;
    const token = this.#next;
    await this.#asked(token, (page) => {
      this.#pages.push({ token, start: this.known, length: page.rows.length, rows: page.rows });
      this.#next = page.token;
      this.isWhole = page.token === undefined;
    });
    this.#isAsking = false;
  }

  async #fill(page: Kept<Row>): Promise<void> {
    // Until they come they are blank, as are rows that have gone since.
    page.rows = [];
    await this.#asked(page.token, ({ rows }) => {
      page.rows = rows.slice(0, page.length);
    });
  }

  async #asked(token: string | undefined, take: (page: Page<Row>) => void): Promise<void> {
    const { signal } = this.#unwanted;
    try {
      const page = await this.#ask(token, signal);
      if (signal.aborted) return;
      take(page);
      this.#letGo();
    } catch (error) {
      if (signal.aborted) return;
      this.problem = error;
    }
    this.#onChange();
  }

  #letGo(): void {
    for (const [at, page] of this.#pages.entries())
      if (Math.abs(at - this.#window) > HELD_PAGES && at !== this.#pages.length - 1) page.rows = undefined;
  }
}
