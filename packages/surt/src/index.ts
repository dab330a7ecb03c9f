// SURT urlkeys: the one canonical form under which every replay index finds the captures of a URL.
export { type RequestForKey, urlkeyOfRequest, withRequest } from './request.ts';
export { urlkey, urlkeyPrefix } from './urlkey.ts';
