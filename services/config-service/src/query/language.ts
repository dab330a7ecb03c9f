// The query language of /ws/*: what a query means, and how large it may be. Nothing here runs; parse.ts reads it,
// compile.ts makes SQL of it. Whatever PostgreSQL is asked is a fixed expression of a catalogue or of these rules;
// what a client wrote reaches it as parameters only.
//
//   SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition]
//     [ORDER BY expression [ASC|DESC], …] [LIMIT [start,] n] [;]
//
// Words      Keywords and functions in any case, any white space; names in their exact case, unknown ones are refused.
//            A name may have members: of an object (`tdbTitle.issn`), of a map (`params.base_url`). Behind a map all
//            that follows is one key (`props.journal.link`); keys of other characters are for get(map, 'key').
// Literals   'text' with '' for one quote, or "text" with "" for one; decimal numbers of at most 30 digits, without exponent; TRUE, FALSE, NULL.
// Types      text, number (exact decimal), boolean, map, list, object; known before anything is asked. Where a number
//            is wanted (arithmetic, comparison with a number), text is read as a plain decimal number; text that is none
//            has no value there, and a literal that is none is refused. Other mixtures are refused. Times are numbers:
//            milliseconds since the epoch.
// No value   is NULL, and conditions are three-valued as in SQL: what is compared with no value is neither true nor
//            false, and only what is true is selected. `= NULL` and `!= NULL`, written with the word, are IS NULL and
//            IS NOT NULL. An operator or function given no value gives none; division by zero gives none.
// Text       compares by code point (PostgreSQL's collation "C"). `$` before an operator compares both sides in lower
//            case: by Unicode's simple mapping of single characters on PostgreSQL 17 and later, by ICU's rules on
//            earlier ones, of ASCII letters only where PostgreSQL was built without ICU. upper and lower do alike.
// LIKE       `%` is any run of characters, `_` any one; all else is itself. `LIKE 'a!_b' ESCAPE '!'`: behind the character
//            that ESCAPE names, `%`, `_` and that character are themselves; the pattern must be a literal then.
// MATCHES    a literal regular expression is found somewhere in the text (`^` and `$`: at its beginning and its end).
//            Only what is matched in one pass over the text: no back references, no look-around; `.` is no line
//            feed unless the expression begins with (?s); (?i) at its beginning is what $MATCHES is. Classes \d \w \s
//            \b are of ASCII. See match-pattern.ts.
// IN         items are expressions; a list among them (`'1234-5678' IN (issns)`) stands for its elements, and one list
//            needs no parentheses (`'1234-5678' IN issns`).
// BETWEEN    includes both ends.
// Numbers    + − * % are exact; / is cut after 12 decimal places, toward zero; % has the sign of its left side.
//            Arithmetic whose result could have more than 2,000 digits is refused.
// Functions  upper, lower, trim (white space of ASCII), length (in characters); concat (numbers in plain decimal form);
//            substring(text, start[, length]) from position 1, as in SQL, fractions cut off, length below 0 as 0;
//            get(map, key); toDate('…') of a literal: yyyy-mm-dd, yyyy-mm-ddThh:mm[:ss[.sss]][Z|±hh:mm], dd/Mon/yyyy;
//            in UTC unless it says otherwise.
// Operators  bind in this order: unary − and +; * / %; + −; comparisons, which do not chain; NOT; AND; OR.
// SELECT     A name given twice is given once; of a name and a member of it the whole is given. Members that have no
//            value are left out of the answer.
// Aggregates count(*) counts rows, count(x) those in which x has a value, count(distinct x) its values; sum and avg take
//            numbers (avg is cut as / is), min and max text, numbers or booleans. Of no value at all sum, avg, min and max
//            give none. They stand in SELECT, HAVING and ORDER BY, and not in one another. An answer has each under
//            the word behind AS, which ORDER BY and HAVING know, too; without AS it is what was written, `count(*)` or
//            `sum(contentSize)`.
// GROUP BY   text, numbers, or booleans, by name. A row for each group; those without a value are a group. Besides
//            aggregates only what is grouped by can be selected or ordered by. Aggregates without GROUP BY make one row of
//            everything. Groups are in the order of their values, those without a value last.
// ORDER BY   text, numbers, or booleans (false first); rows without the value come last in both directions. What is
//            equal, or all without ORDER BY, is in natural order: that of the key.
// LIMIT      n rows at most, 0 is none; `start` counts from 1, as it does in existing nodes: LIMIT 1, n is LIMIT n.

/** A query beyond these is refused. */
export const limits = {
  /** The limit of the contract, which is checked before. */
  characters: 16_384,
  /** Operators, functions, names and literals. */
  terms: 2_000,
  /** Parentheses, operators and functions inside each other; chains of AND and of OR count once. */
  depth: 64,
  selected: 100,
  orders: 16,
  groups: 16,
  listItems: 1_000,
  numberDigits: 30,
  resultDigits: 2_000,
  /** Each may be as long as the longest value that is stored. */
  concatenated: 64,
} as const;
