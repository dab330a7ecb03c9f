// Lists the schema changes in the order of their application.
import * as first from './0001-first.ts';

export const migrations = {
  '0001-first': first,
};
