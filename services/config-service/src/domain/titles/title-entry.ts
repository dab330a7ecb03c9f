// An AU as the title database knows it.

/** One AU of the title database, with the names of what it belongs to. */
export interface TitleEntry {
  readonly auid: string;
  readonly name: string;
  readonly pluginId: string;
  readonly journalTitle: string;
  readonly publisher: string;
  readonly provider?: string;
  readonly year?: string;
  /** No longer to be had from its publisher. */
  readonly down: boolean;
  /** The parameters that an AU added from this entry gets. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly attrs: Readonly<Record<string, string>>;
}
