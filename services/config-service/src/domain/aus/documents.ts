// Data stored for an AU, as clients sent it: a map of parameters, and state documents in JSON.

/** Values of an AU's parameters by key. */
export type AuConfigurationMap = Readonly<Record<string, string>>;

/** A stored document. Contains only the fields that a client has set, under the names that the interface defines. */
export type JsonObject = Readonly<Record<string, unknown>>;
