// Assesses whether the version, settings and limits of a PostgreSQL server suit the services.
import { assessClock, type NodeFinding } from '@holdfast/service-kit/doctor';
import { formatBytes } from '@holdfast/service-kit/text';
import { explainOldServer } from '../servers/old-server.ts';
import type { ServerFacts } from '../servers/server-facts.ts';

export interface ServerDescription {
  /** Name of the server in findings, such as `PostgreSQL at db:5432`. */
  readonly server: string;
  /** Prefix of finding IDs. */
  readonly id: string;
  /** Maximum number of connections that the services may open. */
  readonly plannedConnections: number;
  /** True if the tables have not been created yet. */
  readonly isNew: boolean;
}

/** Returns the findings about the server. */
export function assessServer(facts: ServerFacts, words: ServerDescription): NodeFinding[] {
  return [
    judgeVersion(facts, words),
    ...judgeDurability(facts, words),
    judgeEncoding(facts, words),
    ...judgeRights(facts, words),
    judgeConnections(facts, words),
    assessClock(`${words.id}.clock`, words.server, facts.clockOffsetMs),
    ...judgeTuning(facts, words),
  ];
}

function judgeVersion(
  { versionNumber, version }: ServerFacts,
  { id, server }: ServerDescription,
): NodeFinding {
  const reason = explainOldServer(versionNumber);
  const observed = version;
  if (reason === undefined)
    return { id: `${id}.version`, verdict: 'fine', message: `${server} has version ${version}.`, observed };
  const [message, ...remedy] = reason.split(/(?<=\.) /);
  return {
    id: `${id}.version`,
    verdict: 'fault',
    message: message!,
    remedy: remedy.join(' '),
    observed,
  };
}

const DURABILITY: readonly (readonly [string, string])[] = [
  ['fsync', 'a crash of the machine can destroy the whole database'],
  ['full_page_writes', 'a crash of the machine can destroy the whole database'],
  ['synchronous_commit', 'a crash can lose what was acknowledged'],
];

function judgeDurability({ settings }: ServerFacts, { id, server }: ServerDescription): NodeFinding[] {
  const off = DURABILITY.filter(([name]) => settings[name] === 'off');
  if (off.length === 0)
    return [{ id: `${id}.durability`, verdict: 'fine', message: `${server} writes durably.` }];
  return off.map(([name, why]) => ({
    id: `${id}.durability`,
    verdict: 'fault',
    message: `${server} has ${name} = off: ${why}.`,
    remedy: `Set ${name} = on in postgresql.conf, for the database and for its user.`,
    observed: 'off',
    expected: 'on',
  }));
}

function judgeEncoding({ encoding }: ServerFacts, { id }: ServerDescription): NodeFinding {
  const observed = encoding;
  if (encoding === 'UTF8')
    return { id: `${id}.encoding`, verdict: 'fine', message: 'The database stores UTF-8.', observed };
  return {
    id: `${id}.encoding`,
    verdict: 'fault',
    message: `The database has the encoding ${encoding}, which cannot store every URL and title.`,
    remedy: "Create a database with encoding 'UTF8' template template0, and copy the tables into it.",
    observed,
    expected: 'UTF8',
  };
}

function judgeRights({ mayCreate, mayCreateSchemas }: ServerFacts, { id }: ServerDescription): NodeFinding[] {
  if (!mayCreate)
    return [
      {
        id: `${id}.rights`,
        verdict: 'fault',
        message: 'The user of DATABASE_URL may not create tables in the database.',
        remedy: 'Let this user own the database: alter database NAME owner to USER.',
      },
    ];
  if (!mayCreateSchemas)
    return [
      {
        id: `${id}.rights`,
        verdict: 'advice',
        message:
          'The user of DATABASE_URL may not create schemas, which ./holdfast keep rebuild --replace requires.',
        remedy: 'grant create on database NAME to USER',
      },
    ];
  return [{ id: `${id}.rights`, verdict: 'fine', message: 'The user may create tables and schemas.' }];
}

function judgeConnections(
  { connectionLimit, limitedBy, connectionsInUse }: ServerFacts,
  { id, server, plannedConnections }: ServerDescription,
): NodeFinding {
  const observed = connectionLimit;
  const expected = `at least ${plannedConnections}`;
  const allowed = `${server} allows ${connectionLimit} connections (${limitedBy})`;
  if (connectionLimit >= plannedConnections)
    return {
      id: `${id}.connections`,
      verdict: 'fine',
      message: `${allowed}; the services open at most ${plannedConnections}, and ${connectionsInUse} are open now.`,
      observed,
      expected,
    };
  return {
    id: `${id}.connections`,
    verdict: 'fault',
    message: `${allowed}, but the services may open ${plannedConnections}: requests will fail under load.`,
    remedy: 'Raise the limit, or lower DATABASE_POOL or WORKERS.',
    observed,
    expected,
  };
}

const LEAST_BUFFERS_BYTES = 128 * 1024 * 1024;
const LEAST_WAL_BYTES = 4 * 2 ** 30;

/** Compares the server's settings with the recommendations in docs/operations.md. */
function judgeTuning(
  { sharedBuffersBytes, maxWalBytes, settings }: ServerFacts,
  { id, server }: ServerDescription,
): NodeFinding[] {
  const low = [
    ...(sharedBuffersBytes < LEAST_BUFFERS_BYTES
      ? [`shared_buffers = ${formatBytes(sharedBuffersBytes)}`]
      : []),
    ...(maxWalBytes < LEAST_WAL_BYTES ? [`max_wal_size = ${formatBytes(maxWalBytes)}`] : []),
    ...(Number(settings.random_page_cost) > 2 ? [`random_page_cost = ${settings.random_page_cost}`] : []),
  ];
  if (low.length === 0)
    return [
      { id: `${id}.tuning`, verdict: 'fine', message: `${server} has the recommended memory and log sizes.` },
    ];
  return [
    {
      id: `${id}.tuning`,
      verdict: 'advice',
      message: `${server} could be faster: it has ${low.join(', ')}.`,
      remedy: 'docs/operations.md, "Your own PostgreSQL", has the values to start with.',
    },
  ];
}
