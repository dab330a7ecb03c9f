// Finds the primary among several servers. Queries all servers at the same time, so that unresponsive hosts delay the
// search by at most one time limit.
import pg from 'pg';

export interface ServerState {
  readonly isStandby: boolean;
  /** Start time and timeline of the server, as text. Changes with a restart or a promotion. */
  readonly text: string;
  /** Timeline of the server. 0 on a standby, or if the user may not read it. */
  readonly timeline: number;
}

// Does not use pg_control_checkpoint(), which returns the old timeline right after a promotion.
const STATE = `
  select "isStandby", timeline, concat_ws('/', extract(epoch from pg_postmaster_start_time()), timeline) as text
  from (
    select pg_is_in_recovery() as "isStandby", case
      when pg_is_in_recovery() or not has_function_privilege('pg_walfile_name(pg_lsn)', 'execute')
        or not has_function_privilege('pg_current_wal_lsn()', 'execute') then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer
    end as timeline
  ) as state`;

export async function readServerState(client: Pick<pg.ClientBase, 'query'>): Promise<ServerState> {
  const { rows } = await client.query<ServerState>(STATE);
  return rows[0]!;
}

export interface FoundPrimary {
  readonly url: string;
  readonly state: ServerState;
}

/**
 * Returns the primary, or undefined if no server claims to be the primary. If two servers do, returns the one with the
 * higher timeline, because it was promoted last.
 */
export async function findPrimary(
  urls: readonly string[],
  timeoutMs: number,
): Promise<FoundPrimary | undefined> {
  const answers = await Promise.all(urls.map((url) => probeServer(url, timeoutMs)));
  const primaries = answers.filter((answer) => answer !== undefined && !answer.state.isStandby);
  return primaries.sort((a, b) => b!.state.timeline - a!.state.timeline)[0];
}

/** Connects to one server and reads its state. Returns undefined if this fails or takes too long. */
async function probeServer(url: string, timeoutMs: number): Promise<FoundPrimary | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'holdfast find primary',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { url, state: await readServerState(client) };
  } catch {
    return undefined;
  } finally {
    client.end().catch(() => undefined);
  }
}
