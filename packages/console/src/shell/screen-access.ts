// Decides whether the user may see a screen.
import type { ScreenRoute } from '../routing/route.ts';
import { hasAnyRole } from '../service/roles.ts';
import { reachableServices, session } from '../service/session.ts';

export function isScreenAvailable({
  service,
  roles = ['any'],
}: Pick<ScreenRoute, 'service' | 'roles'>): boolean {
  return isServiceReachable(service) && hasAnyRole(session.value?.roles ?? [], roles);
}

function isServiceReachable(service: ScreenRoute['service']): boolean {
  const { repository, configuration } = reachableServices.value;
  if (service === 'any') return true;
  if (service === 'both') return repository !== undefined && configuration !== undefined;
  return reachableServices.value[service] !== undefined;
}
