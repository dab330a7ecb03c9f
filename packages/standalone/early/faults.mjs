// How faults that stop a start are told. Plain JavaScript that needs nothing: it is run before anything is installed.

export function faultsWords(faults) {
  if (faults.length === 1) return `Holdfast cannot start: ${faults[0]}`;
  return ['Holdfast cannot start:', ...faults.map((fault) => `  - ${fault}`)].join('\n');
}
