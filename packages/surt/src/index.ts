// SURT urlkeys: the canonical form of URLs in replay indexes.
export { addRequestToUrl, makeRequestUrlkey, type UrlkeyRequest } from './request.ts';
export { makeUrlkey, makeUrlkeyPrefix } from './urlkey.ts';
