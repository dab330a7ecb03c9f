// The settings that say where the repository service is and how to log in there: read in env.ts, judged here.
import { httpRepository, type Repository, type RepositorySettings } from './repository.ts';

export interface RepositoryServiceSettings {
  readonly repositoryUrl: string | undefined;
  readonly repositoryUser: string | undefined;
  readonly repositoryPassword: string | undefined;
  readonly repositoryNamespace: string | undefined;
  readonly repositoryTimeoutMs: number;
}

/** Sentences that say how the settings do not go together; none when they do. */
export function repositoryFaults({
  repositoryUrl,
  repositoryUser,
  repositoryPassword,
}: RepositoryServiceSettings): string[] {
  const faults: string[] = [];
  if (repositoryUrl !== undefined) {
    const { username, password, search, hash } = new URL(repositoryUrl);
    if (username !== '' || password !== '') {
      faults.push('REPOSITORY_URL must not hold credentials; REPOSITORY_USER and REPOSITORY_PASSWORD do');
    }
    if (search !== '' || hash !== '') faults.push('REPOSITORY_URL must have neither a query nor a fragment');
  }
  if ((repositoryUser === undefined) !== (repositoryPassword === undefined)) {
    faults.push('REPOSITORY_USER and REPOSITORY_PASSWORD must be set together');
  }
  return faults;
}

/** Undefined when none is configured. */
export function repositoryOfSettings(
  settings: RepositoryServiceSettings,
  { onRequest, headers }: Pick<RepositorySettings, 'onRequest' | 'headers'>,
): Repository | undefined {
  const { repositoryUrl: url } = settings;
  return url === undefined
    ? undefined
    : httpRepository({
        url,
        user: settings.repositoryUser,
        password: settings.repositoryPassword,
        namespace: settings.repositoryNamespace,
        timeoutMs: settings.repositoryTimeoutMs,
        onRequest,
        headers,
      });
}
