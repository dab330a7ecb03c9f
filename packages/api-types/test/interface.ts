// Types of the tables with the requirements of the two interface documents. The tables are written by hand. A contract
// change that violates a requirement therefore fails a test until the table is changed as well.

export type PromisedOperation = {
  /** `GET /aus/{auid}` */
  operation: string;
  id: string;
  /** Statuses that the interface document defines. */
  promised: readonly number[];
  /**
   * Additional statuses for cases that the interface document does not define: invalid parameters, ranges, and a
   * service that is not ready.
   */
  added: readonly number[];
  /** Names of query parameters. `!` marks a required parameter. */
  query?: string;
  /** Names of form fields. `!` marks a required field. */
  form?: string;
  roles: readonly string[];
};

/**
 * Fields of each schema: `name` or `name:type`, where `type` is a JSON type or a format. `!` marks a required field.
 */
export type PromisedFields = Readonly<Record<string, string>>;

/** Roles of an operation that needs no login. */
export const openOperation: readonly string[] = [];
export const anyRole = ['any'];
export const readers = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'];
export const contentAdmins = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];
/** Roles of content administrators, and the role with which the configuration service stores plugin registries. */
export const registryStorers = [...contentAdmins, 'pluginStoreRole'];
export const auAdmins = ['auAdminRole', 'userAdminRole'];
export const userAdmins = ['userAdminRole'];

/** Returns the names in a table cell, without `!`. */
export function parseNames(cell: string | undefined): string[] {
  return words(cell).map((word) => word.replace(/[!:].*$/, ''));
}

/** Returns the names in a table cell that are marked as required by `!`. */
export function parseRequiredNames(cell: string | undefined): string[] {
  return words(cell)
    .filter((word) => word.endsWith('!'))
    .map((word) => word.replace(/[!:].*$/, ''));
}

/** Returns names and types of the entries in a table cell. Omits entries without a type. */
export function parseTypedNames(cell: string): [name: string, type: string][] {
  return words(cell)
    .filter((word) => word.includes(':'))
    .map((word) => word.replace('!', '').split(':') as [string, string]);
}

function words(cell: string | undefined): string[] {
  return (cell ?? '').split(/\s+/).filter((word) => word !== '');
}
