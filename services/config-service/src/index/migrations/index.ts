// All migrations, in order.
import type { Migrations } from '@holdfast/pg-kit';
import * as first from './0001-first.ts';

export const migrations: Migrations = {
  '0001-first': first,
};
