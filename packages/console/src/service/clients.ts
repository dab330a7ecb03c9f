// Clients of the two services. Each operation is a function with the name of its operationId, for example
// `repository.getAus({ limit: 10 })`.

import configurationOperations from 'operations:configuration';
import repositoryOperations from 'operations:repository';
import type * as types from '@holdfast/api-types';
import {
  type BrowserCalls,
  type BrowserOperation,
  createBrowserClient,
  type OperationAddress,
  toBrowserAddress,
} from '@holdfast/client/browser';
import { nodeBase } from '../browser/base.ts';
import { hasAnyRole } from './roles.ts';
import { reachableServices, type ServiceId, session, waitForLogin } from './session.ts';
import { CONSOLE_HEADERS } from './session-request.ts';

type Operations = {
  readonly repository: types.repository.operations;
  readonly configuration: types.configuration.operations;
};

/** Identifies a call: service, operation and input. */
export interface ServiceCall {
  readonly service: ServiceId;
  readonly operation: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

const callables: Readonly<Record<ServiceId, Readonly<Record<string, BrowserOperation>>>> = {
  repository: repositoryOperations,
  configuration: configurationOperations,
};

export const repository: BrowserCalls<types.repository.operations> = createClient('repository');
export const configuration: BrowserCalls<types.configuration.operations> = createClient('configuration');

/**
 * Returns the method and URL of a call. Throws TypeError if the operation does not exist or a path parameter is
 * missing.
 */
export function getCallAddress({ service, operation, input }: ServiceCall): OperationAddress {
  return toBrowserAddress(findOperation(service, operation), findBaseUrl(service), input);
}

/** Returns the URL of a call as text, for links and downloads. */
export const formatCallUrl = (asked: ServiceCall): string => getCallAddress(asked).url.href;

/**
 * Returns whether the service is available and the user may call the operation. The console hides all other operations.
 */
export function canCall(service: ServiceId, operation: string): boolean {
  const isThere = reachableServices.value[service] !== undefined;
  return isThere && hasAnyRole(session.value?.roles ?? [], findOperation(service, operation).roles);
}

function createClient<Id extends ServiceId>(service: Id): BrowserCalls<Operations[Id]> {
  return createBrowserClient(callables[service], {
    url: () => findBaseUrl(service),
    headers: CONSOLE_HEADERS,
    onUnauthenticated: waitForLogin,
  });
}

const findBaseUrl = (service: ServiceId): URL => reachableServices.value[service] ?? nodeBase;

function findOperation(service: ServiceId, operation: string): BrowserOperation {
  const found = callables[service][operation];
  if (found === undefined) throw new TypeError(`The ${service} service has no operation ${operation}.`);
  return found;
}

/** Returns the names of a service's operations that change data, log in or log out. */
export const listWriteOperations = (service: ServiceId): string[] =>
  Object.entries(callables[service])
    .filter(([, { method }]) => method !== 'GET')
    .map(([name]) => name);

/** Returns the media type of a call's request body. */
export const getBodyType = ({ service, operation }: ServiceCall): string | undefined =>
  findOperation(service, operation).bodyType;
