// The two services: every operation of their contracts is a function named by its id. `repository.getAus({ limit: 10 })`.

import configurationOperations from 'operations:configuration';
import repositoryOperations from 'operations:repository';
import type * as types from '@holdfast/api-types';
import {
  addressOf,
  type BrowserAddress,
  type BrowserCallable,
  type BrowserCalls,
  browserClient,
} from '@holdfast/client/browser';
import { nodeBase } from '../browser/base.ts';
import { mayDo } from './roles.ts';
import { CONSOLE_HEADERS, loggedInAgain, type ServiceId, services, session } from './session.ts';

type Operations = {
  readonly repository: types.repository.operations;
  readonly configuration: types.configuration.operations;
};

/** A call that is not made yet: which operation, and with what. */
export interface Asked {
  readonly service: ServiceId;
  readonly operation: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

const callables: Readonly<Record<ServiceId, Readonly<Record<string, BrowserCallable>>>> = {
  repository: repositoryOperations,
  configuration: configurationOperations,
};

export const repository: BrowserCalls<types.repository.operations> = clientOf('repository');
export const configuration: BrowserCalls<types.configuration.operations> = clientOf('configuration');

/** Where the call would go. Throws TypeError when there is no such operation, or not all of its path. */
export function addressOfCall({ service, operation, input }: Asked): BrowserAddress {
  return addressOf(callableOf(service, operation), baseOf(service), input);
}

/** The same as text, for links and downloads. */
export const urlOfCall = (asked: Asked): string => addressOfCall(asked).url.href;

/** Whether who is logged in may call it, and the service is there: what is not so is not offered. */
export function may(service: ServiceId, operation: string): boolean {
  const isThere = services.value[service] !== undefined;
  return isThere && mayDo(session.value?.roles ?? [], callableOf(service, operation).roles);
}

function clientOf<Id extends ServiceId>(service: Id): BrowserCalls<Operations[Id]> {
  return browserClient(callables[service], {
    url: () => baseOf(service),
    headers: CONSOLE_HEADERS,
    onStranger: loggedInAgain,
  });
}

const baseOf = (service: ServiceId): URL => services.value[service] ?? nodeBase;

function callableOf(service: ServiceId, operation: string): BrowserCallable {
  const found = callables[service][operation];
  if (found === undefined) throw new TypeError(`The ${service} service has no operation ${operation}.`);
  return found;
}

/** Names of the operations of a service that change something, or log in or out. */
export const writesOf = (service: ServiceId): string[] =>
  Object.entries(callables[service])
    .filter(([, { method }]) => method !== 'GET')
    .map(([name]) => name);

/** The media type that the body of a call is sent as. */
export const bodyTypeOfCall = ({ service, operation }: Asked): string | undefined =>
  callableOf(service, operation).bodyType;
