// Converts error responses of the configuration service to messages for the user.
import type { ServiceError } from '@holdfast/client';
import { RefusalError, toUnreachableError } from './service.ts';

const meanings: Readonly<Record<number, string>> = {
  400: 'The service rejected the request',
  404: 'The file does not exist',
  412: 'The file does not meet --if-match or --create-only, so nothing was stored',
  413: 'It is too large',
  503: 'The service is not ready',
};

export function makeConfigRefusal(origin: string, error: ServiceError): RefusalError {
  const { status, detail } = error;
  if (status === undefined) return toUnreachableError(origin, error);
  if (status === 401) return new RefusalError('The service rejected the user name or password.', status);
  if (status === 403) return new RefusalError('This user does not have permission to do that.', status);
  // A server that does not know the path is probably not a configuration service.
  if (status === 404 && (detail === undefined || detail === 'There is nothing at this path.')) {
    return new RefusalError('There is no configuration service at this address.');
  }
  const meaning = meanings[status] ?? `The service returned status ${status}`;
  return new RefusalError(detail === undefined ? `${meaning}.` : `${meaning}: ${detail}`, status);
}
