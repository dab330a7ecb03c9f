// Statements that create holds, which protect artifacts and AUs from deletion.

// artifact_id: null if the whole AU is held, including artifacts that are stored later. until: time when the hold
// expires; null if the hold lasts until it is lifted. Rows of ended holds stay until they are lifted.
const holdTable = `
  create table hold (
    id uuid primary key,
    au_id integer not null,
    artifact_id uuid,
    placed_at timestamptz not null default now(),
    placed_by text not null,
    reason text not null,
    until timestamptz
  )`;

// Legal holds that the service has placed, or is about to place, on segments in a bucket with object lock. placed_at:
// null unless the legal hold certainly exists. store: name of the bucket. The table contains no IDs of index rows, so
// that a rebuild can retain its rows.
const legalHoldTable = `
  create table legal_hold (
    key text collate "C" not null,
    store text not null,
    placed_at timestamptz,
    primary key (key, store)
  )`;

// Checks every deletion, regardless of which part or version of the service requests it. Holds are placed, and
// artifacts are deleted, under the AU's lock. Refuses the whole statement; the detail of the error names the hold that
// lasts longest.
const refuse = `
  create function refuse_held() returns trigger language plpgsql as $$
  declare
    held text;
  begin
    if not exists (select from hold) then
      return null;
    end if;
    select json_build_object('hold', hold.id, 'artifact', gone.id, 'ofAu', hold.artifact_id is null, 'by', hold.placed_by,
      'reason', hold.reason, 'until', floor(extract(epoch from hold.until) * 1000)::bigint)::text into held
    from gone join hold on hold.au_id = gone.au_id and coalesce(hold.artifact_id, gone.id) = gone.id
    where hold.until is null or hold.until > clock_timestamp()
    order by hold.until desc nulls first, hold.id limit 1;
    if held is not null then
      raise exception using errcode = 'HFHLD', message = 'an artifact under hold cannot be deleted', detail = held;
    end if;
    return null;
  end $$`;

export const holdStatements = [
  holdTable,
  'create index hold_of_au on hold (au_id)',
  legalHoldTable,
  refuse,
  `create trigger refuse_held after delete on artifact referencing old table as gone
   for each statement execute function refuse_held()`,
  `create trigger refuse_held after insert on purge referencing new table as gone
   for each statement execute function refuse_held()`,
];
