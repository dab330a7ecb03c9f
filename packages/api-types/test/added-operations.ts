// Collects the operations of the repository service that the interface document does not contain.
import { auOperations } from './au-operations.ts';
import { checkOperations } from './check-operations.ts';
import type { PromisedOperation } from './interface.ts';
import { pageOperations } from './page-operations.ts';
import { preservationOperations } from './preservation-operations.ts';
import { searchOperations } from './search-operations.ts';

export const addedOperations: readonly PromisedOperation[] = [
  ...auOperations,
  ...checkOperations,
  ...preservationOperations,
  ...pageOperations,
  ...searchOperations,
];
