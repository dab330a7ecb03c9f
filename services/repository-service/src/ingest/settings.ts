// Settings for storing records: the size of segments, the records to keep, and concurrent creations of artifacts.

export const ingestSpec = {
  segmentBytes: {
    kind: 'bytes',
    name: 'SEGMENT_SIZE',
    min: 65_536,
    max: 2 ** 40,
    default: 64 * 1024 * 1024,
    about: 'size at which an import closes a segment and sends the result lines of its records',
  },
  segmentRecords: {
    kind: 'integer',
    name: 'SEGMENT_RECORDS',
    min: 1,
    max: 200_000,
    default: 5_200,
    about:
      'number of records at which an import closes a segment, if it reaches this number before `SEGMENT_SIZE`',
  },
  segmentMs: {
    kind: 'duration',
    name: 'SEGMENT_AGE',
    min: 10,
    max: 60_000,
    default: 2_000,
    about: 'age at which an import closes a segment, if it reaches this age before `SEGMENT_SIZE`',
  },
  keepRecords: {
    kind: 'enum',
    name: 'KEEP_RECORDS',
    values: ['all', 'artifacts'],
    default: 'all',
    about:
      'records of an import to store: `all`, or only records that become `artifacts`, without their request, metadata and warcinfo records',
  },
  maxCreates: {
    kind: 'integer',
    name: 'MAX_CREATES',
    min: 1,
    max: 10_000,
    default: 256,
    leastOfWorker: 1,
    about: 'maximum concurrent creations of artifacts; further requests get 503',
  },
  createMemoryBytes: {
    kind: 'bytes',
    name: 'CREATE_MEMORY',
    min: 16 * 1024 * 1024,
    max: 2 ** 40,
    default: 128 * 1024 * 1024,
    leastOfWorker: 16 * 1024 * 1024,
    about: 'maximum memory for the payloads of all artifacts being created',
  },
  groupCommit: {
    kind: 'enum',
    name: 'GROUP_COMMIT',
    values: ['on', 'off'],
    default: 'on',
    about: 'whether artifacts created concurrently in one AU share a segment and a transaction',
  },
  groupDelayMs: {
    kind: 'duration',
    name: 'GROUP_COMMIT_DELAY',
    min: 0,
    max: 1_000,
    default: 5,
    about: 'time that the first artifact of such a group waits for others',
  },
} as const;
