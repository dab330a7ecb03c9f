// The data stored for an AU, as its clients wrote it: a map of parameters, and documents.

/** The values of an AU's parameters by their keys. */
export type AuConfigurationMap = Readonly<Record<string, string>>;

/** A stored document. It has only the members that were ever set, with the names and values of the interface. */
export type JsonObject = Readonly<Record<string, unknown>>;
