// Data stored for an AU, as clients sent it: a map of parameters, and JSON documents.

/** Values of an AU's parameters by key. */
export type AuConfigurationMap = Readonly<Record<string, string>>;

/**
 * A stored document. It has only members that a client has set, with the names and values that the interface defines.
 */
export type JsonObject = Readonly<Record<string, unknown>>;
