// How much of anything a file may hold.
import type { Limits } from './types.ts';

const defaults: Limits = {
  fileBytes: 1024 ** 3,
  depth: 40,
  keyLength: 8_192,
  valueLength: 1024 ** 2,
  listLength: 4 * 1024 ** 2,
};

export function limitsOf({ limits = {} }: { readonly limits?: Partial<Limits> }): Limits {
  return { ...defaults, ...limits };
}
