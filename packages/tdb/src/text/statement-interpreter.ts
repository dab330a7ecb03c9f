// Interprets statements in order: opens and closes scopes, sets values, and collects AUs.
import type { TdbEntry } from '../entry/entry.ts';
import { makeEntryFromScope } from './make-entry.ts';
import type { TextPosition } from './positions.ts';
import {
  assignValue,
  assignValues,
  collectTitleFields,
  EMPTY_SCOPE,
  findUnreadableValue,
  MAX_TEXT_CHARACTERS,
  markValueUnreadable,
  type TdbScope,
} from './scope.ts';
import type { TdbStatement, ValueAssignment } from './statement.ts';

export interface StatementInterpreter {
  /** Applies a statement. Returns an error message if it is not valid at this position. */
  apply(statement: TdbStatement, place: TextPosition): string | undefined;
  /** Returns an error for each unclosed brace. Call this at the end of the text. */
  end(): { place: TextPosition; message: string }[];
  /** Returns the AUs that were collected since the last call. */
  take(): TdbEntry[];
}

const MAX_DEPTH = 64;
interface OpenBrace {
  readonly outer: TdbScope;
  readonly place: TextPosition;
}

export function createStatementInterpreter(): StatementInterpreter {
  let scope: TdbScope = EMPTY_SCOPE;
  const opened: OpenBrace[] = [];
  let tooDeep = 0;
  let entries: TdbEntry[] = [];

  const open = (place: TextPosition) => {
    if (opened.length === MAX_DEPTH) {
      tooDeep += 1;
      return tooDeep === 1
        ? `more than ${MAX_DEPTH} braces within each other; what is inside is left out`
        : undefined;
    }
    opened.push({ outer: scope, place });
    return undefined;
  };
  const close = () => {
    if (tooDeep > 0) {
      tooDeep -= 1;
      return undefined;
    }
    const last = opened.pop();
    if (last === undefined) return 'there is no "{" for this "}"';
    scope = last.outer;
    return undefined;
  };
  const set = ([key, value]: ValueAssignment) => {
    const changed = assignValue(scope, key, value);
    if (typeof changed === 'string') return changed;
    scope = changed;
    return undefined;
  };
  const add = (values: readonly string[], place: TextPosition) => {
    const entry = createEntry(scope, values, place);
    if (typeof entry === 'string') return entry;
    entries.push(entry);
    return undefined;
  };
  return {
    apply(statement, place) {
      if (statement.kind === 'open') return open(place);
      if (statement.kind === 'close') return close();
      if (tooDeep > 0) return undefined;
      if (statement.kind === 'au') return add(statement.values, place);
      if (statement.kind === 'assignment') return set(statement.assignment);
      if (statement.kind === 'implicit') {
        scope = { ...scope, implicit: statement.keys };
        return undefined;
      }
      const named = collectTitleFields(statement.assignments);
      if (JSON.stringify(named).length > MAX_TEXT_CHARACTERS) return `the ${statement.kind} is too long`;
      scope = { ...scope, ...(statement.kind === 'title' ? { title: named } : { publisher: named.name }) };
      const isUnreadable = statement.assignments.some(([, value]) => value === undefined);
      scope = markValueUnreadable(scope, statement.kind, isUnreadable);
      return isUnreadable
        ? undefined
        : named.name === undefined
          ? `the ${statement.kind} has no name`
          : undefined;
    },
    end: () =>
      opened.slice(-1).map(({ place }) => ({
        place,
        message:
          opened.length === 1
            ? 'this "{" is never closed'
            : `this "{", and ${opened.length - 1} before it, are never closed`,
      })),
    take() {
      const taken = entries;
      entries = [];
      return taken;
    },
  };
}

/**
 * Assigns the values to the names in the innermost `implicit` list and creates an entry. Returns an error message if
 * the values do not form an AU.
 */
function createEntry(scope: TdbScope, values: readonly string[], place: TextPosition): TdbEntry | string {
  const { implicit } = scope;
  if (implicit === undefined) return 'an AU where no "implicit" says what its values are';
  if (values.length !== implicit.length) {
    return `the AU has ${values.length} values where "implicit" names ${implicit.length}; it is left out`;
  }
  const missing = findUnreadableValue(scope, implicit);
  if (missing !== undefined) return `the AU has ${missing}, which could not be read; it is left out`;
  return makeEntryFromScope(assignValues(scope, implicit, values), place);
}
