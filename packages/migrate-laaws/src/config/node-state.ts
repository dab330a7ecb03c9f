// What a node has beside content, wherever it is read from. Types, and the names of its configuration files.
import type { AuRecord } from '@holdfast/client';

export interface NodeState {
  records(): AsyncIterable<AuRecord>;
  /** Configuration files that are to be stored here, too. */
  files(): AsyncIterable<ConfigurationFile>;
  /** User accounts, as the node keeps them. */
  accounts(): AsyncIterable<Account>;
  close(): Promise<void>;
}

export interface ConfigurationFile {
  readonly section: string;
  readonly bytes: Uint8Array;
}

export type Account = Readonly<Record<string, unknown>> & { readonly userName: string };

export function isAccount(value: unknown): value is Account {
  return (
    typeof value === 'object' && value !== null && 'userName' in value && typeof value.userName === 'string'
  );
}

/** The file of each section, as nodes of the field call it. AUs, which have a file as well, are taken over as AUs. */
export const fileOfSection: Readonly<Record<string, string>> = {
  ui_ip_access: 'ui_ip_access.txt',
  proxy_ip_access: 'proxy_ip_access.txt',
  plugin: 'plugin.txt',
  icp_server: 'icp_server_config.txt',
  audit_proxy: 'audit_proxy_config.txt',
  content_servers: 'content_servers_config.txt',
  access_groups: 'access_groups_config.txt',
  crawl_proxy: 'crawl_proxy.txt',
  migration: 'v2_migration_config.txt',
  expert: 'expert_config.txt',
  titledb: 'titledb.xml',
  alert: 'alertconfig.xml',
  cronstate: 'cronstate.xml',
};
