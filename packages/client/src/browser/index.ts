// Clients for pages that a service serves from its own origin. The browser manages the session; nothing is stored here.
export type { Problem } from '@holdfast/api-types';
export { ServiceError } from '../service-error.ts';
export {
  type BrowserCallOptions,
  type BrowserCalls,
  type BrowserClientSettings,
  type BrowserOperation,
  createBrowserClient,
  type OperationAddress,
  toBrowserAddress,
} from './browser-client.ts';
export { readResponseBodyLines } from './lines.ts';
export { toServiceError } from './refusal.ts';
