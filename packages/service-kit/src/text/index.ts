// @holdfast/service-kit/text: words for people that services and commands share. It loads nothing else.
export { formatBytes } from './format-bytes.ts';
export { findNearestName } from './nearest-name.ts';
export { systemCode } from './system-code.ts';
