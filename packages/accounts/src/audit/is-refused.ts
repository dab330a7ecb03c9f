// Tells lines of the audit log of refused requests from lines of what was carried out. `forgetAudit` of pg-kit tells entries
// apart by the same rule.

export interface RefusableLine {
  readonly event: string;
  readonly user?: string | undefined;
  readonly status?: number | undefined;
  readonly why?: string | undefined;
}

/** Nobody was let in, or the request was answered that it was not carried out. */
export function isRefused({ event, user, status, why }: RefusableLine): boolean {
  if (why !== undefined) return true;
  if (event === 'missing') return false;
  return user === undefined || (status !== undefined && isRefusal(status));
}

/** Answers by which nothing was carried out. */
export const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || status === 503 || status === 507;
