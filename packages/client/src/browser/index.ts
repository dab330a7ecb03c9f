// Clients for pages that a service itself delivers. The browser holds the session; nothing is stored here.
export type { Problem } from '@holdfast/api-types';
export { ServiceError } from '../service-error.ts';
export {
  type BrowserAddress,
  type BrowserCallable,
  type BrowserCallOptions,
  type BrowserCalls,
  type BrowserSettings,
  browserClient,
  toBrowserAddress,
} from './browser-client.ts';
export { readBrowserLines } from './lines.ts';
export { toServiceError } from './refusal.ts';
