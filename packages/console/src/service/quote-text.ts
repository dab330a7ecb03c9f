// Literals of the query language of the configuration service.

/** Quotes a string. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
