// How a service is reached from the command line, and what its refusals mean in plain words.
import { type ClientSettings, type RepositoryClient, ServiceError } from '@holdfast/client';
import { UsageError } from '../terminal/usage-error.ts';

/** A client, and the address that its user knows it by. */
export interface Service<Client> {
  readonly client: Client;
  readonly origin: string;
}

/** The service could not be reached or said no; `message` is a sentence for the reader. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  /** HTTP status, absent when there was no answer. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** Throws `UsageError` when `url` is no address of a service. */
export function serviceUrl(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError(`${url} is no address of a service: it looks like http://127.0.0.1:24610`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UsageError('Give the credentials with --user and --password-file, not in the address.');
  }
  return parsed;
}

/** Whoever typed a command is to be told at once, and can repeat it. */
export const neverRepeated: Pick<ClientSettings, 'repeats'> = { repeats: 0 };

const LOGIN_SILENCE_MS = 30_000;

/** Asks something small that needs a login, so that a wrong password is known before a large file is sent. */
export async function checkLogin({ client, origin }: Service<RepositoryClient>): Promise<void> {
  try {
    await client.getNamespaces({}, { silenceMs: LOGIN_SILENCE_MS });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw error.status === undefined ? unreachable(origin, error) : refusal(error);
  }
}

export function unreachable(origin: string, { detail }: ServiceError): RefusalError {
  return new RefusalError(`The service at ${origin} cannot be reached: ${detail}.`);
}

/** The error for people that an answer other than success means. */
export function refusal({ status = 0, detail }: ServiceError): RefusalError {
  const said = detail === undefined ? '' : `: ${detail}`;
  switch (status) {
    case 400:
      return new RefusalError(`The service refused it${said}`, status);
    case 401:
      return new RefusalError('The service does not accept this user and password.', status);
    case 403:
      return new RefusalError('This user may not do that here.', status);
    case 404:
      return new RefusalError('There is no repository service at this address.', status);
    case 503:
      return new RefusalError(`The service is not ready${said}`, status);
    default:
      return new RefusalError(`The service answered ${status}${said}`, status);
  }
}
