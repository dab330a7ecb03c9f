// Loads the users of both services: one list if both services read the same file, otherwise one list per service.
import { canCall, configuration, repository } from '../../service/clients.ts';
import type { ServiceId } from '../../service/session.ts';
import { type ListedLogin, type LoginList, mergeLoginLists } from './login-lists.ts';

export type { ListedLogin, LoginList } from './login-lists.ts';

/** A service whose users could not be loaded. */
export interface UnavailableLogins {
  readonly service: ServiceId;
  readonly problem: unknown;
}

export interface AllLogins {
  readonly lists: readonly LoginList[];
  readonly missing: readonly UnavailableLogins[];
}

/** Operations on users, which both services have. */
export type LoginsClient = Pick<
  typeof configuration,
  'getLogins' | 'postLogin' | 'patchLogin' | 'deleteLogin' | 'patchProviderUser' | 'putPassword'
>;

export const getLoginsClient = (service: ServiceId): LoginsClient =>
  service === 'repository' ? repository : configuration;

const SERVICES = ['configuration', 'repository'] as const;

/** Loads the users of both services. Rejects only if no service responds. */
export async function loadLogins(signal: AbortSignal): Promise<AllLogins> {
  const asked = SERVICES.filter((service) => canCall(service, 'getLogins'));
  const answers = await Promise.allSettled(
    asked.map((service) => getLoginsClient(service).getLogins({}, { signal })),
  );
  const lists: LoginList[] = [];
  const missing: UnavailableLogins[] = [];
  answers.forEach((answer, at) => {
    const service = asked[at]!;
    if (answer.status === 'fulfilled') lists.push({ services: [service], logins: answer.value });
    else missing.push({ service, problem: answer.reason });
  });
  if (lists.length === 0) throw missing[0]?.problem;
  return { lists: mergeLoginLists(lists), missing };
}

/** Returns whether a user in the list can be changed. */
export const canChangeLogin = ({ logins: { file } }: LoginList, { from }: ListedLogin): boolean =>
  from === 'USERS_FILE' && file !== null && file.whyFixed === null;
