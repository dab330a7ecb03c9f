// Defines the sections (named configuration files), the use of each section, and their precedence.
import { MAX_SOURCES } from './source-url.ts';

export interface ConfigSection {
  /** Section name in lower case. */
  readonly name: string;
  /** `settings`: merged after all sources. `titles`: loaded into the title database. `document`: only stored. */
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

/** All sections that clients can store. Later sections override earlier ones. */
export const configSections: readonly ConfigSection[] = [
  ...settings,
  { name: 'titledb', use: 'titles' },
  { name: 'au', use: 'document' },
  { name: 'alert', use: 'document' },
  { name: 'cronstate', use: 'document' },
];

const generatedSections = ['cluster', 'user-config'] as const;

export type GeneratedSection = (typeof generatedSections)[number];

/** Finds a section by name, ignoring case. */
export function findSection(name: string): ConfigSection | GeneratedSection | undefined {
  const wanted = name.toLowerCase();
  return (
    configSections.find((section) => section.name === wanted) ??
    generatedSections.find((one) => one === wanted)
  );
}

export const getSectionPath = ({ name }: ConfigSection): string => `/config/file/${name}`;

/**
 * Finds the section at an address. The address is a path on this service, or a full URL whose host is the host of the
 * request.
 */
export function findSectionAt(
  address: string,
  host: string | undefined,
): ConfigSection | GeneratedSection | undefined {
  const [, itsHost, name] = /^(?:https?:\/\/([^/]*))?\/config\/file\/([\w-]+)$/i.exec(address) ?? [];
  const isHere = itsHost === undefined || itsHost.toLowerCase() === host?.toLowerCase();
  return isHere && name !== undefined ? findSection(name) : undefined;
}

/** Returns the precedence of a section. Higher values override lower ones. All sections override all sources. */
export const getSectionPrecedence = ({ name }: ConfigSection): number =>
  MAX_SOURCES + configSections.findIndex((section) => section.name === name);
