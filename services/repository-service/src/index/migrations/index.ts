// Every schema change, in the order in which it is applied.
import * as first from './0001-first.ts';

export const migrations = {
  '0001-first': first,
};
