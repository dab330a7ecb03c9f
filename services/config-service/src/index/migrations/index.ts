// Every schema change, in the order in which it is applied.
import type { Migrations } from '@holdfast/pg-kit';

export const migrations: Migrations = {};
