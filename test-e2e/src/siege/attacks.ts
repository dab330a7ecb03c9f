// Lists all attacks in the order in which they run.

import { abandonedLogins } from './abandoned-logins.ts';
import { abortedUploads } from './aborted-uploads.ts';
import type { SiegeAttack } from './attack.ts';
import { auditFlood } from './audit-flood.ts';
import { bogusLogins } from './bogus-logins.ts';
import { crossSite } from './cross-site.ts';
import { insideAddresses } from './inside-addresses.ts';
import { largeBodies } from './large-bodies.ts';
import { largeHeaders } from './large-headers.ts';
import { longKeys } from './long-keys.ts';
import { slowClients } from './slow-clients.ts';
import { slowQueries } from './slow-queries.ts';

export const siegeAttacks: readonly SiegeAttack[] = [
  bogusLogins,
  abandonedLogins,
  auditFlood,
  abortedUploads,
  crossSite,
  insideAddresses,
  largeHeaders,
  largeBodies,
  longKeys,
  slowClients,
  slowQueries,
];
