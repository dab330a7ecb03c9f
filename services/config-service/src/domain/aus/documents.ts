// Data of an AU as clients sent it: a map of parameters, and state documents in JSON.

/** Values of an AU's parameters by key. */
export type AuConfigurationMap = Readonly<Record<string, string>>;

/** Stored document. Contains only the fields that a client has set, named as in the interface. */
export type JsonObject = Readonly<Record<string, unknown>>;
