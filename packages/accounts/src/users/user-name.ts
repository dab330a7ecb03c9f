// User names according to the profile UsernameCasePreserved of RFC 8265 (IdentifierClass of RFC 8264). New names must
// conform. Nonconforming names in an existing users file remain valid; see user-store.ts.

const MAX_NAME_CHARACTERS = 256;

/** Maps full-width and half-width characters to their plain forms, and normalizes to NFC. RFC 8265, section 3.4.1. */
export function mapUserName(name: string): string {
  return name.replace(WIDTH_VARIANT, (variant) => variant.normalize('NFKC')).normalize('NFC');
}

/**
 * Returns the reason why a new user cannot have this name. Returns undefined for a valid name. `name` must be a result
 * of `mapUserName`.
 */
export function findUserNameFault(name: string): string | undefined {
  if (name === '') return 'it is empty';
  if (name.length > MAX_NAME_CHARACTERS) return `it is longer than ${MAX_NAME_CHARACTERS} characters`;
  const parts = name.split(' ');
  if (parts.includes('')) return 'it begins or ends with a space, or has two in a row';
  return parts.map(findUserPartFault).find((fault) => fault !== undefined);
}

/**
 * RFC 8265, section 3.1: a user name is one or more parts separated by spaces. Consecutive spaces are rejected, because
 * they look like a single space.
 */
function findUserPartFault(part: string): string | undefined {
  const points = [...part];
  const wrong = points.find((_point, at) => !isAllowedAt(points, at));
  if (wrong !== undefined) return `it contains ${describePoint(wrong)}`;
  return satisfiesBidiRule(points) ? undefined : 'it mixes left-to-right and right-to-left characters';
}

/** Characters with a Unicode decomposition mapping <wide> or <narrow>. */
const WIDTH_VARIANT = /[\u3000\uff01-\uffee]/g;

/** Exceptions to the rules by general category: RFC 5892, section 2.6. */
const EXTRA_LETTERS = /^[\u06fd\u06fe\u0f0b\u3007]$/;
const EXTRA_DISALLOWED = /^[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]$/;
const OLD_HANGUL_JAMO = /^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]$/;
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Join_Control}]$/u;
const LETTER_OR_DIGIT = /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u;
const ARABIC_DIGIT = /^[\u0660-\u0669]$/;
const EXTENDED_ARABIC_DIGIT = /^[\u06f0-\u06f9]$/;

/**
 * Checks RFC 8264, section 8, and the contextual rules of RFC 5892, appendix A. Stricter in two points: rejects colons,
 * which would end the name in HTTP Basic credentials, and the invisible joiners U+200C and U+200D.
 */
function isAllowedAt(points: readonly string[], at: number): boolean {
  const point = points[at]!;
  const inContext = CONTEXT_RULES.find(({ of }) => of.test(point));
  if (inContext !== undefined) return inContext.isAllowed(points, at);
  if (EXTRA_LETTERS.test(point)) return true;
  if (EXTRA_DISALLOWED.test(point)) return false;
  if (point <= '\u007f') return point > ' ' && point !== ':' && point !== '\u007f';
  if (OLD_HANGUL_JAMO.test(point) || IGNORABLE.test(point)) return false;
  return point.normalize('NFKC') === point && LETTER_OR_DIGIT.test(point);
}

interface ContextRule {
  readonly of: RegExp;
  isAllowed(points: readonly string[], at: number): boolean;
}

const CONTEXT_RULES: readonly ContextRule[] = [
  { of: /^\u00b7$/, isAllowed: (points, at) => points[at - 1] === 'l' && points[at + 1] === 'l' },
  { of: /^\u0375$/, isAllowed: (points, at) => /^\p{Script=Greek}$/u.test(points[at + 1] ?? '') },
  { of: /^[\u05f3\u05f4]$/, isAllowed: (points, at) => /^\p{Script=Hebrew}$/u.test(points[at - 1] ?? '') },
  {
    of: /^\u30fb$/,
    isAllowed: (points) =>
      points.some((one) => /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]$/u.test(one)),
  },
  { of: ARABIC_DIGIT, isAllowed: (points) => !points.some((one) => EXTENDED_ARABIC_DIGIT.test(one)) },
  { of: EXTENDED_ARABIC_DIGIT, isAllowed: (points) => !points.some((one) => ARABIC_DIGIT.test(one)) },
];

/** Blocks of right-to-left letters, including the digits of N'Ko and Adlam. */
const RIGHT_TO_LEFT =
  /^(?=[\p{L}\u05f3\u05f4\u06fd\u06fe\u07c0-\u07c9\u{1e950}-\u{1e959}])[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]$/u;
const EUROPEAN_DIGIT = /^[0-9\u06f0-\u06f9]$/;
const ARABIC_NUMBER = /^[\u0660-\u0669\u{10d30}-\u{10d39}]$/u;
const LEFT_TO_RIGHT = /^[\p{L}\p{Nd}\p{Mc}]$/u;
const MARK = /^\p{Mn}$/u;

/** The Bidi Rule of RFC 5893, section 2, for names that contain a right-to-left character. */
function satisfiesBidiRule(points: readonly string[]): boolean {
  const kinds = points.filter((point) => !MARK.test(point)).map(readDirection);
  if (!kinds.some((kind) => kind === 'right' || kind === 'arabic number')) return true;
  if (kinds[0] !== 'right' || MARK.test(points[0]!) || kinds.includes('left')) return false;
  return kinds.at(-1) !== 'neutral' && !(kinds.includes('digit') && kinds.includes('arabic number'));
}

function readDirection(point: string): 'left' | 'right' | 'digit' | 'arabic number' | 'neutral' {
  if (RIGHT_TO_LEFT.test(point)) return 'right';
  if (EUROPEAN_DIGIT.test(point)) return 'digit';
  if (ARABIC_NUMBER.test(point)) return 'arabic number';
  return LEFT_TO_RIGHT.test(point) ? 'left' : 'neutral';
}

function describePoint(point: string): string {
  if (point === ':') return 'a colon';
  return `the character U+${point.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
