// Generated from openapi/configuration.yaml by generate.mjs; changes made here are lost.

export interface paths {
    "/auids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Calculate an AUID
         * @description Calculates the AUID that an AU would have; nothing is stored. For a traditional AU, send `pluginId` with `auConfig`; for a named AU, send `handle`, optionally with `pluginId`. `handle` together with `auConfig` is 400. A missing definitional parameter is 400, too, and is named; other parameters are ignored.
         */
        post: operations["calculateAuid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configurations of all AUs
         * @description Returns the stored configurations of all AUs, active and inactive, streamed in AUID byte order. Passwords in parameters of type 10 are masked (`user:******`) for users without `auAdminRole`.
         */
        get: operations["getAllAuConfigurations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add AUs
         * @description Configures AUs with the parameters of their title database entries. Returns one result per requested AUID, in request order; the failure of one AU does not affect the others. Failures: not in the title database, plugin not found, already configured (active or inactive), conflicting parameters, incompatible with the plugin.
         */
        post: operations["addAus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete AUs
         * @description Deletes AUs, active or inactive, with their configuration and state documents. Returns one result per requested AUID, in request order. An AU that is not configured is a failure, which does not affect the others.
         */
        delete: operations["deleteAus"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deactivate AUs
         * @description Deactivates AUs: their configuration is kept and marked `reserved.disabled`. Returns one result per requested AUID, in request order. An AU that is already inactive, or not configured, is a failure, which does not affect the others.
         */
        put: operations["deactivateAus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reactivate AUs
         * @description Reactivates inactive AUs after checking that they are still compatible with their plugins. Returns one result per requested AUID, in request order. An AU that is not inactive, or not configured, is a failure, which does not affect the others.
         */
        put: operations["reactivateAus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all AUs with their documents
         * @description Beyond the interface. Returns every AU with stored data, with its configuration and its four documents, streamed as one line of JSON each, in AUID byte order. Data that is not stored is left out, and so are members of the state that were never set. The export is deterministic: the same AUs give the same bytes. It contains secrets.
         */
        get: operations["exportAus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import AUs with their documents
         * @description Beyond the interface. Stores AUs from lines in the format of `GET /aus/export`, many in one transaction. Returns
         *     one result per line that is not empty, in order, each as soon as its AU is durably stored. The failure of one AU
         *     does not affect the others, and an AU is stored completely or not at all. Each line is compared with the stored
         *     data: missing documents are added and equal ones stay unchanged. A document that differs is a conflict, and
         *     nothing of its AU is stored, unless `replace` is set. Repeating an import therefore changes nothing. A
         *     configuration must be valid for `PUT /aus/{auid}`. A line may be as long as four state documents.
         *
         *     With the request header `X-Holdfast-Answer: after-request` the response begins only when the whole request has
         *     been read. Use it behind proxies that cannot continue forwarding a request after its response has begun (nginx,
         *     Caddy).
         */
        post: operations["importAus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the configuration of an AU
         * @description Returns the stored configuration of an AU, active or inactive. Passwords in parameters of type 10 are masked (`user:******`) for users without `auAdminRole`. With `COMPATIBILITY=laaws`, the response for an AU that is not configured is an empty 200, not 404.
         */
        get: operations["getAuConfiguration"];
        /**
         * Store the configuration of an AU
         * @description Stores the configuration of an AU, replacing the previous one. The `auId` of the body must equal the AUID of the path; the plugin must be loaded (404 otherwise); the definitional parameters must yield this AUID, and every parameter must be valid for its type (otherwise the response is 400 and names the parameter). Storing the first configuration sets the AU's creation time.
         */
        put: operations["putAuConfiguration"];
        post?: never;
        /**
         * Delete the configuration of an AU
         * @description Deletes an AU's configuration and state documents together, and returns the deleted configuration.
         */
        delete: operations["deleteAu"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/mdenable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Enable metadata extraction for an AU
         * @description Sets `isMetadataExtractionEnabled` in the state of the AU. The response is a result object, even if the AU is unknown (404) or inactive, or metadata indexing is disabled for the node (409).
         */
        put: operations["enableAuMetadataExtraction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/mddisable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Disable metadata extraction for an AU
         * @description Clears `isMetadataExtractionEnabled` in the state of the AU. The response is a result object, even if the AU is unknown (404) or inactive, or metadata indexing is disabled for the node (409).
         */
        put: operations["disableAuMetadataExtraction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auagreements/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the poll agreements of an AU
         * @description Returns the AU's poll agreements with each peer; empty by default.
         */
        get: operations["getAuAgreements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update poll agreements of an AU
         * @description Each peer in `rawMap` replaces the whole entry of that peer; other peers stay unchanged. The update is atomic: on any error, the response is 400 and nothing is changed.
         */
        patch: operations["patchAuAgreements"];
        trace?: never;
    };
    "/austates/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the state of an AU
         * @description Returns the AU's state with every member; members that were never set have their default values.
         */
        get: operations["getAuState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the state of an AU
         * @description Sets the members in the body; other members stay unchanged, and arrays are replaced as a whole. The update is atomic: on any error, including an unknown member, the response is 400 and nothing is changed.
         */
        patch: operations["patchAuState"];
        trace?: never;
    };
    "/austatuses/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the status of an AU
         * @description Returns an overview of an AU, combined from its configuration, its state, its title database entry, its plugin and the repository service.
         */
        get: operations["getAuStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aususpecturls/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the suspect URL versions of an AU
         * @description Returns the URL versions whose content is suspected to be damaged; empty by default.
         */
        get: operations["getAuSuspectUrlVersions"];
        /**
         * Replace the suspect URL versions of an AU
         * @description Replaces the whole set, in which URL and version together are unique. The update is atomic: on any error, the response is 400 and nothing is changed.
         */
        put: operations["putAuSuspectUrlVersions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/noaupeers/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the NoAuPeerSet of an AU
         * @description Returns the peers that are known not to have the AU; empty by default.
         */
        get: operations["getNoAuPeers"];
        /**
         * Replace the NoAuPeerSet of an AU
         * @description Replaces the set and its date. The update is atomic: on any error, the response is 400 and nothing is changed.
         */
        put: operations["putNoAuPeers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ausubstances/{auid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Check the substance of an AU
         * @description Searches the AU's URLs in the repository service for one with substance, as defined by the plugin's patterns, and updates `hasSubstance` in the state of the AU. If the plugin has no such patterns, or the repository service cannot be reached, the response is 200 with `errorMessage` and the state stays unchanged.
         */
        put: operations["updateAuSubstance"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/auqueries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query AUs
         * @description Returns the selected properties of the configured AUs that the query selects, streamed. Properties are the members of AuWsResult. Without ORDER BY, results are in AUID byte order; members with no value are left out.
         */
        get: operations["queryAus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/auqueries.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query AUs, as CSV
         * @description Beyond the interface. Returns the same results as `/ws/auqueries`, streamed as CSV (RFC 4180, UTF-8): a header line, then one line per AU. Properties without a value are empty; maps are JSON. Times are ISO 8601, in UTC. Text that a spreadsheet would interpret as a formula, because it begins with `=`, `+`, `-`, `@`, a tab or a line end, is prefixed with an apostrophe.
         */
        get: operations["queryAusAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/lastupdatetime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get when the configuration was last updated
         * @description Returns the start time of the last load that changed the configuration.
         */
        get: operations["getLastUpdateTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/loadedurls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get where the configuration was loaded from
         * @description Returns the URLs from which the configuration was actually loaded, in order. A local copy that was used because its source was unreachable is shown as such.
         */
        get: operations["getLoadedUrls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/platform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the platform configuration
         * @description Describes the node and the platform of the service.
         */
        get: operations["getPlatformConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/file/{sectionName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a named configuration file
         * @description Returns the bytes of a configuration file, or, to a client that prefers `multipart/form-data`, one part `configFile`. Preconditions follow RFC 9110, section 13: If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since. A missing file is 404 regardless of preconditions. Files contain secrets, so users without `userAdminRole` get 403.
         */
        get: operations["getSectionConfiguration"];
        /**
         * Store a named configuration file
         * @description Replaces a configuration file completely and applies it immediately. The file is parsed first: if parsing fails, the response is 400 and the old file stays. A file is XML, or Java properties with dotted names (`org.lockss.x`); JSON, YAML, CSV and scripts are 400. Sections that the service generates cannot be written (400). A failed precondition is 412; of two concurrent writers with the same If-Match, exactly one succeeds. `If-None-Match: *` and `If-Match: "0"` only create a file.
         */
        put: operations["putSectionConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the configuration file of a URL
         * @description Returns the bytes of one of the node's configuration sources: a configured source, a source that one of these refers to, `dyn:cluster.xml` or `dyn:user-config.xml`, or a named configuration file by its path in this service, `/config/file/{sectionName}`, with or without the address of this service before it. Any other URL is 400. If the origin cannot be reached, or its current content cannot be read as configuration, the last good copy is returned, or 404 if there is none. Preconditions are the same as for named configuration files. Sources contain secrets, so users without `userAdminRole` get 403.
         */
        get: operations["getUrlConfiguration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/file/{sectionName}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a configuration file
         * @description Beyond the interface. Returns the stored versions of a configuration file, newest first. The first one is the current file. The service keeps the newest 1,000 versions of each file. The list is empty if the file was never stored. Generated sections have no versions (400).
         */
        get: operations["getSectionVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/file/{sectionName}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a configuration file
         * @description Beyond the interface. Returns the bytes of a version of a configuration file, like `GET /config/file/{sectionName}` for the current version. To restore the version, store these bytes as the file.
         */
        get: operations["getSectionVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the configuration files
         * @description Beyond the interface. Returns every named configuration file that can be written, in order of precedence, with its stored state.
         */
        get: operations["getConfigurationFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/parameters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the merged configuration
         * @description Beyond the interface. Returns the parameters of the node that sources and stored files set. Each has its effective value, the origin of the value, and whether this service uses it; parameters that this service does not use are stored for the node's other services. Streamed in byte order of the keys. Values that may be secrets are masked. Titles are not included.
         */
        get: operations["getParameters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config/reload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reload the stored configuration
         * @description Starts a reload of the configuration at all replicas, and responds when the request is accepted.
         */
        put: operations["reloadConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query plugins
         * @description Returns the selected properties of the loaded plugins that the query selects, streamed. Properties are the members of PluginWsResult. Without ORDER BY, results are in the order of plugin identifiers; members with no value are left out.
         */
        get: operations["queryPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins/registries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content of the plugin registries
         * @description Beyond the interface. Returns every registry, and every other URL that plugins are read from, in the order in which they are read. For each: the files that the last load found, their signers, the files that are not used with the reason, and the files that are stored as artifacts in the repository service.
         */
        get: operations["getPluginRegistries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins/{pluginId}/parameters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the parameters of a plugin
         * @description Beyond the interface. Returns the parameters, with their types, that the AUs of a plugin have, for example to build a form for an AU. The plugin's own parameters come first, in the order of their declaration, then the parameters that every plugin has.
         */
        get: operations["getPluginParameters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current user
         * @description Beyond the interface: for the console. Returns the user that the request's cookie or credentials belong to, and the services that the console can reach through this service; `user` is null if nobody is logged in. A session that was last renewed more than 15 minutes ago is renewed.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Log in
         * @description Beyond the interface: for the console. Sets a cookie (HttpOnly, SameSite=Strict) that counts as a login for every operation; the other service accepts it, too, if both have the same `SESSION_SECRET`. The session ends 8 hours after its last renewal, 24 hours after the login, and when the password changes. Write requests with the cookie must come from a page of the service itself, as stated by `Sec-Fetch-Site` or `Origin`.
         */
        post: operations["createSession"];
        /**
         * Log out
         * @description Beyond the interface: for the console. Makes the browser delete the cookie, whether or not the cookie contains a session.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Beyond the interface: for the console. Lists the users of this service: users from settings, which only settings change, and users of the users file. Passwords and hashes are never returned. Two services with the same `revision` read the same state of the same file.
         */
        get: operations["getLogins"];
        put?: never;
        /**
         * Add a user
         * @description Beyond the interface: for the console. Adds a user to the users file. This service accepts the user immediately; other services that read the same file do within two seconds.
         */
        post: operations["postLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logins/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the user.
                 * @example alice
                 */
                name: components["parameters"]["LoginName"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user
         * @description Beyond the interface: for the console. Removes a user from the users file and ends the user's sessions. The last user with `userAdminRole` cannot be removed.
         */
        delete: operations["deleteLogin"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Beyond the interface: for the console. Changes roles or password of a user of the users file, or disables the user. Absent members stay unchanged. Changing the password or disabling the user ends all sessions of the user permanently. The last user with `userAdminRole` cannot lose it.
         */
        patch: operations["patchLogin"];
        trace?: never;
    };
    "/provider-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Stop a user of the OpenID Connect provider
         * @description Beyond the interface: for the console. Disables or enables a user of the OpenID Connect provider, or ends all sessions of the user. The users file then has an entry with the subject. This service applies the change immediately; other services that read the same file do within two seconds.
         */
        patch: operations["patchProviderUser"];
        trace?: never;
    };
    "/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change one's own password
         * @description Beyond the interface: for the console. Sets the password of the current user, who must be in the users file. All sessions of the user end; if the request was made in a session, that session is replaced by a new one.
         */
        put: operations["putPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API tokens
         * @description Beyond the interface: for the console. Lists the API tokens of the current user; for `userAdminRole`, the tokens of all users. The secrets are not stored and never returned.
         */
        get: operations["getTokens"];
        put?: never;
        /**
         * Create an API token
         * @description Beyond the interface: for the console. Creates an API token and returns its secret, which is returned only once. This service accepts the token immediately; other services that read the same users file do within two seconds. Only `userAdminRole` can create tokens of other users. A request with an API token is refused, because such a token could outlive the first.
         */
        post: operations["postToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API token.
                 * @example 0123456789ab
                 */
                id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token
         * @description Beyond the interface: for the console. Revokes an API token of the current user; `userAdminRole` can revoke the tokens of all users. This service refuses the token immediately; other services that read the same users file do within two seconds.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the service and its dependencies
         * @description Beyond the interface: for the console. Runs the checks of `./holdfast doctor` in this service: the machine, disks, PostgreSQL, object stores, and whether database and store contain the same changes. The checks write test objects and remove them. They take at most 50 seconds; concurrent requests get the result of the same run. The operation also responds while the service is not ready. The response contains no secrets.
         */
        get: operations["getDoctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the service
         * @description Beyond the interface: for the console. Lists every setting with its current value, the source of the value, and its purpose. For a secret, the response only says whether it is set. Passwords in addresses are removed.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the status of the service
         * @description Returns whether the service is ready and, if it is not, what is missing. No login is required. The status is 200 whether the service is ready or not.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usernames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of user accounts
         * @description Beyond the interface, for existing LOCKSS services: returns the names of the accounts that these services store here. The accounts belong to those services; users who may log in to this service are in its users file.
         */
        get: operations["getUserNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add user accounts
         * @description Beyond the interface, for existing LOCKSS services: stores accounts unchanged. An account whose name already exists stays as it is, and is left out of the response.
         */
        post: operations["postUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{username}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account.
                 * @example alice
                 */
                username: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /**
         * Get a user account
         * @description Beyond the interface, for existing LOCKSS services: returns the account as it was sent, including the hash of its password if it was sent with one.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user account
         * @description Beyond the interface, for existing LOCKSS services. A missing account is not an error, because several of these services may delete it.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user account
         * @description Beyond the interface, for existing LOCKSS services: sets the given members; the others stay unchanged. `userName` is optional, and must equal the name in the path if given.
         */
        patch: operations["patchUser"];
        trace?: never;
    };
    "/ws/tdbaus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query AUs of the title database
         * @description Returns the selected properties of the AUs in the title database that the query selects, streamed. Properties are the members of TdbAuWsResult, including nested members such as `tdbTitle.issn`. Without ORDER BY, results are in AUID byte order; members with no value are left out.
         */
        get: operations["queryTdbAus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/tdbpublishers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query publishers of the title database
         * @description Returns the publishers in the title database that the query selects, streamed. Properties are the members of TdbPublisherWsResult. Without ORDER BY, results are in the order of names.
         */
        get: operations["queryTdbPublishers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ws/tdbtitles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Query titles of the title database
         * @description Returns the selected properties of the titles in the title database that the query selects, streamed. Properties are the members of TdbTitleWsResult. Without ORDER BY, results are in the order of identifiers; members with no value are left out.
         */
        get: operations["queryTdbTitles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/titles/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List problems in the sources of the title database
         * @description Beyond the interface. Returns the problems that the last load found in the sources of the title database, or the entries that are ignored because the same AU came before. Each has file and line, sorted by precedence of the source, then by line. Findings that do not belong to a line of a source come first. Returned in pages.
         */
        get: operations["getTitleFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the audit log
         * @description Beyond the interface. Returns the audit log in the service's database, for all replicas, newest first: every write, every read of a secret, every rejected login, and every start and end of a session. An entry must match all filters. An entry appears within a second after its request. The settings `AUDIT_DAYS` and `AUDIT_ENTRIES` limit how long entries are kept.
         */
        get: operations["getAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/history": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * List the audit log's entries about an AU
         * @description Beyond the interface. Lists who added, changed, deactivated, reactivated, deleted or imported the AU, or changed its documents, and when, newest first. These are the audit log's entries about the AU, without the addresses of clients. An unknown AU has no entries, and is not an error.
         */
        get: operations["getAuHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notices
         * @description Beyond the interface. Lists the notices of this service, newest first: conditions such as configuration sources and plugins that cannot be loaded. The service keeps notices for 400 days, at most 100,000. Only administrators of content, AUs or users see the names of users, files and stores, and the reasons of users and failures.
         */
        get: operations["getNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notices/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the targets of notifications
         * @description Beyond the interface. Lists the email addresses and webhooks that receive notifications, and whether this service can send mail. Secrets are never returned.
         */
        get: operations["getNoticeTargets"];
        put?: never;
        /**
         * Add a target of notifications
         * @description Beyond the interface. Adds an email address or a webhook. For a webhook, the response contains the secret that signs its requests (Standard Webhooks). The secret is returned only once. A service has at most 50 targets, each with a different address.
         */
        post: operations["postNoticeTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notices/targets/{target}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                target: components["parameters"]["NoticeTarget"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a target of notifications
         * @description Beyond the interface. Removes the target and its deliveries. Waiting messages are discarded.
         */
        delete: operations["deleteNoticeTarget"];
        options?: never;
        head?: never;
        /**
         * Change a target of notifications
         * @description Beyond the interface. Changes the given fields. With `rotate`, a webhook gets a new secret, which is returned only once. For 24 hours, requests carry signatures with both secrets.
         */
        patch: operations["patchNoticeTarget"];
        trace?: never;
    };
    "/notices/targets/{target}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                target: components["parameters"]["NoticeTarget"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Beyond the interface. Sends a test message to the target immediately, without retries, and reports the result. Waits at most ten seconds.
         */
        post: operations["testNoticeTarget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notices/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of notifications
         * @description Beyond the interface. Lists the messages of the last 30 days, newest first, with the result of the last attempt. The service makes up to ten attempts within about 75 hours.
         */
        get: operations["getNoticeDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notices/deliveries/{delivery}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the delivery. The response is 404 if it is not the UUID of a delivery.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
                 */
                delivery: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Beyond the interface. Sends the message of a delivery again, with the same identifier, as soon as possible. The number of attempts starts again.
         */
        post: operations["resendNoticeDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Credentials for a login. */
        Credentials: {
            /**
             * @description Name of the user, as the profile UsernameCasePreserved of RFC 8265 allows: letters, digits and ASCII punctuation except the colon, no invisible characters, and only single spaces between other characters. Full-width characters are replaced by plain ones before the name is stored. If another user already has the resulting name, the response is 409.
             * @example admin
             */
            name: string;
            /**
             * Format: password
             * @description The user's password.
             * @example correct horse battery
             */
            password: string;
        };
        /** @description Users who may log in to this service. */
        Logins: {
            /**
             * @description The users; users from settings come first.
             * @example [
             *       {
             *         "name": "alice",
             *         "roles": [
             *           "contentAdminRole"
             *         ],
             *         "disabled": false,
             *         "from": "USERS_FILE"
             *       }
             *     ]
             */
            logins: components["schemas"]["Login"][];
            /**
             * @description The users file; null if there is none.
             * @example {
             *       "path": "/var/lib/holdfast/users.json",
             *       "revision": "131:402:1755645600000:1755645600000",
             *       "whyFixed": null
             *     }
             */
            file: {
                /**
                 * @description Path of the file.
                 * @example /var/lib/holdfast/users.json
                 */
                path: string;
                /**
                 * @description Revision of the file; equal for all services that read the same state of it; null if the file cannot be read.
                 * @example 131:402:1755645600000:1755645600000
                 */
                revision: string | null;
                /**
                 * @description Why the file cannot be changed through this service; null if it can.
                 * @example it cannot be written (EROFS)
                 */
                whyFixed: string | null;
            } | null;
            /**
             * @description Users of the OpenID Connect provider who have an entry in the users file, because they were disabled or their sessions were ended. Other users of the provider are not listed.
             * @example [
             *       {
             *         "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
             *         "disabled": true
             *       }
             *     ]
             */
            providerUsers: components["schemas"]["ProviderUser"][];
        };
        /** @description A user of the OpenID Connect provider who has an entry in the users file. */
        ProviderUser: {
            /**
             * @description Identifier of the user at the provider (`sub`).
             * @example 4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f
             */
            subject: string;
            /**
             * @description True if the user is disabled and cannot log in.
             * @example true
             */
            disabled: boolean;
        };
        /** @description A change of the access of a user of the OpenID Connect provider. */
        ProviderUserChange: {
            /**
             * @description Identifier of the user at the provider (`sub`), not the name. The audit log contains it as `providerUser`.
             * @example 4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f
             */
            subject: string;
            /**
             * @description `disable` refuses logins and access tokens, and ends all sessions. `enable` allows logins again, but does not revive sessions; without an entry, the response is 404. `endSessions` ends all sessions; the user may log in again.
             * @example disable
             * @enum {string}
             */
            action: "disable" | "enable" | "endSessions";
        };
        /** @description A user who may log in. */
        Login: {
            /**
             * @description Name of the user.
             * @example alice
             */
            name: string;
            /**
             * @description The user's roles.
             * @example [
             *       "contentAdminRole"
             *     ]
             */
            roles: string[];
            /**
             * @description True if the user is disabled and cannot log in.
             * @example false
             */
            disabled: boolean;
            /**
             * @description The setting that the user comes from; only users of `USERS_FILE` can be changed.
             * @example USERS_FILE
             * @enum {string}
             */
            from: "ADMIN_PASSWORD" | "READER_PASSWORD" | "USERS_FILE";
        };
        /** @description A user to be added. */
        NewLogin: {
            /**
             * @description Name of the user.
             * @example alice
             */
            name: string;
            /**
             * Format: password
             * @description The user's password.
             * @example correct horse battery
             */
            password: string;
            /**
             * @description The user's roles.
             * @example [
             *       "contentAdminRole"
             *     ]
             */
            roles: ("accessContentRole" | "contentAdminRole" | "auAdminRole" | "userAdminRole")[];
        };
        /** @description Changes of a user; at least one. */
        LoginChange: {
            /**
             * Format: password
             * @description The user's new password.
             * @example correct horse battery
             */
            password?: string;
            /**
             * @description The user's roles from now on.
             * @example [
             *       "accessContentRole"
             *     ]
             */
            roles?: ("accessContentRole" | "contentAdminRole" | "auAdminRole" | "userAdminRole")[];
            /**
             * @description True if the user is disabled and cannot log in.
             * @example true
             */
            disabled?: boolean;
        };
        /** @description API tokens in the users file of this service. */
        ApiTokens: {
            /**
             * @description The tokens.
             * @example []
             */
            tokens: components["schemas"]["ApiToken"][];
            /**
             * @description Revision of the users file, as in `GET /logins`; null if there is no readable file.
             * @example 131:402:1755645600000:1755645600000
             */
            revision: string | null;
            /**
             * @description Why tokens cannot be created or revoked through this service; null if they can.
             * @example it cannot be written (EROFS)
             */
            whyFixed: string | null;
        };
        /** @description An API token, without its secret. */
        ApiToken: {
            /**
             * @description ID of the token.
             * @example 0123456789ab
             */
            id: string;
            /**
             * @description Name of the token.
             * @example nightly
             */
            name: string;
            /**
             * @description The user on whose behalf the token acts.
             * @example alice
             */
            owner: string;
            /**
             * @description Roles of the token. Roles that the owner no longer has do not count.
             * @example [
             *       "contentAdminRole"
             *     ]
             */
            roles: string[];
            /**
             * @description Namespaces in which the token is valid; null for all namespaces.
             * @example [
             *       "default"
             *     ]
             */
            namespaces: string[] | null;
            /**
             * Format: date-time
             * @description When the token was created.
             * @example 2025-08-19T23:18:28.000Z
             */
            created: string;
            /**
             * Format: date-time
             * @description When the token expires.
             * @example 2025-11-17T23:18:28.000Z
             */
            ends: string;
        };
        /** @description A new API token with its secret. */
        CreatedApiToken: {
            /**
             * @description The secret, which is sent in the header `Authorization` (scheme `Bearer`). It cannot be read again.
             * @example hft_mvbLZxyZ8nWyGN0SbMwnCrFEmPwoI1NzQjKjZ5pAIvw
             */
            secret: string;
            token: components["schemas"]["ApiToken"];
        };
        /** @description An API token to be created. */
        NewApiToken: {
            /**
             * @description Name of the token. The tokens of one owner have different names.
             * @example nightly
             */
            name: string;
            /**
             * @description The user on whose behalf the token acts; by default the current user.
             * @example alice
             */
            owner?: string;
            /**
             * @description Roles of the token. The owner must have these roles.
             * @example [
             *       "accessContentRole"
             *     ]
             */
            roles: ("accessContentRole" | "contentAdminRole" | "auAdminRole" | "userAdminRole")[];
            /**
             * @description Namespaces in which the token is valid; by default all namespaces.
             * @example [
             *       "default"
             *     ]
             */
            namespaces?: string[];
            /**
             * @description Number of days until the token expires.
             * @example 90
             */
            days: number;
        };
        /** @description The current and the new password of the current user. */
        PasswordChange: {
            /**
             * Format: password
             * @description The current password.
             * @example correct horse battery
             */
            current: string;
            /**
             * Format: password
             * @description The new password.
             * @example staple correct horse
             */
            password: string;
        };
        /** @description Result of the checks of a service. */
        Diagnosis: {
            /**
             * @description Duration of the checks, in milliseconds.
             * @example 412
             */
            durationMs: number;
            /**
             * @description The findings, worst first.
             * @example [
             *       {
             *         "id": "machine.node",
             *         "verdict": "fine",
             *         "message": "Node v24.21.0."
             *       }
             *     ]
             */
            findings: components["schemas"]["Finding"][];
        };
        /** @description Result of one check. */
        Finding: {
            /**
             * @description Stable name of the check.
             * @example database.connections
             */
            id: string;
            /**
             * @description `fault` must be corrected, `warning` may become a fault, `advice` makes the service faster, `skipped` could not be checked because of another fault.
             * @example fine
             * @enum {string}
             */
            verdict: "fault" | "warning" | "advice" | "skipped" | "fine";
            /**
             * @description The result, as a sentence.
             * @example Node v24.21.0.
             */
            message: string;
            /**
             * @description What to do, as a sentence. Absent if there is nothing to do, or if it is unknown.
             * @example Create the bucket, or correct its name in OBJECT_STORE.
             */
            remedy?: string;
        };
        /** @description A setting as it is in effect. */
        Setting: {
            /**
             * @description The environment variable. With the suffix `_FILE`, it names a file that contains the value.
             * @example DRAIN_TIMEOUT
             */
            name: string;
            /**
             * @description Group of the setting. `both` means settings of both services, `own` settings of this service only.
             * @example both
             * @enum {string}
             */
            group: "both" | "own" | "store" | "jobs" | "traces";
            /**
             * @description Purpose, in Markdown.
             * @example how long requests under way may take when the service stops
             */
            about: string;
            /**
             * @description Current value, in the syntax of the setting; null if there is none or it is secret.
             * @example 20s
             */
            value: string | null;
            /**
             * @description True if the value is secret and never returned.
             * @example false
             */
            isSecret: boolean;
            /**
             * @description Whether the setting has a value.
             * @example true
             */
            isSet: boolean;
            /**
             * @description Where the value comes from.
             * @example default
             * @enum {string}
             */
            from: "default" | "environment" | "file";
            /**
             * @description The file that the value was read from.
             * @example null
             */
            file: string | null;
            /**
             * @description Default, in Markdown.
             * @example `20s`
             */
            default: string;
            /**
             * @description Allowed values, in Markdown.
             * @example duration `0ms` to `1h`
             */
            values: string;
        };
        /** @description The current user, and the services that the console can reach. */
        Session: {
            /**
             * @description Null if no user is logged in.
             * @example {
             *       "name": "admin",
             *       "roles": [
             *         "userAdminRole"
             *       ],
             *       "expires": "2025-08-19T23:18:28.000Z"
             *     }
             */
            user: {
                /**
                 * @description Name of the user.
                 * @example admin
                 */
                name: string;
                /**
                 * @description The user's roles.
                 * @example [
                 *       "userAdminRole"
                 *     ]
                 */
                roles: string[];
                /**
                 * Format: date-time
                 * @description When the session ends unless it is renewed; null if the request contained credentials.
                 * @example 2025-08-19T23:18:28.000Z
                 */
                expires: string | null;
                /**
                 * @description True for a user who logged in through an OpenID Connect provider.
                 * @example true
                 */
                byProvider?: boolean;
            } | null;
            /**
             * @description The services that the console can reach through this service.
             * @example [
             *       {
             *         "name": "configuration",
             *         "path": ""
             *       },
             *       {
             *         "name": "repository",
             *         "path": "console/repository/"
             *       }
             *     ]
             */
            services: {
                /**
                 * @description Kind of the service.
                 * @example repository
                 * @enum {string}
                 */
                name: "repository" | "configuration";
                /**
                 * @description Address relative to this service; empty for this service itself.
                 * @example console/repository/
                 */
                path: string;
            }[];
            /**
             * @description Version of the software.
             * @example 0.1.0
             */
            version: string;
            /** @description OpenID Connect provider through which users can log in; absent if there is none. */
            provider?: {
                /**
                 * @description Name of the provider.
                 * @example University
                 */
                name: string;
                /**
                 * @description Address where a browser begins the login.
                 * @example https://node.example/console/oidc/login
                 */
                login: string;
            };
        };
        /**
         * @description Name of a configuration file, case-insensitive.
         * @example expert
         */
        SectionName: string;
        /**
         * @description Identifier of an AU.
         * @example org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014
         */
        Auid: string;
        /**
         * @description Identifier of an AU, a plugin key, `&`, and the encoded parameters that define the AU.
         * @example org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014
         */
        WellFormedAuid: string;
        /**
         * Format: int64
         * @description Milliseconds since the epoch, UTC.
         * @example 1700000000000
         */
        EpochMillis: number;
        /**
         * Format: int64
         * @description Milliseconds since the epoch, UTC; -1 if it never happened.
         * @example 1700000000000
         */
        EpochMillisOrUnset: number;
        /**
         * Format: int64
         * @description Milliseconds; -1 when unknown.
         * @example 120000
         */
        DurationMillisOrUnset: number;
        /**
         * @description A fraction between 0 and 1; -1 when there is none.
         * @example 0.75
         */
        FractionOrUnset: number | -1;
        /**
         * @description Text without U+0000.
         * @example some text
         */
        Text: string;
        /**
         * @description Text without U+0000, or null.
         * @example some text
         */
        NullableText: string | null;
        /**
         * @description A map of text to text.
         * @example {
         *       "year": "2014"
         *     }
         */
        TextMap: {
            [key: string]: components["schemas"]["Text"];
        };
        /**
         * @description Whether an AU has substance.
         * @example Yes
         * @enum {string}
         */
        SubstanceState: "Unknown" | "Yes" | "No";
        /**
         * @description How the content of an AU may be accessed at its publisher.
         * @example OpenAccess
         * @enum {string}
         */
        AccessType: "OpenAccess" | "Subscription";
        /**
         * @description A query: `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY expression [ASC|DESC], …] [LIMIT [start,] n]`; keywords are case-insensitive, names are case-sensitive, `start` begins at 1. Conditions: `= != <> < <= > >=`, `[NOT] LIKE` (`%` matches any number of characters, `_` any single character; with `ESCAPE '!'` a character after `!` is literal), `[NOT] MATCHES 'regular expression'` (matches anywhere in the text; in linear time, so without back references and look-around), `[NOT] IN (…)` (a list property as an item stands for all its elements), `[NOT] IN issns` (a list property), `[NOT] BETWEEN … AND …`, `IS [NOT] NULL` (also `= NULL`, `!= NULL`), AND, OR, NOT, parentheses, `+ - * / %`, TRUE, FALSE, NULL, `'text'` with `''` for a quote, decimal numbers; a `$` before an operator ignores case. Functions: upper, lower, trim, length, concat, substring(text, start[, length]), get(map, key), toDate('2014-01-31'). Aggregates: count(*), count(x), count(distinct x), sum, avg, min, max; with aggregates or GROUP BY, the result has one member per aggregate, named as in the query (`count(*)`, `sum(contentSize)`) or by the word after AS, and only grouped properties next to them. Dots select nested members: `tdbTitle.issn`, `params.base_url`. A comparison with a missing value is neither true nor false. Text that is compared with a number is read as a number if it is a plain decimal number.
         * @example select *
         */
        QueryText: string;
        /**
         * @description Identity of a peer, `TCP:[ip]:port` or a bare IP address.
         * @example TCP:[192.0.2.7]:9729
         */
        PeerId: string;
        /** @description The stored data of an AU: its configuration (absent if the AU is not configured), and its documents in the formats of their own operations, with the members that were ever set. Unknown members are rejected. */
        AuRecord: {
            /** @description AU identifier. */
            auId: components["schemas"]["WellFormedAuid"];
            /**
             * @description The AU configuration items, its parameters and reserved items, with unmasked secrets.
             * @example {
             *       "base_url": "http://www.example.com/",
             *       "year": "2014"
             *     }
             */
            auConfig?: components["schemas"]["TextMap"];
            auState?: components["schemas"]["AuState"];
            auAgreements?: components["schemas"]["AuAgreements"];
            auSuspectUrlVersions?: components["schemas"]["AuSuspectUrlVersions"];
            noAuPeers?: components["schemas"]["NoAuPeers"];
        };
        /** @description Outcome of one line of an import. */
        AuImportResult: {
            /**
             * Format: int32
             * @description Number of the line, from 1; empty lines count.
             * @example 1
             */
            line: number;
            /** @description AU identifier; absent if it could not be read. */
            auId?: components["schemas"]["WellFormedAuid"];
            /**
             * @description Whether the stored data now equals the line.
             * @example true
             */
            isSuccess: boolean;
            /**
             * @description `Added`: the AU was not configured and now is; `Changed`: data was added or replaced; `Unchanged`: all data was already stored; `Conflict`: different data is stored, and nothing was changed; `Failed`: the data cannot be stored.
             * @example Added
             * @enum {string}
             */
            outcome: "Added" | "Changed" | "Unchanged" | "Conflict" | "Failed";
            /**
             * @description Description of the outcome, for people.
             * @example Added
             */
            message: string;
        };
        /** @description The configuration of an AU. */
        AuConfiguration: {
            auId: components["schemas"]["Auid"];
            /**
             * @description The AU configuration items, its parameters and reserved items.
             * @example {
             *       "base_url": "http://www.example.com/",
             *       "year": "2014"
             *     }
             */
            auConfig: components["schemas"]["TextMap"];
        };
        /** @description Definition of an AU. */
        AuidsForm: {
            /**
             * @description Plugin identifier.
             * @example org.example.plugin.DemoPlugin
             */
            pluginId?: components["schemas"]["Text"];
            /**
             * @description Handle of a named AU.
             * @example handlehandle
             */
            handle?: components["schemas"]["Text"];
            /**
             * @description Configuration of the AU, a JSON object of scalars.
             * @example {"base_url":"http://www.example.com/","year":"2014"}
             */
            auConfig?: string;
        };
        /** @description An AUID. */
        AuidResult: {
            auid: components["schemas"]["Auid"];
        };
        /** @description An overview of an AU. Members with no value are absent or null. */
        AuStatus: {
            /**
             * @description Volume of the AU, its name.
             * @example Demo Journal Volume 3
             */
            volume?: components["schemas"]["NullableText"];
            /**
             * @description Title of the journal, from the title database.
             * @example Demo Journal
             */
            journalTitle?: components["schemas"]["NullableText"];
            /**
             * @description Name of the plugin.
             * @example Demo Plugin
             */
            pluginName?: components["schemas"]["NullableText"];
            /**
             * @description Year of the AU, from the title database.
             * @example 2014
             */
            year?: components["schemas"]["NullableText"];
            /**
             * @description How the content may be accessed at the publisher.
             * @example OpenAccess
             * @enum {string|null}
             */
            accessType?: "OpenAccess" | "Subscription" | null;
            /**
             * Format: int64
             * @description Size in bytes of the latest versions of the AU's content; null when the repository service cannot be reached.
             * @example 1048576
             */
            contentSize?: number | null;
            /**
             * Format: int64
             * @description Size in bytes of the AU's WARC files; null when the repository service cannot be reached.
             * @example 524288
             */
            diskUsage?: number | null;
            /**
             * @description `Waiting for Crawl`, `Waiting for Poll`, or the highest agreement as `NN.NN% Agreement`.
             * @example 90.00% Agreement
             */
            status?: components["schemas"]["NullableText"];
            /**
             * Format: double
             * @description Agreement in the most recent poll, a fraction between 0 and 1.
             * @example 0.75
             */
            recentPollAgreement?: number | null;
            /**
             * @description Publishing platform, from the plugin.
             * @example Demo Platform
             */
            publishingPlatform?: components["schemas"]["NullableText"];
            /**
             * @description Publisher, from the title database.
             * @example Demo Press
             */
            publisher?: components["schemas"]["NullableText"];
            /**
             * @description Provider, from the title database.
             * @example Demo Hosting
             */
            provider?: components["schemas"]["NullableText"];
            /**
             * @description Whether the content is still available from its publisher.
             * @example true
             */
            availableFromPublisher?: boolean | null;
            /**
             * @description Whether the AU has substance.
             * @example Yes
             * @enum {string|null}
             */
            substanceState?: "Unknown" | "Yes" | "No" | null;
            /**
             * Format: int64
             * @description When the AU was first configured, in milliseconds since the epoch, UTC.
             * @example 1700000000000
             */
            creationTime?: number | null;
            /**
             * Format: int64
             * @description When the last successful crawl ended, in milliseconds since the epoch, UTC.
             * @example 1700000100000
             */
            lastCompletedCrawl?: number | null;
            /**
             * Format: int64
             * @description When a crawl was last attempted, in milliseconds since the epoch, UTC.
             * @example 1700000100000
             */
            lastCrawl?: number | null;
            /**
             * @description Result of the last crawl.
             * @example Successful
             */
            lastCrawlResult?: components["schemas"]["NullableText"];
            /**
             * Format: int64
             * @description When the last successful deep crawl ended, in milliseconds since the epoch, UTC.
             * @example 1700000100000
             */
            lastCompletedDeepCrawl?: number | null;
            /**
             * Format: int64
             * @description When a deep crawl was last attempted, in milliseconds since the epoch, UTC.
             * @example 1700000100000
             */
            lastDeepCrawl?: number | null;
            /**
             * @description Result of the last deep crawl.
             * @example Successful
             */
            lastDeepCrawlResult?: components["schemas"]["NullableText"];
            /**
             * Format: int32
             * @description Depth of the last successful deep crawl.
             * @example 2
             */
            lastCompletedDeepCrawlDepth?: number | null;
            /**
             * Format: int64
             * @description When metadata was last indexed, in milliseconds since the epoch, UTC.
             * @example 1700000200000
             */
            lastMetadataIndex?: number | null;
            /**
             * Format: int64
             * @description When the last completed poll ended, in milliseconds since the epoch, UTC.
             * @example 1700000300000
             */
            lastCompletedPoll?: number | null;
            /**
             * Format: int64
             * @description When a poll was last started, in milliseconds since the epoch, UTC.
             * @example 1700000300000
             */
            lastPoll?: number | null;
            /**
             * @description Result of the last poll.
             * @example Complete
             */
            lastPollResult?: components["schemas"]["NullableText"];
            /**
             * @description Status of the subscription, if the node tracks it.
             * @example Yes
             */
            subscriptionStatus?: components["schemas"]["NullableText"];
            /**
             * @description The crawl proxy of this AU, or that this AU is crawled without a proxy.
             * @example Direct connection
             */
            crawlProxy?: components["schemas"]["NullableText"];
        };
        /** @description An AU selected by a query. Members that were not selected, or have no value, are absent. */
        AuWsResult: {
            auId?: components["schemas"]["Auid"];
            /**
             * @description Name of the AU.
             * @example Demo Journal Volume 3
             */
            name?: string;
            /**
             * @description Identifier of the plugin.
             * @example org.example.plugin.DemoPlugin
             */
            pluginName?: string;
            /**
             * @description Synonym of `name`; only present if selected by this name.
             * @example Demo Journal Volume 3
             */
            volume?: string;
            /**
             * @description Year of the AU, from the title database.
             * @example 2014
             */
            tdbYear?: string;
            accessType?: components["schemas"]["AccessType"];
            /**
             * Format: int64
             * @description Size in bytes of the latest versions of the AU's content.
             * @example 1048576
             */
            contentSize?: number;
            /**
             * Format: int64
             * @description Size in bytes of the AU's WARC files.
             * @example 524288
             */
            diskUsage?: number;
            /** @description Time when the repository service reported contentSize and diskUsage, in milliseconds since the epoch, UTC. All three are absent until the first report. */
            sizeTime?: components["schemas"]["EpochMillis"];
            /**
             * Format: double
             * @description Agreement in the most recent poll, a fraction between 0 and 1.
             * @example 0.75
             */
            recentPollAgreement?: number;
            /**
             * Format: double
             * @description Highest agreement in any poll, a fraction between 0 and 1.
             * @example 0.9
             */
            highestPollAgreement?: number;
            /**
             * @description Publishing platform, from the plugin.
             * @example Demo Platform
             */
            publishingPlatform?: string;
            /**
             * @description Publisher, from the title database.
             * @example Demo Press
             */
            tdbPublisher?: string;
            /**
             * @description Provider of the content, from the title database; its publisher if no provider is named.
             * @example Demo Press
             */
            tdbProvider?: string;
            /**
             * @description Whether the content is still available from its publisher.
             * @example true
             */
            availableFromPublisher?: boolean;
            substanceState?: components["schemas"]["SubstanceState"];
            /** @description When the AU was first configured, in milliseconds since the epoch, UTC. */
            creationTime?: components["schemas"]["EpochMillis"];
            /** @description When the last successful crawl ended, in milliseconds since the epoch, UTC. */
            lastCompletedCrawl?: components["schemas"]["EpochMillis"];
            /** @description When a crawl was last attempted, in milliseconds since the epoch, UTC. */
            lastCrawl?: components["schemas"]["EpochMillis"];
            /**
             * @description Result of the last crawl.
             * @example Successful
             */
            lastCrawlResult?: string;
            /** @description When the last successful deep crawl ended, in milliseconds since the epoch, UTC. */
            lastCompletedDeepCrawl?: components["schemas"]["EpochMillis"];
            /** @description When a deep crawl was last attempted, in milliseconds since the epoch, UTC. */
            lastDeepCrawl?: components["schemas"]["EpochMillis"];
            /**
             * @description Result of the last deep crawl.
             * @example Successful
             */
            lastDeepCrawlResult?: string;
            /**
             * Format: int32
             * @description Depth of the last successful deep crawl.
             * @example 2
             */
            lastCompletedDeepCrawlDepth?: number;
            /** @description When metadata was last indexed, in milliseconds since the epoch, UTC. */
            lastMetadataIndex?: components["schemas"]["EpochMillis"];
            /** @description When the last completed poll ended, in milliseconds since the epoch, UTC. */
            lastCompletedPoll?: components["schemas"]["EpochMillis"];
            /** @description When a poll was last started, in milliseconds since the epoch, UTC. */
            lastPoll?: components["schemas"]["EpochMillis"];
            /**
             * @description Result of the last poll.
             * @example Complete
             */
            lastPollResult?: string;
            /**
             * @description Whether the node is subscribed to the content, if the node tracks subscriptions.
             * @example Yes
             */
            subscriptionStatus?: string;
            /**
             * @description The crawl proxy of this AU, or that this AU is crawled without a proxy.
             * @example proxy.example.org:8080
             * @example Direct connection
             */
            crawlProxy?: string;
            /**
             * @description Group of AUs that share a crawl rate with this one, as its plugin defines: AUs of the plugin, of a host, or of a title's attribute; `(none)` if it has its own.
             * @example org.example.plugin.DemoPlugin
             * @example host:demo.example.org
             */
            crawlPool?: string;
            /**
             * @description Start URLs of crawls, as defined by the plugin for this AU.
             * @example [
             *       "http://www.example.org/lockss-manifest/2014"
             *     ]
             */
            newContentCrawlUrls?: string[];
            /**
             * @description Start URLs for readers, which equal those of crawls; absent if the plugin computes them with code.
             * @example [
             *       "http://www.example.org/lockss-manifest/2014"
             *     ]
             */
            accessUrls?: string[];
            /**
             * @description Scheme, host and port of all URLs that the AU can contain, as determined by its plugin and its crawls, in alphabetical order.
             * @example [
             *       "http://www.example.org/",
             *       "https://cdn.example.org/"
             *     ]
             */
            urlStems?: string[];
            /**
             * @description Whether the plugin declares bulk content.
             * @example false
             */
            isBulkContent?: boolean;
            /**
             * @description Poll agreements, by peer.
             * @example [
             *       {
             *         "peerId": "TCP:[192.0.2.7]:9729",
             *         "agreements": {
             *           "POR": {
             *             "percentAgreement": 0.75,
             *             "percentAgreementTimestamp": 1700000000000
             *           }
             *         }
             *       }
             *     ]
             */
            peerAgreements?: components["schemas"]["PeerAgreementsOfQuery"][];
            /**
             * @example {
             *       "defParams": {
             *         "base_url": "http://www.example.com/",
             *         "year": "2014"
             *       },
             *       "nonDefParams": {}
             *     }
             */
            auConfiguration?: components["schemas"]["AuParameters"];
            /**
             * @description Title of the journal, from the title database.
             * @example Demo Journal
             */
            journalTitle?: string;
            /**
             * @description Whether the AU is active.
             * @example true
             */
            active?: boolean;
            /**
             * Format: int64
             * @description Beyond the interface. A short unique number of the AU for fast lookups. It is valid as long as the AU is configured; an AU that is removed and added again gets a new number.
             * @example 4711
             */
            auNumber?: number;
            /** @description Beyond the interface. When the configuration of the AU was last stored, deactivated or reactivated, in milliseconds since the epoch, UTC. */
            lastConfigured?: components["schemas"]["EpochMillis"];
        };
        /** @description Agreement with one peer, as in query results. */
        PeerAgreementsOfQuery: {
            /**
             * @description Identity of the peer.
             * @example TCP:[192.0.2.7]:9729
             */
            peerId: string;
            /**
             * @description Agreements by type.
             * @example {
             *       "POR": {
             *         "percentAgreement": 0.75,
             *         "percentAgreementTimestamp": 1700000000000
             *       }
             *     }
             */
            agreements: {
                [key: string]: {
                    /**
                     * @description The last agreement, a fraction between 0 and 1; −1 for none.
                     * @example 0.75
                     */
                    percentAgreement?: number;
                    /**
                     * Format: int64
                     * @description Time of the last agreement, in milliseconds since the epoch, UTC.
                     * @example 1700000000000
                     */
                    percentAgreementTimestamp?: number;
                    /**
                     * @description The highest agreement, a fraction between 0 and 1; −1 for none.
                     * @example 0.9
                     */
                    highestPercentAgreement?: number;
                    /**
                     * Format: int64
                     * @description Time of the last agreement, in milliseconds since the epoch, UTC.
                     * @example 1690000000000
                     */
                    highestPercentAgreementTimestamp?: number;
                };
            };
        };
        /** @description The parameters of an AU, secrets masked. */
        AuParameters: {
            /** @description The parameters that define the AU. */
            defParams?: components["schemas"]["TextMap"];
            /** @description The other parameters. */
            nonDefParams?: components["schemas"]["TextMap"];
        };
        /** @description The result of a substance check. */
        CheckSubstanceResult: {
            /** @description AU identifier. */
            id: components["schemas"]["Auid"];
            /** @description Whether the AU had substance before the check. */
            oldState?: components["schemas"]["SubstanceState"];
            /** @description Whether the AU has substance after the check. */
            newState?: components["schemas"]["SubstanceState"];
            /**
             * @description Why the check was not possible, or which part of the plugin's rule was not applied; absent if the check was complete.
             * @example No substance patterns defined for plugin
             */
            errorMessage?: string;
        };
        /**
         * @description Name of a user account.
         * @example alice
         */
        UserName: string;
        /** @description A user account, as written by the service that stores it here. This service interprets only its name. */
        UserAccount: {
            userName: components["schemas"]["UserName"];
        } & {
            [key: string]: unknown;
        };
        /** @description Outcome of one AU of a group operation. */
        ContentConfigurationResult: {
            /** @description Identifier of the AU. */
            auId: components["schemas"]["Auid"];
            /** @description Beyond the interface. Synonym of `auId` for existing LOCKSS clients; only with `COMPATIBILITY=laaws`. */
            id?: components["schemas"]["Auid"];
            /**
             * @description Name of the AU, as in its overview, with its publishing platform if the AU is in the title database; its AUID if the AU has no name.
             * @example Demo Journal Volume 3 (Demo Platform)
             */
            name: string;
            /**
             * @description Whether the operation succeeded for the AU.
             * @example true
             */
            isSuccess: boolean;
            /**
             * @description Outcome.
             * @example Added
             */
            message: string;
        };
        /** @description The result of a request about one AU. */
        RequestAuControlResult: {
            /** @description AU identifier. */
            id: components["schemas"]["Auid"];
            /**
             * @description Whether the request succeeded.
             * @example true
             */
            success: boolean;
            /**
             * @description Why the request failed; absent if it succeeded.
             * @example Metadata processing is not enabled
             */
            errorMessage?: string;
        };
        /**
         * @description Type of the entry: a write; a response that contains a secret; a rejected login, or the start or end of a session; or missing entries.
         * @example write
         * @enum {string}
         */
        AuditEvent: "write" | "secret" | "login" | "missing";
        /**
         * @description How a request ended; `aborted` if the client disconnected before the response was complete.
         * @example ok
         * @enum {string}
         */
        AuditOutcome: "ok" | "error" | "aborted";
        /** @description A page of the audit log, newest first. */
        AuditPage: {
            /**
             * @description The entries of this page.
             * @example [
             *       {
             *         "id": "1755645600000.345",
             *         "at": 1755645600000,
             *         "event": "write",
             *         "operation": "deleteAu",
             *         "client": "192.0.2.7",
             *         "outcome": "ok",
             *         "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
             *       }
             *     ]
             */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example 1755645600000.345
             */
            continuationToken?: string;
        };
        /** @description An action of a user or client, successful or not. */
        AuditEntry: {
            /**
             * @description Identifies the entry in this log. As a `continuationToken` it continues after this entry.
             * @example 1755645600000.345
             */
            id: string;
            /**
             * @description When the request ended.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            event: components["schemas"]["AuditEvent"];
            /**
             * @description The `operationId` of the request; `unmatched` if it matches no operation.
             * @example deleteAu
             */
            operation: string;
            /**
             * @description Method of the request.
             * @example DELETE
             */
            method?: string;
            /**
             * @description User name; absent if no user was logged in.
             * @example librarian
             */
            user?: string;
            /**
             * @description Address of the client, as forwarded by trusted proxies.
             * @example 192.0.2.7
             */
            client: string;
            /**
             * Format: int32
             * @description Status of the response; absent if the client disconnected before the response, and in entries about a single AU of a larger request.
             * @example 200
             */
            status?: number;
            outcome: components["schemas"]["AuditOutcome"];
            /**
             * @description Request id, as in the log, in `X-Request-Id` and in error responses.
             * @example 0198c4a1-e1f4-7b20-a1c2-03d4e5f60718
             */
            requestId: string;
            /**
             * @description The AU that the entry is about.
             * @example org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014
             */
            auid?: string;
            /**
             * @description The artifact that the entry is about.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
             */
            artifact?: string;
            /**
             * @description Further details, such as a namespace, a configuration file, a job, or the number of AUs.
             * @example {
             *       "namespace": "default"
             *     }
             */
            subject?: {
                [key: string]: unknown;
            };
            /**
             * @description True for frequent, similar writes, which are deleted first when there are too many entries; otherwise absent.
             * @example true
             */
            routine?: boolean;
            /**
             * @description Why a login was rejected. In a `missing` entry, `refused` if the missing entries are about rejected requests.
             * @example wrong
             */
            why?: string;
            /**
             * @description Hash of the user name of a rejected login. The name itself is not stored, because users sometimes type their password there.
             * @example 5f1c0e9b2a7d4c83
             */
            nameHash?: string;
        };
        /** @description A page of the audit log's entries about an AU, newest first. */
        AuHistory: {
            /**
             * @description The entries of this page.
             * @example [
             *       {
             *         "at": 1755645600000,
             *         "operation": "deactivateAus",
             *         "user": "librarian",
             *         "outcome": "ok",
             *         "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
             *       }
             *     ]
             */
            entries: components["schemas"]["AuHistoryEntry"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example 1755645600000.345
             */
            continuationToken?: string;
        };
        /** @description An action on an AU, successful or not. */
        AuHistoryEntry: {
            /**
             * @description Time when the request ended, or when it had finished with this AU.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * @description The `operationId` of the request.
             * @example deactivateAus
             */
            operation: string;
            /**
             * @description User of the request.
             * @example librarian
             */
            user?: string;
            /**
             * Format: int32
             * @description Status of the response; absent in entries about a single AU of a larger request.
             * @example 200
             */
            status?: number;
            outcome: components["schemas"]["AuditOutcome"];
            /**
             * @description Request id, as in the log, in `X-Request-Id` and in error responses.
             * @example 0198c4a1-e1f4-7b20-a1c2-03d4e5f60718
             */
            requestId: string;
            /**
             * @description True for frequent, similar writes; otherwise absent.
             * @example true
             */
            routine?: boolean;
        };
        /** @description The state of an AU. A response contains every member; an update contains the members to set. Unknown members are rejected; with `COMPATIBILITY=laaws` they are stored and returned, in every state document. */
        AuState: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auId?: components["schemas"]["Auid"];
            /** @description When the AU was first configured; -1 by default. */
            auCreationTime?: components["schemas"]["EpochMillisOrUnset"];
            /** @description When the last successful crawl ended; -1 by default. */
            lastCrawlTime?: components["schemas"]["EpochMillisOrUnset"];
            /** @description When a crawl was last attempted; -1 by default. */
            lastCrawlAttempt?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last crawl; -1 by default.
             * @example 3
             */
            lastCrawlResult?: number;
            /**
             * @description Result of the last crawl in words; null by default.
             * @example Successful
             */
            lastCrawlResultMsg?: components["schemas"]["NullableText"];
            /** @description When the last successful deep crawl ended; -1 by default. */
            lastDeepCrawlTime?: components["schemas"]["EpochMillisOrUnset"];
            /** @description When a deep crawl was last attempted; -1 by default. */
            lastDeepCrawlAttempt?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last deep crawl; -1 by default.
             * @example 3
             */
            lastDeepCrawlResult?: number;
            /**
             * @description Result of the last deep crawl in words; null by default.
             * @example Successful
             */
            lastDeepCrawlResultMsg?: components["schemas"]["NullableText"];
            /**
             * Format: int32
             * @description Depth of the last successful deep crawl; -1 by default.
             * @example 2
             */
            lastDeepCrawlDepth?: number;
            /** @description When the last completed poll ended; -1 by default. */
            lastTopLevelPollTime?: components["schemas"]["EpochMillisOrUnset"];
            /** @description When a poll was last started; -1 by default. */
            lastPollStart?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last poll; -1 by default.
             * @example 2
             */
            lastPollResult?: number;
            /**
             * Format: int64
             * @description Mean duration of polls in milliseconds; 0 by default.
             * @example 3600000
             */
            pollDuration?: number;
            /** @description Mean duration of hashing the AU in milliseconds; -1 by default. */
            averageHashDuration?: components["schemas"]["DurationMillisOrUnset"];
            /**
             * Format: int32
             * @description Status of the subscription, 0 unknown, 1 yes, 2 no, 3 inaccessible, 4 not maintained; 0 by default.
             * @example 0
             */
            clockssSubscriptionStatus?: number;
            /** @description Agreement in the most recent poll; -1.0 by default. */
            v3Agreement?: components["schemas"]["FractionOrUnset"];
            /** @description Highest agreement in any poll; -1.0 by default. */
            highestV3Agreement?: components["schemas"]["FractionOrUnset"];
            /**
             * @description How the content may be accessed at the publisher; null by default.
             * @example OpenAccess
             * @enum {string|null}
             */
            accessType?: "OpenAccess" | "Subscription" | null;
            /** @description Whether the AU has substance; Unknown by default. */
            hasSubstance?: components["schemas"]["SubstanceState"];
            /**
             * @description Version of the substance patterns last used; null by default.
             * @example 3
             */
            substanceVersion?: components["schemas"]["NullableText"];
            /**
             * @description Version of the metadata extraction last used; null by default.
             * @example 1
             */
            metadataVersion?: components["schemas"]["NullableText"];
            /** @description When metadata was last indexed; -1 by default. */
            lastMetadataIndex?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int64
             * @description When content last changed, in milliseconds since the epoch, UTC; 0 by default.
             * @example 1700000000000
             */
            lastContentChange?: number;
            /** @description When the last proof-of-possession poll ended; -1 by default. */
            lastPoPPoll?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last proof-of-possession poll; -1 by default.
             * @example 2
             */
            lastPoPPollResult?: number;
            /** @description When the AU's content was last hashed locally; -1 by default. */
            lastLocalHashScan?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Number of peers that agreed in the last proof-of-retrievability poll; -1 by default.
             * @example 5
             */
            numAgreePeersLastPoR?: number;
            /**
             * Format: int32
             * @description Number of peers willing to repair; 0 by default.
             * @example 4
             */
            numWillingRepairers?: number;
            /**
             * Format: int32
             * @description Number of URL versions now suspected to be damaged; 0 by default.
             * @example 0
             */
            numCurrentSuspectVersions?: number;
            /**
             * @description Scheme, host and port of additional hosts of the AU's content; null by default.
             * @example [
             *       "http://cdn.example.com/"
             *     ]
             */
            cdnStems?: components["schemas"]["Text"][] | null;
            /**
             * @description Whether metadata is extracted from the AU; true by default.
             * @example true
             */
            isMetadataExtractionEnabled?: boolean;
        };
        /** @description Poll agreements of an AU with its peers. */
        AuAgreements: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auid?: components["schemas"]["Auid"];
            /**
             * @description Agreements by peer. Each key contains the id of the peer, an IPv6 address in any notation.
             * @example {
             *       "TCP:[192.0.2.7]:9729": {
             *         "id": "TCP:[192.0.2.7]:9729",
             *         "map": {
             *           "POR": {
             *             "percentAgreement": 0.75,
             *             "percentAgreementTime": 1700000000000,
             *             "highestPercentAgreement": 0.9,
             *             "highestPercentAgreementTime": 1690000000000
             *           }
             *         }
             *       }
             *     }
             */
            rawMap: {
                [key: string]: components["schemas"]["PeerAgreements"];
            };
        };
        /** @description Agreements with one peer. */
        PeerAgreements: {
            id: components["schemas"]["PeerId"];
            /**
             * @description Level of agreement with the peer, by type of agreement.
             * @example {
             *       "POR": {
             *         "percentAgreement": 0.75,
             *         "percentAgreementTime": 1700000000000,
             *         "highestPercentAgreement": 0.9,
             *         "highestPercentAgreementTime": 1690000000000
             *       }
             *     }
             */
            map: {
                [key: string]: components["schemas"]["PeerAgreement"];
            };
        };
        /**
         * @description Type of an agreement.
         * @example POR
         * @enum {string}
         */
        AgreementType: "POR" | "POP" | "SYMMETRIC_POR" | "SYMMETRIC_POP" | "POR_HINT" | "POP_HINT" | "SYMMETRIC_POR_HINT" | "SYMMETRIC_POP_HINT" | "W_POR" | "W_POP" | "W_SYMMETRIC_POR" | "W_SYMMETRIC_POP" | "W_POR_HINT" | "W_POP_HINT" | "W_SYMMETRIC_POR_HINT" | "W_SYMMETRIC_POP_HINT";
        /** @description Agreement with a peer. An absent agreement means none, which is -1.0 at time 0. */
        PeerAgreement: {
            /** @description The most recent agreement, a fraction between 0 and 1, or -1. */
            percentAgreement?: components["schemas"]["FractionOrUnset"];
            /**
             * Format: int64
             * @description Time of the most recent agreement, in milliseconds since the epoch, UTC.
             * @example 1700000000000
             */
            percentAgreementTime?: number;
            /** @description The highest agreement ever, a fraction between 0 and 1, or -1. */
            highestPercentAgreement?: components["schemas"]["FractionOrUnset"];
            /**
             * Format: int64
             * @description Time of the highest agreement, in milliseconds since the epoch, UTC.
             * @example 1690000000000
             */
            highestPercentAgreementTime?: number;
        };
        /** @description Versions of URLs of an AU that are suspected to be damaged. */
        AuSuspectUrlVersions: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auid?: components["schemas"]["Auid"];
            /**
             * @description The suspect versions; URL and version together are unique.
             * @example [
             *       {
             *         "url": "http://www.example.com/a.pdf",
             *         "version": 2,
             *         "created": 1700000000000,
             *         "computedHash": {
             *           "bytes": "q83vEg==",
             *           "algorithm": "SHA-256"
             *         },
             *         "storedHash": null
             *       }
             *     ]
             */
            suspectVersions: components["schemas"]["SuspectUrlVersion"][];
        };
        /** @description A suspect version of a URL. */
        SuspectUrlVersion: {
            /**
             * @description The URL.
             * @example http://www.example.com/a.pdf
             */
            url: components["schemas"]["Text"];
            /**
             * Format: int32
             * @description The version of the URL's content.
             * @example 2
             */
            version: number;
            /** @description Time when the damage was suspected. */
            created?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * @description The hash computed from the content; null if there is none.
             * @example {
             *       "bytes": "q83vEg==",
             *       "algorithm": "SHA-256"
             *     }
             */
            computedHash?: components["schemas"]["HashResult"];
            /**
             * @description The hash stored with the content; null if there is none.
             * @example null
             */
            storedHash?: components["schemas"]["HashResult"];
        };
        /** @description A hash; null if there is none. */
        HashResult: {
            /**
             * @description The bytes of the hash, in base64.
             * @example q83vEg==
             */
            bytes: string;
            /**
             * @description Name of the hash algorithm.
             * @example SHA-256
             */
            algorithm: components["schemas"]["Text"];
        } | null;
        /** @description The peers that are known not to have an AU. */
        NoAuPeers: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auid?: components["schemas"]["Auid"];
            /**
             * @description The peers, a set.
             * @example [
             *       "TCP:[192.0.2.7]:9729"
             *     ]
             */
            rawSet: components["schemas"]["PeerId"][];
            /** @description Time when the set was last determined; -1 by default. */
            date?: components["schemas"]["EpochMillisOrUnset"];
        };
        /** @description A configuration file. */
        ConfigFileForm: {
            /**
             * Format: binary
             * @description The configuration file.
             * @example org.lockss.ui.access.ip.include=192.0.2.0/24
             */
            configFile: string;
        };
        /** @description A named configuration file; beyond the interface. */
        ConfigFileEntry: {
            /**
             * @description The name of the file.
             * @example expert
             */
            section: string;
            /**
             * @description Use of the file's content: settings are applied after all sources, titles go into the title database, a document is only stored.
             * @example settings
             * @enum {string}
             */
            use: "settings" | "titles" | "document";
            /**
             * @description The stored state; absent if there is none.
             * @example {
             *       "etag": "\"2bd806c97f0e00af1a1fc3328fa763a9\"",
             *       "modified": 1755645600000,
             *       "size": 46,
             *       "version": 3,
             *       "user": "admin"
             *     }
             */
            stored?: {
                /**
                 * @description Entity tag of the file.
                 * @example "2bd806c97f0e00af1a1fc3328fa763a9"
                 */
                etag: string;
                /**
                 * Format: int64
                 * @description Time when the file was stored, in milliseconds since the epoch.
                 * @example 1755645600000
                 */
                modified: number;
                /**
                 * Format: int64
                 * @description Size of the file in bytes.
                 * @example 46
                 */
                size: number;
                /**
                 * @description Number of times that the file was stored.
                 * @example 3
                 */
                version: number;
                /**
                 * @description User who last stored the file.
                 * @example admin
                 */
                user: string;
            };
        };
        /** @description A page of the versions of a configuration file; beyond the interface. */
        ConfigFileVersionPage: {
            /**
             * @description The versions, newest first.
             * @example []
             */
            versions: components["schemas"]["ConfigFileVersion"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example 12
             */
            continuationToken?: string;
        };
        /** @description A version of a configuration file; beyond the interface. */
        ConfigFileVersion: {
            /**
             * @description Number of the version; the first one is 1.
             * @example 3
             */
            version: number;
            /**
             * @description Entity tag of the version.
             * @example "2bd806c97f0e00af1a1fc3328fa763a9"
             */
            etag: string;
            /**
             * Format: int64
             * @description Time when the version was stored, in milliseconds since the epoch.
             * @example 1755645600000
             */
            modified: number;
            /**
             * Format: int64
             * @description Size of the version in bytes.
             * @example 46
             */
            size: number;
            /**
             * @description User who stored the version.
             * @example admin
             */
            user: string;
        };
        /** @description Parameters that a stored configuration file sets; beyond the interface. */
        StoredConfigFile: {
            /**
             * @description The parameters that the file sets; empty for a file of titles or a document that is only stored.
             * @example [
             *       {
             *         "key": "org.lockss.ui.access.ip.include",
             *         "isActedOn": true
             *       }
             *     ]
             */
            parameters: {
                /**
                 * @description The name of the parameter.
                 * @example org.lockss.ui.access.ip.include
                 */
                key: string;
                /**
                 * @description True if this service uses the parameter; otherwise it is stored for the node's other services.
                 * @example true
                 */
                isActedOn: boolean;
            }[];
        };
        /** @description A parameter of the node's configuration; beyond the interface. */
        MergedParameter: {
            /**
             * @description The name of the parameter.
             * @example org.lockss.daemon.groups
             */
            key: string;
            /**
             * @description The effective value, with `******` instead of secrets; an array for a list.
             * @example prod
             */
            value: string | string[];
            /**
             * @description URL of the source, or path of the stored file, that sets the value.
             * @example /config/file/expert
             */
            source: string;
            /**
             * @description True if this service uses the parameter; otherwise it is stored for the node's other services.
             * @example true
             */
            isActedOn: boolean;
        };
        /** @description The node and the platform of the service. Members with no value are absent. */
        PlatformConfigurationWsResult: {
            /**
             * @description Name of the host server.
             * @example node1.example.org
             */
            hostName: string;
            /**
             * @description IP address of the host server.
             * @example 192.0.2.1
             */
            ipAddress?: string;
            /**
             * @description Preservation groups of the node.
             * @example [
             *       "demo"
             *     ]
             */
            groups?: string[];
            /**
             * @description Project the node belongs to.
             * @example Demo
             */
            project?: string;
            /**
             * @description Email address of the node's administrator.
             * @example admin@example.org
             */
            adminEmail?: string;
            /**
             * @description The current time of the service, in milliseconds since the epoch, UTC.
             * @example 1755645600000
             */
            currentTime?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description How long the service has been running, in milliseconds.
             * @example 100000
             */
            uptime?: number;
            /**
             * @description Version of the service.
             * @example 0.1.0
             */
            version?: string;
            /**
             * @description The operating system.
             * @example {
             *       "name": "Linux",
             *       "version": "6.12.0"
             *     }
             */
            platform?: components["schemas"]["NameAndVersion"];
            /**
             * @description The runtime that the service runs on.
             * @example {
             *       "name": "Node.js",
             *       "version": "24.21.0"
             *     }
             */
            runtime?: components["schemas"]["NameAndVersion"];
            diskUse?: components["schemas"]["DiskUse"];
            /**
             * @description The version of the service, in the format that LOCKSS tools read.
             * @example {
             *       "fullVersion": "0.1.0",
             *       "majorVersion": 0,
             *       "minorVersion": 1,
             *       "buildVersion": 0
             *     }
             */
            daemonVersion?: components["schemas"]["DaemonVersion"];
            /**
             * @description The folder that the service works in.
             * @example /srv/holdfast
             */
            currentWorkingDirectory?: string;
        };
        /** @description A version, as text and in parts. */
        DaemonVersion: {
            /**
             * @description The version.
             * @example 0.1.0
             */
            fullVersion: string;
            /**
             * @description First number of the version.
             * @example 0
             */
            majorVersion: number;
            /**
             * @description Second number of the version.
             * @example 1
             */
            minorVersion: number;
            /**
             * @description Third number of the version.
             * @example 0
             */
            buildVersion: number;
        };
        /** @description Name and version of a piece of software. */
        NameAndVersion: {
            /**
             * @description Name of the software.
             * @example Linux
             */
            name?: string;
            /**
             * @description Version of the software.
             * @example 6.12.0
             */
            version?: string;
        };
        /**
         * @description Use of the disk that the working directory is on.
         * @example {
         *       "size": 1000000000000,
         *       "used": 370000000000,
         *       "avail": 630000000000,
         *       "percentUsedString": "37%",
         *       "percentUsed": 0.37
         *     }
         */
        DiskUse: {
            /**
             * Format: int64
             * @description Size in bytes.
             * @example 1000000000000
             */
            size?: number;
            /**
             * Format: int64
             * @description Used bytes.
             * @example 370000000000
             */
            used?: number;
            /**
             * Format: int64
             * @description Available bytes.
             * @example 630000000000
             */
            avail?: number;
            /**
             * @description Percentage used, formatted as a string.
             * @example 37%
             */
            percentUsedString?: string;
            /**
             * Format: double
             * @description Share used, as a fraction between 0 and 1.
             * @example 0.37
             */
            percentUsed?: number;
        };
        /** @description A plugin selected by a query. Members that were not selected, or have no value, are absent. */
        PluginWsResult: {
            /**
             * @description Identifier of the plugin.
             * @example org.example.plugin.DemoPlugin
             */
            pluginId?: string;
            /**
             * @description Name of the plugin.
             * @example Demo Plugin
             */
            name?: string;
            /**
             * @description Version of the plugin.
             * @example 7
             */
            version?: string;
            /**
             * @description Origin of the plugin: loaded from a URL or a directory, or built in.
             * @example Loadable
             * @enum {string}
             */
            type?: "Loadable" | "Internal" | "Builtin";
            /**
             * @description Plugin definition properties.
             * @example {
             *       "plugin_name": "Demo Plugin",
             *       "plugin_version": "7"
             *     }
             */
            definition?: components["schemas"]["TextMap"];
            /**
             * @description Name of the registry the plugin came from.
             * @example Demo plugin registry
             */
            registry?: string;
            /**
             * @description URL the plugin was loaded from.
             * @example http://plugins.example.org/demo/DemoPlugin.jar
             */
            url?: string;
            /**
             * Format: int32
             * @description Number of AUs linked to the plugin.
             * @example 12
             */
            auCount?: number;
            /**
             * @description Publishing platform.
             * @example Demo Platform
             */
            publishingPlatform?: string;
        };
        /** @description An AU of the title database selected by a query. Members that were not selected, or have no value, are absent. */
        TdbAuWsResult: {
            auId?: components["schemas"]["Auid"];
            /**
             * @description Name of the AU.
             * @example Demo Journal Volume 3
             */
            name?: string;
            /**
             * @description Identifier of the plugin.
             * @example org.example.plugin.DemoPlugin
             */
            pluginName?: string;
            /**
             * @description Title the AU belongs to.
             * @example {
             *       "id": "id:1427959100",
             *       "name": "Biodiversity Data Journal"
             *     }
             */
            tdbTitle?: components["schemas"]["TdbTitleWsResult"];
            /**
             * @description Publisher of the AU.
             * @example {
             *       "name": "Pensoft Publishers"
             *     }
             */
            tdbPublisher?: components["schemas"]["TdbPublisherWsResult"];
            /**
             * @description Beyond the interface. Year of the AU.
             * @example 2014
             */
            year?: string;
            /**
             * @description Whether the AU is marked as down, that is, no longer available from its publisher.
             * @example false
             */
            down?: boolean;
            /**
             * @description Whether the AU is configured and active.
             * @example true
             */
            active?: boolean;
            /**
             * @description Beyond the interface; only present if selected. Whether the AU can be added: its plugin is loaded, and the entry has every definitional parameter.
             * @example true
             */
            addable?: boolean;
            /**
             * @description Parameters of the AU.
             * @example {
             *       "base_url": "http://www.example.com/",
             *       "year": "2014"
             *     }
             */
            params?: components["schemas"]["TextMap"];
            /**
             * @description Attributes of the AU.
             * @example {
             *       "publisher": "Demo Press",
             *       "year": "2014"
             *     }
             */
            attrs?: components["schemas"]["TextMap"];
            /**
             * @description Other properties of the AU.
             * @example {
             *       "issn": "1314-2836"
             *     }
             */
            props?: components["schemas"]["TextMap"];
        };
        /** @description The parameters that the AUs of a plugin have. */
        PluginParameters: {
            /**
             * @description Identifier of the plugin.
             * @example org.example.plugin.DemoPlugin
             */
            pluginId: string;
            /**
             * @description Name of the plugin.
             * @example Demo Plugin
             */
            name: string;
            /**
             * @description Version of the plugin.
             * @example 7
             */
            version: string;
            /**
             * @description Platform of the publishers that the plugin is for; absent when the plugin names none.
             * @example Demo Platform
             */
            publishingPlatform?: string;
            /**
             * @description The plugin's own parameters, in the order of their declaration, then the parameters that every plugin has.
             * @example [
             *       {
             *         "key": "base_url",
             *         "type": "URL",
             *         "definitional": true
             *       }
             *     ]
             */
            parameters: components["schemas"]["PluginParameter"][];
        };
        /** @description A parameter that the AUs of a plugin have. */
        PluginParameter: {
            /**
             * @description Name of the parameter in the configuration of an AU.
             * @example base_url
             */
            key: string;
            type: components["schemas"]["PluginParameterType"];
            /**
             * @description Whether the parameter is definitional, that is, part of the AUID. Definitional parameters are required.
             * @example true
             */
            definitional: boolean;
            /**
             * @description Display name.
             * @example Base URL
             */
            displayName?: string;
            /**
             * @description Description by the plugin.
             * @example Usually of the form http://<journal-name>.com/
             */
            description?: string;
            /**
             * Format: int32
             * @description Width of an input field, in characters.
             * @example 40
             */
            size?: number;
        };
        /**
         * @description Type of the value. STRING: any text that is not empty. INT: a 32-bit integer. URL: an absolute URL. YEAR: four digits, or 0. BOOLEAN: true or false. POS_INT: an integer, 0 or greater. RANGE: `a-b`, compared as text. NUM_RANGE: `1-9`. SET: `a,b,{1-9}`. USER_PASSWD: a name, a colon and a password; secret. LONG: a 64-bit integer. TIME_INTERVAL: such as `30s`, `5m`, `2h`, `10d`, `2w`.
         * @example URL
         * @enum {string}
         */
        PluginParameterType: "STRING" | "INT" | "URL" | "YEAR" | "BOOLEAN" | "POS_INT" | "RANGE" | "NUM_RANGE" | "SET" | "USER_PASSWD" | "LONG" | "TIME_INTERVAL";
        /**
         * @description `problem`: content that could not be read or parsed. `duplicate`: an entry that is ignored because the same AU (plugin and parameters) came before.
         * @example problem
         * @enum {string}
         */
        TitleFindingKind: "problem" | "duplicate";
        /** @description A registry of plugins, or another URL that plugins are read from. */
        PluginRegistry: {
            /**
             * @description URL of the registry, as in the configuration.
             * @example https://plugins.example.org/demo/
             */
            registry: string;
            /**
             * @description The AU of the registry's artifacts; absent if the URL is not a registry page, because only registry pages are stored.
             * @example org|lockss|plugin|RegistryPlugin&base_url~https%3A%2F%2Fplugins%2Eexample%2Eorg%2Fdemo%2F
             */
            auId?: string;
            /**
             * @description Why some of its content is not stored; absent if all content is stored, or if none needs to be.
             * @example https://plugins.example.org/demo/: not everything is stored in the repository service, which is tried again. The repository service cannot be reached.
             */
            problem?: string;
            /**
             * @description URLs found in the registry, starting with the page itself.
             * @example [
             *       {
             *         "url": "https://plugins.example.org/demo/",
             *         "used": true
             *       }
             *     ]
             */
            files: components["schemas"]["PluginRegistryFile"][];
        };
        /** @description A file of a registry. */
        PluginRegistryFile: {
            /**
             * @description URL of the file.
             * @example https://plugins.example.org/demo/DemoPlugin.jar
             */
            url: string;
            /**
             * @description Whether the file is used, in its new version or as the last good copy.
             * @example true
             */
            used: boolean;
            /**
             * @description Names of the signers; absent if no signature is needed.
             * @example "Demo Press"
             */
            signedBy?: string;
            /**
             * @description Why the file is not used, or why the last good copy is used.
             * @example https://plugins.example.org/demo/DemoPlugin.jar: it is not signed
             */
            problem?: string;
            stored?: components["schemas"]["StoredRegistryFile"];
        };
        /** @description The artifact of the file in the repository service. */
        StoredRegistryFile: {
            /**
             * @description Identifier of the artifact.
             * @example 0d1f8bd0-96b6-4cf9-8d3f-1ec1b0a5ff14
             */
            uuid: string;
            /**
             * Format: int32
             * @description Version of the artifact.
             * @example 2
             */
            version: number;
            /**
             * Format: int64
             * @description Time when the artifact was last confirmed to exist, in milliseconds since the epoch.
             * @example 1767225600000
             */
            time: number;
        };
        /** @description A page of findings in the sources of the title database. */
        TitleFindings: {
            /**
             * Format: int64
             * @description Number of findings of this kind. For a source with very many problems, only the first are kept.
             * @example 2
             */
            total: number;
            /**
             * @description The findings of this page.
             * @example [
             *       {
             *         "source": "demo.tdb",
             *         "line": 12,
             *         "column": 7,
             *         "message": "unknown word \"tittle\""
             *       }
             *     ]
             */
            findings: components["schemas"]["TitleFinding"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example 12.345
             */
            continuationToken?: string;
        };
        /** @description A finding in a source of the title database. */
        TitleFinding: {
            /**
             * @description The file or URL, relative to the configured source; absent if the finding does not belong to a file.
             * @example demo.tdb
             */
            source?: string;
            /**
             * Format: int32
             * @description The line, from 1; absent if the finding is about the whole file.
             * @example 12
             */
            line?: number;
            /**
             * Format: int32
             * @description The character in the line, from 1; absent if unknown.
             * @example 7
             */
            column?: number;
            /**
             * @description Description of the problem; for a duplicate, the name of its AU.
             * @example unknown word "tittle"
             */
            message: string;
            /** @description The AU of a duplicate. */
            auId?: components["schemas"]["Auid"];
            first?: components["schemas"]["TitlePlace"];
        };
        /** @description The entry that is used instead of a duplicate. */
        TitlePlace: {
            /**
             * @description The file or URL, relative to the configured source.
             * @example demo.tdb
             */
            source: string;
            /**
             * Format: int32
             * @description The line, from 1.
             * @example 8
             */
            line: number;
        };
        /** @description A publisher of the title database. */
        TdbPublisherWsResult: {
            /**
             * @description Name of the publisher.
             * @example Pensoft Publishers
             */
            name?: string;
        };
        /** @description A title of the title database selected by a query. Members that were not selected, or have no value, are absent. */
        TdbTitleWsResult: {
            /**
             * @description Name of the title.
             * @example Biodiversity Data Journal
             */
            name?: string;
            /**
             * @description Publisher of the title.
             * @example {
             *       "name": "Pensoft Publishers"
             *     }
             */
            tdbPublisher?: components["schemas"]["TdbPublisherWsResult"];
            /**
             * @description Identifier of the title, given or computed from its name and its publisher's.
             * @example id:1427959100
             */
            id?: string;
            /**
             * @description First of the publisher's own identifiers of the title.
             * @example bdj
             */
            proprietaryid?: string;
            /**
             * @description The publisher's own identifiers of the title.
             * @example [
             *       "bdj"
             *     ]
             */
            proprietaryids?: string[];
            /**
             * @description Type of publication, such as journal, book or bookSeries.
             * @example journal
             */
            publicationtype?: string;
            /**
             * @description The title's ISSN, the first valid one of linking, print and electronic.
             * @example 1314-2836
             */
            issn?: string;
            /**
             * @description Linking ISSN.
             * @example 1314-2828
             */
            issnl?: string;
            /**
             * @description ISSN of the electronic edition.
             * @example 1314-2828
             */
            eissn?: string;
            /**
             * @description ISSN of the print edition.
             * @example 1314-2836
             */
            printissn?: string;
            /**
             * @description All ISSNs of the title, a set.
             * @example [
             *       "1314-2836",
             *       "1314-2828"
             *     ]
             */
            issns?: string[];
            /**
             * @description The member proprietaryid, where it was selected by this name.
             * @example bdj
             */
            proprietaryId?: string;
            /**
             * @description The member publicationtype, where it was selected by this name.
             * @example journal
             */
            publicationType?: string;
            /**
             * @description The member issnl, where it was selected by this name.
             * @example 1314-2836
             */
            issnL?: string;
            /**
             * @description The member eissn, where it was selected by this name.
             * @example 1314-2836
             */
            eIssn?: string;
            /**
             * @description The member printissn, where it was selected by this name.
             * @example 1314-2836
             */
            printIssn?: string;
            /**
             * @description The member proprietaryids, where it was selected by this name.
             * @example [
             *       "bdj"
             *     ]
             */
            proprietaryIds?: string[];
        };
        /** @description The status of the service. */
        ApiStatus: {
            /**
             * @description Version of the API.
             * @example 2.0.0
             */
            apiVersion: string;
            /**
             * @description Whether the service is available.
             * @example true
             */
            ready: boolean;
            /**
             * @description Name of the component software.
             * @example config-service
             */
            componentName?: string;
            /**
             * @description Version of the component software.
             * @example 0.1.0
             */
            componentVersion?: string;
            /**
             * @description Version of the overall system.
             * @example 0.1.0
             */
            systemVersion?: string;
            /**
             * @description Name of the service.
             * @example Configuration Service
             */
            serviceName?: string;
            /**
             * @description When the service last became ready, in milliseconds since the epoch, UTC.
             * @example 1755645500000
             */
            readyTime?: components["schemas"]["EpochMillis"];
            /**
             * @description Why the service is not ready, or what could not be loaded: the first sources, plugins and title files, and the number of others.
             * @example Plugins are being loaded
             */
            reason?: string;
            startupStatus?: components["schemas"]["StartupStatus"];
        };
        /**
         * @description The status of the service and, beyond the interface, of its loading.
         * @example {
         *       "apiVersion": "2.0.0",
         *       "ready": true,
         *       "startupStatus": "AUS_STARTED",
         *       "loading": {
         *         "since": "2025-08-20T01:31:40.000Z"
         *       }
         *     }
         */
        ConfigurationStatus: components["schemas"]["ApiStatus"] & {
            /** @description Beyond the interface. The running load of plugins, configuration and titles; absent if none is running. */
            loading?: {
                /**
                 * Format: date-time
                 * @description Start time.
                 * @example 2025-08-20T01:31:40.000Z
                 */
                since: string;
            };
            /**
             * @description Numbers of items that could not be loaded, by kind, beyond the interface; absent if everything was loaded. `reason` names the first of each kind.
             * @example [
             *       {
             *         "kind": "titles",
             *         "count": 172,
             *         "examples": [
             *           "a.tdb:12:4: there is no plugin of this name."
             *         ]
             *       }
             *     ]
             */
            problems?: {
                /**
                 * @description Kind of the items.
                 * @example titles
                 * @enum {string}
                 */
                kind: "sources" | "plugins" | "registries" | "titles";
                /**
                 * Format: int32
                 * @description Number of problems.
                 * @example 172
                 */
                count: number;
                /**
                 * @description Messages about the first problems, at most three.
                 * @example [
                 *       "a.tdb:12:4: there is no plugin of this name."
                 *     ]
                 */
                examples: string[];
            }[];
        };
        /**
         * @description Progress of the service's start.
         * @example AUS_STARTED
         * @enum {string}
         */
        StartupStatus: "NONE" | "PLUGINS_CRAWLING" | "PLUGINS_COLLECTED" | "PLUGINS_LOADING" | "PLUGINS_LOADED" | "AUS_STARTING" | "AUS_STARTED";
        /** @description An error in the common format of all errors (RFC 9457 problem details with additional members). */
        Problem: {
            /**
             * Format: uri-reference
             * @description URI of the problem type; `about:blank` if the status describes the problem completely.
             * @example about:blank
             */
            type: string;
            /**
             * @description Short name of the problem type.
             * @example Not Found
             */
            title: string;
            /**
             * Format: int32
             * @description HTTP status of the response.
             * @example 404
             */
            status: number;
            /**
             * @description Description of this occurrence, for people.
             * @example No such AU
             */
            detail?: string;
            /**
             * Format: uri-reference
             * @description Identifier of this occurrence of the problem.
             * @example /aus
             */
            instance?: string;
            /**
             * Format: int64
             * @description When the problem occurred, in **seconds** since the epoch, UTC.
             * @example 1755645600
             */
            timestamp: number;
            /**
             * @description Same text as `detail`, under the name that existing LOCKSS clients read.
             * @example No such AU
             */
            message: string;
            /**
             * @description Path of the request.
             * @example /aus
             */
            path: string;
            /**
             * @description Cause of the problem: the client (NONE), stored data or an external resource, or the service.
             * @example NONE
             * @enum {string}
             */
            serverErrorType: "NONE" | "DATA_ERROR" | "APPLICATION_ERROR";
            /**
             * @description Identifier of the request, as in X-Request-Id.
             * @example 0198c4a1-e1f4-7b20-a1c2-03d4e5f60718
             */
            requestId: string;
        };
        /** @description A problem with a query: a Problem, and the position of the part that was not understood. */
        QueryProblem: {
            /**
             * Format: int32
             * @description The line of the position.
             * @example 1
             */
            line?: number;
            /**
             * Format: int32
             * @description The position in the line, in characters.
             * @example 8
             */
            column?: number;
            /**
             * @description The line, or a part of it, with a caret below the position.
             * @example select nmae
             *            ^
             */
            excerpt?: string;
        } & components["schemas"]["Problem"];
        /**
         * @description Kind of a notice. Kinds of events: `damage.…`, `copy.repaired` (a damaged copy was replaced from another store), `deletion.…`, `purge.ordered`, `hold.…`, `import.…`, `check.finished`, and `summary.weekly`. All other kinds are conditions, which begin and end.
         * @example damage.found
         * @enum {string}
         */
        NoticeKind: "damage.found" | "damage.repaired" | "damage.well" | "copy.repaired" | "deletion.done" | "deletion.requested" | "deletion.decided" | "deletion.restored" | "purge.ordered" | "hold.placed" | "hold.lifted" | "import.finished" | "import.failed" | "check.finished" | "store.behind" | "store.away" | "disk.full" | "space.short" | "job.failed" | "backup.overdue" | "journal.behind" | "source.failed" | "plugin.failed" | "summary.weekly";
        /**
         * @description `firing`: the condition began or still lasts; `resolved`: it ended; `event`: not a condition.
         * @example event
         * @enum {string}
         */
        NoticeStatus: "event" | "firing" | "resolved";
        /**
         * @description Language of messages.
         * @example en
         * @enum {string}
         */
        NoticeLanguage: "en" | "de" | "fr" | "es";
        /** @description A page of notices. */
        NoticePage: {
            /**
             * @description The notices, newest first.
             * @example []
             */
            notices: components["schemas"]["Notice"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example 1755645600000.0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63
             */
            continuationToken?: string;
        };
        /** @description An event, or the start or end of a condition, that can cause a notification. */
        Notice: {
            /**
             * @description Identifier of the notice.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63
             */
            id: string;
            /**
             * @description Time of the event.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            kind: components["schemas"]["NoticeKind"];
            status: components["schemas"]["NoticeStatus"];
            /**
             * @description Identifier of the condition. The notices of its start and its end have the same identifier.
             * @example store.away second
             */
            incident?: string;
            /**
             * @description Namespace of the AU.
             * @example default
             */
            namespace?: string;
            /**
             * @description AU that the event concerns.
             * @example org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014
             */
            auid?: string;
            /**
             * @description UUID of the artifact, if the event concerns exactly one.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
             */
            artifact?: string;
            /**
             * @description User who caused the event. Absent for readers who may not see user names.
             * @example librarian
             */
            user?: string;
            detail: components["schemas"]["NoticeDetail"];
        };
        /** @description Details of the event. The kind determines which fields are present. */
        NoticeDetail: {
            /**
             * @description Number of artifacts, records or problems.
             * @example 3
             */
            count?: number;
            /**
             * @description The first artifacts, at most 20.
             * @example []
             */
            items?: components["schemas"]["NoticeItem"][];
            /**
             * @description Reason, or the message of the failure.
             * @example gzip member
             */
            reason?: string;
            /**
             * @description Source of the intact bytes, such as `store:first`.
             * @example store:first
             */
            source?: string;
            /**
             * @description Store that the event concerns.
             * @example second
             */
            store?: string;
            /**
             * @description Name of the file, job or store.
             * @example tides.warc.gz
             */
            name?: string;
            /**
             * Format: int64
             * @description Number of bytes.
             * @example 1048576
             */
            bytes?: number;
            /**
             * Format: int64
             * @description Number of the deletion.
             * @example 12
             */
            number?: number;
            /**
             * @description Identifier of the check.
             * @example 12
             */
            check?: string;
            /**
             * @description Start of the condition, in a reminder.
             * @example 1755645600000
             */
            since?: components["schemas"]["EpochMillis"];
            /**
             * @description Number of notices of each kind, in a weekly summary.
             * @example {
             *       "damage.found": 1
             *     }
             */
            counts?: {
                [key: string]: number;
            };
        };
        /** @description An artifact. */
        NoticeItem: {
            /**
             * @description UUID of the artifact.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
             */
            uuid: string;
            /**
             * @description URL of the artifact, if the artifact exists; at most 1,000 characters.
             * @example http://www.iana.org/
             */
            url?: string;
        };
        /** @description The targets of this service. */
        NoticeTargets: {
            /**
             * @description Name of the node in messages (`NODE_NAME`).
             * @example example
             */
            node: string;
            /**
             * @description Base URL of links in messages (`CONSOLE_URL`). Absent if messages have no links.
             * @example https://holdfast.example.org/console/
             */
            consoleUrl?: string;
            /**
             * @description Missing settings that this service needs to send mail. Empty if it can send mail.
             * @example [
             *       "MAIL_SERVER",
             *       "MAIL_FROM"
             *     ]
             */
            missing: string[];
            /**
             * @description The targets, oldest first.
             * @example []
             */
            targets: components["schemas"]["NoticeTarget"][];
        };
        /** @description An email address or a webhook that receives notifications. */
        NoticeTarget: {
            /**
             * @description Identifier of the target.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            id: string;
            type: components["schemas"]["NoticeTargetType"];
            /**
             * @description Email address, or URL of the webhook.
             * @example librarian@example.org
             */
            address: string;
            /**
             * @description Kinds of notices that are sent to the target.
             * @example [
             *       "damage.found"
             *     ]
             */
            kinds: components["schemas"]["NoticeKind"][];
            language: components["schemas"]["NoticeLanguage"];
            /**
             * @description Whether the target gets a summary every Monday.
             * @example true
             */
            weekly: boolean;
            /**
             * @description Maximum number of messages in an hour. One additional message states the number of further notices.
             * @example 20
             */
            hourlyCap: number;
            /**
             * @description Whether messages are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Reason why the service disabled the target.
             * @example The receiver answered 410 Gone.
             */
            whyOff?: string;
            /**
             * @description User who added the target.
             * @example admin
             */
            createdBy: string;
            /**
             * @description Time when the target was added.
             * @example 1755645600000
             */
            created: components["schemas"]["EpochMillis"];
        };
        /**
         * @description Type of a target.
         * @example mail
         * @enum {string}
         */
        NoticeTargetType: "mail" | "webhook";
        /**
         * @description Kinds of notices to send to the target, except `summary.weekly` (`weekly`).
         * @example [
         *       "damage.found",
         *       "damage.repaired"
         *     ]
         */
        SelectedNoticeKinds: components["schemas"]["NoticeKind"][];
        /**
         * @description Maximum number of messages in an hour.
         * @example 20
         */
        HourlyCap: number;
        /**
         * @description Secret of a webhook, `whsec_` followed by the Base64 of 24 to 64 bytes.
         * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
         */
        WebhookSecret: string;
        /** @description A target of notifications. */
        NewNoticeTarget: {
            type: components["schemas"]["NoticeTargetType"];
            /**
             * @description One email address, or an `http:` or `https:` URL without user and password.
             * @example librarian@example.org
             */
            address: string;
            kinds: components["schemas"]["SelectedNoticeKinds"];
            /** @description Language of messages. `en` when absent. */
            language?: components["schemas"]["NoticeLanguage"];
            /**
             * @description Whether to send a summary every Monday. `false` when absent.
             * @example true
             */
            weekly?: boolean;
            /** @description Maximum number of messages in an hour. 20 when absent. */
            hourlyCap?: components["schemas"]["HourlyCap"];
            /** @description Secret of the webhook. By default, the service generates one. */
            secret?: components["schemas"]["WebhookSecret"];
        };
        /** @description Changes of a target. Absent members stay unchanged. */
        NoticeTargetChange: {
            kinds?: components["schemas"]["SelectedNoticeKinds"];
            language?: components["schemas"]["NoticeLanguage"];
            /**
             * @description Whether to send a summary every Monday.
             * @example true
             */
            weekly?: boolean;
            hourlyCap?: components["schemas"]["HourlyCap"];
            /**
             * @description Whether to send messages.
             * @example true
             */
            enabled?: boolean;
            /**
             * @description With `true`, a webhook gets a new secret.
             * @example true
             */
            rotate?: boolean;
            /** @description New secret of the webhook; only with `rotate`. By default, the service generates one. */
            secret?: components["schemas"]["WebhookSecret"];
        };
        /** @description A target, and its new secret, if any. */
        ChangedNoticeTarget: {
            target: components["schemas"]["NoticeTarget"];
            /**
             * @description New secret of a webhook. It is returned only once.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret?: string;
        };
        /** @description Result of a test message. */
        NoticeTest: {
            /**
             * @description Whether the receiver accepted the message.
             * @example failed
             * @enum {string}
             */
            outcome: "sent" | "failed";
            /**
             * @description Reason of the failure.
             * @example connect ECONNREFUSED 192.0.2.25:587
             */
            error?: string;
        };
        /**
         * @description State of a message: `waiting` for an attempt, `sent`, or `failed` after its last attempt.
         * @example waiting
         * @enum {string}
         */
        NoticeDeliveryState: "waiting" | "sent" | "failed";
        /** @description A page of deliveries. */
        NoticeDeliveryPage: {
            /**
             * @description The deliveries, newest first.
             * @example []
             */
            deliveries: components["schemas"]["NoticeDelivery"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example 1755645600000.0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
             */
            continuationToken?: string;
        };
        /** @description A message to a target. */
        NoticeDelivery: {
            /**
             * @description Identifier of the delivery; also the `webhook-id`, and part of the `Message-ID` of a mail.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
             */
            id: string;
            /**
             * @description Identifier of the target.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            target: string;
            type: components["schemas"]["NoticeTargetType"];
            /**
             * @description Email address, or URL of the webhook.
             * @example librarian@example.org
             */
            address: string;
            /**
             * @description Subject of the message.
             * @example [Holdfast example] 1 artifact is damaged
             */
            subject: string;
            /**
             * @description Number of notices in the message.
             * @example 1
             */
            notices: number;
            state: components["schemas"]["NoticeDeliveryState"];
            /**
             * @description Number of attempts so far.
             * @example 2
             */
            attempts: number;
            /**
             * @description Time when the message was created.
             * @example 1755645600000
             */
            created: components["schemas"]["EpochMillis"];
            /**
             * @description Time of the next attempt; only for a waiting delivery.
             * @example 1755645635000
             */
            due?: components["schemas"]["EpochMillis"];
            /**
             * @description Time when the receiver accepted the message.
             * @example 1755645640000
             */
            sent?: components["schemas"]["EpochMillis"];
            /**
             * @description Failure of the last attempt.
             * @example 451 4.3.0 Try again later
             */
            error?: string;
        };
    };
    responses: {
        /** @description The change was made. The body is empty. */
        Done: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The account. */
        UserAccount: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "basic",
                 *       "userName": "alice",
                 *       "roles": "accessContentRole"
                 *     }
                 */
                "application/json": components["schemas"]["UserAccount"];
            };
        };
        /** @description One result per requested AUID, in request order, both for success and for failure. */
        GroupResults: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                 *         "name": "Demo Journal Volume 3",
                 *         "isSuccess": true,
                 *         "message": "Added"
                 *       },
                 *       {
                 *         "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015",
                 *         "name": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015",
                 *         "isSuccess": false,
                 *         "message": "Not in title database"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ContentConfigurationResult"][];
            };
        };
        /** @description The state of the AU was changed. */
        AuControlDone: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                 *       "success": true
                 *     }
                 */
                "application/json": components["schemas"]["RequestAuControlResult"];
            };
        };
        /** @description The AU is unknown. */
        AuControlNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~1999",
                 *       "success": false,
                 *       "errorMessage": "No such Archival Unit"
                 *     }
                 */
                "application/json": components["schemas"]["RequestAuControlResult"];
            };
        };
        /** @description The AU is inactive, or metadata indexing is disabled for the node. */
        AuControlConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                 *       "success": false,
                 *       "errorMessage": "Metadata processing is not enabled"
                 *     }
                 */
                "application/json": components["schemas"]["RequestAuControlResult"];
            };
        };
        /** @description The configuration file. */
        ConfigFile: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Last-Modified": components["headers"]["LastModified"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /** @example org.lockss.ui.access.ip.include=192.0.2.0/24 */
                "application/octet-stream": string;
                /** @example <lockss-config><property name="org.lockss"><property name="demo" value="true"/></property></lockss-config> */
                "text/xml": string;
                /** @example org.lockss.ui.access.ip.include=192.0.2.0/24 */
                "text/plain": string;
                /**
                 * @example {
                 *       "configFile": "org.lockss.ui.access.ip.include=192.0.2.0/24"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ConfigFileForm"];
            };
        };
        /** @description The client's copy is current. The body is empty. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "Last-Modified": components["headers"]["LastModified"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Invalid input; `detail` says what is wrong with which field. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "auid is malformed",
                 *       "instance": "/aus/nonsense",
                 *       "timestamp": 1755645600,
                 *       "message": "auid is malformed",
                 *       "path": "/aus/nonsense",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The query is missing, cannot be parsed, or takes the database too long. For a query that cannot be parsed, `detail` says why and where, and `line`, `column` (from 1) and `excerpt` (the line, with a caret below) show the position. */
        BadQuery: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "Unknown name nmae (line 1, column 8).",
                 *       "instance": "/ws/tdbtitles",
                 *       "timestamp": 1755645600,
                 *       "message": "Unknown name nmae (line 1, column 8).",
                 *       "path": "/ws/tdbtitles",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
                 *       "line": 1,
                 *       "column": 8,
                 *       "excerpt": "select nmae\n       ^"
                 *     }
                 */
                "application/problem+json": components["schemas"]["QueryProblem"];
            };
        };
        /** @description The request is not authenticated. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "Credentials are needed",
                 *       "instance": "/aus",
                 *       "timestamp": 1755645600,
                 *       "message": "Credentials are needed",
                 *       "path": "/aus",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The client is not permitted to perform this operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "One of these roles is needed - auAdminRole, userAdminRole",
                 *       "instance": "/aus/add",
                 *       "timestamp": 1755645600,
                 *       "message": "One of these roles is needed - auAdminRole, userAdminRole",
                 *       "path": "/aus/add",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Beyond the interface: the configuration does not allow requests from the client's address (`org.lockss.ui.access.ip.include`, `.exclude`). */
        AddressRefused: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "Requests from this address are not taken here.",
                 *       "instance": "/aus",
                 *       "timestamp": 1755645600,
                 *       "message": "Requests from this address are not taken here.",
                 *       "path": "/aus",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No such account. */
        AccountNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no account alice.",
                 *       "instance": "/users/alice",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no account alice.",
                 *       "path": "/users/alice",
                 *       "serverErrorType": "DATA_ERROR",
                 *       "requestId": "3c0f2e0a-9b1f-4b0e-8f51-9a2d7c4e6b10"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The audit log is not kept in the database of this service (`AUDIT_DAYS` is 0). */
        AuditNotKept: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The audit log of this service is not kept in its database (AUDIT_DAYS is 0).",
                 *       "instance": "/audit",
                 *       "timestamp": 1755645600,
                 *       "message": "The audit log of this service is not kept in its database (AUDIT_DAYS is 0).",
                 *       "path": "/audit",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No such AU. */
        AuNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "No such AU",
                 *       "instance": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999",
                 *       "timestamp": 1755645600,
                 *       "message": "No such AU",
                 *       "path": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The plugin is not loaded. */
        PluginNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "No plugin org.example.plugin.OtherPlugin is loaded",
                 *       "instance": "/auids",
                 *       "timestamp": 1755645600,
                 *       "message": "No plugin org.example.plugin.OtherPlugin is loaded",
                 *       "path": "/auids",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The configuration file is absent. */
        ConfigFileNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no configuration file expert",
                 *       "instance": "/config/file/expert",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no configuration file expert",
                 *       "path": "/config/file/expert",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The client accepts none of text, application/octet-stream and multipart/form-data. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Acceptable",
                 *       "status": 406,
                 *       "detail": "Available as text/plain, application/octet-stream and multipart/form-data",
                 *       "instance": "/config/file/expert",
                 *       "timestamp": 1755645600,
                 *       "message": "Available as text/plain, application/octet-stream and multipart/form-data",
                 *       "path": "/config/file/expert",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A precondition of the request is false. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Precondition Failed",
                 *       "status": 412,
                 *       "detail": "The file was changed by somebody else",
                 *       "instance": "/config/file/expert",
                 *       "timestamp": 1755645600,
                 *       "message": "The file was changed by somebody else",
                 *       "path": "/config/file/expert",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than a setting of the service allows. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Content Too Large",
                 *       "status": 413,
                 *       "detail": "The body may have at most 10485760 bytes",
                 *       "instance": "/config/file/titledb",
                 *       "timestamp": 1755645600,
                 *       "message": "The body may have at most 10485760 bytes",
                 *       "path": "/config/file/titledb",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Extension to the interface. This operation does not accept the Content-Encoding of the body. The header Accept-Encoding lists the accepted encodings. */
        UnsupportedContentEncoding: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                /**
                 * @description The content codings that the body may have; `identity` if it must be unencoded.
                 * @example identity
                 */
                "Accept-Encoding"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "The body of this operation must not have a Content-Encoding.",
                 *       "instance": "/auids",
                 *       "timestamp": 1755645600,
                 *       "message": "The body of this operation must not have a Content-Encoding.",
                 *       "path": "/auids",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This operation does not accept the media type of the body. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "The body must be application/json or text/plain",
                 *       "instance": "/aus/add",
                 *       "timestamp": 1755645600,
                 *       "message": "The body must be application/json or text/plain",
                 *       "path": "/aus/add",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Internal server error. Search for the request id in the service's log. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "detail": "The request could not be served",
                 *       "instance": "/config/platform",
                 *       "timestamp": 1755645600,
                 *       "message": "The request could not be served",
                 *       "path": "/config/platform",
                 *       "serverErrorType": "APPLICATION_ERROR",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such target of notifications. */
        NoticeTargetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no target 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64.",
                 *       "instance": "/notices/targets/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no target 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64.",
                 *       "path": "/notices/targets/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There are already 50 targets, or the address is already a target. */
        NoticeTargetConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The address librarian@example.org is already a target, or there are already 50 targets.",
                 *       "instance": "/notices/targets",
                 *       "timestamp": 1755645600,
                 *       "message": "The address librarian@example.org is already a target, or there are already 50 targets.",
                 *       "path": "/notices/targets",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such delivery. */
        NoticeDeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no delivery 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65.",
                 *       "instance": "/notices/deliveries/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65/resend",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no delivery 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65.",
                 *       "path": "/notices/deliveries/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65/resend",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The users file has no such user. */
        LoginNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no user \"alice\" in the users file.",
                 *       "instance": "/logins/alice",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no user \"alice\" in the users file.",
                 *       "path": "/logins/alice",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token does not exist, or belongs to another user. */
        TokenNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no API token 0123456789ab.",
                 *       "instance": "/tokens/0123456789ab",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no API token 0123456789ab.",
                 *       "path": "/tokens/0123456789ab",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The owner has a token with this name, lacks one of the roles, or cannot have tokens; or the users file cannot be changed. */
        TokenConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The user \"alice\" has a token \"nightly\" already.",
                 *       "instance": "/tokens",
                 *       "timestamp": 1755645600,
                 *       "message": "The user \"alice\" has a token \"nightly\" already.",
                 *       "path": "/tokens",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The user already exists, is defined by settings, or is the last administrator; or the users file cannot be changed. */
        LoginConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "There is a user \"alice\" already.",
                 *       "instance": "/logins",
                 *       "timestamp": 1755645600,
                 *       "message": "There is a user \"alice\" already.",
                 *       "path": "/logins",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many failed logins of this user from this address. */
        TooManyLogins: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many failed logins; try again later.",
                 *       "instance": "/session",
                 *       "timestamp": 1755645600,
                 *       "message": "Too many failed logins; try again later.",
                 *       "path": "/session",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service is not ready; `/status` says why. */
        NotReady: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "detail": "The service is not ready",
                 *       "instance": "/aus",
                 *       "timestamp": 1755645600,
                 *       "message": "The service is not ready",
                 *       "path": "/aus",
                 *       "serverErrorType": "APPLICATION_ERROR",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description ID of the API token.
         * @example 0123456789ab
         */
        TokenId: string;
        /**
         * @description Name of the user.
         * @example alice
         */
        LoginName: string;
        /**
         * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
         * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
         */
        Auid: components["schemas"]["WellFormedAuid"];
        /**
         * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
         * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
         */
        NoticeTarget: string;
        /**
         * @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400.
         * @example expert
         */
        SectionName: components["schemas"]["SectionName"];
        /**
         * @description Name of the configuration file, case-insensitive; `cluster` and `user-config` are generated by the service.
         * @example cluster
         */
        ReadSectionName: components["schemas"]["SectionName"];
        /** @description Opaque text of at most 1,024 characters, included in the notification of the change. For example `poller-42`. */
        RequestCookie: string;
        /** @description Entity tags, one of which must be the file's, or `*` for any existing file; `"0"` is the tag of a missing file. A weak tag never matches. For example `"5f1c0e9b2a7d4c83"`. */
        IfMatch: string;
        /** @description Entity tags, none of which may be the file's, or `*` if the file must not exist. A weak tag matches the strong tag with the same text. For example `"5f1c0e9b2a7d4c83"`. */
        IfNoneMatch: string;
        /** @description Time since which the file must have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-None-Match. For example `Tue, 19 Aug 2025 23:18:28 GMT`. */
        IfModifiedSince: string;
        /** @description Time since which the file must not have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-Match. For example `1755645508638`. */
        IfUnmodifiedSince: string;
    };
    requestBodies: {
        /** @description The AUIDs of the AUs, as a JSON array or one per line. */
        AuGroup: {
            content: {
                /**
                 * @example [
                 *       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                 *       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015"
                 *     ]
                 */
                "application/json": components["schemas"]["Auid"][];
                /**
                 * @example org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014
                 *     org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015
                 */
                "text/plain": string;
            };
        };
    };
    headers: {
        /**
         * @description The cookie of the session, or its deletion.
         * @example holdfast-session=eyJ…; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict
         */
        SetCookie: string;
        /**
         * @description Identifier of the request, as in the service's log. An identifier sent by the client is used unchanged.
         * @example 0198c4a1-e1f4-7b20-a1c2-03d4e5f60718
         */
        XRequestId: string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 5
         */
        RetryAfter: number;
        /**
         * @description How to authenticate.
         * @example Basic realm="configuration", charset="UTF-8"
         */
        WwwAuthenticate: string;
        /**
         * @description Strong entity tag, derived from the content.
         * @example "5f1c0e9b2a7d4c83"
         */
        ETag: string;
        /**
         * @description Number of this load request; see X-Loads-Done.
         * @example 7
         */
        XLoadNumber: number;
        /**
         * @description All loads up to this X-Load-Number have ended.
         * @example 7
         */
        XLoadsDone: number;
        /**
         * @description File name for browsers that save the response.
         * @example attachment; filename="archival-units.csv"
         */
        ContentDisposition: string;
        /**
         * @description When the file was last changed, as an HTTP date.
         * @example Tue, 19 Aug 2025 23:18:28 GMT
         */
        LastModified: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    calculateAuid: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Definition of the AU. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["AuidsForm"];
            };
        };
        responses: {
            /** @description The AUID. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auid": "org|lockss|plugin|NamedPlugin&handle~handlehandle"
                     *     }
                     */
                    "application/json": components["schemas"]["AuidResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PluginNotFound"];
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAllAuConfigurations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configurations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *         "auConfig": {
                     *           "base_url": "http://www.example.com/",
                     *           "year": "2014",
                     *           "reserved.displayName": "Demo Journal 2014"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuConfiguration"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    addAus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AuGroup"];
        responses: {
            200: components["responses"]["GroupResults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteAus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AuGroup"];
        responses: {
            200: components["responses"]["GroupResults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deactivateAus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AuGroup"];
        responses: {
            200: components["responses"]["GroupResults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    reactivateAus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["AuGroup"];
        responses: {
            200: components["responses"]["GroupResults"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    exportAus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The AUs, one AuRecord per line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"auId":"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014","auConfig":{"base_url":"http://www.example.com/","year":"2014"},"auState":{"auCreationTime":1700000000000,"hasSubstance":"Yes"}} */
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    importAus: {
        parameters: {
            query?: {
                /** @description `true` replaces stored documents that differ. Documents that a line does not contain stay unchanged. */
                replace?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The AUs, one AuRecord per line. */
        requestBody: {
            content: {
                /** @example {"auId":"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014","auConfig":{"base_url":"http://www.example.com/","year":"2014"},"auState":{"auCreationTime":1700000000000,"hasSubstance":"Yes"}} */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The results, one AuImportResult per line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {"line":1,"auId":"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014","isSuccess":true,"outcome":"Added","message":"Added"} */
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auId": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025",
                     *       "auConfig": {
                     *         "base_url": "http://www.example.org/",
                     *         "year": "2025"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    putAuConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The configuration to store. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "auId": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025",
                 *       "auConfig": {
                 *         "base_url": "http://www.example.org/",
                 *         "year": "2025"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AuConfiguration"];
            };
        };
        responses: {
            /** @description The configuration was stored. The body is empty. */
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PluginNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteAu: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deleted configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auId": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025",
                     *       "auConfig": {
                     *         "base_url": "http://www.example.org/",
                     *         "year": "2025"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuConfiguration"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    enableAuMetadataExtraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description Not required. The content of a JSON body is ignored; a body of any other type is rejected. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": unknown;
            };
        };
        responses: {
            200: components["responses"]["AuControlDone"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuControlNotFound"];
            409: components["responses"]["AuControlConflict"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    disableAuMetadataExtraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description Not required. The content of a JSON body is ignored; a body of any other type is rejected. */
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": unknown;
            };
        };
        responses: {
            200: components["responses"]["AuControlDone"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuControlNotFound"];
            409: components["responses"]["AuControlConflict"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuAgreements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The poll agreements, a JSON document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *       "rawMap": {
                     *         "TCP:[192.0.2.7]:9729": {
                     *           "id": "TCP:[192.0.2.7]:9729",
                     *           "map": {
                     *             "POR": {
                     *               "percentAgreement": 0.75,
                     *               "percentAgreementTime": 1700000000000,
                     *               "highestPercentAgreement": 0.9,
                     *               "highestPercentAgreementTime": 1690000000000
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuAgreements"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    patchAuAgreements: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque text of at most 1,024 characters, included in the notification of the change. For example `poller-42`. */
                "X-Lockss-Request-Cookie"?: components["parameters"]["RequestCookie"];
            };
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The entries to replace. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rawMap": {
                 *         "TCP:[192.0.2.7]:9729": {
                 *           "id": "TCP:[192.0.2.7]:9729",
                 *           "map": {
                 *             "POR": {
                 *               "percentAgreement": 0.8,
                 *               "percentAgreementTime": 1710000000000,
                 *               "highestPercentAgreement": 0.9,
                 *               "highestPercentAgreementTime": 1690000000000
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AuAgreements"];
            };
        };
        responses: {
            /** @description The agreements were updated. The body is empty. */
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuState: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state, a JSON document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *       "auCreationTime": 1700000000000,
                     *       "lastCrawlTime": -1,
                     *       "lastCrawlAttempt": -1,
                     *       "lastCrawlResult": -1,
                     *       "lastCrawlResultMsg": null,
                     *       "lastDeepCrawlTime": -1,
                     *       "lastDeepCrawlAttempt": -1,
                     *       "lastDeepCrawlResult": -1,
                     *       "lastDeepCrawlResultMsg": null,
                     *       "lastDeepCrawlDepth": -1,
                     *       "lastTopLevelPollTime": -1,
                     *       "lastPollStart": -1,
                     *       "lastPollResult": -1,
                     *       "pollDuration": 0,
                     *       "averageHashDuration": -1,
                     *       "clockssSubscriptionStatus": 0,
                     *       "v3Agreement": -1,
                     *       "highestV3Agreement": -1,
                     *       "accessType": null,
                     *       "hasSubstance": "Unknown",
                     *       "substanceVersion": null,
                     *       "metadataVersion": null,
                     *       "lastMetadataIndex": -1,
                     *       "lastContentChange": 0,
                     *       "lastPoPPoll": -1,
                     *       "lastPoPPollResult": -1,
                     *       "lastLocalHashScan": -1,
                     *       "numAgreePeersLastPoR": -1,
                     *       "numWillingRepairers": 0,
                     *       "numCurrentSuspectVersions": 0,
                     *       "cdnStems": null,
                     *       "isMetadataExtractionEnabled": true
                     *     }
                     */
                    "application/json": components["schemas"]["AuState"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    patchAuState: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque text of at most 1,024 characters, included in the notification of the change. For example `poller-42`. */
                "X-Lockss-Request-Cookie"?: components["parameters"]["RequestCookie"];
            };
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The members to set. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "lastCrawlTime": 1700000000000,
                 *       "lastCrawlResult": 3,
                 *       "lastCrawlResultMsg": "Successful",
                 *       "accessType": "OpenAccess"
                 *     }
                 */
                "application/json": components["schemas"]["AuState"];
            };
        };
        responses: {
            /** @description The state was updated. The body is empty. */
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the AU. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "volume": "Demo Journal Volume 3",
                     *       "journalTitle": "Demo Journal",
                     *       "pluginName": "Demo Plugin",
                     *       "year": "2014",
                     *       "accessType": "OpenAccess",
                     *       "contentSize": 1048576,
                     *       "diskUsage": 524288,
                     *       "status": "90.00% Agreement",
                     *       "publisher": "Demo Press",
                     *       "availableFromPublisher": true,
                     *       "substanceState": "Yes",
                     *       "creationTime": 1700000000000,
                     *       "lastCompletedCrawl": 1700000100000,
                     *       "lastCrawl": 1700000100000,
                     *       "lastCrawlResult": "Successful"
                     *     }
                     */
                    "application/json": components["schemas"]["AuStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuSuspectUrlVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The suspect URL versions, a JSON document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *       "suspectVersions": [
                     *         {
                     *           "url": "http://www.example.com/a.pdf",
                     *           "version": 2,
                     *           "created": 1700000000000,
                     *           "computedHash": {
                     *             "bytes": "q83vEg==",
                     *             "algorithm": "SHA-256"
                     *           },
                     *           "storedHash": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuSuspectUrlVersions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    putAuSuspectUrlVersions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque text of at most 1,024 characters, included in the notification of the change. For example `poller-42`. */
                "X-Lockss-Request-Cookie"?: components["parameters"]["RequestCookie"];
            };
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The suspect URL versions. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "suspectVersions": [
                 *         {
                 *           "url": "http://www.example.com/a.pdf",
                 *           "version": 2,
                 *           "created": 1700000000000,
                 *           "computedHash": {
                 *             "bytes": "q83vEg==",
                 *             "algorithm": "SHA-256"
                 *           },
                 *           "storedHash": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AuSuspectUrlVersions"];
            };
        };
        responses: {
            /** @description The set was replaced. The body is empty. */
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getNoAuPeers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The NoAuPeerSet, a JSON document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *       "rawSet": [
                     *         "TCP:[192.0.2.7]:9729",
                     *         "TCP:[192.0.2.8]:9729"
                     *       ],
                     *       "date": 1700000000000
                     *     }
                     */
                    "application/json": components["schemas"]["NoAuPeers"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    putNoAuPeers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque text of at most 1,024 characters, included in the notification of the change. For example `poller-42`. */
                "X-Lockss-Request-Cookie"?: components["parameters"]["RequestCookie"];
            };
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The NoAuPeerSet. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rawSet": [
                 *         "TCP:[192.0.2.7]:9729"
                 *       ],
                 *       "date": 1700000000000
                 *     }
                 */
                "application/json": components["schemas"]["NoAuPeers"];
            };
        };
        responses: {
            /** @description The set was replaced. The body is empty. */
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    updateAuSubstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the check. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *       "oldState": "Unknown",
                     *       "newState": "Yes"
                     *     }
                     */
                    "application/json": components["schemas"]["CheckSubstanceResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    queryAus: {
        parameters: {
            query: {
                /**
                 * @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM.
                 * @example select auId, name where publishingPlatform = 'Demo' and active = true order by name limit 100
                 */
                auQuery: components["schemas"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selected AUs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *         "name": "Demo Journal Volume 3"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuWsResult"][];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    queryAusAsCsv: {
        parameters: {
            query: {
                /**
                 * @description Same as in `/ws/auqueries`.
                 * @example select auId, name, tdbPublisher where active = true order by name
                 */
                auQuery: components["schemas"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selected AUs. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example auId,name
                     *     org|lockss|plugin|NamedPlugin&handle~a,"Journal, Volume 3"
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getLastUpdateTime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time, a JSON string. */
            200: {
                headers: {
                    "X-Loads-Done": components["headers"]["XLoadsDone"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 2025-08-19T23:18:28.638Z */
                    "application/json": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getLoadedUrls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URLs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "http://props.example.org/demo/lockss.xml",
                     *       "dyn:user-config.xml"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getPlatformConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The platform configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hostName": "node1.example.org",
                     *       "ipAddress": "192.0.2.1",
                     *       "groups": [
                     *         "demo"
                     *       ],
                     *       "project": "Demo",
                     *       "adminEmail": "admin@example.org",
                     *       "currentTime": 1755645600000,
                     *       "uptime": 100000,
                     *       "version": "0.1.0",
                     *       "platform": {
                     *         "name": "Linux",
                     *         "version": "6.12.0"
                     *       },
                     *       "runtime": {
                     *         "name": "Node.js",
                     *         "version": "24.21.0"
                     *       },
                     *       "diskUse": {
                     *         "size": 1000000000000,
                     *         "used": 370000000000,
                     *         "avail": 630000000000,
                     *         "percentUsedString": "37%",
                     *         "percentUsed": 0.37
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlatformConfigurationWsResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSectionConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, one of which must be the file's, or `*` for any existing file; `"0"` is the tag of a missing file. A weak tag never matches. For example `"5f1c0e9b2a7d4c83"`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags, none of which may be the file's, or `*` if the file must not exist. A weak tag matches the strong tag with the same text. For example `"5f1c0e9b2a7d4c83"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Time since which the file must have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-None-Match. For example `Tue, 19 Aug 2025 23:18:28 GMT`. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Time since which the file must not have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-Match. For example `1755645508638`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /**
                 * @description Name of the configuration file, case-insensitive; `cluster` and `user-config` are generated by the service.
                 * @example cluster
                 */
                sectionName: components["parameters"]["ReadSectionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConfigFile"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ConfigFileNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    putSectionConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, one of which must be the file's, or `*` for any existing file; `"0"` is the tag of a missing file. A weak tag never matches. For example `"5f1c0e9b2a7d4c83"`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags, none of which may be the file's, or `*` if the file must not exist. A weak tag matches the strong tag with the same text. For example `"5f1c0e9b2a7d4c83"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Time since which the file must have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-None-Match. For example `Tue, 19 Aug 2025 23:18:28 GMT`. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Time since which the file must not have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-Match. For example `1755645508638`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /**
                 * @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400.
                 * @example expert
                 */
                sectionName: components["parameters"]["SectionName"];
            };
            cookie?: never;
        };
        /** @description The configuration file. Without the part `configFile` the request is 400. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "configFile": "org.lockss.ui.access.ip.include=192.0.2.0/24"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["ConfigFileForm"];
            };
        };
        responses: {
            /** @description The file was stored. Beyond the interface, the body says for each parameter in the file whether this service uses it. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "parameters": [
                     *         {
                     *           "key": "org.lockss.ui.access.ip.include",
                     *           "isActedOn": true
                     *         },
                     *         {
                     *           "key": "org.lockss.proxy.port",
                     *           "isActedOn": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StoredConfigFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Part of the interface, but never sent, because a missing file is created. */
            404: components["responses"]["ConfigFileNotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getUrlConfiguration: {
        parameters: {
            query: {
                /**
                 * @description URL of the configuration source.
                 * @example dyn:cluster.xml
                 */
                url: string;
            };
            header?: {
                /** @description Entity tags, one of which must be the file's, or `*` for any existing file; `"0"` is the tag of a missing file. A weak tag never matches. For example `"5f1c0e9b2a7d4c83"`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags, none of which may be the file's, or `*` if the file must not exist. A weak tag matches the strong tag with the same text. For example `"5f1c0e9b2a7d4c83"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Time since which the file must have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-None-Match. For example `Tue, 19 Aug 2025 23:18:28 GMT`. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Time since which the file must not have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-Match. For example `1755645508638`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConfigFile"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ConfigFileNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSectionVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of versions on a page, 100 by default and never more than 1,000. */
                limit?: number;
                /** @description Token for the next page, from the previous page. */
                continuationToken?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400.
                 * @example expert
                 */
                sectionName: components["parameters"]["SectionName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 3,
                     *           "etag": "\"2bd806c97f0e00af1a1fc3328fa763a9\"",
                     *           "modified": 1755645600000,
                     *           "size": 46,
                     *           "user": "admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConfigFileVersionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSectionVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags, one of which must be the file's, or `*` for any existing file; `"0"` is the tag of a missing file. A weak tag never matches. For example `"5f1c0e9b2a7d4c83"`. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags, none of which may be the file's, or `*` if the file must not exist. A weak tag matches the strong tag with the same text. For example `"5f1c0e9b2a7d4c83"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description Time since which the file must have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-None-Match. For example `Tue, 19 Aug 2025 23:18:28 GMT`. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Time since which the file must not have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-Match. For example `1755645508638`. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /**
                 * @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400.
                 * @example expert
                 */
                sectionName: components["parameters"]["SectionName"];
                /**
                 * @description Number of the version.
                 * @example 1
                 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ConfigFile"];
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ConfigFileNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getConfigurationFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "section": "expert",
                     *         "use": "settings",
                     *         "stored": {
                     *           "etag": "\"2bd806c97f0e00af1a1fc3328fa763a9\"",
                     *           "modified": 1755645600000,
                     *           "size": 46,
                     *           "version": 3,
                     *           "user": "admin"
                     *         }
                     *       },
                     *       {
                     *         "section": "titledb",
                     *         "use": "titles"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConfigFileEntry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getParameters: {
        parameters: {
            query?: {
                /** @description Returns only the parameter with this key, or an empty array if it is not set. Not allowed together with `prefix`. */
                key?: string;
                /** @description Prefix of the keys. */
                prefix?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parameters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key": "org.lockss.daemon.groups",
                     *         "value": "prod;test",
                     *         "source": "http://props.example.org/demo/lockss.xml",
                     *         "isActedOn": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MergedParameter"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    reloadConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reload was accepted. The body is empty. */
            200: {
                headers: {
                    "X-Load-Number": components["headers"]["XLoadNumber"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    queryPlugins: {
        parameters: {
            query: {
                /**
                 * @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM.
                 * @example select pluginId, version where auCount > 0
                 */
                pluginQuery: components["schemas"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selected plugins. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "pluginId": "org.example.plugin.DemoPlugin",
                     *         "version": "7"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PluginWsResult"][];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getPluginRegistries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "registry": "https://plugins.example.org/demo/",
                     *         "auId": "org|lockss|plugin|RegistryPlugin&base_url~https%3A%2F%2Fplugins%2Eexample%2Eorg%2Fdemo%2F",
                     *         "files": [
                     *           {
                     *             "url": "https://plugins.example.org/demo/",
                     *             "used": true
                     *           },
                     *           {
                     *             "url": "https://plugins.example.org/demo/DemoPlugin.jar",
                     *             "used": true,
                     *             "signedBy": "\"Demo Press\"",
                     *             "stored": {
                     *               "uuid": "0d1f8bd0-96b6-4cf9-8d3f-1ec1b0a5ff14",
                     *               "version": 2,
                     *               "time": 1767225600000
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PluginRegistry"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getPluginParameters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the plugin.
                 * @example org.example.plugin.TidesPlugin
                 */
                pluginId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parameters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pluginId": "org.example.plugin.DemoPlugin",
                     *       "name": "Demo Plugin",
                     *       "version": "7",
                     *       "parameters": [
                     *         {
                     *           "key": "base_url",
                     *           "type": "URL",
                     *           "definitional": true,
                     *           "displayName": "Base URL",
                     *           "description": "Usually of the form http://<journal-name>.com/",
                     *           "size": 40
                     *         },
                     *         {
                     *           "key": "pub_down",
                     *           "type": "BOOLEAN",
                     *           "definitional": false,
                     *           "displayName": "Publisher down"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PluginParameters"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            404: components["responses"]["PluginNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "name": "admin",
                     *         "roles": [
                     *           "userAdminRole"
                     *         ],
                     *         "expires": "2025-08-19T23:18:28.000Z"
                     *       },
                     *       "services": [
                     *         {
                     *           "name": "configuration",
                     *           "path": ""
                     *         }
                     *       ],
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Name and password. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "alice",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description The user who has logged in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user": {
                     *         "name": "admin",
                     *         "roles": [
                     *           "userAdminRole"
                     *         ],
                     *         "expires": "2025-08-19T23:18:28.000Z"
                     *       },
                     *       "services": [
                     *         {
                     *           "name": "configuration",
                     *           "path": ""
                     *         }
                     *       ],
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyLogins"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is logged out. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
        };
    };
    getLogins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users who may log in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logins": [
                     *         {
                     *           "name": "admin",
                     *           "roles": [
                     *             "userAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "ADMIN_PASSWORD"
                     *         },
                     *         {
                     *           "name": "alice",
                     *           "roles": [
                     *             "contentAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "USERS_FILE"
                     *         }
                     *       ],
                     *       "file": {
                     *         "path": "/var/lib/holdfast/users.json",
                     *         "revision": "131:402:1755645600000:1755645600000",
                     *         "whyFixed": null
                     *       },
                     *       "providerUsers": [
                     *         {
                     *           "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
                     *           "disabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Logins"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NotReady"];
        };
    };
    postLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "alice",
                 *       "password": "correct horse battery",
                 *       "roles": [
                 *         "contentAdminRole"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewLogin"];
            };
        };
        responses: {
            /** @description The user was added; the current list of users. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logins": [
                     *         {
                     *           "name": "admin",
                     *           "roles": [
                     *             "userAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "ADMIN_PASSWORD"
                     *         },
                     *         {
                     *           "name": "alice",
                     *           "roles": [
                     *             "contentAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "USERS_FILE"
                     *         }
                     *       ],
                     *       "file": {
                     *         "path": "/var/lib/holdfast/users.json",
                     *         "revision": "131:402:1755645600000:1755645600000",
                     *         "whyFixed": null
                     *       },
                     *       "providerUsers": [
                     *         {
                     *           "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
                     *           "disabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Logins"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["LoginConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the user.
                 * @example alice
                 */
                name: components["parameters"]["LoginName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user was removed; the current list of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logins": [
                     *         {
                     *           "name": "admin",
                     *           "roles": [
                     *             "userAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "ADMIN_PASSWORD"
                     *         },
                     *         {
                     *           "name": "alice",
                     *           "roles": [
                     *             "contentAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "USERS_FILE"
                     *         }
                     *       ],
                     *       "file": {
                     *         "path": "/var/lib/holdfast/users.json",
                     *         "revision": "131:402:1755645600000:1755645600000",
                     *         "whyFixed": null
                     *       },
                     *       "providerUsers": [
                     *         {
                     *           "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
                     *           "disabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Logins"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoginNotFound"];
            409: components["responses"]["LoginConflict"];
            503: components["responses"]["NotReady"];
        };
    };
    patchLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Name of the user.
                 * @example alice
                 */
                name: components["parameters"]["LoginName"];
            };
            cookie?: never;
        };
        /** @description The requested changes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "roles": [
                 *         "accessContentRole"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LoginChange"];
            };
        };
        responses: {
            /** @description The user was changed; the current list of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logins": [
                     *         {
                     *           "name": "admin",
                     *           "roles": [
                     *             "userAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "ADMIN_PASSWORD"
                     *         },
                     *         {
                     *           "name": "alice",
                     *           "roles": [
                     *             "contentAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "USERS_FILE"
                     *         }
                     *       ],
                     *       "file": {
                     *         "path": "/var/lib/holdfast/users.json",
                     *         "revision": "131:402:1755645600000:1755645600000",
                     *         "whyFixed": null
                     *       },
                     *       "providerUsers": [
                     *         {
                     *           "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
                     *           "disabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Logins"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoginNotFound"];
            409: components["responses"]["LoginConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["NotReady"];
        };
    };
    patchProviderUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The user and the requested change. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
                 *       "action": "disable"
                 *     }
                 */
                "application/json": components["schemas"]["ProviderUserChange"];
            };
        };
        responses: {
            /** @description The change was made; the current list of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logins": [
                     *         {
                     *           "name": "admin",
                     *           "roles": [
                     *             "userAdminRole"
                     *           ],
                     *           "disabled": false,
                     *           "from": "ADMIN_PASSWORD"
                     *         }
                     *       ],
                     *       "file": {
                     *         "path": "/var/lib/holdfast/users.json",
                     *         "revision": "131:402:1755645600000:1755645600000",
                     *         "whyFixed": null
                     *       },
                     *       "providerUsers": [
                     *         {
                     *           "subject": "4f2e7a10-1b2c-4d3e-8f40-5a6b7c8d9e0f",
                     *           "disabled": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Logins"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoginNotFound"];
            409: components["responses"]["LoginConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["NotReady"];
        };
    };
    putPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The current and the new password. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current": "correct horse battery",
                 *       "password": "staple correct horse"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password was changed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    "Set-Cookie": components["headers"]["SetCookie"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoginNotFound"];
            409: components["responses"]["LoginConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyLogins"];
            503: components["responses"]["NotReady"];
        };
    };
    getTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, including expired ones. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tokens": [
                     *         {
                     *           "id": "0123456789ab",
                     *           "name": "nightly",
                     *           "owner": "alice",
                     *           "roles": [
                     *             "contentAdminRole"
                     *           ],
                     *           "namespaces": null,
                     *           "created": "2025-08-19T23:18:28.000Z",
                     *           "ends": "2025-11-17T23:18:28.000Z"
                     *         }
                     *       ],
                     *       "revision": "131:402:1755645600000:1755645600000",
                     *       "whyFixed": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiTokens"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NotReady"];
        };
    };
    postToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The token. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly",
                 *       "roles": [
                 *         "accessContentRole"
                 *       ],
                 *       "days": 90
                 *     }
                 */
                "application/json": components["schemas"]["NewApiToken"];
            };
        };
        responses: {
            /** @description The token was created; its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "hft_mvbLZxyZ8nWyGN0SbMwnCrFEmPwoI1NzQjKjZ5pAIvw",
                     *       "token": {
                     *         "id": "0123456789ab",
                     *         "name": "nightly",
                     *         "owner": "alice",
                     *         "roles": [
                     *           "accessContentRole"
                     *         ],
                     *         "namespaces": null,
                     *         "created": "2025-08-19T23:18:28.000Z",
                     *         "ends": "2025-11-17T23:18:28.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["LoginNotFound"];
            409: components["responses"]["TokenConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the API token.
                 * @example 0123456789ab
                 */
                id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["TokenNotFound"];
            409: components["responses"]["TokenConflict"];
            503: components["responses"]["NotReady"];
        };
    };
    getDoctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings, worst first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "durationMs": 412,
                     *       "findings": [
                     *         {
                     *           "id": "database.connections",
                     *           "verdict": "fault",
                     *           "message": "PostgreSQL at db:5432 allows 10 connections (max_connections), but the services may open 35: requests will fail under load.",
                     *           "remedy": "Raise the limit, or lower DATABASE_POOL or WORKERS."
                     *         },
                     *         {
                     *           "id": "machine.node",
                     *           "verdict": "fine",
                     *           "message": "Node v24.21.0."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Diagnosis"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "DRAIN_TIMEOUT",
                     *         "group": "both",
                     *         "about": "how long requests under way may take when the service stops",
                     *         "value": "20s",
                     *         "isSecret": false,
                     *         "isSet": true,
                     *         "from": "default",
                     *         "file": null,
                     *         "default": "`20s`",
                     *         "values": "duration `0ms` to `1h`"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Setting"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["NotReady"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status of the service. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description Part of the interface, but never sent, because this operation requires no credentials. */
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalError"];
        };
    };
    getUserNames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names, in byte order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "alice",
                     *       "bob"
                     *     ]
                     */
                    "application/json": components["schemas"]["UserName"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    postUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The accounts to add. */
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "type": "basic",
                 *         "userName": "alice",
                 *         "roles": "accessContentRole"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["UserAccount"][];
            };
        };
        responses: {
            /** @description The accounts that were added. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "type": "basic",
                     *         "userName": "alice",
                     *         "roles": "accessContentRole"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UserAccount"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account.
                 * @example alice
                 */
                username: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UserAccount"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The name of the account.
                 * @example alice
                 */
                username: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account was deleted, or did not exist. The body is empty. */
            200: components["responses"]["Done"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    patchUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Opaque text of at most 1,024 characters, included in the notification of the change. For example `poller-42`. */
                "X-Lockss-Request-Cookie"?: components["parameters"]["RequestCookie"];
            };
            path: {
                /**
                 * @description The name of the account.
                 * @example alice
                 */
                username: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /** @description The members to set. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "alice@example.org"
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: components["responses"]["UserAccount"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AccountNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    queryTdbAus: {
        parameters: {
            query: {
                /**
                 * @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM.
                 * @example select auId, name where pluginName = 'org.example.plugin.DemoPlugin' and down = false
                 */
                tdbAuQuery: components["schemas"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selected AUs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
                     *         "name": "Demo Journal Volume 3"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TdbAuWsResult"][];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    queryTdbPublishers: {
        parameters: {
            query: {
                /**
                 * @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM.
                 * @example select name where name like 'Demo%'
                 */
                tdbPublisherQuery: components["schemas"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selected publishers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "Demo Press"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TdbPublisherWsResult"][];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    queryTdbTitles: {
        parameters: {
            query: {
                /**
                 * @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM.
                 * @example select id, name where issn is not null order by name desc
                 */
                tdbTitleQuery: components["schemas"]["QueryText"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The selected titles. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "id:1427959100",
                     *         "name": "Biodiversity Data Journal"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TdbTitleWsResult"][];
                };
            };
            400: components["responses"]["BadQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getTitleFindings: {
        parameters: {
            query?: {
                /** @description Kind of the findings; by default, problems. */
                kind?: components["schemas"]["TitleFindingKind"];
                /** @description Maximum number of findings on a page; 100 by default, and never more than 1,000. */
                limit?: number;
                /** @description Token for the next page, from the previous page of the same kind. */
                continuationToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of findings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": 2,
                     *       "findings": [
                     *         {
                     *           "source": "demo.tdb",
                     *           "line": 12,
                     *           "column": 7,
                     *           "message": "unknown word \"tittle\""
                     *         },
                     *         {
                     *           "source": "demo.tdb",
                     *           "line": 40,
                     *           "message": "AU \"Demo Journal Volume 3\": the plugin org.example.plugin.DemoPlugin needs the parameter year"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TitleFindings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAudit: {
        parameters: {
            query?: {
                /** @description Only entries at or after this time, in milliseconds since the epoch. */
                since?: number;
                /** @description Only entries before this time, in milliseconds since the epoch. Must be later than `since`. */
                until?: number;
                /** @description Only entries of this user. */
                user?: string;
                /** @description Only entries of this client address. */
                client?: string;
                /** @description Only entries of this type. */
                event?: components["schemas"]["AuditEvent"];
                /** @description Only entries of the operation with this `operationId`. */
                operation?: string;
                /** @description Only entries with this outcome. */
                outcome?: components["schemas"]["AuditOutcome"];
                /** @description Only entries of the request with this `X-Request-Id`. */
                requestId?: string;
                /** @description Only entries about this AU. */
                auid?: components["schemas"]["Auid"];
                /** @description With `true`, only routine entries, which programs write by the thousand; with `false`, only all other entries. */
                routine?: boolean;
                /** @description By default, pages of JSON; `csv` and `lines` (one JSON object per line) return all matching entries as one stream. */
                format?: "json" | "csv" | "lines";
                /** @description Maximum number of entries: on a page 100 by default and never more than 1,000; in a stream all by default. */
                limit?: number;
                /** @description Token for the next page, from the previous page. Only with pages. */
                continuationToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "1755645600000.345",
                     *           "at": 1755645600000,
                     *           "event": "write",
                     *           "operation": "deleteAu",
                     *           "method": "DELETE",
                     *           "user": "librarian",
                     *           "client": "192.0.2.7",
                     *           "status": 200,
                     *           "outcome": "ok",
                     *           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                    /**
                     * @example at,event,operation,method,user,client,status,outcome,requestId,auid,artifact,subject,why,nameHash
                     *     2025-08-19T23:20:00.000Z,write,reloadConfiguration,PUT,librarian,192.0.2.7,200,ok,0198c4a1-e1f4-7b20-a1c2-03d4e5f60718,,,,,
                     */
                    "text/csv": string;
                    /** @example {"id":"1755645600000.345","at":1755645600000,"event":"write","operation":"reloadConfiguration","user":"librarian","client":"192.0.2.7","status":200,"outcome":"ok","requestId":"0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"} */
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuditNotKept"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuHistory: {
        parameters: {
            query?: {
                /** @description With `true`, only routine entries, such as stored state, which programs write by the thousand; with `false`, only all other entries. */
                routine?: boolean;
                /** @description Maximum number of entries on a page; 100 by default, and never more than 1,000. */
                limit?: number;
                /** @description Token for the next page, from the previous page. */
                continuationToken?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "at": 1755645600000,
                     *           "operation": "deactivateAus",
                     *           "user": "librarian",
                     *           "outcome": "ok",
                     *           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuHistory"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuditNotKept"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getNotices: {
        parameters: {
            query?: {
                /** @description Only notices at or after this time, in milliseconds since the epoch. */
                since?: number;
                /** @description Only notices about this AU. */
                auid?: components["schemas"]["Auid"];
                /** @description Only notices of this kind. */
                kind?: components["schemas"]["NoticeKind"];
                /** @description Maximum number of items, 100 by default and never more than 1,000. */
                limit?: number;
                /** @description Token for the next page, from the previous page. */
                continuationToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "notices": [
                     *         {
                     *           "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                     *           "at": 1755645600000,
                     *           "kind": "source.failed",
                     *           "status": "firing",
                     *           "incident": "source.failed",
                     *           "detail": {
                     *             "count": 2,
                     *             "reason": "titles.xml: the file is not XML"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoticePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AddressRefused"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getNoticeTargets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The targets, oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "node": "example",
                     *       "consoleUrl": "https://holdfast.example.org/console/",
                     *       "missing": [],
                     *       "targets": [
                     *         {
                     *           "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *           "type": "mail",
                     *           "address": "librarian@example.org",
                     *           "kinds": [
                     *             "damage.found",
                     *             "damage.repaired"
                     *           ],
                     *           "language": "en",
                     *           "weekly": true,
                     *           "hourlyCap": 20,
                     *           "enabled": true,
                     *           "createdBy": "admin",
                     *           "created": 1755645600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeTargets"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    postNoticeTarget: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The target. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "mail",
                 *       "address": "librarian@example.org",
                 *       "kinds": [
                 *         "damage.found",
                 *         "damage.repaired"
                 *       ],
                 *       "weekly": true
                 *     }
                 */
                "application/json": components["schemas"]["NewNoticeTarget"];
            };
        };
        responses: {
            /** @description The target was added; for a webhook, also its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "target": {
                     *         "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *         "type": "mail",
                     *         "address": "librarian@example.org",
                     *         "kinds": [
                     *           "damage.found",
                     *           "damage.repaired"
                     *         ],
                     *         "language": "en",
                     *         "weekly": true,
                     *         "hourlyCap": 20,
                     *         "enabled": true,
                     *         "createdBy": "admin",
                     *         "created": 1755645600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedNoticeTarget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["NoticeTargetConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteNoticeTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                target: components["parameters"]["NoticeTarget"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The target was removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoticeTargetNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    patchNoticeTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                target: components["parameters"]["NoticeTarget"];
            };
            cookie?: never;
        };
        /** @description The requested changes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "weekly": false
                 *     }
                 */
                "application/json": components["schemas"]["NoticeTargetChange"];
            };
        };
        responses: {
            /** @description The target was changed; after `rotate`, also its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "target": {
                     *         "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *         "type": "mail",
                     *         "address": "librarian@example.org",
                     *         "kinds": [
                     *           "damage.found",
                     *           "damage.repaired"
                     *         ],
                     *         "language": "en",
                     *         "weekly": true,
                     *         "hourlyCap": 20,
                     *         "enabled": true,
                     *         "createdBy": "admin",
                     *         "created": 1755645600000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedNoticeTarget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoticeTargetNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    testNoticeTarget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                target: components["parameters"]["NoticeTarget"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "failed",
                     *       "error": "connect ECONNREFUSED 192.0.2.25:587"
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoticeTargetNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getNoticeDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                state?: components["schemas"]["NoticeDeliveryState"];
                /** @description Maximum number of items, 100 by default and never more than 1,000. */
                limit?: number;
                /** @description Token for the next page, from the previous page. */
                continuationToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                     *           "target": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *           "type": "mail",
                     *           "address": "librarian@example.org",
                     *           "subject": "[Holdfast example] 1 artifact is damaged",
                     *           "notices": 1,
                     *           "state": "waiting",
                     *           "attempts": 2,
                     *           "created": 1755645600000,
                     *           "due": 1755645635000,
                     *           "error": "451 4.3.0 Try again later"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    resendNoticeDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the delivery. The response is 404 if it is not the UUID of a delivery.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
                 */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                     *       "target": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *       "type": "mail",
                     *       "address": "librarian@example.org",
                     *       "subject": "[Holdfast example] 1 artifact is damaged",
                     *       "notices": 1,
                     *       "state": "waiting",
                     *       "attempts": 2,
                     *       "created": 1755645600000,
                     *       "due": 1755645635000,
                     *       "error": "451 4.3.0 Try again later"
                     *     }
                     */
                    "application/json": components["schemas"]["NoticeDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoticeDeliveryNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
}
