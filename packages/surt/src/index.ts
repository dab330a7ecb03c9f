// SURT urlkeys: the one canonical form under which every replay index finds the captures of a URL.
export { urlkey, urlkeyPrefix } from './urlkey.ts';
