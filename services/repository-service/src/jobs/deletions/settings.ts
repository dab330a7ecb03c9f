// Settings for deletions by users.

export const deletionSpec = {
  deletionApproval: {
    kind: 'enum',
    name: 'DELETION_APPROVAL',
    values: ['off', 'on'],
    default: 'off',
    about:
      'whether a second user must approve deletions and purges ([Deletions](operations.md#deletions)); `on`: `DELETE` files a request, and the response is 409',
  },
  deletionReason: {
    kind: 'enum',
    name: 'DELETION_REASON',
    values: ['optional', 'required'],
    default: 'optional',
    about:
      'whether a deletion over HTTP must state a reason; with `required`, a deletion without a reason gets 400',
  },
  deletionUndoMs: {
    kind: 'duration',
    name: 'DELETION_UNDO',
    min: 0,
    max: 366 * 86_400_000,
    default: 0,
    about:
      'time after a deletion for which compaction keeps the records, so that the deletion can be undone; `0`: until the next compaction',
  },
  deletionRequestAgeMs: {
    kind: 'duration',
    name: 'DELETION_REQUEST_AGE',
    min: 60_000,
    max: 3_660 * 86_400_000,
    default: 30 * 86_400_000,
    about: 'age at which a deletion request expires if nobody has decided it',
  },
  deletionsKept: {
    kind: 'integer',
    name: 'DELETIONS_KEPT',
    min: 1,
    max: 10_000_000,
    default: 100_000,
    about:
      'number of deletions and requests in the list of deletions; open requests are always kept, and so are the events of deleted artifacts',
  },
} as const;
