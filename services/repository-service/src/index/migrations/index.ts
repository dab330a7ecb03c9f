// Every schema change, in the order in which it is applied.
import * as artifacts from './0001-artifacts.ts';

export const migrations = { '0001-artifacts': artifacts };
