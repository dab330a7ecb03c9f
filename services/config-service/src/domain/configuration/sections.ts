// The configuration files that have names: what each is for, and in which order they count.
import { MAX_SOURCES } from './source-url.ts';

export interface Section {
  /** Lower case. */
  readonly name: string;
  /**
   * Says what becomes of its content: settings count after all sources, titles go into the title database, a document is
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

const generatedSections = ['cluster', 'user-config'] as const;

export type GeneratedSection = (typeof generatedSections)[number];

/** Finds a section by its name in any case; undefined when there is none. */
export function sectionOf(name: string): Section | GeneratedSection | undefined {
  const wanted = name.toLowerCase();
  return (
    sections.find((section) => section.name === wanted) ?? generatedSections.find((one) => one === wanted)
  );
}

/** The path where clients find it. */
export const pathOfSection = ({ name }: Section): string => `/config/file/${name}`;

/** The section at an address of this service: its path, or a whole URL of the host that a request was sent to. */
export function sectionAt(address: string, host: string | undefined): Section | GeneratedSection | undefined {
  const [, itsHost, name] = /^(?:https?:\/\/([^/]*))?\/config\/file\/([\w-]+)$/i.exec(address) ?? [];
  const isHere = itsHost === undefined || itsHost.toLowerCase() === host?.toLowerCase();
  return isHere && name !== undefined ? sectionOf(name) : undefined;
}

/** Where a section stands among all that sets properties. The highest place counts: sections come after sources. */
export const placeOfSection = ({ name }: Section): number =>
  MAX_SOURCES + sections.findIndex((section) => section.name === name);
