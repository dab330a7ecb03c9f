export function formatStartFaults(faults: readonly string[]): string;
