// Collects the requirements for the repository service's operations that are not in the interface document.
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
