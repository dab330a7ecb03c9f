// The table of user accounts; migrations/first/aus.ts says what each column means.
import type { JSONColumnType } from 'kysely';
import type { JsonObject } from '../../domain/aus/documents.ts';

export interface AccountTables {
  user_account: { user_name: string; document: JSONColumnType<JsonObject> };
}
