// Operations of the contract that this service does not answer yet: they are 501.
export const notBuilt: readonly string[] = [];
