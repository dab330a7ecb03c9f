// The configuration files that have names: what each is for, and in which order they count.

export interface Section {
  /** Lower case. */
  readonly name: string;
  /**
   * What becomes of what it holds: settings count after all sources, titles go into the title database, a document is
   * only kept.
   */
  readonly use: 'settings' | 'titles' | 'document';
}

const settings = [
  'ui_ip_access',
  'proxy_ip_access',
  'plugin',
  'icp_server',
  'audit_proxy',
  'content_servers',
  'access_groups',
  'crawl_proxy',
  'migration',
  'expert',
].map((name): Section => ({ name, use: 'settings' }));

/** Later ones win. */
export const sections: readonly Section[] = [
  ...settings,
  { name: 'titledb', use: 'titles' },
  { name: 'au', use: 'document' },
  { name: 'alert', use: 'document' },
  { name: 'cronstate', use: 'document' },
];

export const generatedSections = ['cluster', 'user-config'] as const;

export type GeneratedSection = (typeof generatedSections)[number];

/** By its name in any case. Undefined: no such section. */
export function sectionOf(name: string): Section | GeneratedSection | undefined {
  const wanted = name.toLowerCase();
  return (
    sections.find((section) => section.name === wanted) ?? generatedSections.find((one) => one === wanted)
  );
}

/** Where clients find it, relative to the service. */
export const pathOfSection = ({ name }: Section): string => `/config/file/${name}`;

/** Sources have the places 0 to 9,999: sections come after them. */
export const placeOfSection = ({ name }: Section): number =>
  10_000 + sections.findIndex((section) => section.name === name);
