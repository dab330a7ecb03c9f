// Statements that create what keeps copies of the replay index up to date: which copies there are, the ranges of keys in which
// a transaction has changed the captures that replay shows, and until when nobody commits such a change. The triggers that
// write these rows exist only while there is a copy (index/replay/copy-triggers.db.ts).

// These tables are unlogged. After a crash, a promotion, or a restore of the server's files they are empty.
// This is intended: transactions that a copy has seen may then be lost and their numbers reused, so no copy
// may continue. Backups leave out unlogged tables. beat: counts heartbeats, so that a holder notices a
// database that was set back. home: server and database that the transaction numbers belong to. oldest_xid:
// transactions below this number are in all parts of the copy.
const copies = `
  create unlogged table replay_copy (
    id uuid primary key,
    home text not null,
    beat bigint not null default 0,
    seen_at timestamptz not null default now(),
    oldest_xid xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
  )`;

// Ranges from one head of a key to another, inclusive, in byte order. namespace_id: null when everything has changed.
const changes = `
  create unlogged table replay_change (
    xid xid8 not null default pg_current_xact_id(),
    namespace_id integer,
    lowest text collate "C",
    highest text collate "C"
  )`;

const leases = 'create unlogged table replay_lease (holder uuid primary key, until timestamptz not null)';

// A user without permission to read the server's identity does without it.
const home = `
  create function replay_home() returns text language plpgsql stable as $$
  declare
    server text := '';
  begin
    if has_function_privilege('pg_control_system()', 'execute') then
      select system_identifier into server from pg_control_system();
    end if;
    return server || '/' || (select oid from pg_database where datname = current_database());
  end $$`;

// Changes are recorded for copies that were seen within the last hour, as of the start of the transaction. A
// transaction that cannot see a copy's registration yet started before it. This needs a new snapshot for each
// statement; the service uses no transactions with a single snapshot.
const isCopied = `
  create function replay_is_copied() returns boolean language plpgsql stable as $$
  begin
    return current_setting('transaction_isolation') <> 'read committed'
      or exists (select from replay_copy where seen_at > now() - interval '1 hour');
  end $$`;

/**
 * Advisory lock. A transaction that has changed what replay shows holds it shared until it commits; a process
 * that takes a lease holds it exclusively.
 */
const LOCK = '4023714371397264928';

// A statement after the lock has a newer snapshot, so it sees every lease taken before, and none can be taken
// while the lock is held. A lease lasts at most one second, which is how long a transaction waits that cannot
// read it. A clock that is set back must not make anybody wait longer.
const awaitLeases = `
  create function replay_await_leases() returns void language plpgsql as $$
  declare
    seconds float8 := 1;
  begin
    perform pg_advisory_xact_lock_shared(${LOCK});
    if current_setting('transaction_isolation') = 'read committed' then
      select coalesce(extract(epoch from max(until) - clock_timestamp()), 0) into seconds from replay_lease;
    end if;
    if seconds > 0 then
      perform pg_sleep(least(seconds, 1));
    end if;
  end $$`;

// Records one range per host, which is the part of a key before the first ")". An import changes all of a
// site and nothing between two sites. If there are more than 1,000 ranges, neighbours are combined. The head
// is taken last because that keeps the order.
const recorded = (captures: string) => `
    insert into replay_change (namespace_id, lowest, highest)
    select namespace_id, key_head(min(lowest)), key_head(max(highest))
    from (
      select *, ntile(1000) over (order by namespace_id, lowest) as part
      from (
        select namespace_id, min(urlkey) as lowest, max(urlkey) as highest
        from (${captures}) capture group by namespace_id, split_part(urlkey, ')', 1)
      ) host
    ) parted
    group by namespace_id, part;
    if found then
      perform replay_await_leases();
    end if;`;

const trigger = (name: string, body: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  begin
    if not replay_is_copied() then
      return null;
    end if;
    ${body}
    return null;
  end $$`;

const committed = (rows: string) => `select namespace_id, urlkey from ${rows} where committed`;

const shown = (rows: string) => `
      select id, namespace_id, urlkey, collection_ms, url, mime, http_status, sha1, redirect,
        coalesce(replay_length, record_length), method, request_body
      from ${rows} where committed`;

// Finds captures that are no longer shown or have changed, and new ones. No join: PostgreSQL would plan it
// for the number of rows in the connection's first statement.
const altered = `
      select namespace_id, urlkey from (${shown('gone')} except ${shown('come')}) was
      union all
      select namespace_id, urlkey from (${shown('come')} except ${shown('gone')}) is_now`;

const emptied = `
    insert into replay_change default values;
    perform replay_await_leases();`;

// Returns at least one row if the copy is known and was seen within the last 50 minutes. (Changes are
// recorded for 60 minutes.) `above` and `running`: the end of the snapshot that the copy knows, and the
// transactions that were running then. Usually nothing is above it; PostgreSQL does not know that and would
// scan the whole table. At most 50,001 changes are returned: more than 50,000 are not followed one by one.
const news = `
  create function replay_news(copy uuid, above xid8, running xid8[])
  returns table (snapshot text, beat bigint, xid xid8, namespace_id integer, lowest text, highest text)
  language plpgsql stable
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
  begin
    return query
    select pg_current_snapshot()::text, replay_copy.beat, change.*
    from replay_copy left join (
      select * from replay_change where replay_change.xid >= above
      union all
      select * from replay_change where replay_change.xid = any (running)
      limit 50001
    ) change on true
    where replay_copy.id = copy and replay_copy.seen_at > now() - interval '50 minutes';
  end $$`;

// The statement that asks for news comes after the lock and has a newer snapshot, so it sees everything committed
// before the lease. The lease takes effect when it commits: writers wait for the lock that is held until then. The
// commit does not wait for the disk. A crash of the database loses leases, but a restart takes longer than they last.
const leaseAndNews = `
  create function replay_lease_and_news(asking uuid, ms integer, copy uuid, above xid8, running xid8[])
  returns table (
    leased boolean, snapshot text, beat bigint, xid xid8, namespace_id integer, lowest text, highest text
  )
  language plpgsql as $$
  declare
    is_leased boolean := pg_try_advisory_xact_lock(${LOCK});
  begin
    if is_leased then
      perform set_config('synchronous_commit', 'off', true);
      delete from replay_lease where replay_lease.until < clock_timestamp() - interval '1 minute';
      insert into replay_lease as lease values (asking, clock_timestamp() + least(ms, 1000) * interval '1 ms')
      on conflict (holder) do update set until = excluded.until;
    end if;
    return query select is_leased, news.* from replay_news(copy, above, running) news;
  end $$`;

export const replayCopyStatements = [
  copies,
  changes,
  'create index replay_change_of on replay_change (xid)',
  leases,
  home,
  isCopied,
  awaitLeases,
  trigger('replay_added', recorded(committed('come'))),
  trigger('replay_altered', recorded(altered)),
  trigger('replay_removed', recorded(committed('gone'))),
  trigger('replay_emptied', emptied),
  news,
  leaseAndNews,
];
