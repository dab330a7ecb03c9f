// JSON as the field's own software writes it: numbers of these members are floating-point there, and one that is whole has
// `.0`. A client compares what it is told with what it sent, and knows its own change only where both read the same.

const FLOATING = new Set([
  'v3Agreement',
  'highestV3Agreement',
  'percentAgreement',
  'highestPercentAgreement',
]);

/** Of what JSON.parse gives. In ASCII: whatever carries it on its way leaves it as it is. */
export function jsonText(value: unknown, member?: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => jsonText(one)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, one]) => `${ascii(name)}:${jsonText(one, name)}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'string') return ascii(value);
  const isWholeFloat = member !== undefined && FLOATING.has(member) && Number.isInteger(value);
  return isWholeFloat ? `${value}.0` : JSON.stringify(value);
}

function ascii(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
