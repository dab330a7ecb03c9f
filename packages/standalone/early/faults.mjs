// Formats errors that prevent a start. Plain JavaScript without dependencies, because this code runs before anything is
// installed.

export function formatStartFaults(faults) {
  if (faults.length === 1) return `Holdfast cannot start: ${faults[0]}`;
  return ['Holdfast cannot start:', ...faults.map((fault) => `  - ${fault}`)].join('\n');
}
