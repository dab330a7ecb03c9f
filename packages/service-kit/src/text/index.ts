// @holdfast/service-kit/text: text functions shared by services and commands. Loads nothing else.
export { formatBytes } from './format-bytes.ts';
export { findNearestName } from './nearest-name.ts';
export { readSystemCode } from './system-code.ts';
