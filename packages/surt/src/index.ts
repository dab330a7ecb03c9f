// SURT urlkeys: the canonical form of URLs in replay indexes.
export { type RequestForKey, urlkeyOfRequest, withRequest } from './request.ts';
export { urlkey, urlkeyPrefix } from './urlkey.ts';
