// Where the audit log goes, as a setting names it.

/** `off`, `stdout`, or the folder that holds the file. */
export type AuditTarget = 'off' | 'stdout' | { readonly folder: string };

/** `stdout`, `off`, or a folder. */
export function parseAuditTarget(text: string): AuditTarget {
  return text === 'off' || text === 'stdout' ? text : { folder: text };
}
