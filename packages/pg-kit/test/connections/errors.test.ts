import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import {
  CheckViolationError,
  ConstraintViolationError,
  DatabaseUnavailableError,
  ForeignKeyViolationError,
  findSqlState,
  toTypedError,
  UniqueViolationError,
} from '../../src/connections/errors.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

describe('errors of PostgreSQL', () => {
  let scratch: Scratch;
  let db: Kysely<Record<string, never>>;
  beforeAll(async () => {
    scratch = await createScratchDatabase();
    db = scratch.open().kysely;
    await scratch.run(`
      create table au (id int primary key, size int constraint size_positive check (size > 0));
      create table artifact (au int constraint artifact_au references au);
      insert into au values (1, 1)`);
  });
  afterAll(() => scratch.end());

  it.each([
    ['a key that is there', 'insert into au values (1, 1)', UniqueViolationError, 'au_pkey', '23505'],
    [
      'a reference to nothing',
      'insert into artifact values (9)',
      ForeignKeyViolationError,
      'artifact_au',
      '23503',
    ],
    [
      'a value that is refused',
      'insert into au values (2, 0)',
      CheckViolationError,
      'size_positive',
      '23514',
    ],
  ])('%s', async (_name, statement, type, constraint, state) => {
    const error = await sql
      .raw(statement)
      .execute(db)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toBeInstanceOf(ConstraintViolationError);
    expect(error).toMatchObject({ name: type.name, constraint, cause: expect.any(pg.DatabaseError) });
    expect(findSqlState(error)).toBe(state);
  });

  it('other errors pass through as they are', async () => {
    const error = await sql`select * from nowhere`.execute(db).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(findSqlState(error)).toBe('42P01');
  });
});

describe('toTypedError', () => {
  it.each(['08000', '08006', '53100', '53300', '57P01', '57P02', '57P03', '25006'])(
    '%s: unavailable',
    (code) => {
      const error = Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });
      expect(toTypedError(error)).toBeInstanceOf(DatabaseUnavailableError);
      expect(toTypedError(error)).toMatchObject({ message: 'no', cause: error });
    },
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])('%s: unavailable', (code) => {
    expect(toTypedError(Object.assign(new Error('connect'), { code }))).toBeInstanceOf(
      DatabaseUnavailableError,
    );
  });

  it('a host with several addresses, none of which answers: unavailable', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(toTypedError(new AggregateError([refused, refused]))).toBeInstanceOf(DatabaseUnavailableError);
  });

  it.each(['57014', '40001', '42601', '22001', '28P01', '3D000'])('%s passes through', (code) => {
    const error = Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });
    expect(toTypedError(error)).toBe(error);
  });

  it('what is no error of a database passes through', () => {
    const plain = new TypeError('x is not a function');
    expect(toTypedError(plain)).toBe(plain);
    expect(toTypedError('text')).toBe('text');
    expect(toTypedError(undefined)).toBeUndefined();
    expect(findSqlState(plain)).toBeUndefined();
  });
});
