// Certificates in the history and the condition of an AU, and what a user may see of both.
import type { User } from '@holdfast/accounts';
import type { AuCertificate } from '@holdfast/api-types';
import { findVerdict } from '../../domain/fixity-check.ts';
import type { FixityRun } from '../../index/checks/runs.db.ts';
import { canSeeUserDetails } from '../shared/can-see-user-details.ts';

export interface AuVisibility {
  /** Whether to include stores, users, file names and reasons. */
  readonly canSeeUserDetails: boolean;
  /**
   * Whether to include checks of the whole node. False for tokens restricted to some namespaces, because these checks
   * count artifacts of all namespaces.
   */
  readonly canSeeNode: boolean;
}

export function toAuVisibility(user: User | undefined): AuVisibility {
  return { canSeeUserDetails: canSeeUserDetails(user), canSeeNode: user?.token?.namespaces === undefined };
}

/** Converts a finished check whose scope is an AU, a namespace or the node. */
export function toAuCertificate({ id, scope, state, requested, counts }: FixityRun): AuCertificate {
  return {
    ...{ check: id, scope: scope.kind as AuCertificate['scope'], artifacts: requested! },
    ...{ verdict: findVerdict(state, counts, requested)!, ...counts },
  };
}
