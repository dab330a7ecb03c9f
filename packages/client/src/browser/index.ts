// Clients of the two services for pages that a service gives out itself: the browser knows the session, nothing is kept here.
export type { Problem } from '@holdfast/api-types';
export { ServiceError } from '../service-error.ts';
export {
  addressOf,
  type BrowserAddress,
  type BrowserCallable,
  type BrowserCallOptions,
  type BrowserCalls,
  type BrowserSettings,
  browserClient,
} from './browser-client.ts';
export { linesOf } from './lines.ts';
export { errorOf } from './refusal.ts';
