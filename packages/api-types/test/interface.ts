// Types of the tables that list what the two interface documents promise. The tables are written by hand, so that a
// contract change that breaks a promise must also change a table.

export type PromisedOperation = {
  /** `GET /aus/{auid}` */
  operation: string;
  id: string;
  /** Statuses in the interface document. */
  promised: readonly number[];
  /**
   * Statuses for cases that the interface document does not define: invalid parameters, ranges, and a service that is
   * not ready.
   */
  added: readonly number[];
  /** Names of query parameters; `!` marks a required one. */
  query?: string;
  /** Names of form fields; `!` marks a required one. */
  form?: string;
  roles: readonly string[];
};

/** Fields of a schema, by name: `name` or `name:type`, where type is a JSON type or a format; `!` if required. */
export type PromisedFields = Readonly<Record<string, string>>;

/** No login is needed. */
export const openOperation: readonly string[] = [];
export const anyRole = ['any'];
export const readers = ['accessContentRole', 'contentAdminRole', 'auAdminRole', 'userAdminRole'];
export const contentAdmins = ['contentAdminRole', 'auAdminRole', 'userAdminRole'];
/** Also used by the configuration service to store plugin registries. */
export const registryStorers = [...contentAdmins, 'pluginStoreRole'];
export const auAdmins = ['auAdminRole', 'userAdminRole'];
export const userAdmins = ['userAdminRole'];

/** Names in a table cell, with the required marker removed. */
export function names(cell: string | undefined): string[] {
  return words(cell).map((word) => word.replace(/[!:].*$/, ''));
}

/** Names in a table cell that are marked as required. */
export function requiredNames(cell: string | undefined): string[] {
  return words(cell)
    .filter((word) => word.endsWith('!'))
    .map((word) => word.replace(/[!:].*$/, ''));
}

/** Name and type of each entry in a table cell that states a type. */
export function typedNames(cell: string): [name: string, type: string][] {
  return words(cell)
    .filter((word) => word.includes(':'))
    .map((word) => word.replace('!', '').split(':') as [string, string]);
}

function words(cell: string | undefined): string[] {
  return (cell ?? '').split(/\s+/).filter((word) => word !== '');
}
