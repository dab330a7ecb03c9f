/** One AU of the title database, with the names of its title, publisher and provider. */
export interface TitleEntry {
  readonly auid: string;
  readonly name: string;
  readonly pluginId: string;
  readonly journalTitle: string;
  readonly publisher: string;
  readonly provider?: string;
  readonly year?: string;
  /** True if the publisher no longer offers the AU. */
  readonly down: boolean;
  /** Parameters for the configuration of an AU that is added from this entry. */
  readonly configuration: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly attrs: Readonly<Record<string, string>>;
}
