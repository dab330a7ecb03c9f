// Generated from openapi/repository.yaml by generate.mjs; changes made here are lost.

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
        /** @description A namespace of artifacts. */
        Namespace: string;
        /** @description Identifier of an AU, opaque; in practice a plugin key, `&`, and the parameters that define the AU. */
        Auid: string;
        /** @description URI of an artifact, opaque; it need not be a URL and is never normalised. */
        Uri: string;
        /**
         * Format: uuid
         * @description Identifier of an artifact, a lower-case UUID generated by the server.
         */
        ArtifactUuid: string;
        /** @description SHA-256 of a payload, computed by the server, in lower-case hex after the algorithm's name. */
        ContentDigest: string;
        /**
         * Format: int64
         * @description Milliseconds since the epoch, UTC.
         */
        EpochMillis: number;
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
        /**
         * @description Lifecycle state of an artifact.
         * @enum {string}
         */
        ArtifactState: "UNCOMMITTED" | "COMMITTED";
        /** @description A captured web content item. */
        Artifact: {
            /** @description Namespace of the artifact. */
            namespace?: components["schemas"]["Namespace"];
            uuid?: components["schemas"]["ArtifactUuid"];
            /** @description AUID of the AU the artifact belongs to. */
            auid?: components["schemas"]["Auid"];
            uri?: components["schemas"]["Uri"];
            /**
             * Format: int32
             * @description Version of the artifact, counted from 1 per namespace, AUID and URI.
             */
            version?: number;
            /**
             * Format: int64
             * @description Length of the payload in bytes.
             */
            contentLength?: number;
            /** @description Digest of the payload. */
            contentDigest?: components["schemas"]["ContentDigest"];
            /** @description When the content was captured, in milliseconds since the epoch, UTC. */
            collectionDate?: components["schemas"]["EpochMillis"];
            /** @description When the artifact was stored, in milliseconds since the epoch, UTC. */
            storeDate?: components["schemas"]["EpochMillis"];
            state?: components["schemas"]["ArtifactState"];
            /** @description Whether the artifact is committed. */
            committed?: boolean;
            damaged?: components["schemas"]["QuarantineReason"];
            /** @description Location of the stored record: the object in the store, and the record's offset and compressed length in it. */
            storageUrl?: string;
        };
        /** @description An artifact, its condition, and the adjacent captures of its URL. */
        ArtifactOverview: {
            artifact: components["schemas"]["Artifact"];
            /**
             * Format: int32
             * @description HTTP status of the captured response; absent if none was captured.
             */
            httpStatus?: number;
            /** @description Media type of the captured response, without parameters; absent if none was captured. */
            mediaType?: string;
            /**
             * @description `damaged`: damage of its records is registered; `damagedOnArrival`: the record was already damaged when it was imported; `unchecked`: its records were not checked since they were stored; `intact`: the last check found no damage.
             * @enum {string}
             */
            condition: "intact" | "damaged" | "unchecked" | "damagedOnArrival";
            /** @description Time of the last check of all its records, scheduled or requested; absent if they were never checked. For a requested check, the time when the check started. */
            checked?: components["schemas"]["EpochMillis"];
            copies: components["schemas"]["ArtifactCopies"];
            /** @description Whether the artifact or its AU is currently under hold. */
            held: boolean;
            /** @description The capture before this one; absent if there is none. */
            previous?: components["schemas"]["NeighbourCapture"];
            /** @description The capture after this one; absent if there is none. */
            next?: components["schemas"]["NeighbourCapture"];
            /**
             * Format: int32
             * @description Number of captures of the URL, counted up to 1,000.
             */
            captures: number;
        };
        /** @description Known state of the copies of an artifact in the object stores. */
        ArtifactCopies: {
            /**
             * Format: int32
             * @description Number of object stores.
             */
            total: number;
            /**
             * Format: int32
             * @description Number of object stores with an intact copy that can be read now.
             */
            intact: number;
            /** @description The copy in each object store; absent if there is only one store, and for users who may not see the list of object stores. */
            stores?: components["schemas"]["ArtifactCopy"][];
        };
        /** @description Copy of the records of an artifact in one object store. */
        ArtifactCopy: {
            /** @description Name of the store. */
            name: string;
            /**
             * @description `missing`: the store has no copy yet; `damaged`: the copy is known to be damaged; `unreachable`: the store cannot be read now.
             * @enum {string}
             */
            state: "intact" | "missing" | "damaged" | "unreachable";
        };
        /** @description A capture of the same URL. */
        NeighbourCapture: {
            uuid: components["schemas"]["ArtifactUuid"];
            /** @description When the content was captured, in milliseconds since the epoch, UTC. */
            collectionDate: components["schemas"]["EpochMillis"];
        };
        /** @description The stored records of an artifact. */
        ArtifactRecords: {
            /** @description The records, in the order of their numbers. */
            records: components["schemas"]["ArtifactRecord"][];
        };
        /** @description One stored WARC record of an artifact. Fields that its header lacks are absent. */
        ArtifactRecord: {
            /**
             * Format: int32
             * @description Position of the record in the list.
             */
            number: number;
            /**
             * @description Relation to the artifact: its own record, a record captured with it, or its warcinfo record.
             * @enum {string}
             */
            relation: "artifact" | "companion" | "warcinfo";
            /** @description WARC-Type, in lower case. */
            type: string;
            /** @description WARC-Record-ID, verbatim. */
            recordId?: string;
            /** @description WARC-Date, verbatim. */
            date?: string;
            /** @description WARC-Target-URI, without enclosing `<>`. */
            targetUri?: string;
            /** @description Content-Type of the record. */
            contentType?: string;
            /**
             * Format: int64
             * @description Content-Length of the record, which is the length of its block in bytes.
             */
            contentLength: number;
            /**
             * Format: int64
             * @description Length of the record without compression, in bytes.
             */
            recordLength: number;
            /**
             * Format: int64
             * @description Length of the stored gzip member in bytes.
             */
            storedLength: number;
            /** @description Address of the record. */
            link: string;
        };
        /** @description The properties of an artifact, as in the part `artifactProps` of a response. */
        ArtifactProperties: {
            /** @description Namespace of the artifact. */
            namespace?: components["schemas"]["Namespace"];
            uuid?: components["schemas"]["ArtifactUuid"];
            /** @description AUID of the AU the artifact belongs to. */
            auid?: components["schemas"]["Auid"];
            uri?: components["schemas"]["Uri"];
            /**
             * Format: int32
             * @description Version of the artifact, counted from 1 per namespace, AUID and URI.
             */
            version?: number;
            /**
             * Format: int64
             * @description Length of the payload in bytes.
             */
            contentLength?: number;
            /** @description Digest of the payload. */
            contentDigest?: components["schemas"]["ContentDigest"];
            /** @description When the content was captured, in milliseconds since the epoch, UTC. */
            collectionDate?: components["schemas"]["EpochMillis"];
            /** @description When the artifact was stored, in milliseconds since the epoch, UTC. */
            storeDate?: components["schemas"]["EpochMillis"];
            state?: components["schemas"]["ArtifactState"];
            damaged?: components["schemas"]["QuarantineReason"];
        };
        /** @description Beyond the interface. Damage that the artifact already had on arrival and was stored with (`quarantine`); absent for an intact artifact. */
        QuarantineReason: string;
        /** @description The properties of a new artifact. Members that are described as ignored have no effect, and unknown members are ignored. Numbers may be strings. A version is rejected. */
        ArtifactPropertiesInput: {
            /** @description Namespace of the artifact; by default the namespace in the query, otherwise the default namespace. */
            namespace?: components["schemas"]["Namespace"];
            /** @description Ignored; the server generates the identifier. */
            uuid?: unknown;
            /** @description AUID of the AU the artifact belongs to. */
            auid: components["schemas"]["Auid"];
            uri: components["schemas"]["Uri"];
            /** @description Rejected unless null; the server assigns versions. */
            version?: null;
            /** @description Ignored; the server counts the bytes of the payload. */
            contentLength?: unknown;
            /** @description Ignored; the server computes the digest. */
            contentDigest?: unknown;
            /** @description When the content was captured, in milliseconds since the epoch, UTC; by default the current time. */
            collectionDate?: number | string | null;
            /** @description Ignored; the server sets the time. */
            storeDate?: unknown;
            /** @description Ignored; a new artifact is uncommitted. */
            state?: unknown;
        };
        /** @description A page of artifacts. */
        ArtifactPageInfo: {
            /** @description The artifacts in the page. */
            artifacts: components["schemas"]["Artifact"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Results of a search. */
        ContentSearchResult: {
            query: components["schemas"]["ContentQuery"];
            /** @description Artifacts with the UUID or digest, or the latest capture of each URL. */
            captures: components["schemas"]["FoundCapture"][];
            /** @description Whether more captures match than `captures` contains. */
            more: boolean;
            /** @description True if so many URLs match that the search ended without results. A longer text has fewer matches. */
            tooMany?: boolean;
            /** @description The AU with this AUID. */
            aus: components["schemas"]["FoundAu"][];
            urls: components["schemas"]["UrlSearchState"];
        };
        /** @description The text, and how the search interpreted it. */
        ContentQuery: {
            /**
             * @description Interpretation of the text that gave the results.
             * @enum {string}
             */
            kind: "uuid" | "digest" | "auid" | "url";
            /** @description The text, without spaces at its start and end. */
            text: string;
        };
        /** @description An AU that a search found. */
        FoundAu: {
            namespace: components["schemas"]["Namespace"];
            auid: components["schemas"]["Auid"];
        };
        /** @description An artifact that a search found. */
        FoundCapture: {
            namespace: components["schemas"]["Namespace"];
            /** @description Identifier of the artifact. */
            uuid: string;
            auid: components["schemas"]["Auid"];
            /** @description URL of the artifact. */
            uri: string;
            /** @description Version of the artifact. */
            version: number;
            /**
             * Format: int64
             * @description Time of the capture, in milliseconds since 1970-01-01T00:00:00Z.
             */
            collectionDate: number;
            /** @description HTTP status of the captured response; absent if there is none. */
            httpStatus?: number;
            /** @description Media type of the captured response, without parameters; absent if there is none. */
            mediaType?: string;
            /**
             * Format: int64
             * @description Length of the payload in bytes.
             */
            contentLength: number;
            /** @description Number of committed captures of the URL in the namespace; 100 means 100 or more. */
            captures: number;
            /** @description Why the content is damaged; absent if no damage is known. */
            damaged?: string;
        };
        /** @description State of the search for part of a URL, which covers imports after a delay. */
        UrlSearchState: {
            /**
             * @description URLs that the search for part of a URL covers (setting `URL_SEARCH`).
             * @enum {string}
             */
            mode: "off" | "pages" | "all";
            /**
             * @description `filling`: the URLs of older imports are still being added. `unavailable`: see `reason`.
             * @enum {string}
             */
            state: "off" | "filling" | "ready" | "unavailable";
            /**
             * @description `part`: the text was compared with all parts of URLs; `start`: only with the start of URLs. Absent if the text was not compared with URLs.
             * @enum {string}
             */
            match?: "part" | "start";
            /** @description Number of segments (parts of imports) whose URLs the search does not cover yet. */
            queued?: number;
            /** @description Age of the oldest of these segments, in seconds. */
            delaySeconds?: number;
            /** @description Why the search is unavailable. */
            reason?: string;
        };
        /** @description One page of the entries directly below a URL prefix. */
        UrlTreePage: {
            /** @description The prefix; empty at the top. */
            urlPrefix: string;
            /** @description The entries, sorted as in listings. */
            children: components["schemas"]["UrlTreeChild"][];
            /** @description Token of the next page; absent on the last one. */
            continuationToken?: string;
        };
        /** @description One entry of the tree. It has `url`, `urlPrefix`, or both. */
        UrlTreeChild: {
            /** @description The part of the URL after the prefix; empty for the URL that equals the prefix. It ends in `?` if there are URLs with a query string below it. */
            name: string;
            /** @description The URL, if an artifact has it. */
            url?: string;
            /** @description The prefix of the entries below this one; absent if there are none. */
            urlPrefix?: string;
            /**
             * Format: int32
             * @description Number of artifacts whose URLs start with `urlPrefix`, of all versions; 100 means 100 or more. Only with `counts=true`, and absent without `urlPrefix`.
             */
            artifacts?: number;
        };
        /** @description The replay tool. */
        ReplayLink: {
            /** @description Template of links into the replay tool. */
            template?: string;
        };
        /** @description A page of AUIDs. */
        AuidPageInfo: {
            /** @description The AUIDs in the page. */
            auids: components["schemas"]["Auid"][];
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Position of a page in its listing. */
        PageInfo: {
            /**
             * Format: int32
             * @description Total number of results, counted when the listing began.
             */
            totalCount: number;
            /**
             * Format: int32
             * @description Number of results in this page.
             */
            resultsPerPage: number;
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
            /** @description URL of the current request. */
            curLink: string;
            /** @description Complete URL of the next request; absent on the last page. */
            nextLink?: string;
        };
        /** @description Number of artifacts and sizes of an AU. */
        AuSummary: {
            namespace: components["schemas"]["Namespace"];
            auid: components["schemas"]["Auid"];
            /**
             * Format: int64
             * @description Number of artifacts, committed or not.
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Number of committed artifacts.
             */
            committed: number;
            /**
             * Format: int64
             * @description Number of URLs with a committed artifact.
             */
            urls: number;
            /**
             * Format: int64
             * @description Total payload size of all committed artifacts, in bytes.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Total payload size of the latest committed version of each URL, in bytes.
             */
            latestBytes: number;
            /**
             * Format: int64
             * @description Size of the AU's content in WARC files, in bytes.
             */
            storedBytes: number;
        };
        /** @description Sizes of an AU, in bytes. */
        AuSize: {
            /**
             * Format: int64
             * @description Size in bytes of the payloads of all committed artifacts of the AU.
             */
            totalAllVersions?: number;
            /**
             * Format: int64
             * @description Size in bytes of the payloads of the latest committed version of each URL.
             */
            totalLatestVersions?: number;
            /**
             * Format: int64
             * @description Size in bytes of the underlying WARC files of the AU.
             */
            totalWarcSize?: number;
        };
        /** @description Committed artifacts of an AU by host, media type, HTTP status and year of the capture. */
        AuReport: {
            /** @description Namespace of the AU. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the AU. */
            auid: components["schemas"]["Auid"];
            /** @description Time of the report. */
            at: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of committed artifacts.
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Size in bytes of their payloads.
             */
            bytes: number;
            /** @description Hosts of the URLs, in lower case, with their ports. */
            hosts: components["schemas"]["AuReportLine"][];
            /** @description Media types. */
            types: components["schemas"]["AuReportLine"][];
            /** @description HTTP statuses. */
            statuses: components["schemas"]["AuReportLine"][];
            /** @description Years of the captures, in UTC. */
            years: components["schemas"]["AuReportLine"][];
        };
        /** @description Artifacts with the same host, media type, status or year. */
        AuReportLine: {
            /** @description The host, media type, status or year; absent if the artifacts have none, and in the line that combines several names. */
            name?: string;
            /**
             * Format: int64
             * @description Number of artifacts.
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Size in bytes of their payloads.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Number of names that this line combines; absent in a line for one name.
             */
            others?: number;
        };
        /** @description Known condition of an AU. */
        AuCondition: {
            /** @description Namespace of the AU. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the AU. */
            auid: components["schemas"]["Auid"];
            /**
             * Format: int64
             * @description Number of artifacts, including uncommitted ones.
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Number of uncommitted artifacts.
             */
            uncommitted: number;
            /**
             * Format: int64
             * @description Number of artifacts that are known to be damaged.
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of holds in effect on the AU and on its artifacts.
             */
            holds: number;
            /** @description Segments of the AU. */
            objects: components["schemas"]["AuObjects"];
            /** @description Time of the least recent fixity check of a checked segment; absent if no segment was checked. */
            oldestCheck?: components["schemas"]["EpochMillis"];
            /** @description Time of the latest fixity check of a segment; absent if no segment was checked. */
            latestCheck?: components["schemas"]["EpochMillis"];
            /**
             * Format: int32
             * @description Number of readable object stores in which no segment of the AU is known to be missing or damaged.
             */
            copies: number;
            /** @description The object stores; empty if there is only one, and absent if the user may not see the list of stores. */
            stores?: components["schemas"]["AuStoreCopies"][];
            /** @description Latest certificate of a requested check that covers the AU, as in the events of the AU; absent if there is none. Artifacts that were imported after the start of the check are not covered. */
            lastCertificate?: components["schemas"]["AuCertificate"];
            /** @description The last import; absent if none is in the history of imports. */
            lastImport?: components["schemas"]["AuLastImport"];
        };
        /** @description Segments of an AU, each of which is one object. */
        AuObjects: {
            /**
             * Format: int64
             * @description Number of segments.
             */
            segments: number;
            /**
             * Format: int64
             * @description Number of segments whose object has a fault, such as a missing object.
             */
            faulty: number;
            /**
             * Format: int64
             * @description Number of segments that have not been checked since they were written.
             */
            unchecked: number;
        };
        /** @description Copies of an AU's segments in an object store. */
        AuStoreCopies: {
            /** @description Name of the store. */
            name: string;
            /**
             * @description Role of the store.
             * @enum {string}
             */
            role: "primary" | "copy" | "archive";
            /**
             * @description State of the store, as in the list of stores.
             * @enum {string}
             */
            state: "complete" | "filling" | "retiring" | "away" | "removed";
            /**
             * Format: int64
             * @description Number of segments of which the store has an intact copy.
             */
            complete: number;
            /**
             * Format: int64
             * @description Number of segments that the store lacks, or that have not been compared with the other stores yet.
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of segments whose copy is damaged.
             */
            damaged: number;
        };
        /** @description The last import into an AU. */
        AuLastImport: {
            /** @description Start of the import. */
            at: components["schemas"]["EpochMillis"];
            /**
             * @description How the import ended, as in the list of imports.
             * @enum {string}
             */
            outcome: "running" | "complete" | "failed" | "cut" | "lost";
            /** @description User who started the import. */
            by?: string;
            /** @description Name of the imported file. */
            fileName?: string;
        };
        /** @description Result of a finished fixity check that covers an AU. The numbers are of the whole check. `GET /checks/{check}/certificate` returns the certificate. */
        AuCertificate: {
            /**
             * Format: uuid
             * @description Identifier of the check.
             */
            check: string;
            /** @description End of the check; absent in an event, which has the time itself. */
            at?: components["schemas"]["EpochMillis"];
            /** @description User who requested the check, or who added its schedule; absent in an event. */
            by?: string;
            /**
             * @description What was checked: the AU, its namespace, or the node.
             * @enum {string}
             */
            scope: "au" | "namespace" | "node";
            verdict: components["schemas"]["CheckVerdict"];
            /**
             * Format: int64
             * @description Number of artifacts in the scope; the sum of the next five numbers.
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Number of artifacts that were read completely and are intact.
             */
            intact: number;
            /**
             * Format: int64
             * @description Number of artifacts with a damaged copy.
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of artifacts with a missing copy.
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of artifacts without a fault, but with a copy that could not be read. They do not count as intact.
             */
            unreadable: number;
            /**
             * Format: int64
             * @description Number of artifacts that were not checked, because they were deleted or the check ended early.
             */
            notChecked: number;
            /**
             * Format: int64
             * @description Number of damaged or missing artifacts whose faulty copies were all replaced with intact ones.
             */
            repaired: number;
        };
        /** @description A page of the events of an AU, newest first. */
        AuEvents: {
            /** @description The events of this page. */
            events: components["schemas"]["AuEvent"][];
            /** @description Token for the next page; absent on the last page. */
            continuationToken?: string;
        };
        /** @description An event in the history of an AU. */
        AuEvent: {
            /**
             * @description Type of the event. `imported`: an import was started; `certified`: a requested fixity check has ended with a certificate; `damaged`: artifacts were found damaged; `well`: damage was no longer found; `held` and `released`: a hold was placed or lifted; `restored`: a deletion was undone.
             * @enum {string}
             */
            event: "imported" | "certified" | "damaged" | "repaired" | "well" | "held" | "released" | "deleted" | "purged" | "restored";
            /** @description Time of the event; the start of an import; the end of a check. */
            at: components["schemas"]["EpochMillis"];
            /** @description User who caused the event, requested the check, or added its schedule. */
            by?: string;
            /** @description Result of the check; only in events of the type `certified`. */
            certificate?: components["schemas"]["AuCertificate"];
            /** @description Reason for the event, or why an import failed. */
            detail?: string;
            /** @description Name of the imported file. */
            fileName?: string;
            /**
             * @description How an import ended, as in the list of imports.
             * @enum {string}
             */
            outcome?: "running" | "complete" | "failed" | "cut" | "lost";
            /** @description Records of an import by outcome. */
            counts?: components["schemas"]["ImportCounts"];
            /**
             * Format: int64
             * @description Number of artifacts of the event; absent for an import and for an event of the whole AU.
             */
            artifacts?: number;
            /** @description The artifact, if the event has exactly one. */
            uuid?: components["schemas"]["ArtifactUuid"];
            /** @description Origin of the intact content of a repair, as in the events of an artifact. */
            source?: string;
            /**
             * @description Kind of `source`: `upload`, `artifact` (a copy in this repository), `store` or `peer`; absent without `source`.
             * @enum {string}
             */
            sourceKind?: "upload" | "artifact" | "store" | "peer";
            /** @description UUID of the artifact, name of the store, or URL of the peer from which the intact content came; absent for an upload. */
            sourceName?: string;
            /** @description Name of the store whose copy was damaged or repaired; absent if there is only one store. */
            store?: string;
            /** @description Identifier of the hold. */
            hold?: string;
            /** @description End of the hold; absent if it lasts until it is lifted. */
            until?: components["schemas"]["EpochMillis"];
        };
        /** @description Outcome of one WARC record of an import. */
        ImportStatus: {
            /** @description WARC-Record-ID of the record, verbatim. */
            warcId?: string;
            /**
             * Format: int64
             * @description Offset in bytes of the record, or of its gzip member, in the uploaded file.
             */
            offset?: number;
            /** @description URL of the record. */
            url?: string;
            /** @description Identifier of the resulting artifact; for a duplicate, of the existing artifact. */
            artifactUuid?: components["schemas"]["ArtifactUuid"];
            /** @description Digest of the payload. */
            digest?: components["schemas"]["ContentDigest"];
            /**
             * Format: int32
             * @description Version of the artifact that artifactUuid names.
             */
            version?: number;
            status?: components["schemas"]["ImportOutcome"];
            /** @description Why the record was not imported, or warnings about an imported record. */
            statusMessage?: string;
        };
        /** @description Beyond the interface. Outcome of one record of another repository. */
        MigrationStatus: {
            /** @description WARC-Record-ID of the record, verbatim. */
            warcId?: string;
            /**
             * Format: int64
             * @description Offset in bytes of the record, or of its gzip member, in the upload.
             */
            offset?: number;
            /** @description URL of the artifact. */
            url?: string;
            /** @description Identifier of the artifact in the source, whatever its outcome. */
            artifactUuid?: components["schemas"]["ArtifactUuid"];
            /** @description Digest of the payload. */
            digest?: components["schemas"]["ContentDigest"];
            /**
             * Format: int32
             * @description Version of the artifact.
             */
            version?: number;
            /**
             * Format: int64
             * @description WARC-Date of the record.
             */
            collectionDate?: number;
            /**
             * Format: int64
             * @description Size of the payload in bytes.
             */
            contentLength?: number;
            /** @description Whether the artifact is committed in this repository; absent if it is not stored here. */
            committed?: boolean;
            status?: components["schemas"]["ImportOutcome"];
            /** @description Why the record was not taken over, or warnings about a record that was. */
            statusMessage?: string;
        };
        /** @description Beyond the interface. The last object of an import's response, if requested (`summary`). It has no status. */
        ImportSummaryLine: {
            summary: components["schemas"]["ImportSummary"];
        };
        /** @description Beyond the interface. Summary of a whole import. */
        ImportSummary: {
            /** @description Whether the archive was read to its end; if not, the line before says why. */
            complete: boolean;
            /** @description Records by type, then by outcome; `other`: records of unknown type, and byte ranges that could not be read. */
            records: {
                response: components["schemas"]["ImportCounts"];
                resource: components["schemas"]["ImportCounts"];
                revisit: components["schemas"]["ImportCounts"];
                other: components["schemas"]["ImportCounts"];
            };
            /**
             * Format: int64
             * @description Number of damaged records that were stored (`quarantine`).
             */
            quarantined: number;
            companions: components["schemas"]["CompanionCounts"];
            /**
             * Format: int64
             * @description Number of bytes of the archive that were read.
             */
            uploadBytes: number;
            /** @description Contradictions of the archive as a whole, such as wrong hashes in datapackage.json; absent if there are none. */
            warnings?: string[];
        };
        /** @description Records that do not become artifacts. They are stored next to artifacts, or not stored. */
        CompanionCounts: {
            /** @description Stored records by type. */
            kept: {
                warcinfo: components["schemas"]["RecordCount"];
                request: components["schemas"]["RecordCount"];
                metadata: components["schemas"]["RecordCount"];
                conversion: components["schemas"]["RecordCount"];
                continuation: components["schemas"]["RecordCount"];
                /** @description Records whose type WARC 1.1 does not define. */
                other: components["schemas"]["RecordCount"];
            };
            /** @description Number of these records that belong to no imported artifact. */
            alone: components["schemas"]["RecordCount"];
            /** @description Records that are not stored, by reason: their artifact is a duplicate or was excluded, they are damaged, or a setting (`KEEP_RECORDS`) excludes them. */
            dropped: {
                duplicate: components["schemas"]["RecordCount"];
                excluded: components["schemas"]["RecordCount"];
                damaged: components["schemas"]["RecordCount"];
                setting: components["schemas"]["RecordCount"];
            };
        };
        /**
         * Format: int64
         * @description A number of records.
         */
        RecordCount: number;
        /** @description Records by outcome. */
        ImportCounts: {
            OK: components["schemas"]["RecordCount"];
            DUPLICATE: components["schemas"]["RecordCount"];
            EXCLUDED: components["schemas"]["RecordCount"];
            ERROR: components["schemas"]["RecordCount"];
        };
        /**
         * @description Outcome of one record: imported, not stored because of an error, not stored because its payload is already stored, or excluded by excludeStatusPattern.
         * @enum {string}
         */
        ImportOutcome: "OK" | "ERROR" | "DUPLICATE" | "EXCLUDED";
        /** @description The software and storage that the repository runs on. */
        RepositoryInfo: {
            /** @description The store of WARC files. */
            storeInfo: components["schemas"]["StorageInfo"];
            /** @description The index. */
            indexInfo: components["schemas"]["StorageInfo"];
        };
        /** @description A storage area. Members without a known value, such as the capacity of an object store, are absent. */
        StorageInfo: {
            /**
             * @description Type of the storage area.
             * @enum {string}
             */
            type: "Posix" | "S3" | "PostgreSQL";
            /** @description Name of the storage area. */
            name: string;
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
            /**
             * Format: int64
             * @description Beyond the interface. Replaces `size` with `COMPATIBILITY=laaws`: the size in units of 1,024 bytes.
             */
            sizeKB?: number;
            /**
             * Format: int64
             * @description Replaces `used` with `COMPATIBILITY=laaws`, in units of 1,024 bytes.
             */
            usedKB?: number;
            /**
             * Format: int64
             * @description Replaces `avail` with `COMPATIBILITY=laaws`, in units of 1,024 bytes.
             */
            availKB?: number;
            /** @description Percentage used, formatted as a string. */
            percentUsedString?: string;
            /**
             * Format: double
             * @description Share used, as a fraction between 0 and 1.
             */
            percentUsed?: number;
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
            /** @description Why the service is not ready. */
            reason?: string;
            startupStatus?: components["schemas"]["StartupStatus"];
        };
        /**
         * @description Progress of the service's start.
         * @enum {string}
         */
        StartupStatus: "NONE" | "PLUGINS_CRAWLING" | "PLUGINS_COLLECTED" | "PLUGINS_LOADING" | "PLUGINS_LOADED" | "AUS_STARTING" | "AUS_STARTED";
        /** @description Yes or no. */
        CdxFlag: boolean | (1 | 0);
        /** @description Comma-separated names of fields. */
        CdxFieldList: string;
        /** @description The name of a field, and optionally the number of characters to compare. */
        CdxCollapse: string;
        /** @description One capture. `fl` selects its members and their names. All values are strings. */
        CdxRecord: {
            /** @description SURT key of the URL. */
            urlkey?: string;
            /** @description When the content was captured, in 14 digits, UTC. */
            timestamp?: string;
            /** @description URL of the capture; synonym of `url`. */
            original?: string;
            /** @description URL of the capture. */
            url?: string;
            /** @description Media type of the capture; synonym of `mime`. */
            mimetype?: string;
            /** @description Media type of the capture without parameters, `unk` when absent. */
            mime?: string;
            /** @description HTTP status of the capture; synonym of `status`. */
            statuscode?: string;
            /** @description HTTP status of the capture, `-` for a resource. */
            status?: string;
            /** @description SHA-1 of the stored payload in base32. */
            digest?: string;
            /** @description Target of the redirect, `-` if unknown. */
            redirect?: string;
            /** @description Robot flags, `-` when unknown. */
            robotflags?: string;
            /** @description Length in bytes of the stored gzip member. */
            length?: string;
            /** @description Offset of the record in the archive, always 0. */
            offset?: string;
            /** @description Name under which `/replay/warcs` serves the record. */
            filename?: string;
            /** @description Method of the request, if it is known and not GET. */
            method?: string;
            /** @description Body of the request as query parameters, at most 4,096 characters; absent if the request has no body. */
            requestBody?: string;
        };
        /** @description Number of pages of a query. */
        CdxPageCount: {
            /** @description Number of pages. */
            pages: number;
            /** @description Number of captures on a page. */
            pageSize: number;
            /** @description Number of captures on all pages. */
            captures: number;
        };
        /** @description Document `wayback` with one `error`, which consists of `title` (one of the titles that clients recognize) and `message`. */
        CdxaError: string;
        /** @description An archive to import and the AU it goes to. */
        AddArtifactsForm: {
            /** @description AUID of the new artifacts. */
            auid: components["schemas"]["Auid"];
            /**
             * Format: binary
             * @description Archive data containing artifacts, a WARC, ARC or WACZ file.
             */
            archive: string;
        };
        /** @description Artifacts of another repository, and the AU they belong to. */
        MigrateArtifactsForm: {
            /** @description AUID of the artifacts. */
            auid: components["schemas"]["Auid"];
            /** @description Uuids of records that must not be stored, because they are deleted in the source; separated by commas or white space. Each of them is reported as `EXCLUDED`. */
            except?: string;
            /** @description Uuids of uncommitted artifacts, separated by commas or white space. All others become committed. */
            uncommitted?: string;
            /** @description Identities of the artifacts, if their records do not contain them: a JSON object with `uuid`, `uri`, `version`, `contentDigest`, `collectionDate` and optionally `storeDate` on each line, as in listings. A record is matched by its URL and the digest of its payload; a record without an identity is an `ERROR`. The bytes of a record and of its companion records are stored unchanged. */
            identities?: string;
            /**
             * Format: binary
             * @description Records of the repository, a WARC file.
             */
            archive: string;
        };
        /** @description A new artifact in parts. */
        CreateArtifactForm: {
            /** @description JSON artifact properties, an object of ArtifactPropertiesInput. */
            artifactProps: string;
            /** @description Status line and headers of the captured HTTP response, ended by a blank line. If absent or empty, the artifact is a resource. */
            httpResponseHeader?: string;
            /**
             * Format: binary
             * @description The payload, sent as a file.
             */
            payload: string;
        };
        /** @description The new commit status; required if it is not in the query. */
        UpdateArtifactForm: {
            /** @description The new commit status. */
            committed?: boolean;
        };
        /** @description A bulk operation. */
        BulkAuOpForm: {
            /**
             * @description Whether bulk transfer starts or finishes.
             * @enum {string}
             */
            op: "start" | "finish";
        };
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
        /** @description The state of the repository in figures. */
        RepositorySummary: {
            /** @description Time of this response. */
            at: components["schemas"]["EpochMillis"];
            /** @description The stored content. */
            stored: {
                /**
                 * Format: int64
                 * @description Number of AUs with any artifact.
                 */
                aus: number;
                /**
                 * Format: int64
                 * @description Number of artifacts, committed or not.
                 */
                artifacts: number;
                /**
                 * Format: int64
                 * @description Size of all WARC objects in bytes, including deleted records in them.
                 */
                bytes: number;
            };
            /** @description Location and free space of the object store. */
            store: {
                /**
                 * @description Type of the object store.
                 * @enum {string}
                 */
                type: "Posix" | "S3";
                /** @description Name of the object store. */
                name: string;
                /**
                 * Format: int64
                 * @description Size of the store in bytes; absent if unknown.
                 */
                sizeBytes?: number;
                /**
                 * Format: int64
                 * @description Free space in bytes; absent if the store does not report it.
                 */
                availableBytes?: number;
                /**
                 * Format: int64
                 * @description Growth per day, over the last 30 days or the known period if that is shorter; absent if the known period is less than a day.
                 */
                bytesPerDay?: number;
                /**
                 * Format: int64
                 * @description Days until the free space is used up at that rate; absent if the free space or the rate is unknown, or nothing grows.
                 */
                daysLeft?: number;
            };
            /** @description Results of reading stored content again and comparing it with its digests. */
            fixity: {
                /**
                 * Format: int64
                 * @description Size of all WARC objects in bytes.
                 */
                bytes: number;
                /**
                 * Format: int64
                 * @description Number of these bytes that were checked within the period, or ever if there is no period.
                 */
                checkedBytes: number;
                /**
                 * Format: int64
                 * @description Number of these bytes that were stored within the period and not checked since then. Content is compared with its digests when it is stored. Absent if there is no period.
                 */
                recentBytes?: number;
                /** @description Period in which everything must be checked, in days (FIXITY_PERIOD); absent if the fixity check is off. */
                periodDays?: number;
                /** @description Time when the object whose check is the oldest was last checked or stored; absent if nothing is stored. */
                oldestCheck?: components["schemas"]["EpochMillis"];
                /** @description Whether a check is running. */
                walking: boolean;
                /**
                 * Format: int64
                 * @description Rate of the running check, in bytes per second; absent if no check is running or the rate is unknown.
                 */
                bytesPerSecond?: number;
                /** @description Time when the running check will end at this rate. */
                expectedEnd?: components["schemas"]["EpochMillis"];
            };
            /** @description Known damage. */
            damage: {
                /**
                 * Format: int64
                 * @description Number of artifacts with damaged content.
                 */
                artifacts: number;
                /**
                 * Format: int64
                 * @description Number of damaged or missing objects in the store.
                 */
                objects: number;
            };
            /** @description State of the journal: changes that would be lost with the database, because the object store does not contain them yet. */
            journal: {
                /**
                 * Format: int64
                 * @description Number of index transactions whose journal entry is not in the object store yet.
                 */
                rows: number;
                /** @description Age of the oldest of these transactions. */
                seconds: number;
            };
            /**
             * Format: int64
             * @description Number of running imports at all replicas.
             */
            importsUnderWay: number;
            /** @description Jobs that need attention. */
            jobs: {
                /** @description Ids of jobs whose last run failed. */
                failed: string[];
                /** @description Ids of paused jobs. */
                paused: string[];
            };
            /** @description Dependencies of the replica that handles the request. */
            dependencies: components["schemas"]["Dependency"][];
            /** @description Why nothing can be stored now; absent if content can be stored. */
            readOnly?: string;
        };
        /** @description A dependency of the service. */
        Dependency: {
            /** @description Name of the dependency. */
            name: string;
            /** @description Whether the dependency can be used now. */
            usable: boolean;
        };
        /** @description Amount of stored content at earlier times. */
        Growth: {
            /** @description The samples, oldest first. */
            samples: components["schemas"]["GrowthSample"][];
        };
        /** @description Amount of stored content at one time. */
        GrowthSample: {
            /** @description Start of the ten minutes in which the sample was taken. */
            at: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of AUs with any artifact.
             */
            aus: number;
            /**
             * Format: int64
             * @description Number of artifacts, committed or not.
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Size of the payloads of all versions, in bytes.
             */
            contentBytes: number;
            /**
             * Format: int64
             * @description Size of all WARC objects in bytes.
             */
            storedBytes: number;
        };
        /** @description Live values. */
        Live: {
            /** @description The state in figures. */
            summary: components["schemas"]["RepositorySummary"];
            /** @description Running imports, oldest first, up to 50. */
            imports: components["schemas"]["ImportUnderWay"][];
            /** @description The jobs. */
            jobs: components["schemas"]["Job"][];
        };
        /** @description A running import. */
        ImportUnderWay: {
            /** @description Identifier of the import. */
            id: components["schemas"]["ArtifactUuid"];
            /** @description Destination namespace. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the destination AU. */
            auid: components["schemas"]["Auid"];
            /** @description Start time. */
            started: components["schemas"]["EpochMillis"];
            /** @description Name of the file, as sent by the client. */
            fileName?: string;
            /**
             * Format: int64
             * @description Length of the request, which is slightly greater than the length of the file; absent if unknown.
             */
            requestBytes?: number;
            /**
             * Format: int64
             * @description Number of bytes of the file read so far.
             */
            uploadBytes: number;
            /** @description Records by outcome. */
            counts: components["schemas"]["ImportCounts"];
        };
        /** @description A running or finished import. */
        ImportRun: {
            /**
             * @description How the import ended. `complete`: the file was read to its end, whatever the outcome of its records; `cut`: the client disconnected; `lost`: the process died.
             * @enum {string}
             */
            outcome: "running" | "complete" | "failed" | "cut" | "lost";
            /** @description Time when the import ended, or was last known to be running. */
            seen: components["schemas"]["EpochMillis"];
            /** @description User who started the import. */
            user?: string;
            /** @description Request id of the import, as in the log. */
            requestId: string;
            /** @description Reason of the failure, as reported to the client. */
            failure?: string;
            /** @description Identifier of the import. */
            id: components["schemas"]["ArtifactUuid"];
            /** @description Destination namespace. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the destination AU. */
            auid: components["schemas"]["Auid"];
            /** @description Start time. */
            started: components["schemas"]["EpochMillis"];
            /** @description Name of the file, as sent by the client. */
            fileName?: string;
            /**
             * Format: int64
             * @description Length of the request, which is slightly greater than the length of the file; absent if unknown.
             */
            requestBytes?: number;
            /**
             * Format: int64
             * @description Number of bytes of the file read so far.
             */
            uploadBytes: number;
            /** @description Records by outcome. */
            counts: components["schemas"]["ImportCounts"];
        };
        /** @description A page of imports. */
        ImportPage: {
            /** @description The imports, newest first. */
            imports: components["schemas"]["ImportRun"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Recent failed requests. */
        Failures: {
            /** @description The imports, newest first. */
            failures: components["schemas"]["Failure"][];
        };
        /** @description A request that failed, but not because of an error of the client. */
        Failure: {
            /** @description Time when the request ended. */
            at: components["schemas"]["EpochMillis"];
            /** @description Request id, as in the log. */
            requestId: string;
            /** @description The `operationId` of the request. */
            operation: string;
            /** @description Method of the request. */
            method: string;
            /** @description Status of the response; absent if the response had begun and was cut off. */
            status?: number;
            /** @description User of the request; absent if no user was logged in. */
            user?: string;
            /** @description Error detail that the client received or would have received. */
            detail: string;
        };
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
        /** @description The object stores, and the repairs from peers. */
        Copies: {
            /** @description The stores; empty if there is only one. */
            stores: components["schemas"]["StoreCopies"][];
            /** @description Repairs from peers. */
            peers: components["schemas"]["PeerRepairs"];
        };
        /** @description Repairs of damaged artifacts with records from peers. */
        PeerRepairs: {
            /** @description Base URLs of the peers (`REPAIR_SOURCES`), in the order in which they are asked. */
            sources: string[];
            /** @description The current or last run; absent if nothing has been requested from peers yet. */
            lastRun?: components["schemas"]["PeerRepairRun"];
        };
        /** @description A run that requests all damaged artifacts from the peers. */
        PeerRepairRun: {
            /** @description Start of the run. */
            started: components["schemas"]["EpochMillis"];
            /** @description End of the run; absent if it is running or was interrupted. */
            finished?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of artifacts that the run has repaired.
             */
            repaired: number;
            /**
             * Format: int64
             * @description Number of artifacts for which no peer had a record that could be verified.
             */
            notRepaired: number;
            /** @description Why the run failed; absent if it did not fail. */
            failure?: string;
        };
        /** @description An object store, and how complete it is. */
        StoreCopies: {
            /** @description Name of the store. */
            name: string;
            /**
             * @description Role of the store.
             * @enum {string}
             */
            role: "primary" | "copy" | "archive";
            /** @description The setting that names the store. Contains no secret. */
            location: string;
            /**
             * @description State of the store. `filling`: it is new or was emptied; `retiring`: nothing more is written to it; `away`: it cannot be read; `removed`: `OBJECT_STORE` no longer names it.
             * @enum {string}
             */
            state: "complete" | "filling" | "retiring" | "away" | "removed";
            /** @description Why the store is not read or not written; absent if it is both read and written. */
            reason?: string;
            /**
             * Format: int64
             * @description Number of segments in the index.
             */
            objects: number;
            /**
             * Format: int64
             * @description Number of segments with a good copy in the store, as far as known.
             */
            complete: number;
            /**
             * Format: int64
             * @description Number of copies still to be made, including segments that have not been compared yet.
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of copies that are known to be damaged.
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of pending copies and deletions.
             */
            queued: number;
            /** @description Whether none of the pending work was done during the last ten minutes. */
            stalled?: boolean;
            /** @description Time when all pending work will be done; absent if the time is unknown or nothing is pending. */
            expectedEnd?: components["schemas"]["EpochMillis"];
        };
        /** @description The maintenance jobs of the repository. */
        Jobs: {
            /** @description The jobs. */
            jobs: components["schemas"]["Job"][];
        };
        /** @description A maintenance job of the repository. */
        Job: {
            /**
             * @description Id of the job. `fixity` reads everything and reports damage; `recheck` reads known damage again; `compaction` merges small objects and frees the space of deleted content; `sweep` removes leftovers of crashes; `sweep-preview` lists what `sweep` would remove.
             * @enum {string}
             */
            id: "fixity" | "recheck" | "compaction" | "sweep" | "sweep-preview";
            /**
             * @description State of the job. `waiting`: a user has requested its start; `interrupted`: its process ended, and it will continue.
             * @enum {string}
             */
            state: "never" | "waiting" | "running" | "paused" | "interrupted" | "failed" | "finished";
            /**
             * Format: int64
             * @description Time between the starts of two passes; absent if the job only runs on request.
             */
            periodMs?: number;
            /**
             * Format: int64
             * @description Maximum rate of the job; absent if unlimited.
             */
            mostBytesPerSecond?: number;
            /** @description Start of the job's current or last pass. */
            started?: components["schemas"]["EpochMillis"];
            /** @description End of the job's last pass; absent while one is running. */
            finished?: components["schemas"]["EpochMillis"];
            /** @description Start of the next pass; absent if it is unknown or the job is running. */
            next?: components["schemas"]["EpochMillis"];
            /** @description Why the last pass failed. */
            failure?: string;
            /** @description Progress of the job's current or last pass. */
            progress?: components["schemas"]["JobProgress"];
            /**
             * Format: int64
             * @description Rate of the job, including interruptions.
             */
            bytesPerSecond?: number;
            /** @description Time when the current pass will end at this rate. */
            expectedEnd?: components["schemas"]["EpochMillis"];
            /** @description User who paused the job. */
            pausedBy?: string;
            /** @description Time when the job was paused. */
            pausedSince?: components["schemas"]["EpochMillis"];
        };
        /** @description Progress of a job's pass. */
        JobProgress: {
            /**
             * Format: int64
             * @description Number of finished items, by unit (artifacts or objects).
             */
            items: number;
            /**
             * Format: int64
             * @description Number of bytes read or written.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Total number of items; absent if unknown.
             */
            totalItems?: number;
            /**
             * Format: int64
             * @description Total number of bytes; absent if unknown.
             */
            totalBytes?: number;
            /** @description Other counts, by name. */
            counts: {
                [key: string]: number;
            };
        };
        /** @description A requested action on a job. */
        JobOrder: {
            /**
             * @description The requested action.
             * @enum {string}
             */
            op: "start" | "pause" | "resume";
        };
        /** @description Objects that a sweep would remove. Lists contain the first 200 of each kind; counts cover all. */
        SweepPreview: {
            /** @description Time of the preview. */
            finished?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of objects examined.
             */
            looked?: number;
            /**
             * Format: int64
             * @description Number of bytes that would be reclaimed.
             */
            bytes?: number;
            /** @description Number of objects, by kind. */
            counts?: {
                [key: string]: number;
            };
            /** @description Keys of objects that are not in the index. */
            objects?: string[];
            /** @description Names of writes that were never finished. */
            unfinished?: string[];
            /** @description Names of leftover spool files of the replica that ran the preview. */
            spool?: string[];
            /** @description Uuids of artifacts that were never committed, if a setting causes their deletion. */
            uncommitted?: string[];
            /** @description Keys of objects that are in the journal but not in the index. These are kept. */
            lost?: string[];
            /** @description Keys of objects that do not belong to this repository. These are kept. */
            foreign?: string[];
        };
        /**
         * @description State of a check. Only a `finished` check has a certificate.
         * @enum {string}
         */
        CheckState: "waiting" | "running" | "finished" | "cancelled" | "failed";
        /**
         * @description Result of a check that has ended. `intact`: every artifact was read and is intact. `repaired`: all faults were repaired. `faults`: faults remain. `incomplete`: some artifacts could not be read, the check ended early, or the scope was empty.
         * @enum {string}
         */
        CheckVerdict: "intact" | "repaired" | "faults" | "incomplete";
        /** @description Why the check was requested. */
        CheckReason: string;
        /** @description Artifacts of a check. */
        CheckScope: {
            /**
             * @description `node`: all artifacts; `namespace`, `au`: all artifacts of the namespace or of the AU; `urlPrefix`: the artifacts of the namespace or of the AU whose URL begins with `urlPrefix`; `list`: a list of artifacts.
             * @enum {string}
             */
            kind: "node" | "namespace" | "au" | "urlPrefix" | "list";
            /** @description The namespace; absent with `node`. */
            namespace?: components["schemas"]["Namespace"];
            /** @description The AU. Present with `au`, and with `urlPrefix` if only one AU is checked. */
            auid?: components["schemas"]["Auid"];
            /** @description Beginning of the URLs. Present with `urlPrefix`. */
            urlPrefix?: string;
            /** @description Number of artifacts in the list. Present with `list`. */
            artifacts?: number;
        };
        /** @description Artifacts to check. */
        CheckScopeToRequest: components["schemas"]["NodeScope"] | components["schemas"]["NamespaceScope"] | components["schemas"]["AuScope"] | components["schemas"]["UrlPrefixScope"] | components["schemas"]["ListScope"];
        /** @description Artifacts to check regularly. */
        CheckScopeToSchedule: components["schemas"]["NamespaceScope"] | components["schemas"]["AuScope"];
        /** @description All artifacts of the node. */
        NodeScope: {
            /**
             * @description Kind of the scope.
             * @constant
             */
            kind: "node";
        };
        /** @description All artifacts of a namespace. */
        NamespaceScope: {
            /**
             * @description Kind of the scope.
             * @constant
             */
            kind: "namespace";
            /** @description The namespace; the default namespace of the service if absent. */
            namespace?: components["schemas"]["Namespace"];
        };
        /** @description All artifacts of an AU. */
        AuScope: {
            /**
             * @description Kind of the scope.
             * @constant
             */
            kind: "au";
            /** @description Namespace of the AU; the default namespace of the service if absent. */
            namespace?: components["schemas"]["Namespace"];
            /** @description The AU. */
            auid: components["schemas"]["Auid"];
        };
        /** @description The artifacts of a namespace or of an AU whose URL begins with `urlPrefix`. */
        UrlPrefixScope: {
            /**
             * @description Kind of the scope.
             * @constant
             */
            kind: "urlPrefix";
            /** @description The namespace; the default namespace of the service if absent. */
            namespace?: components["schemas"]["Namespace"];
            /** @description The AU; all AUs of the namespace if absent. */
            auid?: components["schemas"]["Auid"];
            /** @description Beginning of the URLs. */
            urlPrefix: string;
        };
        /** @description A list of artifacts. */
        ListScope: {
            /**
             * @description Kind of the scope.
             * @constant
             */
            kind: "list";
            /** @description Namespace of the artifacts; the default namespace of the service if absent. */
            namespace?: components["schemas"]["Namespace"];
            /** @description The artifacts, all in one namespace. */
            uuids: components["schemas"]["ArtifactUuid"][];
        };
        /** @description A check to request. */
        NewCheck: {
            scope: components["schemas"]["CheckScopeToRequest"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @enum {string}
             */
            stores?: "ordinary" | "archive" | "all";
            reason?: components["schemas"]["CheckReason"];
        };
        /** @description A fixity check. Each artifact counts once: its worst record in its worst copy determines the outcome. */
        Check: {
            /**
             * Format: uuid
             * @description Identifier of the check.
             */
            check: string;
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @enum {string}
             */
            stores: "ordinary" | "archive" | "all";
            state: components["schemas"]["CheckState"];
            verdict?: components["schemas"]["CheckVerdict"];
            /** @description User who requested the check, or who added its schedule. */
            by: string;
            /** @description Time when the check was requested. */
            at: components["schemas"]["EpochMillis"];
            reason?: components["schemas"]["CheckReason"];
            /**
             * Format: uuid
             * @description Schedule that requested the check; absent if a user did.
             */
            schedule?: string;
            /** @description Start of the check; absent while it waits. */
            started?: components["schemas"]["EpochMillis"];
            /** @description End of the check; absent until then. */
            ended?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of artifacts to check; absent while the check waits. After the end, the sum of the next five numbers.
             */
            artifacts?: number;
            /**
             * Format: int64
             * @description Number of artifacts that were read completely and are intact.
             */
            intact: number;
            /**
             * Format: int64
             * @description Number of artifacts with a damaged copy.
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of artifacts with a missing copy.
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of artifacts without a fault, but with a copy that could not be read. They do not count as intact.
             */
            unreadable: number;
            /**
             * Format: int64
             * @description Number of artifacts that were not checked, because they were deleted or the check ended early.
             */
            notChecked: number;
            /**
             * Format: int64
             * @description Number of damaged or missing artifacts whose faulty copies were all replaced with intact ones.
             */
            repaired: number;
            /**
             * Format: int64
             * @description Number of bytes that were read.
             */
            bytes: number;
            /**
             * Format: uuid
             * @description Previous finished check of the same scope.
             */
            previous?: string;
            /** @description SHA-256 of the certificate, in lower-case hex; absent if there is no certificate. */
            sha256?: string;
            /** @description Why the check failed; absent if it did not. */
            failure?: string;
        };
        /** @description A page of checks. */
        CheckPage: {
            /** @description The checks, latest first. */
            checks: components["schemas"]["Check"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description A fixity check with the copies that were read and the artifacts that were not intact. */
        CheckReport: {
            /**
             * Format: uuid
             * @description Identifier of the check.
             */
            check: string;
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @enum {string}
             */
            stores: "ordinary" | "archive" | "all";
            state: components["schemas"]["CheckState"];
            verdict?: components["schemas"]["CheckVerdict"];
            /** @description User who requested the check, or who added its schedule. */
            by: string;
            /** @description Time when the check was requested. */
            at: components["schemas"]["EpochMillis"];
            reason?: components["schemas"]["CheckReason"];
            /**
             * Format: uuid
             * @description Schedule that requested the check; absent if a user did.
             */
            schedule?: string;
            /** @description Start of the check; absent while it waits. */
            started?: components["schemas"]["EpochMillis"];
            /** @description End of the check; absent until then. */
            ended?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of artifacts to check; absent while the check waits. After the end, the sum of the next five numbers.
             */
            artifacts?: number;
            /**
             * Format: int64
             * @description Number of artifacts that were read completely and are intact.
             */
            intact: number;
            /**
             * Format: int64
             * @description Number of artifacts with a damaged copy.
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of artifacts with a missing copy.
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of artifacts without a fault, but with a copy that could not be read. They do not count as intact.
             */
            unreadable: number;
            /**
             * Format: int64
             * @description Number of artifacts that were not checked, because they were deleted or the check ended early.
             */
            notChecked: number;
            /**
             * Format: int64
             * @description Number of damaged or missing artifacts whose faulty copies were all replaced with intact ones.
             */
            repaired: number;
            /**
             * Format: int64
             * @description Number of bytes that were read.
             */
            bytes: number;
            /**
             * Format: uuid
             * @description Previous finished check of the same scope.
             */
            previous?: string;
            /** @description SHA-256 of the certificate, in lower-case hex; absent if there is no certificate. */
            sha256?: string;
            /** @description Why the check failed; absent if it did not. */
            failure?: string;
            /** @description Name and version of the software that ran the check. */
            software?: string;
            /** @description Copies of segments that were read, by store. */
            copies: components["schemas"]["CheckedCopies"][];
            /** @description Artifacts that were not intact, sorted by UUID. */
            exceptions: components["schemas"]["CheckException"][];
            /** @description Position of this page of the exceptions. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Copies of segments that a check has read in one store. */
        CheckedCopies: {
            /** @description Name of the store; absent if there is only one store. */
            store?: string;
            /**
             * Format: int64
             * @description Number of copies that the check tried to read.
             */
            copies: number;
            /**
             * Format: int64
             * @description Number of bytes that were read.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Number of damaged copies.
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of missing copies.
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of copies that could not be read.
             */
            unreachable: number;
            /**
             * Format: int64
             * @description Number of copies that were replaced with an intact copy.
             */
            repaired: number;
        };
        /** @description An artifact that was not intact. */
        CheckException: {
            uuid: components["schemas"]["ArtifactUuid"];
            /** @description Namespace of the artifact. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the artifact's AU. */
            auid: components["schemas"]["Auid"];
            /** @description URL of the artifact. */
            uri: components["schemas"]["Uri"];
            /**
             * @description The worst fault of the artifact.
             * @enum {string}
             */
            outcome: "damaged" | "missing" | "unreadable";
            /** @description Store with this fault; absent if there is only one store. */
            store?: string;
            /** @description Description of the fault. */
            reason: string;
            /** @description Store that supplied the intact copy; absent if the artifact was not repaired. */
            repairedFrom?: string;
        };
        /** @description Certificate of a fixity check. "Read the store without Holdfast" describes all fields; times are in ISO 8601. */
        Certificate: {
            /**
             * @description Version of the format.
             * @enum {integer}
             */
            certificate: 1;
            /**
             * Format: uuid
             * @description Identifier of the check.
             */
            check: string;
            verdict: components["schemas"]["CheckVerdict"];
            /** @description The scope of the check. A list contains its artifacts in `uuids`. */
            scope: {
                [key: string]: unknown;
            };
            /** @description Numbers of artifacts. `requested` is the sum of all except `repaired`. */
            artifacts: {
                [key: string]: number;
            };
        };
        /** @description A schedule to add. */
        NewCheckSchedule: {
            scope: components["schemas"]["CheckScopeToSchedule"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @enum {string}
             */
            stores?: "ordinary" | "archive" | "all";
            /** @description Number of days between two checks. */
            periodDays: number;
        };
        /** @description A schedule of fixity checks. */
        CheckSchedule: {
            /**
             * Format: uuid
             * @description Identifier of the schedule.
             */
            schedule: string;
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @enum {string}
             */
            stores: "ordinary" | "archive" | "all";
            /** @description Number of days between two checks. */
            periodDays: number;
            /** @description Time when the next check is requested. */
            next: components["schemas"]["EpochMillis"];
            /** @description User who added the schedule. */
            by: string;
            /** @description Time when the schedule was added. */
            since: components["schemas"]["EpochMillis"];
        };
        /** @description Schedules of fixity checks. */
        CheckScheduleList: {
            /** @description The schedules, oldest first. */
            schedules: components["schemas"]["CheckSchedule"][];
        };
        /** @description One damaged part of an artifact. */
        Damage: {
            /**
             * @description Damaged part. `payload` belongs to another record, which a revisit shares; `companions` are records captured with the artifact, which is still readable.
             * @enum {string}
             */
            part: "record" | "payload" | "companions";
            /** @description Why the part cannot be read. */
            reason: string;
            /** @description Time when the damage was found. */
            found: components["schemas"]["EpochMillis"];
            /** @description Key of the object that contains the part. */
            key?: string;
        };
        /** @description An artifact with damaged content. */
        DamagedArtifact: {
            /** @description Identifier of the artifact. */
            uuid: components["schemas"]["ArtifactUuid"];
            /** @description Namespace of the artifact. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the artifact's AU. */
            auid: components["schemas"]["Auid"];
            /** @description URL of the artifact. */
            uri: components["schemas"]["Uri"];
            /**
             * Format: int64
             * @description Version of the artifact.
             */
            version: number;
            /** @description Whether the artifact is committed. */
            committed: boolean;
            /** @description Time when the artifact was captured. */
            collectionDate: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Length of the payload.
             */
            contentLength: number;
            /** @description The damaged parts. */
            damages: components["schemas"]["Damage"][];
        };
        /** @description A damaged or missing object in the store. */
        DamagedObject: {
            /** @description Key of the object. */
            key: string;
            /**
             * Format: int64
             * @description Size of the object, or its size when it was stored, in bytes.
             */
            sizeBytes: number;
            /** @description Description of the damage. */
            reason: string;
        };
        /** @description A page of damage. */
        DamagePage: {
            /** @description The damaged artifacts, sorted by uuid. */
            artifacts: components["schemas"]["DamagedArtifact"][];
            /** @description Damaged or missing objects; only on the first page. */
            objects?: components["schemas"]["DamagedObject"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Result of a repair. */
        RepairOutcome: {
            /**
             * @description `well`: the artifact was not damaged, or no longer is; `repaired`: an intact copy has replaced the damaged content; `damaged`: the artifact is still damaged.
             * @enum {string}
             */
            outcome: "well" | "repaired" | "damaged";
            /** @description The artifact whose record has replaced the damaged record. */
            copy?: components["schemas"]["ArtifactUuid"];
            /** @description Base URL of the peer (`REPAIR_SOURCES`) whose record has replaced the damaged record. */
            peer?: string;
            /** @description Remaining damage. */
            damages: components["schemas"]["Damage"][];
            /** @description How to repair the remaining damage. `importAgain`: import or create the same content again in the same AU; `importWithCompanions`: import it with the records captured with it; `restoreObject`: restore the object from a backup, and request the repair again. */
            remedies: ("importAgain" | "importWithCompanions" | "restoreObject")[];
        };
        /** @description A purged artifact. */
        Purge: {
            /** @description Identifier of the artifact. */
            uuid: components["schemas"]["ArtifactUuid"];
            /** @description Namespace of the artifact. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the artifact's AU. */
            auid: components["schemas"]["Auid"];
            /** @description Person on whose behalf the artifact was purged. */
            by: string;
            /** @description Reason for the purge. */
            reason: string;
            /** @description Digest of the payload; absent if it was no longer known. */
            contentDigest?: components["schemas"]["ContentDigest"];
            /** @description Time when the artifact was deleted. */
            ordered: components["schemas"]["EpochMillis"];
            /** @description Time when the bytes were erased; absent if they have not been erased yet. */
            erased?: components["schemas"]["EpochMillis"];
            locked?: components["schemas"]["LockedCopies"];
        };
        /** @description Versions of removed objects that may contain the bytes and that object stores refuse to delete; absent if there are none. The purge is complete when they are deleted. */
        LockedCopies: {
            /**
             * Format: int64
             * @description Number of versions.
             */
            count: number;
            /** @description Time from which all of them can be deleted; absent if this is unknown, for example because of a legal hold. */
            until?: components["schemas"]["EpochMillis"];
            /** @description The first 50 versions. */
            copies: components["schemas"]["LockedCopy"][];
        };
        /** @description A version of an object that a store refuses to delete. */
        LockedCopy: {
            /** @description Name of the store. */
            store: string;
            /** @description Key of the object. */
            key: string;
            /** @description `legal hold`, `COMPLIANCE retention`, `GOVERNANCE retention`, or the server's message. */
            reason: string;
            /** @description End of the retention period; absent if unknown. */
            until?: components["schemas"]["EpochMillis"];
        };
        /** @description A page of purges. */
        PurgePage: {
            /** @description The imports, newest first. */
            purges: components["schemas"]["Purge"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * Format: int64
         * @description Number of a deletion.
         */
        DeletionNumber: number;
        /** @description Why artifacts are deleted, or why a request is rejected. */
        DeletionReason: string;
        /**
         * @description Whether to `delete` artifacts, or to `purge` them, which also erases their bytes.
         * @enum {string}
         */
        DeletionKind: "delete" | "purge";
        /**
         * @description State of a deletion. `requested`: waits for a decision; `approved`: a purge that waits for `keep purge`; `deleted`: the artifacts are deleted; `restored`: a user has undone the deletion; `rejected`, `withdrawn` and `expired`: nothing was deleted.
         * @enum {string}
         */
        DeletionState: "requested" | "approved" | "rejected" | "withdrawn" | "expired" | "deleted" | "restored";
        /** @description Artifacts of one AU to delete. */
        NewDeletion: {
            /** @description The artifacts. */
            uuids: components["schemas"]["ArtifactUuid"][];
            /** @description What to do with the artifacts; `delete` when absent. */
            kind?: components["schemas"]["DeletionKind"];
            /** @description Reason. Required for a purge, and with `DELETION_REASON=required`. */
            reason?: components["schemas"]["DeletionReason"];
        };
        /** @description Rejection of a request. */
        DeletionRejection: {
            /** @description Reason for the rejection. */
            reason: components["schemas"]["DeletionReason"];
        };
        /** @description An artifact of a deletion. */
        DeletedArtifact: {
            /** @description Identifier of the artifact. */
            uuid: components["schemas"]["ArtifactUuid"];
            /** @description URL of the artifact; absent if it was deleted before its purge was requested. */
            uri?: components["schemas"]["Uri"];
            /**
             * Format: int64
             * @description Version of the artifact.
             */
            version?: number;
            /** @description Time when the artifact was captured. */
            collectionDate?: components["schemas"]["EpochMillis"];
        };
        /** @description A deletion by a user, or a deletion request. */
        Deletion: {
            number: components["schemas"]["DeletionNumber"];
            /** @description Namespace of the AU. */
            namespace: components["schemas"]["Namespace"];
            /** @description AU of the artifacts. */
            auid: components["schemas"]["Auid"];
            kind: components["schemas"]["DeletionKind"];
            state: components["schemas"]["DeletionState"];
            /** @description Time of the deletion or of the request. */
            requested: components["schemas"]["EpochMillis"];
            /** @description User who deleted the artifacts or requested the deletion. */
            by: string;
            /** @description Reason for the deletion; absent if none was given. */
            reason?: components["schemas"]["DeletionReason"];
            /** @description Time of the decision; absent if the request is open or the deletion needed no approval. */
            decided?: components["schemas"]["EpochMillis"];
            /** @description User who made the decision; absent if the request expired. */
            decidedBy?: string;
            /** @description Reason for the decision, if any. */
            decisionReason?: string;
            /** @description Whether the deletion can still be undone. */
            undoable: boolean;
            /** @description Time until which compaction does not touch the records (`DELETION_UNDO`); absent if the deletion cannot be undone. */
            undoUntil?: components["schemas"]["EpochMillis"];
            /** @description Time of the undo; absent if the deletion was not undone. */
            undone?: components["schemas"]["EpochMillis"];
            /** @description User who undid the deletion; absent if it was not undone. */
            undoneBy?: string;
            /**
             * Format: int64
             * @description Number of artifacts.
             */
            count: number;
            /** @description The artifacts, sorted by URL. Lists of deletions include the first 20 artifacts. */
            artifacts: components["schemas"]["DeletedArtifact"][];
        };
        /** @description A page of deletions. */
        DeletionPage: {
            /** @description The deletions, newest first. */
            deletions: components["schemas"]["Deletion"][];
            /** @description Whether another user must approve a new deletion (`DELETION_APPROVAL`). */
            needsApproval: boolean;
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Why a hold was placed or lifted. */
        HoldReason: string;
        /** @description A hold to place. Names either an artifact or an AU. */
        NewHold: {
            /** @description The artifact to hold. */
            uuid?: components["schemas"]["ArtifactUuid"];
            /** @description The AU to hold. */
            auid?: components["schemas"]["Auid"];
            reason: components["schemas"]["HoldReason"];
            /** @description End of the hold, in the future; absent if it lasts until it is lifted. */
            until?: components["schemas"]["EpochMillis"];
        };
        /** @description New values of a hold. Absent fields keep their value. */
        HoldChange: {
            reason?: components["schemas"]["HoldReason"];
            /**
             * Format: int64
             * @description End of the hold, in the future; null if it lasts until it is lifted.
             */
            until?: number | null;
        };
        /** @description A hold of an artifact or of an AU. */
        Hold: {
            /**
             * Format: uuid
             * @description Identifier of the hold.
             */
            hold: string;
            /** @description Namespace of the AU. */
            namespace: components["schemas"]["Namespace"];
            /** @description The held AU, or the AU of the held artifact. */
            auid: components["schemas"]["Auid"];
            /** @description The held artifact; absent if the whole AU is held. */
            uuid?: components["schemas"]["ArtifactUuid"];
            /** @description User who placed the hold. */
            by: string;
            reason: components["schemas"]["HoldReason"];
            /** @description Time when the hold was placed. */
            since: components["schemas"]["EpochMillis"];
            /** @description End of the hold; absent if it lasts until it is lifted. */
            until?: components["schemas"]["EpochMillis"];
            /** @description Whether the hold is in effect; false after its end. */
            active: boolean;
            /** @description Buckets with object lock that enforce the hold with legal holds. Listings contain it; absent if there are no such buckets or no legal hold was requested yet. The service itself enforces every hold immediately. */
            legalHolds?: components["schemas"]["LegalHoldCount"][];
        };
        /** @description Legal holds in one bucket. */
        LegalHoldCount: {
            /** @description The bucket. */
            store: string;
            /**
             * Format: int64
             * @description Number of segments of the held content that have a legal hold.
             */
            placed: number;
            /**
             * Format: int64
             * @description Number of segments of the held content whose legal hold is still to be placed.
             */
            pending: number;
        };
        /** @description A page of holds. */
        HoldPage: {
            /** @description The samples, oldest first. */
            holds: components["schemas"]["Hold"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Report on a rendered page: what it shows, and what is missing. */
        PageReport: {
            /** @description Title of the page; absent if it has none. */
            title?: string;
            /** @description Number of resources that the page shows. */
            shown: number;
            /** @description Number of resources to which the page, its frames and its style sheets refer. */
            total: number;
            /** @description The first 100 missing resources. */
            missing: components["schemas"]["MissingResource"][];
            /** @description Target of a meta refresh in the page; absent if the page has none. */
            refresh?: components["schemas"]["PageRefresh"];
            /** @description Whether the page consists of frames (`frameset`). */
            frameset: boolean;
            /** @description Whether the page is truncated because it is too long. */
            cut: boolean;
        };
        /** @description A resource that a rendered page does not show. */
        MissingResource: {
            /** @description Absolute URL of the resource. */
            url: string;
            /**
             * @description Use of the resource on the page.
             * @enum {string}
             */
            kind: "style" | "image" | "font" | "frame" | "import";
            /**
             * @description `none`: not captured; `error`: captured only with an error status; `redirects`: too many redirects; `tooLarge`: too large for a page; `tooMany`: the page exceeds the maximum number or depth of resources; `damaged`: its stored bytes are damaged; `unreadable`: it cannot be read or decoded; `type`: not an image, font, style sheet or HTML page that can be shown; `time`: not read in time.
             * @enum {string}
             */
            reason: "none" | "error" | "redirects" | "tooLarge" | "tooMany" | "damaged" | "unreadable" | "type" | "time";
        };
        /** @description Redirect of a page by `meta refresh` or by the header field `Refresh`. */
        PageRefresh: {
            /** @description Absolute URL of the other page. */
            url: string;
            /** @description Delay of the meta refresh. */
            seconds: number;
        };
        /** @description A page of the events of an artifact. */
        ArtifactEvents: {
            /** @description The artifact. */
            uuid: components["schemas"]["ArtifactUuid"];
            /** @description The events, sorted by time. */
            events: components["schemas"]["ArtifactEvent"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description An event in the history of an artifact. */
        ArtifactEvent: {
            /**
             * @description Type of the event. `moved`: its record was rewritten elsewhere; `checked`: all records of its segment were read and compared with their digests; `well`: damage was no longer found; `held` and `released`: a hold was placed or lifted; `holdChanged`: the reason or end of a hold was changed; `purged`: the artifact was purged; `erased`: its bytes were erased; `restored`: its deletion was undone; `deletionRequested`, `deletionApproved` (only of purges), `deletionRejected`, `deletionWithdrawn` and `deletionExpired`: the state of a deletion request for it.
             * @enum {string}
             */
            event: "captured" | "stored" | "committed" | "uncommitted" | "deleted" | "moved" | "checked" | "damaged" | "repaired" | "well" | "held" | "released" | "purged" | "erased" | "restored" | "deletionRequested" | "deletionApproved" | "deletionRejected" | "deletionWithdrawn" | "deletionExpired" | "holdChanged";
            /** @description Time of the event. */
            at: components["schemas"]["EpochMillis"];
            /** @description User who caused the event. */
            by?: string;
            /** @description Reason for the event, such as the damage that was found. */
            detail?: string;
            /** @description Name of the imported file. */
            fileName?: string;
            /** @description Origin of the intact content of a repair: `upload`, `artifact:UUID` (a copy in this repository), `store:NAME` or `peer:URL`. */
            source?: string;
            /**
             * @description Kind of `source`: `upload`, `artifact` (a copy in this repository), `store` or `peer`; absent without `source`.
             * @enum {string}
             */
            sourceKind?: "upload" | "artifact" | "store" | "peer";
            /** @description UUID of the artifact, name of the store, or URL of the peer from which the intact content came; absent for an upload. */
            sourceName?: string;
            /** @description Name of the store whose copy was checked, damaged or repaired; absent if there is only one store. */
            store?: string;
            /** @description End of the hold; absent if it lasts until it is lifted. */
            until?: components["schemas"]["EpochMillis"];
            /**
             * Format: uuid
             * @description The hold.
             */
            hold?: string;
            /** @description Number of the deletion request. */
            request?: components["schemas"]["DeletionNumber"];
            /** @description User who approved the deletion request. */
            approvedBy?: string;
            /** @description Number of artifacts in the segment that was checked. */
            artifacts?: number;
            /** @description Number of damaged records in the segment that was checked; absent if there were none. */
            damaged?: number;
        };
    };
    responses: {
        /** @description A page of artifacts. */
        ArtifactPage: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ArtifactPageInfo"];
            };
        };
        /** @description The client's copy is current. The body is empty. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
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
        /** @description The client is not authorized for this operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No such artifact in the namespace. */
        ArtifactNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing is stored in this scope. */
        NothingToCheck: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such check, or it has no certificate. */
        CheckNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such schedule. */
        ScheduleNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many checks are waiting, or there are too many schedules. */
        TooManyChecks: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The check has ended. */
        CheckEnded: {
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
        /** @description There is no deletion with this number. */
        DeletionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is already closed, none of its artifacts exists any more, an artifact is under hold, the AU is in bulk mode, or the deletion can no longer be undone. */
        DeletionConflict: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such hold. */
        HoldNotFound: {
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
        /** @description The AUID is not found in the namespace. */
        AuNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The AUID is not in bulk mode. */
        AuNotInBulkMode: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The namespace (collection) is not found. */
        NamespaceNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The AU is not found in the namespace, or the namespace does not exist. */
        NothingInTree: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There are no AUIDs in the namespace. */
        NoAusInNamespace: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The URL has no captures. With the header `Memento-Datetime`: the captured response is an error. */
        MementoNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The WARC archive is not found. */
        WarcNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The name is not a valid export name, or no committed artifact matches. */
        ExportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The client accepts none of the operation's media types. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Beyond the interface. The condition of If-Match or If-Unmodified-Since is false. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description None of the requested ranges lies within the content. */
        RangeNotSatisfiable: {
            headers: {
                "Content-Range": components["headers"]["UnsatisfiedContentRange"];
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
        /** @description The object store or the index failed, or returned content that does not match its digest. With `Retry-After` if it is temporarily unreachable. */
        BadGateway: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is longer than this operation accepts. */
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
        /** @description The query is invalid. */
        CdxaBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
        /** @description The request is not authenticated. */
        CdxaUnauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
        /** @description The client is not authorized for this operation. */
        CdxaForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
        /** @description The namespace or the URL is not found. */
        CdxaNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
        /** @description Internal server error. */
        CdxaInternalError: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
        /** @description The service is not ready, or its index cannot be reached. */
        CdxaNotReady: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
    };
    parameters: {
        /** @description Number of the deletion. */
        DeletionNumber: components["schemas"]["DeletionNumber"];
        /** @description Identifier of the check. The response is 404 if it is not the UUID of a check. */
        Check: string;
        /** @description ID of the API token. */
        TokenId: string;
        /** @description Name of the user. */
        LoginName: string;
        /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
        Namespace: components["schemas"]["Namespace"];
        /** @description Identifier of the target. The response is 404 if it is not the UUID of a target. */
        NoticeTarget: string;
        /** @description Namespace of the captures. */
        NamespacePath: components["schemas"]["Namespace"];
        /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
        Uuid: string;
        /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
        Auid: components["schemas"]["Auid"];
        /** @description Only artifacts of exactly this URL. Not allowed together with `urlPrefix`. For example `http://www.example.org/`. */
        Url: string;
        /** @description Only artifacts whose URL starts with this text. Not allowed together with `url`. For example `http://www.example.org/`. */
        UrlPrefix: string;
        /** @description Whether the payload is included: `ALWAYS`, `NEVER`, or `IF_SMALL`, which includes a payload up to a size set in the service (4,096 bytes by default). */
        IncludeContent: "ALWAYS" | "IF_SMALL" | "NEVER";
        /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
        Limit: number;
        /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
        ContinuationToken: string;
        /** @description The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`. */
        Range: string;
        /** @description Time of the requested memento, as an HTTP date; by default the latest memento. For example `Sun, 26 Jan 2014 20:06:24 GMT`. */
        AcceptDatetime: string;
        /** @description Entity tag or date under which `Range` applies; otherwise the whole content is returned. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
        IfRange: string;
        /** @description Beyond the interface. Entity tags, one of which must match the content; otherwise the response is 412. A weak tag never matches. */
        IfMatch: string;
        /** @description An HTTP date. If the content was not modified since, the response is 304. Ignored together with If-None-Match, and if the content has no date. */
        IfModifiedSince: string;
        /** @description Beyond the interface. An HTTP date. If the content was modified since, the response is 412. Ignored together with If-Match, and if the content has no date. */
        IfUnmodifiedSince: string;
        /** @description Entity tags of the client's copies; if one matches, the response is 304. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Number of selected artifacts that are not in the file, because they are known to be damaged. */
        XExportLeftOut: number;
        /** @description How many of the artifacts are in the file without their companion records, because one of these is known to be damaged. */
        XExportCompanionsLeftOut: number;
        /** @description Number of records without an artifact that are not in the file, because they are known to be damaged. */
        XExportRecordsLeftOut: number;
        /** @description Links to the original URL, the TimeGate, the TimeMap and the memento (RFC 7089); absent if they would be very long. */
        MementoLink: string;
        /** @description Address of a memento. */
        MementoLocation: string;
        /** @description When the content was captured. Only mementos have this header. */
        MementoDatetime: string;
        /** @description The response depends on the requested time. */
        VaryAcceptDatetime: string;
        /** @description The cookie of the session, or its deletion. */
        SetCookie: string;
        /** @description Identifier of the request, as in the service's log. An identifier sent by the client is used unchanged. */
        XRequestId: string;
        /** @description Seconds to wait before the next attempt. */
        RetryAfter: number;
        /** @description How to authenticate. */
        WwwAuthenticate: string;
        /** @description Address of the listing, by namespace, url and version, that contains the duplicate. */
        DuplicateLocation: string;
        /** @description Length of the body in bytes. */
        ContentLength: number;
        /** @description Range of the bytes in the body, and the total number of bytes. */
        ContentRange: string;
        /** @description Total number of bytes. */
        UnsatisfiedContentRange: string;
        /** @description Content coding of the capture, if it had one. The service never applies one itself. */
        ContentEncoding: string;
        /** @description Strong entity tag, derived from the digest. */
        ETag: string;
        /** @description Last-Modified of the capture, if it was well-formed. */
        LastModified: string;
        /** @description Ranges are supported. */
        AcceptRanges: "bytes";
        /** @description Captured pages run in a sandbox. */
        ContentSecurityPolicy: string;
        /** @description Policy of the page: a sandbox that loads only embedded resources. */
        PageContentSecurityPolicy: string;
        /** @description The Content-Type must not be guessed. */
        XContentTypeOptions: "nosniff";
        /** @description Origin whose pages may read the response; only if a setting allows it. */
        AccessControlAllowOrigin: string;
        /** @description The key to continue from, if records were left out. Sent as a trailer after the body. */
        XResumeKey: string;
        /** @description Digest of the payload. */
        XLockssRepoArtifactDigest: components["schemas"]["ContentDigest"];
        /** @description When the artifact was stored, as an ISO 8601 instant. */
        XLockssRepoArtifactStoredDate: string;
        /** @description Whether the content is included in the response. */
        XLockssRepoIncludesContent: boolean;
        /** @description Beyond the interface. Number of the deletion, or of the deletion request that waits for approval. */
        XHoldfastDeletion: components["schemas"]["DeletionNumber"];
        /** @description Beyond the interface. Damage that the artifact already had on arrival and was stored with; absent for an intact artifact. */
        XHoldfastDamaged: string;
        /** @description Whether the artifact was captured as an HTTP response or is a bare resource. */
        XLockssRepoArtifactDataType: "response" | "resource";
        /** @description Length in bytes of a payload that was withheld. */
        XLockssContentLength: number;
        /** @description Content-Type of the artifact as captured, even if it is not well-formed enough for the HTTP header Content-Type. */
        XLockssContentType: string;
    };
    pathItems: never;
}
export interface operations {
    addArtifacts: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description `true` stores a record as the next version even when its payload equals that of the latest committed version of the same URL; `false` suppresses it and reports `DUPLICATE` with the surviving artifact. */
                storeDuplicate?: boolean;
                /** @description Regular expression, matched in linear time against the whole decimal HTTP status of a record. Records that match are not imported and are reported as `EXCLUDED`; records without an HTTP status never match. An invalid pattern is 400. Empty means absent. For example `[45]\d\d`. */
                excludeStatusPattern?: string;
                /** @description Beyond the interface. `true` stores records that would otherwise be an `ERROR` for a wrong block digest, missing HTTP headers or a missing date, if all their bytes are present. They are `OK` with a message, and are marked permanently: `damaged` in the artifact's properties, `X-Holdfast-Damaged` when it is read. Without a date, the artifact gets the time of the import; without HTTP headers, the whole block becomes its payload. */
                quarantine?: boolean;
                /** @description Beyond the interface. `true` ends the response with one more object, an ImportSummaryLine, which summarizes the whole import. */
                summary?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The AUID of the new artifacts and the archive. A body that is not multipart/form-data is 400. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AddArtifactsForm"];
            };
        };
        responses: {
            /** @description The status of the import, one object per record in record order. Some records may have failed. */
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
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    migrateArtifacts: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description `true` stores records that would otherwise be an `ERROR` for a wrong payload digest, a wrong block digest, missing HTTP headers or a missing date, if all their bytes are present. They are marked permanently: `damaged` in the artifact's properties. */
                quarantine?: boolean;
                /** @description Input of the digests: the body as it is `recorded`, or the `entity`, without chunked transfer coding. */
                payloads?: "recorded" | "entity";
                /** @description `true` ends the response with one more object, an ImportSummaryLine. Its `complete` says whether the whole archive was read. */
                summary?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The AUID of the artifacts, lists of deleted and of uncommitted artifacts, and the records. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["MigrateArtifactsForm"];
            };
        };
        responses: {
            /** @description Outcome of each record, one object per record in record order. Some records may have failed. */
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
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactsFromAllAus: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Only artifacts of exactly this URL. Not allowed together with `urlPrefix`. For example `http://www.example.org/`. */
                url?: components["parameters"]["Url"];
                /** @description Only artifacts whose URL starts with this text. Not allowed together with `url`. For example `http://www.example.org/`. */
                urlPrefix?: components["parameters"]["UrlPrefix"];
                /** @description Beyond the interface. Only artifacts with this digest: the SHA-256 of the payload, or the SHA-1 of the stored body, as in CDX files. In hexadecimal or base32, optionally after `SHA-256:` or `SHA-1:`. Not allowed together with `url` or `urlPrefix`. */
                digest?: string;
                /** @description `all` lists every committed version, `latest` only the highest committed version of each URL in each AU; case-insensitive. */
                versions?: "all" | "latest";
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ArtifactPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NamespaceNotFound"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    createArtifact: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The artifact in three parts; `artifactProps` and `httpResponseHeader` may be sent with or without a filename, `payload` is a file. A body that is not multipart/form-data is 400. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateArtifactForm"];
            };
        };
        responses: {
            /** @description The artifact was created. It is not committed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            /** @description Duplicate content: the payload equals the payload of the latest committed version of the same namespace, AUID and URI. No artifact was created. Never returned with `COMPATIBILITY=laaws`, where such content becomes the next version. */
            302: {
                headers: {
                    Location: components["headers"]["DuplicateLocation"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactDataByMultipart: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Whether the payload is included: `ALWAYS`, `NEVER`, or `IF_SMALL`, which includes a payload up to a size set in the service (4,096 bytes by default). */
                includeContent?: components["parameters"]["IncludeContent"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifact, in parts, or its properties alone as JSON. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "multipart/form-data": string;
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    updateArtifact: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description The new commit status, for a client that does not send it as a form field. */
                committed?: boolean;
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /** @description The new commit status, as a form. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UpdateArtifactForm"];
            };
        };
        responses: {
            /** @description The updated artifact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Artifact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteArtifact: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Beyond the interface. Reason for the deletion. The events of the artifact contain it. Required with `DELETION_REASON=required`. */
                reason?: components["schemas"]["DeletionReason"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifact was removed. The body is empty. */
            200: {
                headers: {
                    "X-Holdfast-Deletion": components["headers"]["XHoldfastDeletion"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            /** @description The artifact cannot be deleted because its AU is in bulk mode, or because the artifact or its AU is under hold; the message then says who placed the hold, why, and until when it lasts. With `DELETION_APPROVAL`, the message and the header `X-Holdfast-Deletion` name the request that was filed. */
            409: {
                headers: {
                    "X-Holdfast-Deletion": components["headers"]["XHoldfastDeletion"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactDataByPayload: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Whether the payload is included: `ALWAYS`, `NEVER`, or `IF_SMALL`, which includes a payload up to a size set in the service (4,096 bytes by default). */
                includeContent?: components["parameters"]["IncludeContent"];
            };
            header?: {
                /** @description The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`. */
                Range?: components["parameters"]["Range"];
                /** @description Entity tag or date under which `Range` applies; otherwise the whole content is returned. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Beyond the interface. Entity tags, one of which must match the content; otherwise the response is 412. A weak tag never matches. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags of the client's copies; if one matches, the response is 304. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description An HTTP date. If the content was not modified since, the response is 304. Ignored together with If-None-Match, and if the content has no date. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Beyond the interface. An HTTP date. If the content was modified since, the response is 412. Ignored together with If-Match, and if the content has no date. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payload, or an empty body when the content is withheld. */
            200: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-LockssRepo-Artifact-Digest": components["headers"]["XLockssRepoArtifactDigest"];
                    "X-LockssRepo-Artifact-StoredDate": components["headers"]["XLockssRepoArtifactStoredDate"];
                    "X-LockssRepo-IncludesContent": components["headers"]["XLockssRepoIncludesContent"];
                    "X-Holdfast-Damaged": components["headers"]["XHoldfastDamaged"];
                    "X-Lockss-Content-Length": components["headers"]["XLockssContentLength"];
                    "X-Lockss-Content-Type": components["headers"]["XLockssContentType"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested part of the payload; several ranges are returned as multipart/byteranges. */
            206: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    "Content-Range": components["headers"]["ContentRange"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-LockssRepo-Artifact-Digest": components["headers"]["XLockssRepoArtifactDigest"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactPage: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Path of the console, which is the start of all links on the page. Without this parameter, the page has only links to its own sections. */
                links?: string;
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page, or the report about it. */
            200: {
                headers: {
                    "Content-Security-Policy": components["headers"]["PageContentSecurityPolicy"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["PageReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactDataByResponse: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Whether the payload is included: `ALWAYS`, `NEVER`, or `IF_SMALL`, which includes a payload up to a size set in the service (4,096 bytes by default). */
                includeContent?: components["parameters"]["IncludeContent"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The artifact as an HTTP message. */
            200: {
                headers: {
                    "X-LockssRepo-ArtifactDataType": components["headers"]["XLockssRepoArtifactDataType"];
                    "X-LockssRepo-Artifact-StoredDate": components["headers"]["XLockssRepoArtifactStoredDate"];
                    "X-LockssRepo-IncludesContent": components["headers"]["XLockssRepoIncludesContent"];
                    "X-Holdfast-Damaged": components["headers"]["XHoldfastDamaged"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/http;msgtype=response": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactOverview: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overview. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactOverview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactRecords: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records, in the order of their numbers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactRecords"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            406: components["responses"]["NotAcceptable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactRecord: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: {
                /** @description The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`. */
                Range?: components["parameters"]["Range"];
                /** @description Entity tag or date under which `Range` applies; otherwise the whole content is returned. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Beyond the interface. Entity tags, one of which must match the content; otherwise the response is 412. A weak tag never matches. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags of the client's copies; if one matches, the response is 304. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description An HTTP date. If the content was not modified since, the response is 304. Ignored together with If-None-Match, and if the content has no date. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Beyond the interface. An HTTP date. If the content was modified since, the response is 412. Ignored together with If-Match, and if the content has no date. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
                /** @description The record's number in the list, or its WARC-Record-ID, percent-encoded, with or without `<>`. With the suffix `.warc`, the record is returned uncompressed; with `.warc.gz`, or without a suffix, as it is stored. */
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                };
            };
            /** @description The requested part of the record; several ranges are returned as multipart/byteranges. */
            206: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    "Content-Range": components["headers"]["ContentRange"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                    "multipart/byteranges": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            406: components["responses"]["NotAcceptable"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getUrlTree: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Only URLs of this AU. */
                auid?: components["schemas"]["Auid"];
                /** @description Prefix of the URLs. If absent or empty, the top of the tree is returned. */
                urlPrefix?: string;
                /** @description Whether to include URLs that have only uncommitted artifacts. */
                includeUncommitted?: boolean;
                /** @description Whether to count the artifacts below each child. */
                counts?: boolean;
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of children; empty if no URL starts with the prefix. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UrlTreePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingInTree"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    searchContent: {
        parameters: {
            query: {
                /** @description Text to search for. Spaces at its start and end are ignored; a blank text is 400. */
                q: string;
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Maximum number of captures. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. The lists are empty if nothing was found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentSearchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getAus: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of AUIDs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuidPageInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoAusInNamespace"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    summarizeAus: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Whether to include all namespaces. Not allowed together with `namespace`. */
                allNamespaces?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The AUIDs. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Auid"][];
            };
        };
        responses: {
            /** @description Sizes of the AUs that have content, in the order of the AUIDs in the request, then by namespace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuSummary"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifacts: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Only artifacts of exactly this URL. Not allowed together with `urlPrefix`. For example `http://www.example.org/`. */
                url?: components["parameters"]["Url"];
                /** @description Only artifacts whose URL starts with this text. Not allowed together with `url`. For example `http://www.example.org/`. */
                urlPrefix?: components["parameters"]["UrlPrefix"];
                /** @description `latest` lists the latest version of each URL, `all` lists every version, and a number lists only that version; a number requires `url`. The words are case-insensitive. */
                version?: ("latest" | "all") | number;
                /** @description Whether to list uncommitted artifacts, too. With `latest`, the highest version of each URL is then listed, committed or not. */
                includeUncommitted?: boolean;
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
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
            200: components["responses"]["ArtifactPage"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactsSize: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
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
            /** @description The sizes of the AU. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuSize"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotFound"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getAuReport: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Format of the response. */
                format?: "json" | "csv";
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
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuReport"];
                    "text/csv": string;
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
    getAuCondition: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
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
            /** @description The condition. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuCondition"];
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
    getAuEvents: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
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
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuEvents"];
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
    handleBulkAuOp: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Whether bulk transfer starts or finishes, for a client that does not send it as a form field. */
                op?: "start" | "finish";
            };
            header?: never;
            path: {
                /** @description Identifier of the AU, percent-encoded as one path segment and decoded once. */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description Whether bulk transfer starts or finishes. */
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["BulkAuOpForm"];
            };
        };
        responses: {
            /** @description The bulk operation succeeded. The body is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["AuNotInBulkMode"];
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getNamespaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The namespaces; empty if there are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Namespace"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getRepositoryInformation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store and the index. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getStorageInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The store. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageInfo"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSupportedChecksumAlgorithms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names of the algorithms. */
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
            403: components["responses"]["Forbidden"];
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
                    "application/json": components["schemas"]["ApiStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            /** @description Part of the interface, but never sent, because this operation requires no credentials. */
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalError"];
        };
    };
    getCdxa: {
        parameters: {
            query?: {
                /** @description The query: tokens `name:value` separated by white space, each value form-encoded once more. The service supports `url` (without it the response is 400), `type` (`urlquery`, the default, or `prefixquery`), `offset`, `limit`, `startdate` and `enddate` (bounds), `date` (the capture closest to it is marked). Unknown tokens are ignored. */
                q?: string;
                /** @description Number of results on a page. Takes precedence over `limit` in `q`. */
                count?: number;
                /** @description Number of the page to return, from 1. Takes precedence over `offset` in `q`. */
                start_page?: number;
            };
            header?: never;
            path: {
                /** @description Namespace of the captures. */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CDX records as an XML document. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            400: components["responses"]["CdxaBadRequest"];
            401: components["responses"]["CdxaUnauthorized"];
            403: components["responses"]["CdxaForbidden"];
            404: components["responses"]["CdxaNotFound"];
            500: components["responses"]["CdxaInternalError"];
            503: components["responses"]["CdxaNotReady"];
        };
    };
    getCdxb: {
        parameters: {
            query?: {
                /** @description URL whose records are requested. Either this parameter or `urlkey` is required. With `matchType` absent or `exact`, a trailing `*` requests a prefix and a leading `*.` a domain. */
                url?: string;
                /** @description pywb's parameter of this name: the URL together with an encoded form of the request. If it contains a method, it is used instead of `url`. pywb sends it last and without percent-encoding, so everything after it belongs to it, except the `limit` and `matchType` that pywb appends. A `url` that contains `__wb_method=` is treated in the same way. */
                alt_url?: string;
                /** @description Key whose records are requested, in the format of the first column of the records. Replaces `url`. Wildcards have no meaning in it. */
                urlkey?: string;
                /** @description How `url` is matched: `exact` URL, `prefix` of it, the whole `host`, the `domain` with its subdomains, or a `range` of keys. */
                matchType?: "exact" | "prefix" | "host" | "domain" | "range";
                /** @description Method of the captured request, by default GET. Captures of other methods have their own keys: the key of the URL with `__wb_method=` and the method added to its query, followed by the request's body as parameters. pywb sends a `url` that already contains all this. `method` and `requestBody` add it, as in OutbackCDX; they cannot be combined with a host, a domain or `urlkey`. If a POST or PUT has no capture under its key, alternative spellings of the key are tried: `None` for `null` in keys made from JSON, and `__wb_post_data=` for an empty body. */
                method?: string;
                /** @description Body of the captured request, as in the field `requestBody`. Only with a `method` other than GET. For example `section=about&page=2`. */
                requestBody?: string;
                /** @description `default`: by key and time, oldest first; `reverse`: the opposite; `closest`: by distance from the time in `closest`, the earlier of two equally close captures first. By default `closest` if the parameter `closest` is present, otherwise `default`. */
                sort?: "default" | "reverse" | "closest";
                /** @description Equivalent to `sort=reverse`. */
                reverse?: components["schemas"]["CdxFlag"];
                /** @description Timestamp of 1 to 14 digits (YYYYMMDDhhmmss, padded when shorter). For example `20140126200624`. */
                closest?: string;
                /** @description Maximum number of records; with `closest`, the closest ones. A negative number returns the last records, in the same order. Limited by a setting. */
                limit?: number;
                /** @description Earliest time, inclusive; 1 to 14 digits. */
                from?: string;
                /** @description Latest time, inclusive; 1 to 14 digits. A shorter value includes the whole period that it names. */
                to?: string;
                /** @description Repeatable; a record must match all filters. In the dialect `pywb`, a filter is `[!][=|~]field:expr`: without a sign the field contains `expr`, with `=` it equals `expr`, with `~` its beginning matches the regular expression; `!` negates. In the dialect `outbackcdx`, a filter is `[~][!]field:expr`: without a sign the whole field matches the regular expression, with `~` it contains `expr`. A filter without a colon applies to the whole line of eleven columns. The text before the first colon must be the name of a field. Regular expressions use RE2 syntax and take linear time. The regular expressions of one request are limited in total size; beyond the limit the response is 400. For example `=status:200`, `!~mime:image/.*`. */
                filter?: string[];
                /** @description Syntax of the filters: that of pywb, or that of OutbackCDX and the Internet Archive's CDX server. By default, a setting decides (`pywb` unless changed); a filter without a sign that looks like a regular expression is then 400, because the two dialects interpret it differently. */
                filterDialect?: "pywb" | "outbackcdx";
                /** @description `field` or `field:N`, repeatable. Of adjacent records, in the order of key and time, with the same value or the same first N characters of the value, only the first is returned, whatever the sort. For example `timestamp:8`. */
                collapse?: components["schemas"]["CdxCollapse"][];
                /** @description Synonym of `collapse`. */
                collapseToFirst?: components["schemas"]["CdxCollapse"];
                /** @description Like `collapse`, but returns the last of such records. */
                collapseToLast?: components["schemas"]["CdxCollapse"];
                /** @description Returns only the first of neighbouring records with the same status and the same first N digits of the timestamp. */
                collapseTime?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description The key at the end of a limited response. The same query with this key continues where that response ended. A key from another query is 400. */
                resumeKey?: string;
                /** @description Whether a response that leaves records out ends with the key to continue from. With `cdx`, `text` and `cdxj`, the key follows an empty line; with `json` and `jsondict`, it is in a separate object `{"resumeKey":"…"}`; with `jsonarray`, it is in a last array after an empty one. */
                showResumeKey?: components["schemas"]["CdxFlag"];
                /** @description Whether to return the number of pages instead of the records: the number on a line or, with an `output` other than `cdx` and `text`, a JSON object of `pages`, `pageSize` and `captures`. */
                showNumPages?: components["schemas"]["CdxFlag"];
                /** @description Number of the page to return, from 0. Pages are equal shares of the captures that `url`, `matchType`, `from` and `to` select; filters and collapsing work within a page. Page 0 may be empty, which is 404; a page after the last one is 400. */
                page?: number;
                /** @description Captures on a page; by default 10,000, and at most the maximum number of records in one response (a setting). */
                pageSize?: number;
                /** @description Return the latest capture first, without reading the older ones. */
                fastLatest?: components["schemas"]["CdxFlag"];
                /** @description Leave out captures that only redirect to the same key. */
                omitSelfRedirects?: components["schemas"]["CdxFlag"];
                /** @description `cdx`, `text` or absent: eleven columns; `cdxj`: key, timestamp and a JSON object; `json`: one JSON object per line; `jsondict`: an array of objects; `jsonarray`: an array of arrays, of which the first contains the field names. */
                output?: "cdx" | "text" | "cdxj" | "json" | "jsondict" | "jsonarray";
                /** @description Comma-separated list of the fields to include, in this order, by any of their names (`original` or `url`, `mimetype` or `mime`, `statuscode` or `status`, `redirect` or `redirecturl`, `filename` or `file`). For example `urlkey,timestamp,original,mimetype,statuscode,digest,length,offset,filename`. */
                fl?: components["schemas"]["CdxFieldList"];
                /** @description Synonym of `fl`. */
                fields?: components["schemas"]["CdxFieldList"];
                /** @description With `false`, the response is never compressed; otherwise it is compressed if the request accepts that. */
                gzip?: components["schemas"]["CdxFlag"];
                /** @description Whether each record has the three additional fields `orig.length`, `orig.offset` and `orig.filename` at its end. Their value is always `-`, because no record needs another record for its replay. */
                resolveRevisits?: components["schemas"]["CdxFlag"];
            };
            header?: never;
            path: {
                /** @description Namespace of the captures. */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The CDX records, in the requested format. */
            200: {
                headers: {
                    "X-Resume-Key": components["headers"]["XResumeKey"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/x-cdxj": string;
                    "application/x-ndjson": string;
                    "application/json": components["schemas"]["CdxPageCount"] | components["schemas"]["CdxRecord"][] | string[][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No capture matches, or the namespace is unknown. With the setting `REPLAY_CDXB_NOT_FOUND_STATUS=200`, the status is 200 instead, without records. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getTimeGate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Time of the requested memento, as an HTTP date; by default the latest memento. For example `Sun, 26 Jan 2014 20:06:24 GMT`. */
                "Accept-Datetime"?: components["parameters"]["AcceptDatetime"];
            };
            path: {
                /** @description Namespace of the captures. */
                namespace: components["parameters"]["NamespacePath"];
                /** @description The URL, unchanged or completely percent-encoded. The rest of the request target, including the query, is part of it. */
                url: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The memento, for a client that follows the redirect. This operation itself returns 302. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The memento is at this address. */
            302: {
                headers: {
                    Location: components["headers"]["MementoLocation"];
                    Vary: components["headers"]["VaryAcceptDatetime"];
                    Link: components["headers"]["MementoLink"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MementoNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getTimeMap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Namespace of the captures. */
                namespace: components["parameters"]["NamespacePath"];
                /** @description The URL, unchanged or completely percent-encoded. The rest of the request target, including the query, is part of it. A timestamp of 14 digits and a slash before the URL set the start of the list, as in the links to further lists. */
                url: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/link-format": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MementoNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getMemento: {
        parameters: {
            query?: never;
            header?: {
                /** @description The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`. */
                Range?: components["parameters"]["Range"];
                /** @description Entity tag or date under which `Range` applies; otherwise the whole content is returned. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Beyond the interface. Entity tags, one of which must match the content; otherwise the response is 412. A weak tag never matches. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags of the client's copies; if one matches, the response is 304. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description An HTTP date. If the content was not modified since, the response is 304. Ignored together with If-None-Match, and if the content has no date. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Beyond the interface. An HTTP date. If the content was modified since, the response is 412. Ignored together with If-Match, and if the content has no date. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Namespace of the captures. */
                namespace: components["parameters"]["NamespacePath"];
                /** @description Time of the capture, 14 digits, UTC; fewer digits select the closest memento. */
                timestamp: string;
                /** @description The URL, unchanged or completely percent-encoded. The rest of the request target, including the query, is part of it. */
                url: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payload. */
            200: {
                headers: {
                    "Memento-Datetime": components["headers"]["MementoDatetime"];
                    "Content-Length": components["headers"]["ContentLength"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "Content-Encoding": components["headers"]["ContentEncoding"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    Link: components["headers"]["MementoLink"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The requested part of the payload. */
            206: {
                headers: {
                    "Memento-Datetime": components["headers"]["MementoDatetime"];
                    "Content-Length": components["headers"]["ContentLength"];
                    "Content-Range": components["headers"]["ContentRange"];
                    ETag: components["headers"]["ETag"];
                    "Content-Security-Policy": components["headers"]["ContentSecurityPolicy"];
                    Link: components["headers"]["MementoLink"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The closest memento, or the target of a captured redirect, is at this address. */
            302: {
                headers: {
                    Location: components["headers"]["MementoLocation"];
                    "Memento-Datetime": components["headers"]["MementoDatetime"];
                    Link: components["headers"]["MementoLink"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MementoNotFound"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getReplayLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template; an empty object if the setting is not set. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayLink"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getWarcArchive: {
        parameters: {
            query?: {
                /** @description Beyond the interface. `all` also includes the records that were captured with this record: first its `warcinfo` record, then the record and its companions in the order in which they were stored, then companions that were stored apart from it. `own` (the default) returns only the record. */
                records?: "own" | "all";
            };
            header?: {
                /** @description The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`. */
                Range?: components["parameters"]["Range"];
                /** @description Entity tag or date under which `Range` applies; otherwise the whole content is returned. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Beyond the interface. Entity tags, one of which must match the content; otherwise the response is 412. A weak tag never matches. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags of the client's copies; if one matches, the response is 304. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description An HTTP date. If the content was not modified since, the response is 304. Ignored together with If-None-Match, and if the content has no date. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Beyond the interface. An HTTP date. If the content was modified since, the response is 412. Ignored together with If-Match, and if the content has no date. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description Name of the archive as in CDX records: `{namespace}:{uuid}.warc.gz` or `{namespace}:{uuid}.warc`. Anything else is 404. */
                fileName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive. */
            200: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-Holdfast-Damaged": components["headers"]["XHoldfastDamaged"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                };
            };
            /** @description The requested part of the archive; several ranges are returned as multipart/byteranges. */
            206: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    "Content-Range": components["headers"]["ContentRange"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                    "multipart/byteranges": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WarcNotFound"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    exportArtifacts: {
        parameters: {
            query?: {
                /** @description Only artifacts of this AU. */
                auid?: components["schemas"]["Auid"];
                /** @description Only artifacts of exactly this URL. Not allowed together with `urlPrefix`. For example `http://www.example.org/`. */
                url?: components["parameters"]["Url"];
                /** @description Only artifacts whose URL starts with this text. Not allowed together with `url`. For example `http://www.example.org/`. */
                urlPrefix?: components["parameters"]["UrlPrefix"];
                /** @description Only artifacts collected at this time or later; 1 to 14 digits of `YYYYMMDDhhmmss`. */
                from?: string;
                /** @description Only artifacts collected at this time or earlier; 1 to 14 digits. A shorter value includes the whole period that it names. */
                to?: string;
                /** @description All versions of each URL, or only the latest version among those that the other parameters select. */
                versions?: "all" | "latest";
                /** @description Whether a WACZ or a bag contains `metadata/premis.xml`, the events of its artifacts as PREMIS 3. The names of users and files are included only for users who may see the lists of imports and purges. Not allowed for a WARC file. */
                premis?: boolean;
            };
            header?: {
                /** @description The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`. */
                Range?: components["parameters"]["Range"];
                /** @description Entity tag or date under which `Range` applies; otherwise the whole content is returned. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Beyond the interface. Entity tags, one of which must match the content; otherwise the response is 412. A weak tag never matches. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Entity tags of the client's copies; if one matches, the response is 304. For example `"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /** @description An HTTP date. If the content was not modified since, the response is 304. Ignored together with If-None-Match, and if the content has no date. */
                "If-Modified-Since"?: components["parameters"]["IfModifiedSince"];
                /** @description Beyond the interface. An HTTP date. If the content was modified since, the response is 412. Ignored together with If-Match, and if the content has no date. */
                "If-Unmodified-Since"?: components["parameters"]["IfUnmodifiedSince"];
            };
            path: {
                /** @description The namespace and the type of the file: `{namespace}.warc.gz`, `{namespace}.wacz` or `{namespace}.tar`. Anything else is 404. */
                fileName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["AcceptRanges"];
                    "X-Export-Left-Out": components["headers"]["XExportLeftOut"];
                    "X-Export-Companions-Left-Out": components["headers"]["XExportCompanionsLeftOut"];
                    "X-Export-Records-Left-Out": components["headers"]["XExportRecordsLeftOut"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Content-Type-Options": components["headers"]["XContentTypeOptions"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                    "application/wacz": string;
                    "application/x-tar": string;
                };
            };
            /** @description The requested part of the file; several ranges are returned as multipart/byteranges. */
            206: {
                headers: {
                    "Content-Length": components["headers"]["ContentLength"];
                    "Content-Range": components["headers"]["ContentRange"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AccessControlAllowOrigin"];
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/warc": string;
                    "application/wacz": string;
                    "application/x-tar": string;
                    "multipart/byteranges": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExportNotFound"];
            412: components["responses"]["PreconditionFailed"];
            416: components["responses"]["RangeNotSatisfiable"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["NotReady"];
        };
    };
    getSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositorySummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getGrowth: {
        parameters: {
            query?: {
                /** @description Number of days whose samples are returned. When absent, all samples. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The samples. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Growth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures, once or as events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Live"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getFailures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The failures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failures"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
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
            403: components["responses"]["Forbidden"];
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
    getImports: {
        parameters: {
            query?: {
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getCopies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stores. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Copies"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jobs"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    controlJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `id` of the job. */
                job: string;
            };
            cookie?: never;
        };
        /** @description The requested action. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["JobOrder"];
            };
        };
        responses: {
            /** @description The job as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such job. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The job cannot be started, because it is running or paused. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            415: components["responses"]["UnsupportedContentEncoding"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getSweepPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The objects that would be removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SweepPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getChecks: {
        parameters: {
            query?: {
                /** @description Only checks of this namespace, and of its AUs and artifacts. */
                namespace?: components["schemas"]["Namespace"];
                /** @description Only checks of this AU. */
                auid?: components["schemas"]["Auid"];
                /** @description Only checks in this state. */
                state?: components["schemas"]["CheckState"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of checks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    requestCheck: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Scope of the check, and how to check it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCheck"];
            };
        };
        responses: {
            /** @description The check was requested. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Check"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingToCheck"];
            409: components["responses"]["TooManyChecks"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getCheck: {
        parameters: {
            query?: {
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path: {
                /** @description Identifier of the check. The response is 404 if it is not the UUID of a check. */
                check: components["parameters"]["Check"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CheckNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    cancelCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the check. The response is 404 if it is not the UUID of a check. */
                check: components["parameters"]["Check"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled check. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Check"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CheckNotFound"];
            409: components["responses"]["CheckEnded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getCertificate: {
        parameters: {
            query?: {
                /** @description `json` (default): the certificate; `csv`: the artifacts that were not intact. */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /** @description Identifier of the check. The response is 404 if it is not the UUID of a check. */
                check: components["parameters"]["Check"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Certificate"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CheckNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getCheckSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckScheduleList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    addCheckSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Scope and period of the checks. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCheckSchedule"];
            };
        };
        responses: {
            /** @description The schedule was added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NothingToCheck"];
            409: components["responses"]["TooManyChecks"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteCheckSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the schedule. The response is 404 if it is not the UUID of a schedule. */
                schedule: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule that was deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckSchedule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ScheduleNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getDamage: {
        parameters: {
            query?: {
                /** @description Only damage of this artifact. The page is empty if none is known. */
                uuid?: components["schemas"]["ArtifactUuid"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of damaged artifacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DamagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    repairArtifact: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of the repair. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepairOutcome"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getPurges: {
        parameters: {
            query?: {
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of purges. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PurgePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getDeletions: {
        parameters: {
            query?: {
                /** @description Only deletions in this namespace. When absent, all namespaces. */
                namespace?: components["schemas"]["Namespace"];
                /** @description Only deletions in this AU. */
                auid?: components["schemas"]["Auid"];
                /** @description Only deletions that include this artifact. */
                uuid?: components["schemas"]["ArtifactUuid"];
                /** @description Only deletions in this state. */
                state?: components["schemas"]["DeletionState"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deletions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    requestDeletion: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Artifacts to delete, and the reason. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDeletion"];
            };
        };
        responses: {
            /** @description The deletion, or the deletion request. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            409: components["responses"]["DeletionConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the deletion. */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeletionNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    approveDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the deletion. */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decided request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeletionNotFound"];
            409: components["responses"]["DeletionConflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    rejectDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the deletion. */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        /** @description Reason for the rejection. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeletionRejection"];
            };
        };
        responses: {
            /** @description The decided request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeletionNotFound"];
            409: components["responses"]["DeletionConflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    withdrawDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the deletion. */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The decided request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeletionNotFound"];
            409: components["responses"]["DeletionConflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    undoDeletion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Number of the deletion. */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The undone deletion. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DeletionNotFound"];
            409: components["responses"]["DeletionConflict"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getHolds: {
        parameters: {
            query?: {
                /** @description Only holds in this namespace. When absent, all namespaces. */
                namespace?: components["schemas"]["Namespace"];
                /** @description Only holds of this AU and of its artifacts. */
                auid?: components["schemas"]["Auid"];
                /** @description Only holds of this artifact and of its AU. */
                uuid?: components["schemas"]["ArtifactUuid"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of holds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    placeHold: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What to hold, and why. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHold"];
            };
        };
        responses: {
            /** @description The hold was placed. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    liftHold: {
        parameters: {
            query?: {
                /** @description Reason for lifting the hold. */
                reason?: components["schemas"]["HoldReason"];
            };
            header?: never;
            path: {
                /** @description Identifier of the hold. Anything but the UUID of a hold is 404. */
                hold: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hold that was lifted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["HoldNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    changeHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the hold. Anything but the UUID of a hold is 404. */
                hold: string;
            };
            cookie?: never;
        };
        /** @description The new values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldChange"];
            };
        };
        responses: {
            /** @description The changed hold. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hold"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["HoldNotFound"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    getArtifactEvents: {
        parameters: {
            query?: {
                /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
                namespace?: components["parameters"]["Namespace"];
                /** @description Maximum number of items on the page. 1,000 by default; greater values are reduced to 2,000 (both numbers are settings of the service). */
                limit?: components["parameters"]["Limit"];
                /** @description Token of the page to return, from `pageInfo.continuationToken` of the page before. Opaque; never expires; valid at any replica. A modified token, or one used with other parameters, is 400. Empty means the first page. */
                continuationToken?: components["parameters"]["ContinuationToken"];
            };
            header?: never;
            path: {
                /** @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404. */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["XRequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArtifactEvents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ArtifactNotFound"];
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
                /** @description Only entries about this artifact. */
                artifact?: components["schemas"]["ArtifactUuid"];
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
}
