// State of a LOCKSS node apart from its content: types, and the names of the configuration files.
import type { AuRecord } from '@holdfast/client';

export interface NodeState {
  records(): AsyncIterable<AuRecord>;
  /** Configuration files to store in the target. */
  files(): AsyncIterable<ConfigurationFile>;
  /** Accounts in the format of LOCKSS. */
  accounts(): AsyncIterable<NodeAccount>;
  close(): Promise<void>;
}

export interface ConfigurationFile {
  readonly section: string;
  readonly bytes: Uint8Array;
}

export type NodeAccount = Readonly<Record<string, unknown>> & { readonly userName: string };

export function isNodeAccount(value: unknown): value is NodeAccount {
  return (
    typeof value === 'object' && value !== null && 'userName' in value && typeof value.userName === 'string'
  );
}

/** LOCKSS file name of each configuration section. Omits the section `au`, because AUs are migrated individually. */
export const SECTION_FILES: Readonly<Record<string, string>> = {
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
