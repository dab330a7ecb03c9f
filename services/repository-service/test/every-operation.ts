// Test helper: one valid request for each operation of the contract. Each group of operations has a file in
// operations/.

import { listAuOperations } from './operations/aus.ts';
import { listCheckOperations } from './operations/checks.ts';
import { listDeletionOperations } from './operations/deletions.ts';
import { listExistingOperations } from './operations/existing.ts';
import { listNoticeOperations } from './operations/notices.ts';
import { listPageOperations } from './operations/page.ts';
import type { OperationRequest, Subject } from './operations/request.ts';
import { listSearchOperations } from './operations/search.ts';

/** Returns the requests. The last request deletes the artifact of the subject; no earlier request deletes it. */
export function everyOperation(subject: Subject): OperationRequest[] {
  return [
    ...listNoticeOperations(),
    ...listPageOperations(subject),
    ...listCheckOperations(),
    ...listAuOperations(subject),
    ...listDeletionOperations(),
    ...listSearchOperations(subject),
    ...listExistingOperations(subject),
  ];
}
