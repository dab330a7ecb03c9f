// Divides the disk space for unread query results among users. Each user gets at most half of the space.
import type { SpillSpace } from '@holdfast/http-kit';
import { makeUnreadResultsError } from '../errors.ts';

export interface SpillShares {
  /** Returns a user's share of the disk space. Its method `take` throws ApiError 503 if too little space is free. */
  of(user: string): SpillSpace;
}

export function createSpillShares(limitBytes: number): SpillShares {
  let taken = 0;
  const byUser = new Map<string, number>();
  return {
    of: (user) => ({
      take(bytes) {
        const own = (byUser.get(user) ?? 0) + bytes;
        if (taken + bytes > limitBytes || own > limitBytes / 2) throw makeUnreadResultsError();
        taken += bytes;
        byUser.set(user, own);
      },
      give(bytes) {
        taken -= bytes;
        const own = (byUser.get(user) ?? 0) - bytes;
        if (own > 0) byUser.set(user, own);
        else byUser.delete(user);
      },
    }),
  };
}
