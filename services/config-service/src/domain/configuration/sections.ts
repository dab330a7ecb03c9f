// Named configuration files ("sections"), with their uses and their precedence.
import { MAX_SOURCES } from './source-url.ts';

export interface ConfigSection {
  /** Section name in lower case. */
  readonly name: string;
  /**
   * `settings`: merged after all sources. `titles`: loaded into the title database. `document`: stored but not used by
   * this service.
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
].map((name): ConfigSection => ({ name, use: 'settings' }));

/** All stored sections. Later ones override earlier ones. */
export const configSections: readonly ConfigSection[] = [
  ...settings,
  { name: 'titledb', use: 'titles' },
  { name: 'au', use: 'document' },
  { name: 'alert', use: 'document' },
  { name: 'cronstate', use: 'document' },
];

const generatedSections = ['cluster', 'user-config'] as const;

export type GeneratedSection = (typeof generatedSections)[number];

/** Finds a section by its name, ignoring case. Returns undefined if there is none. */
export function findSection(name: string): ConfigSection | GeneratedSection | undefined {
  const wanted = name.toLowerCase();
  return (
    configSections.find((section) => section.name === wanted) ??
    generatedSections.find((one) => one === wanted)
  );
}

export const getSectionPath = ({ name }: ConfigSection): string => `/config/file/${name}`;

/**
 * Returns the section that an address refers to. The address is a path on this service, or a full URL with the
 * request's host.
 */
export function findSectionAt(
  address: string,
  host: string | undefined,
): ConfigSection | GeneratedSection | undefined {
  const [, itsHost, name] = /^(?:https?:\/\/([^/]*))?\/config\/file\/([\w-]+)$/i.exec(address) ?? [];
  const isHere = itsHost === undefined || itsHost.toLowerCase() === host?.toLowerCase();
  return isHere && name !== undefined ? findSection(name) : undefined;
}

/**
 * Returns the precedence of a section among all sources and sections. The highest number wins. Sections have higher
 * numbers than sources.
 */
export const getSectionPrecedence = ({ name }: ConfigSection): number =>
  MAX_SOURCES + configSections.findIndex((section) => section.name === name);
