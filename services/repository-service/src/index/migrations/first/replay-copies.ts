// Statements that create what keeps copies of the replay index up to date: which copies there are, the ranges of keys in which
// a transaction has changed the captures that replay shows, and until when nobody commits such a change. The triggers that
// write these rows exist only while there is a copy (index/replay/copy-triggers.db.ts).

// None of it is logged. After a crash, a promotion, or a restore of the server's files these tables are empty: transactions
// that a copy has seen may be lost then and their numbers be given again, so that no copy must go on. And a backup leaves
// out what is not logged.
//
// beat: counts signs of life, so that a holder notices a database that went back. home: the server and the database that
// the numbers of transactions are of. oldest_xid: what is below is in all parts of the copy.
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

// Who may not ask which server it is does without.
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

// A copy that was seen within the hour is told of changes. By the time at which the transaction began: whoever cannot see
// yet that a copy has shown itself began before it did. With one snapshot for all statements a transaction might not see a
// copy at all; none of ours is such a one.
const isCopied = `
  create function replay_is_copied() returns boolean language plpgsql stable as $$
  begin
    return current_setting('transaction_isolation') <> 'read committed'
      or exists (select from replay_copy where seen_at > now() - interval '1 hour');
  end $$`;

/** Locked shared by whoever has changed what replay shows, until that is committed; alone by whoever takes a lease. */
const LOCK = '4023714371397264928';

// What comes behind the lock has a newer snapshot and so sees every lease that was taken before it was held; none is taken
// while it is held. A lease is for a second at most: so long waits whoever cannot see it. A clock that is set back must not
// make anybody wait for longer.
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

// A range for each host, which is what stands before the first ")" of a key: an import touches all of a site, and nothing
// between two of them. 1,000 ranges at most, beyond which neighbours are taken together. The head is taken last: it keeps
// the order.
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

// What was shown and is not any more, or not so; and the other way round. No join: its plan would be that for the number of
// rows of the first statement on the connection.
const altered = `
      select namespace_id, urlkey from (${shown('gone')} except ${shown('come')}) was
      union all
      select namespace_id, urlkey from (${shown('come')} except ${shown('gone')}) is_now`;

const emptied = `
    insert into replay_change default values;
    perform replay_await_leases();`;

// Answers one row at least where the copy is known and was seen within the last 50 minutes, at whose end it is told of
// changes still. `above` and `running`: the end of the snapshot that the copy knows, and what was under way in it. Mostly
// there is nothing above; PostgreSQL does not know that, and would read the table as a whole. More than 50,000 changes are
// more than anybody follows one by one: one more says that there are.
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

// The statement that asks for news comes behind the lock, and so has a newer snapshot: it sees all that was committed before
// the lease. Which is so when it is committed, as any other row: whoever writes asks for the lock that is held until then.
// Nobody waits for it to be on disk. A crash of the database loses leases; it takes longer to start than they last.
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
