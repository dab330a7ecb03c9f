// Returns whether a screen is available to the user.
import type { Route } from '../routing/route.ts';
import { mayDo } from '../service/roles.ts';
import { services, session } from '../service/session.ts';

export function isOffered({ service, roles = ['any'] }: Pick<Route, 'service' | 'roles'>): boolean {
  return isThere(service) && mayDo(session.value?.roles ?? [], roles);
}

function isThere(service: Route['service']): boolean {
  const { repository, configuration } = services.value;
  if (service === 'any') return true;
  if (service === 'both') return repository !== undefined && configuration !== undefined;
  return services.value[service] !== undefined;
}
