// What code that writes no SQL itself passes on: the database or a transaction on it.
import type { Executor } from '@holdfast/pg-kit';
import type { ConfigSchema } from './schema.ts';

export type Db = Executor<ConfigSchema>;
