// Defines the query language of /ws/* and its limits. parse.ts parses queries, and compile.ts compiles them to SQL.
// All SQL expressions come from the catalogues and the compiler; client text is always passed as parameters.
//
//   SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition]
//     [ORDER BY expression [ASC|DESC], …] [LIMIT [start,] n] [;]
//
// Words      Keywords and functions are case-insensitive, names are case-sensitive. Unknown names are rejected.
//            A dot selects a field of an object (`tdbTitle.issn`) or a key of a map (`params.base_url`). A key of a map
//            may contain dots (`props.journal.link`); use get(map, 'key') for keys with special characters.
// Literals   'text' or "text", where a doubled quotation mark stands for one; decimal numbers of at most 30 digits,
//            without exponent; TRUE, FALSE, NULL.
// Types      text, number (exact decimal), boolean, map, list, object. Types are checked before the query runs. Where a
//            number is needed (arithmetic, comparison with a number), text is parsed as a plain decimal number. Text
//            that is not a number becomes NULL, and a literal that is not a number is rejected. Other combinations of
//            types are rejected. Times are numbers: milliseconds since the epoch.
// NULL       is a missing value. Conditions are three-valued as in SQL: a comparison with NULL is neither true nor
//            false, and only rows with a true condition are selected. A literal `= NULL` or `!= NULL` means IS NULL or
//            IS NOT NULL. Operators and functions return NULL if an operand is NULL; so does division by zero.
// Text       is compared by code point (PostgreSQL's collation "C"). `$` before an operator compares both sides in
//            lower case: with Unicode's simple case mapping on PostgreSQL 17 and later, with ICU's rules on earlier
//            versions, and for ASCII letters only if PostgreSQL was built without ICU. upper and lower use the same mapping.
// LIKE       `%` matches any sequence of characters, `_` any single character. `LIKE 'a!_b' ESCAPE '!'`: after the
//            escape character, `%`, `_` and the escape character are literal. ESCAPE requires a literal pattern.
// MATCHES    searches the text for a literal regular expression (`^` and `$`: start and end of the text). Only
//            expressions that match in a single pass: no back references, no lookaround. `.` does not match a line feed
//            unless the expression begins with (?s); (?i) at the beginning is the same as $MATCHES. The classes \d \w
//            \s \b are ASCII only. See match-pattern.ts.
// IN         Items are expressions. A list among them (`'1234-5678' IN (issns)`) stands for its elements; a single list
//            needs no parentheses (`'1234-5678' IN issns`).
// BETWEEN    includes both bounds.
// Numbers    + − * % are exact; / is truncated after 12 decimal places, toward zero; % has the sign of its left
//            operand. Arithmetic whose result could have more than 2,000 digits is rejected.
// Functions  upper, lower, trim (ASCII white space), length (in characters); concat (numbers in plain decimal form);
//            substring(text, start[, length]) from position 1, as in SQL, with fractions truncated and a negative length
//            treated as 0; get(map, key); toDate('…') of a literal: yyyy-mm-dd, yyyy-mm-ddThh:mm[:ss[.sss]][Z|±hh:mm],
//            dd/Mon/yyyy. The default time zone is UTC.
// Operators  bind in this order: unary − and +; * / %; + −; comparisons, which do not chain; NOT; AND; OR.
// SELECT     A name that is selected twice is returned once. If an object and one of its fields are selected, the
//            whole object is returned. Fields without a value are omitted from the result.
// Aggregates count(*) counts rows, count(x) counts the rows in which x has a value, and count(distinct x) counts the
//            distinct values of x. sum and avg take numbers; avg is truncated like /. min and max take text, numbers or
//            booleans. Without any value, sum, avg, min and max return NULL. Aggregates may occur in SELECT,
//            HAVING and ORDER BY, but not nested. In the result, the name of an aggregate is the word after AS. ORDER
//            BY and HAVING can use that name as well. Without AS, the name is the text of the aggregate, such as
//            `count(*)` or `sum(contentSize)`.
// GROUP BY   takes names of text, numbers or booleans. The result has one row per group; rows without a value form a
//            group. Only aggregates and group keys can be selected or ordered by. Aggregates without GROUP BY form one
//            group of all rows. Groups are ordered by their keys, groups without a value last.
// ORDER BY   takes text, numbers or booleans (false first). Rows without a value come last in both directions. Equal
//            rows, or all rows without ORDER BY, are in the order of their key.
// LIMIT      returns at most n rows; 0 returns none. `start` counts from 1, as in LOCKSS: LIMIT 1, n is LIMIT n.

/** Limits of a query. A query that exceeds a limit is rejected. */
export const queryLimits = {
  /** Maximum length of a query. The contract declares the same limit, which is checked first. */
  characters: 16_384,
  /** Maximum number of operators, functions, names and literals. */
  terms: 2_000,
  /** Maximum nesting depth of parentheses, operators and functions. A chain of AND or OR counts as one level. */
  depth: 64,
  selected: 100,
  orders: 16,
  groups: 16,
  listItems: 1_000,
  numberDigits: 30,
  resultDigits: 2_000,
  /** Maximum number of concatenated texts, each of which may be as long as the longest stored value. */
  concatenated: 64,
} as const;
