// Generated from openapi/configuration.yaml by generate.mjs; changes made here are lost.

export interface components {
    schemas: {
        /** @description Credentials for a login. */
        Credentials: {
            /** @description Name of the user, as the profile UsernameCasePreserved of RFC 8265 allows: letters, digits and ASCII punctuation except the colon, no invisible characters, and only single spaces between other characters. Full-width characters are replaced by plain ones before the name is stored. If another user already has the resulting name, the response is 409. */
            name: string;
            /**
             * Format: password
             * @description The user's password.
             */
            password: string;
        };
        /** @description Users who may log in to this service. */
        Logins: {
            /** @description The users; users from settings come first. */
            logins: components["schemas"]["Login"][];
            /** @description The users file; null if there is none. */
            file: {
                /** @description Path of the file. */
                path: string;
                /** @description Revision of the file; equal for all services that read the same state of it; null if the file cannot be read. */
                revision: string | null;
                /** @description Why the file cannot be changed through this service; null if it can. */
                whyFixed: string | null;
            } | null;
            /** @description Users of the OpenID Connect provider who have an entry in the users file, because they were disabled or their sessions were ended. Other users of the provider are not listed. */
            providerUsers: components["schemas"]["ProviderUser"][];
        };
        /** @description A user of the OpenID Connect provider who has an entry in the users file. */
        ProviderUser: {
            /** @description Identifier of the user at the provider (`sub`). */
            subject: string;
            /** @description True if the user is disabled and cannot log in. */
            disabled: boolean;
        };
        /** @description A change of the access of a user of the OpenID Connect provider. */
        ProviderUserChange: {
            /** @description Identifier of the user at the provider (`sub`), not the name. The audit log contains it as `providerUser`. */
            subject: string;
            /**
             * @description `disable` refuses logins and access tokens, and ends all sessions. `enable` allows logins again, but does not revive sessions; without an entry, the response is 404. `endSessions` ends all sessions; the user may log in again.
             * @enum {string}
             */
            action: "disable" | "enable" | "endSessions";
        };
        /** @description A user who may log in. */
        Login: {
            /** @description Name of the user. */
            name: string;
            /** @description The user's roles. */
            roles: string[];
            /** @description True if the user is disabled and cannot log in. */
            disabled: boolean;
            /**
             * @description The setting that the user comes from; only users of `USERS_FILE` can be changed.
             * @enum {string}
             */
            from: "ADMIN_PASSWORD" | "READER_PASSWORD" | "USERS_FILE";
        };
        /** @description A user to be added. */
        NewLogin: {
            /** @description Name of the user. */
            name: string;
            /**
             * Format: password
             * @description The user's password.
             */
            password: string;
            /** @description The user's roles. */
            roles: ("accessContentRole" | "contentAdminRole" | "auAdminRole" | "userAdminRole")[];
        };
        /** @description Changes of a user; at least one. */
        LoginChange: {
            /**
             * Format: password
             * @description The user's new password.
             */
            password?: string;
            /** @description The user's roles from now on. */
            roles?: ("accessContentRole" | "contentAdminRole" | "auAdminRole" | "userAdminRole")[];
            /** @description True if the user is disabled and cannot log in. */
            disabled?: boolean;
        };
        /** @description API tokens in the users file of this service. */
        ApiTokens: {
            /** @description The tokens. */
            tokens: components["schemas"]["ApiToken"][];
            /** @description Revision of the users file, as in `GET /logins`; null if there is no readable file. */
            revision: string | null;
            /** @description Why tokens cannot be created or revoked through this service; null if they can. */
            whyFixed: string | null;
        };
        /** @description An API token, without its secret. */
        ApiToken: {
            /** @description ID of the token. */
            id: string;
            /** @description Name of the token. */
            name: string;
            /** @description The user on whose behalf the token acts. */
            owner: string;
            /** @description Roles of the token. Roles that the owner no longer has do not count. */
            roles: string[];
            /** @description Namespaces in which the token is valid; null for all namespaces. */
            namespaces: string[] | null;
            /**
             * Format: date-time
             * @description When the token was created.
             */
            created: string;
            /**
             * Format: date-time
             * @description When the token expires.
             */
            ends: string;
        };
        /** @description A new API token with its secret. */
        CreatedApiToken: {
            /** @description The secret, which is sent in the header `Authorization` (scheme `Bearer`). It cannot be read again. */
            secret: string;
            token: components["schemas"]["ApiToken"];
        };
        /** @description An API token to be created. */
        NewApiToken: {
            /** @description Name of the token. The tokens of one owner have different names. */
            name: string;
            /** @description The user on whose behalf the token acts; by default the current user. */
            owner?: string;
            /** @description Roles of the token. The owner must have these roles. */
            roles: ("accessContentRole" | "contentAdminRole" | "auAdminRole" | "userAdminRole")[];
            /** @description Namespaces in which the token is valid; by default all namespaces. */
            namespaces?: string[];
            /** @description Number of days until the token expires. */
            days: number;
        };
        /** @description The current and the new password of the current user. */
        PasswordChange: {
            /**
             * Format: password
             * @description The current password.
             */
            current: string;
            /**
             * Format: password
             * @description The new password.
             */
            password: string;
        };
        /** @description Result of the checks of a service. */
        Diagnosis: {
            /** @description Duration of the checks, in milliseconds. */
            durationMs: number;
            /** @description The findings, worst first. */
            findings: components["schemas"]["Finding"][];
        };
        /** @description Result of one check. */
        Finding: {
            /** @description Stable name of the check. */
            id: string;
            /**
             * @description `fault` must be corrected, `warning` may become a fault, `advice` makes the service faster, `skipped` could not be checked because of another fault.
             * @enum {string}
             */
            verdict: "fault" | "warning" | "advice" | "skipped" | "fine";
            /** @description The result, as a sentence. */
            message: string;
            /** @description What to do, as a sentence. Absent if there is nothing to do, or if it is unknown. */
            remedy?: string;
        };
        /** @description A setting as it is in effect. */
        Setting: {
            /** @description The environment variable. With the suffix `_FILE`, it names a file that contains the value. */
            name: string;
            /**
             * @description Group of the setting. `both` means settings of both services, `own` settings of this service only.
             * @enum {string}
             */
            group: "both" | "own" | "store" | "jobs" | "traces";
            /** @description Purpose, in Markdown. */
            about: string;
            /** @description Current value, in the syntax of the setting; null if there is none or it is secret. */
            value: string | null;
            /** @description True if the value is secret and never returned. */
            isSecret: boolean;
            /** @description Whether the setting has a value. */
            isSet: boolean;
            /**
             * @description Where the value comes from.
             * @enum {string}
             */
            from: "default" | "environment" | "file";
            /** @description The file that the value was read from. */
            file: string | null;
            /** @description Default, in Markdown. */
            default: string;
            /** @description Allowed values, in Markdown. */
            values: string;
        };
        /** @description The current user, and the services that the console can reach. */
        Session: {
            /** @description Null if no user is logged in. */
            user: {
                /** @description Name of the user. */
                name: string;
                /** @description The user's roles. */
                roles: string[];
                /**
                 * Format: date-time
                 * @description When the session ends unless it is renewed; null if the request contained credentials.
                 */
                expires: string | null;
                /** @description True for a user who logged in through an OpenID Connect provider. */
                byProvider?: boolean;
            } | null;
            /** @description The services that the console can reach through this service. */
            services: {
                /**
                 * @description Kind of the service.
                 * @enum {string}
                 */
                name: "repository" | "configuration";
                /** @description Address relative to this service; empty for this service itself. */
                path: string;
            }[];
            /** @description Version of the software. */
            version: string;
            /** @description OpenID Connect provider through which users can log in; absent if there is none. */
            provider?: {
                /** @description Name of the provider. */
                name: string;
                /** @description Address where a browser begins the login. */
                login: string;
            };
        };
        /** @description Name of a configuration file, case-insensitive. */
        SectionName: string;
        /** @description Identifier of an AU. */
        Auid: string;
        /** @description Identifier of an AU, a plugin key, `&`, and the encoded parameters that define the AU. */
        WellFormedAuid: string;
        /**
         * Format: int64
         * @description Milliseconds since the epoch, UTC.
         */
        EpochMillis: number;
        /**
         * Format: int64
         * @description Milliseconds since the epoch, UTC; -1 if it never happened.
         */
        EpochMillisOrUnset: number;
        /**
         * Format: int64
         * @description Milliseconds; -1 when unknown.
         */
        DurationMillisOrUnset: number;
        /** @description A fraction between 0 and 1; -1 when there is none. */
        FractionOrUnset: number | -1;
        /** @description Text without U+0000. */
        Text: string;
        /** @description Text without U+0000, or null. */
        NullableText: string | null;
        /** @description A map of text to text. */
        TextMap: {
            [key: string]: components["schemas"]["Text"];
        };
        /**
         * @description Whether an AU has substance.
         * @enum {string}
         */
        SubstanceState: "Unknown" | "Yes" | "No";
        /**
         * @description How the content of an AU may be accessed at its publisher.
         * @enum {string}
         */
        AccessType: "OpenAccess" | "Subscription";
        /** @description A query: `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY expression [ASC|DESC], …] [LIMIT [start,] n]`; keywords are case-insensitive, names are case-sensitive, `start` begins at 1. Conditions: `= != <> < <= > >=`, `[NOT] LIKE` (`%` matches any number of characters, `_` any single character; with `ESCAPE '!'` a character after `!` is literal), `[NOT] MATCHES 'regular expression'` (matches anywhere in the text; in linear time, so without back references and look-around), `[NOT] IN (…)` (a list property as an item stands for all its elements), `[NOT] IN issns` (a list property), `[NOT] BETWEEN … AND …`, `IS [NOT] NULL` (also `= NULL`, `!= NULL`), AND, OR, NOT, parentheses, `+ - * / %`, TRUE, FALSE, NULL, `'text'` with `''` for a quote, decimal numbers; a `$` before an operator ignores case. Functions: upper, lower, trim, length, concat, substring(text, start[, length]), get(map, key), toDate('2014-01-31'). Aggregates: count(*), count(x), count(distinct x), sum, avg, min, max; with aggregates or GROUP BY, the result has one member per aggregate, named as in the query (`count(*)`, `sum(contentSize)`) or by the word after AS, and only grouped properties next to them. Dots select nested members: `tdbTitle.issn`, `params.base_url`. A comparison with a missing value is neither true nor false. Text that is compared with a number is read as a number if it is a plain decimal number. */
        QueryText: string;
        /** @description Identity of a peer, `TCP:[ip]:port` or a bare IP address. */
        PeerId: string;
        /** @description The stored data of an AU: its configuration (absent if the AU is not configured), and its documents in the formats of their own operations, with the members that were ever set. Unknown members are rejected. */
        AuRecord: {
            /** @description AU identifier. */
            auId: components["schemas"]["WellFormedAuid"];
            /** @description The AU configuration items, its parameters and reserved items, with unmasked secrets. */
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
             */
            line: number;
            /** @description AU identifier; absent if it could not be read. */
            auId?: components["schemas"]["WellFormedAuid"];
            /** @description Whether the stored data now equals the line. */
            isSuccess: boolean;
            /**
             * @description `Added`: the AU was not configured and now is; `Changed`: data was added or replaced; `Unchanged`: all data was already stored; `Conflict`: different data is stored, and nothing was changed; `Failed`: the data cannot be stored.
             * @enum {string}
             */
            outcome: "Added" | "Changed" | "Unchanged" | "Conflict" | "Failed";
            /** @description Description of the outcome, for people. */
            message: string;
        };
        /** @description The configuration of an AU. */
        AuConfiguration: {
            auId: components["schemas"]["Auid"];
            /** @description The AU configuration items, its parameters and reserved items. */
            auConfig: components["schemas"]["TextMap"];
        };
        /** @description Definition of an AU. */
        AuidsForm: {
            /** @description Plugin identifier. */
            pluginId?: components["schemas"]["Text"];
            /** @description Handle of a named AU. */
            handle?: components["schemas"]["Text"];
            /** @description Configuration of the AU, a JSON object of scalars. */
            auConfig?: string;
        };
        /** @description An AUID. */
        AuidResult: {
            auid: components["schemas"]["Auid"];
        };
        /** @description An overview of an AU. Members with no value are absent or null. */
        AuStatus: {
            /** @description Volume of the AU, its name. */
            volume?: components["schemas"]["NullableText"];
            /** @description Title of the journal, from the title database. */
            journalTitle?: components["schemas"]["NullableText"];
            /** @description Name of the plugin. */
            pluginName?: components["schemas"]["NullableText"];
            /** @description Year of the AU, from the title database; if the year is not there, the parameter `year` of the AU. */
            year?: components["schemas"]["NullableText"];
            /**
             * @description How the content may be accessed at the publisher.
             * @enum {string|null}
             */
            accessType?: "OpenAccess" | "Subscription" | null;
            /**
             * Format: int64
             * @description Size in bytes of the latest versions of the AU's content; null when the repository service cannot be reached.
             */
            contentSize?: number | null;
            /**
             * Format: int64
             * @description Size in bytes of the AU's WARC files; null when the repository service cannot be reached.
             */
            diskUsage?: number | null;
            /** @description `Waiting for Crawl`, `Waiting for Poll`, or the highest agreement as `NN.NN% Agreement`. */
            status?: components["schemas"]["NullableText"];
            /**
             * Format: double
             * @description Agreement in the most recent poll, a fraction between 0 and 1.
             */
            recentPollAgreement?: number | null;
            /** @description Publishing platform, from the plugin. */
            publishingPlatform?: components["schemas"]["NullableText"];
            /** @description Publisher, from the title database. */
            publisher?: components["schemas"]["NullableText"];
            /** @description Provider, from the title database. */
            provider?: components["schemas"]["NullableText"];
            /** @description Whether the content is still available from its publisher. */
            availableFromPublisher?: boolean | null;
            /**
             * @description Whether the AU has substance.
             * @enum {string|null}
             */
            substanceState?: "Unknown" | "Yes" | "No" | null;
            /**
             * Format: int64
             * @description When the AU was first configured, in milliseconds since the epoch, UTC.
             */
            creationTime?: number | null;
            /**
             * Format: int64
             * @description When the last successful crawl ended, in milliseconds since the epoch, UTC.
             */
            lastCompletedCrawl?: number | null;
            /**
             * Format: int64
             * @description When a crawl was last attempted, in milliseconds since the epoch, UTC.
             */
            lastCrawl?: number | null;
            /** @description Result of the last crawl. */
            lastCrawlResult?: components["schemas"]["NullableText"];
            /**
             * Format: int64
             * @description When the last successful deep crawl ended, in milliseconds since the epoch, UTC.
             */
            lastCompletedDeepCrawl?: number | null;
            /**
             * Format: int64
             * @description When a deep crawl was last attempted, in milliseconds since the epoch, UTC.
             */
            lastDeepCrawl?: number | null;
            /** @description Result of the last deep crawl. */
            lastDeepCrawlResult?: components["schemas"]["NullableText"];
            /**
             * Format: int32
             * @description Depth of the last successful deep crawl.
             */
            lastCompletedDeepCrawlDepth?: number | null;
            /**
             * Format: int64
             * @description When metadata was last indexed, in milliseconds since the epoch, UTC.
             */
            lastMetadataIndex?: number | null;
            /**
             * Format: int64
             * @description When the last completed poll ended, in milliseconds since the epoch, UTC.
             */
            lastCompletedPoll?: number | null;
            /**
             * Format: int64
             * @description When a poll was last started, in milliseconds since the epoch, UTC.
             */
            lastPoll?: number | null;
            /** @description Result of the last poll. */
            lastPollResult?: components["schemas"]["NullableText"];
            /** @description Status of the subscription, if the node tracks it. */
            subscriptionStatus?: components["schemas"]["NullableText"];
            /** @description The crawl proxy of this AU, or that this AU is crawled without a proxy. */
            crawlProxy?: components["schemas"]["NullableText"];
        };
        /** @description An AU selected by a query. Members that were not selected, or have no value, are absent. */
        AuWsResult: {
            auId?: components["schemas"]["Auid"];
            /** @description Name of the AU. */
            name?: string;
            /** @description Identifier of the plugin. */
            pluginName?: string;
            /** @description Synonym of `name`; only present if selected by this name. */
            volume?: string;
            /** @description Year of the AU, from the title database; if the year is not there, the parameter `year` of the AU. */
            tdbYear?: string;
            accessType?: components["schemas"]["AccessType"];
            /**
             * Format: int64
             * @description Size in bytes of the latest versions of the AU's content.
             */
            contentSize?: number;
            /**
             * Format: int64
             * @description Size in bytes of the AU's WARC files.
             */
            diskUsage?: number;
            /** @description Time when the repository service reported contentSize and diskUsage, in milliseconds since the epoch, UTC. All three are absent until the first report. */
            sizeTime?: components["schemas"]["EpochMillis"];
            /**
             * Format: double
             * @description Agreement in the most recent poll, a fraction between 0 and 1.
             */
            recentPollAgreement?: number;
            /**
             * Format: double
             * @description Highest agreement in any poll, a fraction between 0 and 1.
             */
            highestPollAgreement?: number;
            /** @description Publishing platform, from the plugin. */
            publishingPlatform?: string;
            /** @description Publisher, from the title database. */
            tdbPublisher?: string;
            /** @description Provider of the content, from the title database; its publisher if no provider is named. */
            tdbProvider?: string;
            /** @description Whether the content is still available from its publisher. */
            availableFromPublisher?: boolean;
            substanceState?: components["schemas"]["SubstanceState"];
            /** @description When the AU was first configured, in milliseconds since the epoch, UTC. */
            creationTime?: components["schemas"]["EpochMillis"];
            /** @description When the last successful crawl ended, in milliseconds since the epoch, UTC. */
            lastCompletedCrawl?: components["schemas"]["EpochMillis"];
            /** @description When a crawl was last attempted, in milliseconds since the epoch, UTC. */
            lastCrawl?: components["schemas"]["EpochMillis"];
            /** @description Result of the last crawl. */
            lastCrawlResult?: string;
            /** @description When the last successful deep crawl ended, in milliseconds since the epoch, UTC. */
            lastCompletedDeepCrawl?: components["schemas"]["EpochMillis"];
            /** @description When a deep crawl was last attempted, in milliseconds since the epoch, UTC. */
            lastDeepCrawl?: components["schemas"]["EpochMillis"];
            /** @description Result of the last deep crawl. */
            lastDeepCrawlResult?: string;
            /**
             * Format: int32
             * @description Depth of the last successful deep crawl.
             */
            lastCompletedDeepCrawlDepth?: number;
            /** @description When metadata was last indexed, in milliseconds since the epoch, UTC. */
            lastMetadataIndex?: components["schemas"]["EpochMillis"];
            /** @description When the last completed poll ended, in milliseconds since the epoch, UTC. */
            lastCompletedPoll?: components["schemas"]["EpochMillis"];
            /** @description When a poll was last started, in milliseconds since the epoch, UTC. */
            lastPoll?: components["schemas"]["EpochMillis"];
            /** @description Result of the last poll. */
            lastPollResult?: string;
            /** @description Whether the node is subscribed to the content, if the node tracks subscriptions. */
            subscriptionStatus?: string;
            /** @description The crawl proxy of this AU, or that this AU is crawled without a proxy. */
            crawlProxy?: string;
            /** @description Group of AUs that share a crawl rate with this one, as its plugin defines: AUs of the plugin, of a host, or of a title's attribute; `(none)` if it has its own. */
            crawlPool?: string;
            /** @description Start URLs of crawls, as defined by the plugin for this AU. */
            newContentCrawlUrls?: string[];
            /** @description Start URLs for readers, which equal those of crawls; absent if the plugin computes them with code. */
            accessUrls?: string[];
            /** @description Scheme, host and port of all URLs that the AU can contain, as determined by its plugin and its crawls, in alphabetical order. */
            urlStems?: string[];
            /** @description Whether the plugin declares bulk content. */
            isBulkContent?: boolean;
            /** @description Poll agreements, by peer. */
            peerAgreements?: components["schemas"]["PeerAgreementsOfQuery"][];
            auConfiguration?: components["schemas"]["AuParameters"];
            /** @description Title of the journal, from the title database. */
            journalTitle?: string;
            /** @description Whether the AU is active. */
            active?: boolean;
            /**
             * Format: int64
             * @description Beyond the interface. A short unique number of the AU for fast lookups. It is valid as long as the AU is configured; an AU that is removed and added again gets a new number.
             */
            auNumber?: number;
            /** @description Beyond the interface. When the configuration of the AU was last stored, deactivated or reactivated, in milliseconds since the epoch, UTC. */
            lastConfigured?: components["schemas"]["EpochMillis"];
        };
        /** @description Agreement with one peer, as in query results. */
        PeerAgreementsOfQuery: {
            /** @description Identity of the peer. */
            peerId: string;
            /** @description Agreements by type. */
            agreements: {
                [key: string]: {
                    /** @description The last agreement, a fraction between 0 and 1; −1 for none. */
                    percentAgreement?: number;
                    /**
                     * Format: int64
                     * @description Time of the last agreement, in milliseconds since the epoch, UTC.
                     */
                    percentAgreementTimestamp?: number;
                    /** @description The highest agreement, a fraction between 0 and 1; −1 for none. */
                    highestPercentAgreement?: number;
                    /**
                     * Format: int64
                     * @description Time of the last agreement, in milliseconds since the epoch, UTC.
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
            /** @description Why the check was not possible, or which part of the plugin's rule was not applied; absent if the check was complete. */
            errorMessage?: string;
        };
        /** @description Name of a user account. */
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
            /** @description Name of the AU, as in its overview, with its publishing platform if the AU is in the title database; its AUID if the AU has no name. */
            name: string;
            /** @description Whether the operation succeeded for the AU. */
            isSuccess: boolean;
            /** @description Outcome. */
            message: string;
        };
        /** @description The result of a request about one AU. */
        RequestAuControlResult: {
            /** @description AU identifier. */
            id: components["schemas"]["Auid"];
            /** @description Whether the request succeeded. */
            success: boolean;
            /** @description Why the request failed; absent if it succeeded. */
            errorMessage?: string;
        };
        /**
         * @description Type of the entry: a write; a response that contains a secret; a rejected login, or the start or end of a session; or missing entries.
         * @enum {string}
         */
        AuditEvent: "write" | "secret" | "login" | "missing";
        /**
         * @description How a request ended; `aborted` if the client disconnected before the response was complete.
         * @enum {string}
         */
        AuditOutcome: "ok" | "error" | "aborted";
        /** @description A page of the audit log, newest first. */
        AuditPage: {
            /** @description The entries of this page. */
            entries: components["schemas"]["AuditEntry"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description An action of a user or client, successful or not. */
        AuditEntry: {
            /** @description Identifies the entry in this log. As a `continuationToken` it continues after this entry. */
            id: string;
            /** @description When the request ended. */
            at: components["schemas"]["EpochMillis"];
            event: components["schemas"]["AuditEvent"];
            /** @description The `operationId` of the request; `unmatched` if it matches no operation. */
            operation: string;
            /** @description Method of the request. */
            method?: string;
            /** @description User name; absent if no user was logged in. */
            user?: string;
            /** @description Address of the client, as forwarded by trusted proxies. */
            client: string;
            /**
             * Format: int32
             * @description Status of the response; absent if the client disconnected before the response, and in entries about a single AU of a larger request.
             */
            status?: number;
            outcome: components["schemas"]["AuditOutcome"];
            /** @description Request id, as in the log, in `X-Request-Id` and in error responses. */
            requestId: string;
            /** @description The AU that the entry is about. */
            auid?: string;
            /** @description The artifact that the entry is about. */
            artifact?: string;
            /** @description Further details, such as a namespace, a configuration file, a job, or the number of AUs. */
            subject?: {
                [key: string]: unknown;
            };
            /** @description True for frequent, similar writes, which are deleted first when there are too many entries; otherwise absent. */
            routine?: boolean;
            /** @description Why a login was rejected. In a `missing` entry, `refused` if the missing entries are about rejected requests. */
            why?: string;
            /** @description Hash of the user name of a rejected login. The name itself is not stored, because users sometimes type their password there. */
            nameHash?: string;
        };
        /** @description A page of the audit log's entries about an AU, newest first. */
        AuHistory: {
            /** @description The entries of this page. */
            entries: components["schemas"]["AuHistoryEntry"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description An action on an AU, successful or not. */
        AuHistoryEntry: {
            /** @description Time when the request ended, or when it had finished with this AU. */
            at: components["schemas"]["EpochMillis"];
            /** @description The `operationId` of the request. */
            operation: string;
            /** @description User of the request. */
            user?: string;
            /**
             * Format: int32
             * @description Status of the response; absent in entries about a single AU of a larger request.
             */
            status?: number;
            outcome: components["schemas"]["AuditOutcome"];
            /** @description Request id, as in the log, in `X-Request-Id` and in error responses. */
            requestId: string;
            /** @description True for frequent, similar writes; otherwise absent. */
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
             */
            lastCrawlResult?: number;
            /** @description Result of the last crawl in words; null by default. */
            lastCrawlResultMsg?: components["schemas"]["NullableText"];
            /** @description When the last successful deep crawl ended; -1 by default. */
            lastDeepCrawlTime?: components["schemas"]["EpochMillisOrUnset"];
            /** @description When a deep crawl was last attempted; -1 by default. */
            lastDeepCrawlAttempt?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last deep crawl; -1 by default.
             */
            lastDeepCrawlResult?: number;
            /** @description Result of the last deep crawl in words; null by default. */
            lastDeepCrawlResultMsg?: components["schemas"]["NullableText"];
            /**
             * Format: int32
             * @description Depth of the last successful deep crawl; -1 by default.
             */
            lastDeepCrawlDepth?: number;
            /** @description When the last completed poll ended; -1 by default. */
            lastTopLevelPollTime?: components["schemas"]["EpochMillisOrUnset"];
            /** @description When a poll was last started; -1 by default. */
            lastPollStart?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last poll; -1 by default.
             */
            lastPollResult?: number;
            /**
             * Format: int64
             * @description Mean duration of polls in milliseconds; 0 by default.
             */
            pollDuration?: number;
            /** @description Mean duration of hashing the AU in milliseconds; -1 by default. */
            averageHashDuration?: components["schemas"]["DurationMillisOrUnset"];
            /**
             * Format: int32
             * @description Status of the subscription, 0 unknown, 1 yes, 2 no, 3 inaccessible, 4 not maintained; 0 by default.
             */
            clockssSubscriptionStatus?: number;
            /** @description Agreement in the most recent poll; -1.0 by default. */
            v3Agreement?: components["schemas"]["FractionOrUnset"];
            /** @description Highest agreement in any poll; -1.0 by default. */
            highestV3Agreement?: components["schemas"]["FractionOrUnset"];
            /**
             * @description How the content may be accessed at the publisher; null by default.
             * @enum {string|null}
             */
            accessType?: "OpenAccess" | "Subscription" | null;
            /** @description Whether the AU has substance; Unknown by default. */
            hasSubstance?: components["schemas"]["SubstanceState"];
            /** @description Version of the substance patterns last used; null by default. */
            substanceVersion?: components["schemas"]["NullableText"];
            /** @description Version of the metadata extraction last used; null by default. */
            metadataVersion?: components["schemas"]["NullableText"];
            /** @description When metadata was last indexed; -1 by default. */
            lastMetadataIndex?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int64
             * @description When content last changed, in milliseconds since the epoch, UTC; 0 by default.
             */
            lastContentChange?: number;
            /** @description When the last proof-of-possession poll ended; -1 by default. */
            lastPoPPoll?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Result code of the last proof-of-possession poll; -1 by default.
             */
            lastPoPPollResult?: number;
            /** @description When the AU's content was last hashed locally; -1 by default. */
            lastLocalHashScan?: components["schemas"]["EpochMillisOrUnset"];
            /**
             * Format: int32
             * @description Number of peers that agreed in the last proof-of-retrievability poll; -1 by default.
             */
            numAgreePeersLastPoR?: number;
            /**
             * Format: int32
             * @description Number of peers willing to repair; 0 by default.
             */
            numWillingRepairers?: number;
            /**
             * Format: int32
             * @description Number of URL versions now suspected to be damaged; 0 by default.
             */
            numCurrentSuspectVersions?: number;
            /** @description Scheme, host and port of additional hosts of the AU's content; null by default. */
            cdnStems?: components["schemas"]["Text"][] | null;
            /** @description Whether metadata is extracted from the AU; true by default. */
            isMetadataExtractionEnabled?: boolean;
        };
        /** @description Poll agreements of an AU with its peers. */
        AuAgreements: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auid?: components["schemas"]["Auid"];
            /** @description Agreements by peer. Each key contains the id of the peer, an IPv6 address in any notation. */
            rawMap: {
                [key: string]: components["schemas"]["PeerAgreements"];
            };
        };
        /** @description Agreements with one peer. */
        PeerAgreements: {
            id: components["schemas"]["PeerId"];
            /** @description Level of agreement with the peer, by type of agreement. */
            map: {
                [key: string]: components["schemas"]["PeerAgreement"];
            };
        };
        /**
         * @description Type of an agreement.
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
             */
            percentAgreementTime?: number;
            /** @description The highest agreement ever, a fraction between 0 and 1, or -1. */
            highestPercentAgreement?: components["schemas"]["FractionOrUnset"];
            /**
             * Format: int64
             * @description Time of the highest agreement, in milliseconds since the epoch, UTC.
             */
            highestPercentAgreementTime?: number;
        };
        /** @description Versions of URLs of an AU that are suspected to be damaged. */
        AuSuspectUrlVersions: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auid?: components["schemas"]["Auid"];
            /** @description The suspect versions; URL and version together are unique. */
            suspectVersions: components["schemas"]["SuspectUrlVersion"][];
        };
        /** @description A suspect version of a URL. */
        SuspectUrlVersion: {
            /** @description The URL. */
            url: components["schemas"]["Text"];
            /**
             * Format: int32
             * @description The version of the URL's content.
             */
            version: number;
            /** @description Time when the damage was suspected. */
            created?: components["schemas"]["EpochMillisOrUnset"];
            /** @description The hash computed from the content; null if there is none. */
            computedHash?: components["schemas"]["HashResult"];
            /** @description The hash stored with the content; null if there is none. */
            storedHash?: components["schemas"]["HashResult"];
        };
        /** @description A hash; null if there is none. */
        HashResult: {
            /** @description The bytes of the hash, in base64. */
            bytes: string;
            /** @description Name of the hash algorithm. */
            algorithm: components["schemas"]["Text"];
        } | null;
        /** @description The peers that are known not to have an AU. */
        NoAuPeers: {
            /** @description AUID of the AU. In an update it is optional, and must equal the AUID of the path if given. */
            auid?: components["schemas"]["Auid"];
            /** @description The peers, a set. */
            rawSet: components["schemas"]["PeerId"][];
            /** @description Time when the set was last determined; -1 by default. */
            date?: components["schemas"]["EpochMillisOrUnset"];
        };
        /** @description A configuration file. */
        ConfigFileForm: {
            /**
             * Format: binary
             * @description The configuration file.
             */
            configFile: string;
        };
        /** @description A named configuration file; beyond the interface. */
        ConfigFileEntry: {
            /** @description The name of the file. */
            section: string;
            /**
             * @description Use of the file's content: settings are applied after all sources, titles go into the title database, a document is only stored.
             * @enum {string}
             */
            use: "settings" | "titles" | "document";
            /** @description The stored state; absent if there is none. */
            stored?: {
                /** @description Entity tag of the file. */
                etag: string;
                /**
                 * Format: int64
                 * @description Time when the file was stored, in milliseconds since the epoch.
                 */
                modified: number;
                /**
                 * Format: int64
                 * @description Size of the file in bytes.
                 */
                size: number;
                /** @description Number of times that the file was stored. */
                version: number;
                /** @description User who last stored the file. */
                user: string;
            };
        };
        /** @description A page of the versions of a configuration file; beyond the interface. */
        ConfigFileVersionPage: {
            /** @description The versions, newest first. */
            versions: components["schemas"]["ConfigFileVersion"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description A version of a configuration file; beyond the interface. */
        ConfigFileVersion: {
            /** @description Number of the version; the first one is 1. */
            version: number;
            /** @description Entity tag of the version. */
            etag: string;
            /**
             * Format: int64
             * @description Time when the version was stored, in milliseconds since the epoch.
             */
            modified: number;
            /**
             * Format: int64
             * @description Size of the version in bytes.
             */
            size: number;
            /** @description User who stored the version. */
            user: string;
        };
        /** @description Parameters that a stored configuration file sets; beyond the interface. */
        StoredConfigFile: {
            /** @description The parameters that the file sets; empty for a file of titles or a document that is only stored. */
            parameters: {
                /** @description The name of the parameter. */
                key: string;
                /** @description True if this service uses the parameter; otherwise it is stored for the node's other services. */
                isActedOn: boolean;
            }[];
        };
        /** @description A parameter of the node's configuration; beyond the interface. */
        MergedParameter: {
            /** @description The name of the parameter. */
            key: string;
            /** @description The effective value, with `******` instead of secrets; an array for a list. */
            value: string | string[];
            /** @description URL of the source, or path of the stored file, that sets the value. */
            source: string;
            /** @description True if this service uses the parameter; otherwise it is stored for the node's other services. */
            isActedOn: boolean;
        };
        /** @description The node and the platform of the service. Members with no value are absent. */
        PlatformConfigurationWsResult: {
            /** @description Name of the host server. */
            hostName: string;
            /** @description IP address of the host server. */
            ipAddress?: string;
            /** @description Preservation groups of the node. */
            groups?: string[];
            /** @description Project the node belongs to. */
            project?: string;
            /** @description Email address of the node's administrator. */
            adminEmail?: string;
            /** @description The current time of the service, in milliseconds since the epoch, UTC. */
            currentTime?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description How long the service has been running, in milliseconds.
             */
            uptime?: number;
            /** @description Version of the service. */
            version?: string;
            /** @description The operating system. */
            platform?: components["schemas"]["NameAndVersion"];
            /** @description The runtime that the service runs on. */
            runtime?: components["schemas"]["NameAndVersion"];
            diskUse?: components["schemas"]["DiskUse"];
            /** @description The version of the service, in the format that LOCKSS tools read. */
            daemonVersion?: components["schemas"]["DaemonVersion"];
            /** @description The folder that the service works in. */
            currentWorkingDirectory?: string;
        };
        /** @description A version, as text and in parts. */
        DaemonVersion: {
            /** @description The version. */
            fullVersion: string;
            /** @description First number of the version. */
            majorVersion: number;
            /** @description Second number of the version. */
            minorVersion: number;
            /** @description Third number of the version. */
            buildVersion: number;
        };
        /** @description Name and version of a piece of software. */
        NameAndVersion: {
            /** @description Name of the software. */
            name?: string;
            /** @description Version of the software. */
            version?: string;
        };
        /** @description Use of the disk that the working directory is on. */
        DiskUse: {
            /**
             * Format: int64
             * @description Size in bytes.
             */
            size?: number;
            /**
             * Format: int64
             * @description Used bytes.
             */
            used?: number;
            /**
             * Format: int64
             * @description Available bytes.
             */
            avail?: number;
            /** @description Percentage used, formatted as a string. */
            percentUsedString?: string;
            /**
             * Format: double
             * @description Share used, as a fraction between 0 and 1.
             */
            percentUsed?: number;
        };
        /** @description A plugin selected by a query. Members that were not selected, or have no value, are absent. */
        PluginWsResult: {
            /** @description Identifier of the plugin. */
            pluginId?: string;
            /** @description Name of the plugin. */
            name?: string;
            /** @description Version of the plugin. */
            version?: string;
            /**
             * @description Origin of the plugin: loaded from a URL or a directory, or built in.
             * @enum {string}
             */
            type?: "Loadable" | "Internal" | "Builtin";
            /** @description Plugin definition properties. */
            definition?: components["schemas"]["TextMap"];
            /** @description Name of the registry the plugin came from. */
            registry?: string;
            /** @description URL the plugin was loaded from. */
            url?: string;
            /**
             * Format: int32
             * @description Number of AUs linked to the plugin.
             */
            auCount?: number;
            /** @description Publishing platform. */
            publishingPlatform?: string;
        };
        /** @description An AU of the title database selected by a query. Members that were not selected, or have no value, are absent. */
        TdbAuWsResult: {
            auId?: components["schemas"]["Auid"];
            /** @description Name of the AU. */
            name?: string;
            /** @description Identifier of the plugin. */
            pluginName?: string;
            /** @description Title the AU belongs to. */
            tdbTitle?: components["schemas"]["TdbTitleWsResult"];
            /** @description Publisher of the AU. */
            tdbPublisher?: components["schemas"]["TdbPublisherWsResult"];
            /** @description Beyond the interface. Year of the AU. */
            year?: string;
            /** @description Whether the AU is marked as down, that is, no longer available from its publisher. */
            down?: boolean;
            /** @description Whether the AU is configured and active. */
            active?: boolean;
            /** @description Beyond the interface; only present if selected. Whether the AU can be added: its plugin is loaded, and the entry has every definitional parameter. */
            addable?: boolean;
            /** @description Parameters of the AU. */
            params?: components["schemas"]["TextMap"];
            /** @description Attributes of the AU. */
            attrs?: components["schemas"]["TextMap"];
            /** @description Other properties of the AU. */
            props?: components["schemas"]["TextMap"];
        };
        /** @description The parameters that the AUs of a plugin have. */
        PluginParameters: {
            /** @description Identifier of the plugin. */
            pluginId: string;
            /** @description Name of the plugin. */
            name: string;
            /** @description Version of the plugin. */
            version: string;
            /** @description Platform of the publishers that the plugin is for; absent when the plugin names none. */
            publishingPlatform?: string;
            /** @description The plugin's own parameters, in the order of their declaration, then the parameters that every plugin has. */
            parameters: components["schemas"]["PluginParameter"][];
        };
        /** @description A parameter that the AUs of a plugin have. */
        PluginParameter: {
            /** @description Name of the parameter in the configuration of an AU. */
            key: string;
            type: components["schemas"]["PluginParameterType"];
            /** @description Whether the parameter is definitional, that is, part of the AUID. Definitional parameters are required. */
            definitional: boolean;
            /** @description Display name. */
            displayName?: string;
            /** @description Description by the plugin. */
            description?: string;
            /**
             * Format: int32
             * @description Width of an input field, in characters.
             */
            size?: number;
        };
        /**
         * @description Type of the value. STRING: any text that is not empty. INT: a 32-bit integer. URL: an absolute URL. YEAR: four digits, or 0. BOOLEAN: true or false. POS_INT: an integer, 0 or greater. RANGE: `a-b`, compared as text. NUM_RANGE: `1-9`. SET: `a,b,{1-9}`. USER_PASSWD: a name, a colon and a password; secret. LONG: a 64-bit integer. TIME_INTERVAL: such as `30s`, `5m`, `2h`, `10d`, `2w`.
         * @enum {string}
         */
        PluginParameterType: "STRING" | "INT" | "URL" | "YEAR" | "BOOLEAN" | "POS_INT" | "RANGE" | "NUM_RANGE" | "SET" | "USER_PASSWD" | "LONG" | "TIME_INTERVAL";
        /**
         * @description `problem`: content that could not be read or parsed. `duplicate`: an entry that is ignored because the same AU (plugin and parameters) came before.
         * @enum {string}
         */
        TitleFindingKind: "problem" | "duplicate";
        /** @description A registry of plugins, or another URL that plugins are read from. */
        PluginRegistry: {
            /** @description URL of the registry, as in the configuration. */
            registry: string;
            /** @description The AU of the registry's artifacts; absent if the URL is not a registry page, because only registry pages are stored. */
            auId?: string;
            /** @description Why some of its content is not stored; absent if all content is stored, or if none needs to be. */
            problem?: string;
            /** @description URLs found in the registry, starting with the page itself. */
            files: components["schemas"]["PluginRegistryFile"][];
        };
        /** @description A file of a registry. */
        PluginRegistryFile: {
            /** @description URL of the file. */
            url: string;
            /** @description Whether the file is used, in its new version or as the last good copy. */
            used: boolean;
            /** @description Names of the signers; absent if no signature is needed. */
            signedBy?: string;
            /** @description Why the file is not used, or why the last good copy is used. */
            problem?: string;
            stored?: components["schemas"]["StoredRegistryFile"];
        };
        /** @description The artifact of the file in the repository service. */
        StoredRegistryFile: {
            /** @description Identifier of the artifact. */
            uuid: string;
            /**
             * Format: int32
             * @description Version of the artifact.
             */
            version: number;
            /**
             * Format: int64
             * @description Time when the artifact was last confirmed to exist, in milliseconds since the epoch.
             */
            time: number;
        };
        /** @description A page of findings in the sources of the title database. */
        TitleFindings: {
            /**
             * Format: int64
             * @description Number of findings of this kind. For a source with very many problems, only the first are kept.
             */
            total: number;
            /** @description The findings of this page. */
            findings: components["schemas"]["TitleFinding"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description A finding in a source of the title database. */
        TitleFinding: {
            /** @description The file or URL, relative to the configured source; absent if the finding does not belong to a file. */
            source?: string;
            /**
             * Format: int32
             * @description The line, from 1; absent if the finding is about the whole file.
             */
            line?: number;
            /**
             * Format: int32
             * @description The character in the line, from 1; absent if unknown.
             */
            column?: number;
            /** @description Description of the problem; for a duplicate, the name of its AU. */
            message: string;
            /** @description The AU of a duplicate. */
            auId?: components["schemas"]["Auid"];
            first?: components["schemas"]["TitlePlace"];
        };
        /** @description The entry that is used instead of a duplicate. */
        TitlePlace: {
            /** @description The file or URL, relative to the configured source. */
            source: string;
            /**
             * Format: int32
             * @description The line, from 1.
             */
            line: number;
        };
        /** @description A publisher of the title database. */
        TdbPublisherWsResult: {
            /** @description Name of the publisher. */
            name?: string;
        };
        /** @description A title of the title database selected by a query. Members that were not selected, or have no value, are absent. */
        TdbTitleWsResult: {
            /** @description Name of the title. */
            name?: string;
            /** @description Publisher of the title. */
            tdbPublisher?: components["schemas"]["TdbPublisherWsResult"];
            /** @description Identifier of the title, given or computed from its name and its publisher's. */
            id?: string;
            /** @description First of the publisher's own identifiers of the title. */
            proprietaryid?: string;
            /** @description The publisher's own identifiers of the title. */
            proprietaryids?: string[];
            /** @description Type of publication, such as journal, book or bookSeries. */
            publicationtype?: string;
            /** @description The title's ISSN, the first valid one of linking, print and electronic. */
            issn?: string;
            /** @description Linking ISSN. */
            issnl?: string;
            /** @description ISSN of the electronic edition. */
            eissn?: string;
            /** @description ISSN of the print edition. */
            printissn?: string;
            /** @description All ISSNs of the title, a set. */
            issns?: string[];
            /** @description The member proprietaryid, where it was selected by this name. */
            proprietaryId?: string;
            /** @description The member publicationtype, where it was selected by this name. */
            publicationType?: string;
            /** @description The member issnl, where it was selected by this name. */
            issnL?: string;
            /** @description The member eissn, where it was selected by this name. */
            eIssn?: string;
            /** @description The member printissn, where it was selected by this name. */
            printIssn?: string;
            /** @description The member proprietaryids, where it was selected by this name. */
            proprietaryIds?: string[];
        };
        /** @description The status of the service. */
        ApiStatus: {
            /** @description Version of the API. */
            apiVersion: string;
            /** @description Whether the service is available. */
            ready: boolean;
            /** @description Name of the component software. */
            componentName?: string;
            /** @description Version of the component software. */
            componentVersion?: string;
            /** @description Version of the overall system. */
            systemVersion?: string;
            /** @description Name of the service. */
            serviceName?: string;
            /** @description When the service last became ready, in milliseconds since the epoch, UTC. */
            readyTime?: components["schemas"]["EpochMillis"];
            /** @description Why the service is not ready, or what could not be loaded: the first sources, plugins and title files, and the number of others. */
            reason?: string;
            startupStatus?: components["schemas"]["StartupStatus"];
        };
        /** @description The status of the service and, beyond the interface, of its loading. */
        ConfigurationStatus: components["schemas"]["ApiStatus"] & {
            /** @description Beyond the interface. The running load of plugins, configuration and titles; absent if none is running. */
            loading?: {
                /**
                 * Format: date-time
                 * @description Start time.
                 */
                since: string;
            };
            /** @description Numbers of items that could not be loaded, by kind, beyond the interface; absent if everything was loaded. `reason` names the first of each kind. */
            problems?: {
                /**
                 * @description Kind of the items.
                 * @enum {string}
                 */
                kind: "sources" | "plugins" | "registries" | "titles";
                /**
                 * Format: int32
                 * @description Number of problems.
                 */
                count: number;
                /** @description Messages about the first problems, at most three. */
                examples: string[];
            }[];
        };
        /**
         * @description Progress of the service's start.
         * @enum {string}
         */
        StartupStatus: "NONE" | "PLUGINS_CRAWLING" | "PLUGINS_COLLECTED" | "PLUGINS_LOADING" | "PLUGINS_LOADED" | "AUS_STARTING" | "AUS_STARTED";
        /** @description An error in the common format of all errors (RFC 9457 problem details with additional members). */
        Problem: {
            /**
             * Format: uri-reference
             * @description URI of the problem type; `about:blank` if the status describes the problem completely.
             */
            type: string;
            /** @description Short name of the problem type. */
            title: string;
            /**
             * Format: int32
             * @description HTTP status of the response.
             */
            status: number;
            /** @description Description of this occurrence, for people. */
            detail?: string;
            /**
             * Format: uri-reference
             * @description Identifier of this occurrence of the problem.
             */
            instance?: string;
            /**
             * Format: int64
             * @description When the problem occurred, in **seconds** since the epoch, UTC.
             */
            timestamp: number;
            /** @description Same text as `detail`, under the name that existing LOCKSS clients read. */
            message: string;
            /** @description Path of the request. */
            path: string;
            /**
             * @description Cause of the problem: the client (NONE), stored data or an external resource, or the service.
             * @enum {string}
             */
            serverErrorType: "NONE" | "DATA_ERROR" | "APPLICATION_ERROR";
            /** @description Identifier of the request, as in X-Request-Id. */
            requestId: string;
        };
        /** @description A problem with a query: a Problem, and the position of the part that was not understood. */
        QueryProblem: {
            /**
             * Format: int32
             * @description The line of the position.
             */
            line?: number;
            /**
             * Format: int32
             * @description The position in the line, in characters.
             */
            column?: number;
            /** @description The line, or a part of it, with a caret below the position. */
            excerpt?: string;
        } & components["schemas"]["Problem"];
        /**
         * @description Kind of a notice. Kinds of events: `damage.…`, `copy.repaired` (a damaged copy was replaced from another store), `deletion.…`, `purge.ordered`, `hold.…`, `import.…`, `check.finished`, and `summary.weekly`. All other kinds are conditions, which begin and end.
         * @enum {string}
         */
        NoticeKind: "damage.found" | "damage.repaired" | "damage.well" | "copy.repaired" | "deletion.done" | "deletion.requested" | "deletion.decided" | "deletion.restored" | "purge.ordered" | "hold.placed" | "hold.lifted" | "import.finished" | "import.failed" | "check.finished" | "store.behind" | "store.away" | "disk.full" | "space.short" | "job.failed" | "backup.overdue" | "journal.behind" | "source.failed" | "plugin.failed" | "summary.weekly";
        /**
         * @description `firing`: the condition began or still lasts; `resolved`: it ended; `event`: not a condition.
         * @enum {string}
         */
        NoticeStatus: "event" | "firing" | "resolved";
        /**
         * @description Language of messages.
         * @enum {string}
         */
        NoticeLanguage: "en" | "de" | "fr" | "es";
        /** @description A page of notices. */
        NoticePage: {
            /** @description The notices, newest first. */
            notices: components["schemas"]["Notice"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description An event, or the start or end of a condition, that can cause a notification. */
        Notice: {
            /** @description Identifier of the notice. */
            id: string;
            /** @description Time of the event. */
            at: components["schemas"]["EpochMillis"];
            kind: components["schemas"]["NoticeKind"];
            status: components["schemas"]["NoticeStatus"];
            /** @description Identifier of the condition. The notices of its start and its end have the same identifier. */
            incident?: string;
            /** @description Namespace of the AU. */
            namespace?: string;
            /** @description AU that the event concerns. */
            auid?: string;
            /** @description UUID of the artifact, if the event concerns exactly one. */
            artifact?: string;
            /** @description User who caused the event. Absent for readers who may not see user names. */
            user?: string;
            detail: components["schemas"]["NoticeDetail"];
        };
        /** @description Details of the event. The kind determines which fields are present. */
        NoticeDetail: {
            /** @description Number of artifacts, records or problems. */
            count?: number;
            /** @description The first artifacts, at most 20. */
            items?: components["schemas"]["NoticeItem"][];
            /** @description Reason, or the message of the failure. */
            reason?: string;
            /** @description Source of the intact bytes, such as `store:first`. */
            source?: string;
            /**
             * @description Kind of `source`: `upload`, `artifact` (a copy in this repository), `store` or `peer`; absent without `source`.
             * @enum {string}
             */
            sourceKind?: "upload" | "artifact" | "store" | "peer";
            /** @description UUID of the artifact, name of the store, or URL of the peer from which the intact content came; absent for an upload. */
            sourceName?: string;
            /** @description Store that the event concerns. */
            store?: string;
            /** @description Name of the file, job or store. */
            name?: string;
            /**
             * Format: int64
             * @description Number of bytes.
             */
            bytes?: number;
            /**
             * Format: int64
             * @description Number of the deletion.
             */
            number?: number;
            /** @description Identifier of the check. */
            check?: string;
            /** @description Start of the condition, in a reminder. */
            since?: components["schemas"]["EpochMillis"];
            /** @description Number of notices of each kind, in a weekly summary. */
            counts?: {
                [key: string]: number;
            };
        };
        /** @description An artifact. */
        NoticeItem: {
            /** @description UUID of the artifact. */
            uuid: string;
            /** @description URL of the artifact, if the artifact exists; at most 1,000 characters. */
            url?: string;
        };
        /** @description The targets of this service. */
        NoticeTargets: {
            /** @description Name of the node in messages (`NODE_NAME`). */
            node: string;
            /** @description Base URL of links in messages (`CONSOLE_URL`). Absent if messages have no links. */
            consoleUrl?: string;
            /** @description Missing settings that this service needs to send mail. Empty if it can send mail. */
            missing: string[];
            /** @description The targets, oldest first. */
            targets: components["schemas"]["NoticeTarget"][];
        };
        /** @description An email address or a webhook that receives notifications. */
        NoticeTarget: {
            /** @description Identifier of the target. */
            id: string;
            type: components["schemas"]["NoticeTargetType"];
            /** @description Email address, or URL of the webhook. */
            address: string;
            /** @description Kinds of notices that are sent to the target. */
            kinds: components["schemas"]["NoticeKind"][];
            language: components["schemas"]["NoticeLanguage"];
            /** @description Whether the target gets a summary every Monday. */
            weekly: boolean;
            /** @description Maximum number of messages in an hour. One additional message states the number of further notices. */
            hourlyCap: number;
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Reason why the service disabled the target. */
            whyOff?: string;
            /** @description User who added the target. */
            createdBy: string;
            /** @description Time when the target was added. */
            created: components["schemas"]["EpochMillis"];
        };
        /**
         * @description Type of a target.
         * @enum {string}
         */
        NoticeTargetType: "mail" | "webhook";
        /** @description Kinds of notices to send to the target, except `summary.weekly` (`weekly`). */
        SelectedNoticeKinds: components["schemas"]["NoticeKind"][];
        /** @description Maximum number of messages in an hour. 20 when absent in a new target. */
        HourlyCap: number;
        /** @description Whether to send a summary every Monday. `false` when absent in a new target. */
        WeeklySummary: boolean;
        /** @description Secret of a webhook, `whsec_` followed by the Base64 of 24 to 64 bytes. */
        WebhookSecret: string;
        /** @description A target of notifications. */
        NewNoticeTarget: components["schemas"]["NewMailTarget"] | components["schemas"]["NewWebhookTarget"];
        /** @description An email address that will receive notifications. */
        NewMailTarget: {
            /**
             * @description Type of the target.
             * @constant
             */
            type: "mail";
            /** @description One email address. */
            address: string;
            kinds: components["schemas"]["SelectedNoticeKinds"];
            /** @description Language of messages. `en` when absent. */
            language?: components["schemas"]["NoticeLanguage"];
            weekly?: components["schemas"]["WeeklySummary"];
            hourlyCap?: components["schemas"]["HourlyCap"];
        };
        /** @description A webhook that will receive notifications. */
        NewWebhookTarget: {
            /**
             * @description Type of the target.
             * @constant
             */
            type: "webhook";
            /** @description An `http:` or `https:` URL without user and password. */
            address: string;
            kinds: components["schemas"]["SelectedNoticeKinds"];
            /** @description Language of messages. `en` when absent. */
            language?: components["schemas"]["NoticeLanguage"];
            weekly?: components["schemas"]["WeeklySummary"];
            hourlyCap?: components["schemas"]["HourlyCap"];
            /** @description Secret of the webhook. By default, the service generates one. */
            secret?: components["schemas"]["WebhookSecret"];
        };
        /** @description Changes of a target. Absent members stay unchanged. */
        NoticeTargetChange: {
            kinds?: components["schemas"]["SelectedNoticeKinds"];
            language?: components["schemas"]["NoticeLanguage"];
            weekly?: components["schemas"]["WeeklySummary"];
            hourlyCap?: components["schemas"]["HourlyCap"];
            /** @description Whether to send messages. */
            enabled?: boolean;
            /**
             * @description The webhook gets a new secret.
             * @constant
             */
            rotate?: true;
            /** @description New secret of the webhook; only with `rotate`. By default, the service generates one. */
            secret?: components["schemas"]["WebhookSecret"];
        };
        /** @description A target, and its new secret, if any. */
        ChangedNoticeTarget: {
            target: components["schemas"]["NoticeTarget"];
            /** @description New secret of a webhook. It is returned only once. */
            secret?: string;
        };
        /** @description Result of a test message. */
        NoticeTest: {
            /**
             * @description Whether the receiver accepted the message.
             * @enum {string}
             */
            outcome: "sent" | "failed";
            /** @description Reason of the failure. */
            error?: string;
        };
        /**
         * @description State of a message: `waiting` for an attempt, `sent`, or `failed` after its last attempt.
         * @enum {string}
         */
        NoticeDeliveryState: "waiting" | "sent" | "failed";
        /** @description A page of deliveries. */
        NoticeDeliveryPage: {
            /** @description The deliveries, newest first. */
            deliveries: components["schemas"]["NoticeDelivery"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description A message to a target. */
        NoticeDelivery: {
            /** @description Identifier of the delivery; also the `webhook-id`, and part of the `Message-ID` of a mail. */
            id: string;
            /** @description Identifier of the target. */
            target: string;
            type: components["schemas"]["NoticeTargetType"];
            /** @description Email address, or URL of the webhook. */
            address: string;
            /** @description Subject of the message. */
            subject: string;
            /** @description Number of notices in the message. */
            notices: number;
            state: components["schemas"]["NoticeDeliveryState"];
            /** @description Number of attempts so far. */
            attempts: number;
            /** @description Time when the message was created. */
            created: components["schemas"]["EpochMillis"];
            /** @description Time of the next attempt; only for a waiting delivery. */
            due?: components["schemas"]["EpochMillis"];
            /** @description Time when the receiver accepted the message. */
            sent?: components["schemas"]["EpochMillis"];
            /** @description Failure of the last attempt. */
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
                "application/octet-stream": string;
                "text/xml": string;
                "text/plain": string;
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
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Extension to the interface. This operation does not accept the Content-Encoding of the body. The header Accept-Encoding lists the accepted encodings. */
        UnsupportedContentEncoding: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                /** @description The content codings that the body may have; `identity` if it must be unencoded. */
                "Accept-Encoding"?: string;
                [name: string]: unknown;
            };
            content: {
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
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The target is an email address, and the request contains a secret or `rotate`. */
        NoticeTargetHasNoSecret: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
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
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description ID of the API token. */
        TokenId: string;
        /** @description Name of the user. */
        LoginName: string;
        /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
        Auid: components["schemas"]["WellFormedAuid"];
        /** @description Identifier of the target. The response is 404 if it is not the UUID of a target. */
        NoticeTarget: string;
        /** @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400. */
        SectionName: components["schemas"]["SectionName"];
        /** @description Name of the configuration file, case-insensitive; `cluster` and `user-config` are generated by the service. */
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
                "application/json": components["schemas"]["Auid"][];
                "text/plain": string;
            };
        };
    };
    headers: {
        /** @description The cookie of the session, or its deletion. */
        SetCookie: string;
        /** @description Identifier of the request, as in the service's log. An identifier sent by the client is used unchanged. */
        XRequestId: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: number;
        /** @description How to authenticate. */
        WwwAuthenticate: string;
        /** @description Strong entity tag, derived from the content. */
        ETag: string;
        /** @description Number of this load request; see X-Loads-Done. */
        XLoadNumber: number;
        /** @description All loads up to this X-Load-Number have ended. */
        XLoadsDone: number;
        /** @description File name for browsers that save the response. */
        ContentDisposition: string;
        /** @description When the file was last changed, as an HTTP date. */
        LastModified: string;
    };
    pathItems: never;
}
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The configuration to store. */
        requestBody: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description Not required. The content of a JSON body is ignored; a body of any other type is rejected. */
        requestBody?: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description Not required. The content of a JSON body is ignored; a body of any other type is rejected. */
        requestBody?: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The entries to replace. */
        requestBody: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The members to set. */
        requestBody: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The suspect URL versions. */
        requestBody: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description The NoAuPeerSet. */
        requestBody: {
            content: {
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM. */
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
                /** @description Same as in `/ws/auqueries`. */
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
                /** @description Name of the configuration file, case-insensitive; `cluster` and `user-config` are generated by the service. */
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
                /** @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400. */
                sectionName: components["parameters"]["SectionName"];
            };
            cookie?: never;
        };
        /** @description The configuration file. Without the part `configFile` the request is 400. */
        requestBody: {
            content: {
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
                /** @description URL of the configuration source. */
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
                /** @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400. */
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
                /** @description Name of the configuration file, case-insensitive. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read only: cluster, user-config. Any other name is 400. */
                sectionName: components["parameters"]["SectionName"];
                /** @description Number of the version. */
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
                /** @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM. */
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
                /** @description Identifier of the plugin. */
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
                /** @description Name of the user. */
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
                /** @description Name of the user. */
                name: components["parameters"]["LoginName"];
            };
            cookie?: never;
        };
        /** @description The requested changes. */
        requestBody: {
            content: {
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
                /** @description ID of the API token. */
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
                /** @description The name of the account. */
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
                /** @description The name of the account. */
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
                /** @description The name of the account. */
                username: components["schemas"]["UserName"];
            };
            cookie?: never;
        };
        /** @description The members to set. */
        requestBody: {
            content: {
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
                /** @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM. */
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
                /** @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM. */
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
                /** @description `SELECT * | name | aggregate [AS word][, …] [WHERE condition] [GROUP BY name[, …]] [HAVING condition] [ORDER BY …] [LIMIT [start,] n]`; there is no FROM. */
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
                    "application/json": components["schemas"]["AuditPage"];
                    "text/csv": string;
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
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
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
                /** @description Identifier of the target. The response is 404 if it is not the UUID of a target. */
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
                /** @description Identifier of the target. The response is 404 if it is not the UUID of a target. */
                target: components["parameters"]["NoticeTarget"];
            };
            cookie?: never;
        };
        /** @description The requested changes. */
        requestBody: {
            content: {
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
                    "application/json": components["schemas"]["ChangedNoticeTarget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoticeTargetNotFound"];
            409: components["responses"]["NoticeTargetHasNoSecret"];
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
                /** @description Identifier of the target. The response is 404 if it is not the UUID of a target. */
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
                /** @description Identifier of the delivery. The response is 404 if it is not the UUID of a delivery. */
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
