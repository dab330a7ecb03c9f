export function faultsWords(faults: readonly string[]): string;
