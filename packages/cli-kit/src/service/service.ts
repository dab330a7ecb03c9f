// Parses service addresses, checks logins, and formats error responses.
import { type ClientSettings, type RepositoryClient, ServiceError } from '@holdfast/client';
import { UsageError } from '../terminal/usage-error.ts';

/** Client of a service, with the origin of the service. */
export interface Service<Client> {
  readonly client: Client;
  readonly origin: string;
}

/** Thrown if the service cannot be reached or refuses the request. `message` is a sentence for the user. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  /** HTTP status. Undefined if no response arrived. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Parses a service address. Throws `UsageError` if the address is not an http or https URL, or contains a login. */
export function parseServiceUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError(`${url} is not a valid service address. Example: http://127.0.0.1:24610`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UsageError('Pass the credentials with --user and --password-file, not in the address.');
  }
  return parsed;
}

/** Disables retries: a user at a terminal wants to see a failure immediately, and can run the command again. */
export const WITHOUT_RETRIES: Pick<ClientSettings, 'repeats'> = { repeats: 0 };

const LOGIN_SILENCE_MS = 30_000;

/** Sends a small authenticated request, to detect a wrong password before a large file is sent. */
export async function checkLogin({ client, origin }: Service<RepositoryClient>): Promise<void> {
  try {
    await client.getNamespaces({}, { silenceMs: LOGIN_SILENCE_MS });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw error.status === undefined ? toUnreachableError(origin, error) : toRefusalError(error);
  }
}

export function toUnreachableError(origin: string, { detail }: ServiceError): RefusalError {
  return new RefusalError(`The service at ${origin} cannot be reached: ${detail}.`);
}

/** Converts an error response of the repository service to an error message for the user. */
export function toRefusalError({ status = 0, detail }: ServiceError): RefusalError {
  const said = detail === undefined ? '' : `: ${detail}`;
  switch (status) {
    case 400:
      return new RefusalError(`The service rejected the request${said}`, status);
    case 401:
      return new RefusalError('The service rejected the user name or password.', status);
    case 403:
      return new RefusalError('This user does not have permission to do that.', status);
    case 404:
      return new RefusalError('There is no repository service at this address.', status);
    case 503:
      return new RefusalError(`The service is not ready${said}`, status);
    default:
      return new RefusalError(`The service returned status ${status}${said}`, status);
  }
}
