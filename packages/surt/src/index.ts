// SURT urlkeys: the canonical form of URLs in replay indexes.
export { addRequestToUrl, makeRequestUrlkey, type RequestForKey } from './request.ts';
export { urlkey, urlkeyPrefix } from './urlkey.ts';
