// @holdfast/service-kit/text: text functions that services and commands share. Loads no other modules.
export { formatBytes } from './format-bytes.ts';
export { findNearestName } from './nearest-name.ts';
export { readSystemCode } from './system-code.ts';
