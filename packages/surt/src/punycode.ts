// Punycode (RFC 3492), encoding only. Node's own is deprecated, and its URL functions follow the other edition of IDNA.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;

/** Encodes one label. Takes time quadratic in its length, so callers bound that. */
export function encodePunycode(label: string): string {
  const points = Array.from(label, (character) => character.codePointAt(0)!);
  let output = points
    .filter((point) => point < 0x80)
    .map((point) => String.fromCharCode(point))
    .join('');
  const basicCount = output.length;
  let handled = basicCount;
  if (basicCount > 0) output += '-';
  let smallest = 0x80;
  let delta = 0;
  let bias = 72;
  while (handled < points.length) {
    const next = points.reduce(
      (least, point) => (point >= smallest && point < least ? point : least),
      Number.POSITIVE_INFINITY,
    );
    delta += (next - smallest) * (handled + 1);
    smallest = next;
    for (const point of points) {
      if (point < smallest) delta++;
      if (point !== smallest) continue;
      output += variableLength(delta, bias);
      bias = adapt(delta, handled + 1, handled === basicCount);
      delta = 0;
      handled++;
    }
    delta++;
    smallest++;
  }
  return output;
}

function variableLength(delta: number, bias: number): string {
  let output = '';
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
    if (rest < threshold) return output + digit(rest);
    output += digit(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function adapt(delta: number, count: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

function digit(value: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'[value]!;
}
