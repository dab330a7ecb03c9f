// The audit log that the settings of a service ask for.
import { randomBytes } from 'node:crypto';
import { type Audit, type AuditTarget, openAudit } from '../observe/audit.ts';

export function auditOfSettings(
  { auditLog, ...keys }: { readonly auditLog: AuditTarget; readonly auditKey: string | undefined },
  service: string,
  worker?: { readonly auditKey: string },
): Audit | undefined {
  const key = worker?.auditKey ?? auditKeyOf(keys);
  return openAudit({ service, target: auditLog, key, isBoundedElsewhere: worker !== undefined });
}

export function auditKeyOf({ auditKey }: { readonly auditKey: string | undefined }): string {
  return auditKey ?? randomBytes(32).toString('base64');
}
