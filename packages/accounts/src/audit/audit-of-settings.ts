// The audit log that the settings of a service ask for.

import { randomBytes } from 'node:crypto';
import type { AuditTarget } from '@holdfast/service-kit';
import { type Audit, nameHasher, openAudit } from './audit.ts';
import type { AuditKeeper } from './audit-keeper.ts';

/** `keeper`: of the entries in the database; undefined where none are kept. Undefined when nobody is told. */
export function auditOfSettings(
  { auditLog, ...keys }: { readonly auditLog: AuditTarget; readonly auditKey: string | undefined },
  service: string,
  { keeper, worker }: { keeper: AuditKeeper | undefined; worker?: { readonly auditKey: string } | undefined },
): Audit | undefined {
  const key = worker?.auditKey ?? auditKeyOf(keys);
  const lines = openAudit({ service, target: auditLog, key, isBoundedElsewhere: worker !== undefined });
  if (keeper === undefined) return lines;
  return {
    write(line) {
      lines?.write(line);
      keeper.keep(line);
    },
    writePart: (line) => keeper.keep(line),
    nameHash: nameHasher(key),
  };
}

export function auditKeyOf({ auditKey }: { readonly auditKey: string | undefined }): string {
  return auditKey ?? randomBytes(32).toString('base64');
}
