// Generated from openapi/repository.yaml by generate.mjs; changes made here are lost.

export interface paths {
    "/archives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the artifacts of an archive
         * @description Imports the `response` and `resource` records of an archive (WARC, ARC or WACZ) into one AU; they are committed
         *     immediately. A `revisit` becomes an artifact with its own HTTP headers and the payload of its original. The
         *     original is the first of these that exists:
         *
         *     1. The record of the same upload that WARC-Refers-To names, otherwise the capture that WARC-Refers-To-Target-URI
         *        (by default the revisit's own URL) and WARC-Refers-To-Date name. It is the original only if its payload has
         *        the digest that the revisit declares, with or without the chunked transfer coding.
         *     2. For the profile `server-not-modified`, and for a 304 without a payload digest: only a capture of the
         *        revisit's own URL. It is the capture at WARC-Refers-To-Date, otherwise the latest capture with content at or
         *        before that date or, if there is no such date, before the date of the revisit. The digest of empty content is
         *        ignored.
         *     3. Otherwise a capture whose payload has the digest, preferably of the revisit's own URL.
         *
         *     The service searches for originals in the upload, then in the AU, then in the namespace. Record ids of earlier
         *     uploads are not indexed: if a revisit names nothing else, the record ids of the last captures of its own URL are
         *     compared. If the original comes later in the upload, the status lines of the revisit and of the records after it
         *     are delayed until then. A revisit without an original is an `ERROR`. A revisit without HTTP headers takes
         *     status, Location and other fields only from a capture of its own URL; from a capture of another URL it takes
         *     only the fields that describe the payload (Content-Type, Content-Encoding).
         *
         *     `warcinfo`, `request`, `metadata`, `conversion` and `continuation` records, and records of a type that WARC 1.1
         *     does not define, do not become artifacts. They are stored without a status line.
         *
         *     Beyond the interface: with the request header `X-Holdfast-Answer: after-request` the response begins only when
         *     the whole upload has been read. Use it behind proxies that cannot continue forwarding a request after its
         *     response has begun (nginx, Caddy).
         *
         *     The service accepts these formats. It recognizes them by their content, never by file name or media type:
         *
         *     - WARC 0.17 to 1.1 (a record of another version is stored with the nearest of these versions and a warning, so
         *       that other software can read exported files), plain, gzip per record or over the whole file, or zstandard
         *       (`.warc.zst`) with or without its dictionary frame; frames may require a window of up to 32 MiB;
         *     - ARC 1 and 2, plain or gzip: each record becomes a `response` or, if it was not captured over HTTP, a
         *       `resource`, with `X-Made-From` and with its original header line as `X-ARC-Header`. The service generates its
         *       WARC-Record-ID, which is the same at each import;
         *     - WACZ: the archives in its `archive/`, in any of these formats; or a package of WACZ files (`*.wacz`, one level
         *       deep). Other files in it are ignored. An `offset` is the offset of the member or record in the uploaded file
         *       or, if the zip entry is compressed, in that entry. If `datapackage.json` states another SHA-256 or length for
         *       a file than the file has, the `statusMessage` of the last line reports it.
         *
         *     Content in any other form than gzip members is stored as gzip members of WARC records. An upload in any other
         *     format is 400 before anything is stored. The size of the upload is not limited. Settings of the service
         *     (`INFLATED_FLOOR`, `INFLATED_RATIO`) limit the decompressed size: beyond the limit, the import ends with an
         *     `ERROR` at that offset.
         *
         *     The response is written **while** the file is processed. A line is written only when its record is durable, so
         *     acknowledged records stay stored even if the connection breaks. A record that cannot be stored is reported as
         *     `ERROR` and the import continues; the status stays 200. Repeating an import is safe: records that are already
         *     stored are reported as `DUPLICATE`.
         *
         *     Send `auid` before `archive`, so that the file is processed while it arrives.
         */
        post: operations["addArtifacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over the artifacts of another repository
         * @description Beyond the interface. Accepts `response` and `resource` records as the repository of an existing preservation
         *     node wrote them into its files, or as it returns them for replay. Each becomes the artifact that it was there,
         *     with its uuid (the WARC-Record-ID), its version (`X-LockssRepo-Artifact-Version`), its dates (WARC-Date,
         *     `X-LockssRepo-Artifact-StoredDate`) and its digest. `./holdfast migrate repository` sends such records.
         *
         *     - The payload is the body as it is recorded, including any chunked transfer coding, because such a repository
         *       computes digests of it. Its SHA-256 is compared with `X-LockssRepo-Artifact-Digest`. If they differ, the
         *       record is an `ERROR` or, with `quarantine=true`, is stored and permanently marked as damaged.
         *     - An artifact that is already stored is reported as `DUPLICATE`, with its commit status, and is not stored
         *       again. Repeating an upload is therefore safe.
         *     - A record whose uuid, or whose URL and version, belongs to another artifact is an `ERROR` and changes nothing.
         *     - `X-LockssRepo-Artifact-AuId` and `-Namespace` must be those of the request.
         *     - Records of another Holdfast node do not contain these fields. Send `identities`, and set `payloads` to how the
         *       digests were computed there. `./holdfast keep mirror` does this.
         *     - Records of other types are ignored.
         *
         *     The formats, the response, the durability of a written line, and the request header `X-Holdfast-Answer` are the
         *     same as for `POST /archives`. Send the fields before `archive`.
         */
        post: operations["migrateArtifacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List committed artifacts of all AUs
         * @description Lists the committed artifacts of a namespace across all its AUs, by exact URL, by URL prefix, or all of them
         *     when neither is given.
         *
         *     Order: URL with `/` sorting before every other character, then AUID, then version descending.
         *
         *     Beyond the interface: `digest` lists the artifacts with a digest instead, ordered by uuid. Their number is
         *     counted only up to 1,001, so a `totalCount` of 1,001 means more than 1,000.
         */
        get: operations["getArtifactsFromAllAus"];
        put?: never;
        /**
         * Create one artifact
         * @description Creates an uncommitted artifact from its properties, the status line and headers of the captured HTTP response,
         *     and its payload. The parts may come in any order. Without `httpResponseHeader`, or with an empty one, the
         *     artifact is a `resource` whose Content-Type is that of the payload part.
         *
         *     Length, digest, uuid and version are always determined by the server. If the response is not 201, nothing is
         *     stored.
         *
         *     Only the user named by the setting `PLUGIN_STORE_USER` has the role pluginStoreRole. With this role, an artifact
         *     of an AU that is not a plugin registry is 403.
         */
        post: operations["createArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get an artifact with its metadata and content
         * @description Returns the artifact as `multipart/form-data` with the parts of the create request, in this order:
         *     `artifactProps`, `httpResponseHeader` (only for a captured HTTP response), `payload` (only if included). A
         *     client that accepts only `application/json` gets the artifact's properties as JSON.
         *
         *     Uncommitted artifacts are readable. The payload's digest is checked while the payload is sent. If the digest is
         *     wrong, or the object store fails, the response is 502 or, if it has already begun, the connection is closed.
         */
        get: operations["getArtifactDataByMultipart"];
        /**
         * Update the commit status of an artifact
         * @description Sets the artifact's commit status to the given value. Committing is idempotent and may happen in any order of
         *     versions; the latest version is the highest committed version number. `false` makes a committed artifact
         *     uncommitted again.
         *
         *     `committed` is read from the form or from the query; a value that is missing in both, or not a boolean, is 400.
         *
         *     Only the user named by the setting `PLUGIN_STORE_USER` has the role pluginStoreRole. With this role, `false` is
         *     403, and so is an artifact of an AU that is not a plugin registry.
         */
        put: operations["updateArtifact"];
        post?: never;
        /**
         * Remove an artifact
         * @description Removes an artifact, committed or not. It disappears immediately from all listings and can no longer be read. Compaction reclaims its bytes later. While its AU is in bulk mode, or the artifact or its AU is under hold, it cannot be deleted. With `DELETION_APPROVAL`, nothing is deleted: the operation files a request, which another user must approve, and the response is 409 with the number of the request.
         */
        delete: operations["deleteArtifact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}/payload": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get the payload of an artifact
         * @description Returns the payload, which is the HTTP entity body as captured. Chunked transfer coding is removed, except for
         *     artifacts that were migrated or imported with `COMPATIBILITY=laaws`; the content coding is never removed.
         *     Ranges, `If-Range`, `If-None-Match` and `HEAD` are supported. Content-Type, Content-Encoding and Last-Modified
         *     are those of the capture. If the headers of a revisit lack one of them, because it is a 304 or has no headers,
         *     the value of its original is used. Captured pages may be hostile, so the response is sandboxed and its type must
         *     not be sniffed. A browser that requests it as a script, a style sheet or a worker (`Sec-Fetch-Dest`) gets 403.
         *
         *     When the content is withheld (`includeContent`), the body is empty and its length is in
         *     `X-Lockss-Content-Length`.
         */
        get: operations["getArtifactDataByPayload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}/page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get a captured page as it looked
         * @description Beyond the interface. Returns a captured HTML page with its styles, images, fonts and frames, for display in a frame of the console. The document is rewritten: it has no scripts, active forms or references to other servers. Resources are embedded as data URLs. The service chooses the capture of each resource that is closest in time, first in the AU and then in the namespace. Links lead to captures in the console. The response is sandboxed by its `Content-Security-Policy`. With `Accept: application/json`, returns a report on the same page: its title, and the missing resources with the reasons. The response is 406 if the capture is not HTML, and 503 if `PAGE_RENDERINGS` pages are already being rendered or the page takes longer than `PAGE_RENDERING_TIME`.
         */
        get: operations["getArtifactPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}/response": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get an artifact as an HTTP response
         * @description Returns the stored HTTP message byte for byte: status line, headers and body. For an artifact that was not an HTTP response (a `resource`), status line and headers are generated, with `HTTP/1.1 200 OK`. A revisit is returned with its own status line and headers, even a 304, or with those of its original if it was stored without; the payload of the original follows. The body is chunked only if the headers say so and the chunks are stored. From an original of another URL, only the fields that describe the payload are used. Replay clients treat a 304 as empty, so replay returns such a revisit with the status line and headers of its original. When the content is withheld (`includeContent`), the body is only the status line and headers.
         */
        get: operations["getArtifactDataByResponse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * Get the condition of an artifact and the adjacent captures of its URL
         * @description Beyond the interface. Returns the artifact with its HTTP status and media type, whether it is intact, when its records were last checked, its copies in the object stores, whether it is under hold, and the captures of its URL directly before and after it. These are the committed captures in all AUs of the namespace whose URLs replay tools treat as the same URL. Reads only the index, not the content. Names of object stores are included only for users who may see the list of object stores.
         */
        get: operations["getArtifactOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}/records": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * List the stored records of an artifact
         * @description Beyond the interface. Lists the stored records of the artifact: first its own record, then its companions (the
         *     `request`, `metadata` and other records that were captured with it), last its `warcinfo` record. Companions are
         *     stored byte for byte, and are deleted with their artifact.
         *
         *     The records are read while they are listed, and their checksums are verified. If a checksum is wrong, the
         *     response is 502 or, if the list has thousands of records and the response has already begun, is cut off.
         */
        get: operations["getArtifactRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/artifacts/{uuid}/records/{record}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
                /**
                 * @description The record's number in the list, or its WARC-Record-ID, percent-encoded, with or without `<>`. With the suffix `.warc`, the record is returned uncompressed; with `.warc.gz`, or without a suffix, as it is stored.
                 * @example 0
                 */
                record: string;
            };
            cookie?: never;
        };
        /**
         * Get one stored record of an artifact
         * @description Beyond the interface. Returns one record of the list unchanged: the stored gzip member byte for byte, or the WARC record in it. For an artifact made from a revisit, record 0 is the `revisit` record. Ranges, `If-Range`, `If-None-Match` and `HEAD` work; a Content-Encoding is never applied.
         */
        get: operations["getArtifactRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tree": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries directly below a URL prefix
         * @description Beyond the interface. Returns the URLs of an AU, or of a whole namespace, as a tree: one page of the children of
         *     a URL prefix, in the order of listings. Without a prefix, the children are schemes with their hosts. Below that,
         *     each child reaches to the next `/` or `?`; query strings are not divided further. A child that is itself a URL
         *     has `url`. A child with further entries below it has `urlPrefix`; use this value to list them. A prefix may end
         *     anywhere.
         *
         *     The time per child does not depend on the number of URLs below it.
         */
        get: operations["getUrlTree"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search for captures and AUs
         * @description Beyond the interface. Recognizes the text `q`:
         *
         *     - a UUID: that artifact
         *     - a digest in a form that `GET /artifacts` accepts: the artifacts with this digest
         *     - an AUID: that AU, if it has artifacts
         *     - any other text, or if the above finds nothing: the latest capture of each URL that contains the text
         *
         *     URLs are compared without regard to the case of ASCII letters, and with `%` and `_` as ordinary characters. A
         *     scheme and `www.` at the start of the text are optional. URLs that begin with the text come first, then short
         *     URLs. Texts without three adjacent ASCII letters or digits are compared only with the start of URLs; so are all
         *     texts while `urls.state` is `off` or `unavailable`. The start of all URLs is also compared if no URL of
         *     `urls.mode` contains the text. Only committed artifacts are found by URL or digest.
         */
        get: operations["searchContent"];
        put?: never;
        post?: never;
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
         * List the AUIDs of a namespace
         * @description Lists the AUIDs that have any artifact in the namespace, committed or not, in byte order.
         */
        get: operations["getAus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the sizes of several AUs
         * @description Beyond the interface: for tables of AUs. Returns the number of artifacts and the sizes of up to 500 AUs in one request, from counters that are updated with every change. Nothing is changed. An AU without artifacts is left out; with `allNamespaces`, an AU with artifacts in several namespaces appears once for each.
         */
        post: operations["summarizeAus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * List the artifacts of an AU
         * @description Lists artifacts of one AU, by exact URL, by URL prefix, or all of them. `url` together with `urlPrefix` is
         *     400. If the AU exists but nothing matches, the list is empty.
         *
         *     Order: URL with `/` sorting before every other character, then version descending.
         */
        get: operations["getArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/size": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the size of the artifacts of an AU
         * @description Returns the AU's sizes in bytes, from counters that are updated with every change, so the response time does not depend on the size of the AU. Uncommitted artifacts are not counted. With `COMPATIBILITY=laaws` the sizes of an unknown AU are zero.
         */
        get: operations["getArtifactsSize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Count the artifacts of an AU by host, media type, status and year
         * @description Beyond the interface. Counts the committed artifacts of the AU, with all versions, and the bytes of their payloads by host, media type, HTTP status and year of the capture. Each group lists at most 1,000 names, those with the most artifacts first, and combines all others in a last line. A report is up to a minute old.
         */
        get: operations["getAuReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/condition": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * Get the condition of an AU
         * @description Beyond the interface. Returns what is known about the integrity of the AU: damaged artifacts, fixity checks of its segments, the last certificate of a requested check, holds, the number of complete copies, and the last import. Stores, users and file names are included only for users who may see the lists of imports and stores.
         */
        get: operations["getAuCondition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /**
         * List the events of an AU
         * @description Beyond the interface. Lists imports into the AU, fixity certificates, holds, damage, repairs, deletions and purges, newest first. One entry combines all artifacts of the same change. The events of an AU remain after all of its artifacts were deleted. Users, file names and reasons are included only for users who may see the lists of imports and purges. A certificate counts if a user or schedule requested a check of the AU, of its namespace or of the node. A check of the namespace or of the node counts only while the AU has artifacts, and only if it started after their import. Tokens for some namespaces do not see checks of the node.
         */
        get: operations["getAuEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/aus/{auid}/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start or finish the bulk transfer of an AU
         * @description `start` marks the AU for bulk transfer; it is idempotent and takes effect at all replicas. While the AU is
         *     marked, writes are accepted, deletions are rejected with 409, and work that is not needed for each artifact is
         *     postponed. `finish` does that work, removes the mark, and responds when the AU is consistent.
         *
         *     The AU's content stays visible throughout. If `op` is missing, or neither `start` nor `finish`, the response is
         *     400.
         *
         *     Beyond the interface, `op` may be in the query, then with an empty body, and `PUT` is equivalent to `POST`:
         *     existing LOCKSS clients send it so.
         */
        post: operations["handleBulkAuOp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/namespaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the namespaces of committed artifacts
         * @description Lists, in byte order, the namespaces that have at least one committed artifact.
         */
        get: operations["getNamespaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/repoinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get information about the store and the index
         * @description Describes the object store that holds the WARC files and the database that holds the index.
         */
        get: operations["getRepositoryInformation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/repoinfo/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get information about the store
         * @description Describes the object store that holds the WARC files.
         */
        get: operations["getStorageInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checksumalgorithms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the supported checksum algorithms
         * @description Lists the names of the checksum algorithms that the service can compute.
         */
        get: operations["getSupportedChecksumAlgorithms"];
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
    "/replay/cdxa/{namespace}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        /**
         * Query CDX records, first flavour (XML)
         * @description Responds to the index queries of OpenWayback and of pywb's XML client with an XML document. Captures are the
         *     committed artifacts of the namespace, looked up by SURT key and ordered by time, oldest first. A `prefixquery`
         *     returns one summary per URL.
         *
         *     If nothing is found, the response is 404 with an error document as body. A setting changes the status to 200,
         *     for clients that read the document only with that status. Every other error of this operation has such a
         *     document, too.
         *
         *     Beyond the interface, this operation is also available at `/wayback/cdx/owb/{namespace}`.
         */
        get: operations["getCdxa"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replay/cdxb/{namespace}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        /**
         * Query CDX records, second flavour (lines)
         * @description Responds to index queries in the same way as pywb and other CDX servers. Captures are the committed artifacts of
         *     the namespace, looked up by SURT key (so a URL is found with `http` or `https`, and with or without `www.`) and
         *     ordered by key and time. All sorts work with all match types; the response is streamed and always limited.
         *
         *     Beyond the interface, this operation is also available at `/wayback/cdx/pywb/{namespace}`.
         *
         *     Beyond the interface, the service accepts the parameters of pywb, OutbackCDX and the Internet Archive's CDX
         *     server under their original names; only `url`, `limit`, `matchType`, `sort`, `closest`, `output` and `fl` are
         *     part of the interface. A parameter of these servers that is not supported is 400 with a detail that names what
         *     to use instead; any other unknown parameter is ignored. An empty value is equivalent to an absent parameter. A
         *     slash after the namespace is accepted.
         *
         *     These combinations are 400: `url` with `urlkey`; `fl` with different `fields`; `collapseToLast` with `collapse`,
         *     `collapseToFirst` or `collapseTime`; `reverse` with `sort=closest` or with `closest` alone; a negative `limit`
         *     with `sort=closest`, `offset`, `resumeKey`, `page` or `showNumPages`; `fastLatest` with `sort=closest`; `page`
         *     or `showNumPages` with `sort=closest` or with `resumeKey`; with `sort=closest`, an `offset` greater than the
         *     maximum number of records in one response (a setting, 100,000 by default). Also 400 are a page after the last
         *     one, a resume key of another query, a regular expression that is longer than 1,000 characters or that RE2 does
         *     not support, and a `matchType` of `host`, `domain` or `range` for a URL without a host.
         *
         *     A request with a `resumeKey` returns 200 even if the records after it have been deleted meanwhile.
         *
         *     A response that ended at the maximum number of records in one response has the key to continue from in the
         *     trailer `X-Resume-Key`, whether or not `showResumeKey` requests it in the body (only for GET over HTTP/1.1). A
         *     response that ended at a `limit` of the request has the key only with `showResumeKey`.
         */
        get: operations["getCdxb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replay/timegate/{namespace}/{url}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        /**
         * Find the memento of a URL that is closest to a time
         * @description Beyond the interface: the TimeGate of Memento (RFC 7089). The header `Accept-Datetime` states the requested time
         *     as an rfc1123-date (any other format is 400, as RFC 7089, 4.5.3 requires); without it, the latest memento is
         *     found. The response redirects to the memento.
         *
         *     A capture that redirects to its own urlkey, for example from http to https or from `/d` to `/d/`, is skipped in
         *     favour of the closest other capture of the URL, if there is one. Among captures of the same second, a capture of
         *     exactly this URL comes first, then a capture that is neither a redirect nor an error.
         */
        get: operations["getTimeGate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replay/timemap/{namespace}/{url}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        /**
         * List the mementos of a URL
         * @description Beyond the interface: the TimeMap of Memento (RFC 7089), earliest memento first. A memento stands for all captures of the same second. Captures that redirect to their own urlkey are left out if the URL has other captures. A list that is longer than the maximum (a setting, 100,000 by default) ends with a link of the relation `timemap` to the rest.
         */
        get: operations["getTimeMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replay/memento/{namespace}/{timestamp}/{url}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
            };
            cookie?: never;
        };
        /**
         * Get the capture of a URL at a given time
         * @description Beyond the interface: a memento (RFC 7089). Returns the payload of the capture in the same way as
         *     `/artifacts/{uuid}/payload`, with ranges and conditions, and with the header `Memento-Datetime`. The content is
         *     not rewritten, and browsers do not run it as a page of this service.
         *
         *     A captured redirect is returned as 302 to the memento of its target, and a captured error (4xx, 5xx) as 404 with
         *     the captured body. Both have the header `Memento-Datetime`; responses that are not mementos never have it. If
         *     nothing was captured in exactly that second, the response redirects to the closest memento. Captures that
         *     redirect to their own urlkey are skipped in the same way as by the TimeGate. If the URL has no other capture,
         *     their payload is returned with 200 and without a Location.
         */
        get: operations["getMemento"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replay/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the address of the replay tool
         * @description Beyond the interface. Returns the template of links into the replay tool, which is set by `REPLAY_LINK`. In the template, `{url}` stands for the URL of a capture, `{encodedUrl}` for the URL percent-encoded as one value, `{timestamp}` for the 14 digits of its time, `{namespace}` for its namespace.
         */
        get: operations["getReplayLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replay/warcs/{fileName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a WARC archive of a single record
         * @description Returns one stored record as a separate WARC archive: with `.warc.gz` the stored gzip member byte for byte, with
         *     `.warc` the same record uncompressed. The bytes never change, so ranges of them can be requested at any time. A
         *     Content-Encoding is never applied.
         *
         *     Beyond the interface, this operation is also available at `/wayback/warcs/{fileName}`.
         */
        get: operations["getWarcArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{fileName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an AU, or a selection of artifacts, as one file
         * @description Beyond the interface. Returns the committed artifacts that the parameters select as one file: with `.warc.gz` a
         *     WARC file of the stored gzip members, unchanged, including the records that are stored next to the artifacts;
         *     with `.wacz` a WACZ 1.1 of that file with its index and its pages; with `.tar` a BagIt bag of that file (RFC
         *     8493) in a tar archive. The original of a selected revisit is included even if it is not selected. Without
         *     parameters, the whole namespace is returned.
         *
         *     A file is prepared when it is first requested. For a WACZ or a bag, this includes reading all the content once.
         *     If the file is not ready in time, the response is 503 with `Retry-After`. Afterwards, ranges of the file can be
         *     requested. The `ETag` changes whenever the content of the file changes. With `If-Range`, and for further ranges,
         *     the same user continues to get the earlier file for as long as it is available. Artifacts that are known to be
         *     damaged are left out and counted in `X-Export-Left-Out`. Artifacts of which only companion records are damaged
         *     are included without their companions and counted in `X-Export-Companions-Left-Out`. Damaged records that belong
         *     to no artifact, such as a warcinfo record, are left out and counted in `X-Export-Records-Left-Out`.
         *     `Content-Disposition` names the file after its content: `default-sample.wacz`.
         */
        get: operations["exportArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the repository in figures
         * @description Beyond the interface. Returns what is stored, free space and how long it will last, how much was checked, known damage, the lag of the journal, and running work. Figures that require reading all AUs or all objects are cached; the longer they take to compute, the longer they are cached.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/growth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the amount of stored content over time
         * @description Beyond the interface. Returns samples of the amount of stored content, taken since this version was installed: every ten minutes for the last two days, every hour for two months, and every day before that. Oldest first; at most the newest 6,000.
         */
        get: operations["getGrowth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Watch live values
         * @description Beyond the interface. Returns the summary, the running imports and the jobs of all replicas. A client that accepts `text/event-stream` receives them every two seconds as server-sent events with this JSON as data (or an event `trouble` without figures if they are unavailable), for at most ten minutes; clients then reconnect automatically. The stream ends within seconds when the user is removed or disabled, or the session ends. The number of streams per user is limited; beyond the limit the response is 503.
         */
        get: operations["getLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recent failed requests
         * @description Beyond the interface. Lists the last 100 requests of all replicas that failed, except for errors of the client, newest first. Use the request id to find the details in the log. Of many identical failures, only a few are listed.
         */
        get: operations["getFailures"];
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
         * @description Beyond the interface. Lists the notices of this service, newest first: damage and repairs, imports, deletions, holds, and conditions such as a store that cannot be reached. The service keeps notices for 400 days, at most 100,000. Only administrators of content, AUs or users see the names of users, files and stores, and the reasons of users and failures.
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
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Beyond the interface. Lists the last 10,000 imports of all replicas, newest first: who imported which file, when, into which AU, and how the import ended. A running import has its progress.
         */
        get: operations["getImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the object stores and how complete each is
         * @description Beyond the interface. Returns how complete each of several object stores is, and when it will have everything at the rate of the last ten minutes. The list is empty if there is only one store. Also returns the peers from which damaged artifacts are repaired, and the result of the last run of these repairs.
         */
        get: operations["getCopies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the maintenance jobs of the repository
         * @description Beyond the interface. Returns the current state of each job, the result of its last pass, and the time of its next one. Only one process at a time runs a job; runs of `./holdfast keep` are included.
         */
        get: operations["getJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{job}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The `id` of the job.
                 * @example fixity
                 */
                job: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Start, pause or resume a job
         * @description Beyond the interface. `start` starts or continues the job within seconds, at any one of the replicas; if the job is running or paused, the response is 409. `pause` stops the job at its current position. The job stays paused, even after restarts, until `resume`; then it continues from there. Pausing a paused job, or resuming a job that is not paused, is not an error.
         */
        put: operations["controlJob"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sweep/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a sweep would remove
         * @description Beyond the interface. Returns the result of the last finished `sweep-preview` job; start that job for a new result. Removes nothing. Empty if the job has not finished yet.
         */
        get: operations["getSweepPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fixity checks
         * @description Beyond the interface. Lists the fixity checks that users or schedules have requested, latest first. Checks by the job `fixity` are not included.
         */
        get: operations["getChecks"];
        put?: never;
        /**
         * Request a fixity check
         * @description Beyond the interface. Requests a check of the node, a namespace, an AU, the artifacts under a URL prefix, or a list of artifacts. The service reads every copy and compares each payload with the digest that was recorded at import; damaged copies are replaced with intact ones. At the end, the service writes a certificate. Checks of AUs, URL prefixes and lists run before checks of namespaces and of the node.
         */
        post: operations["requestCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checks/{check}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the check. The response is 404 if it is not the UUID of a check.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                check: components["parameters"]["Check"];
            };
            cookie?: never;
        };
        /**
         * Get a fixity check
         * @description Beyond the interface. Returns a check, its progress, the copies that were read in each store, and the artifacts that were not intact, sorted by UUID. At most 10,000 such artifacts are recorded for each check.
         */
        get: operations["getCheck"];
        put?: never;
        post?: never;
        /**
         * Cancel a fixity check
         * @description Beyond the interface. Cancels a waiting or running check. Artifacts that have not been read yet count as not checked. A cancelled check has no certificate.
         */
        delete: operations["cancelCheck"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checks/{check}/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the check. The response is 404 if it is not the UUID of a check.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
                check: components["parameters"]["Check"];
            };
            cookie?: never;
        };
        /**
         * Get the certificate of a fixity check
         * @description Beyond the interface. Returns the certificate of a finished check, byte for byte as in the object store under `certificates/`. The check contains its SHA-256. With `format=csv`, returns a table of the artifacts that were not intact.
         */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/check-schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the schedules of fixity checks
         * @description Beyond the interface. Lists the schedules, oldest first.
         */
        get: operations["getCheckSchedules"];
        put?: never;
        /**
         * Check an AU or a namespace periodically
         * @description Beyond the interface. Adds a schedule. The first check is requested immediately, and further checks each time the period has passed. A check is skipped if the previous check of the schedule has not ended.
         */
        post: operations["addCheckSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/check-schedules/{schedule}": {
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
         * Delete a schedule of fixity checks
         * @description Beyond the interface. Deletes the schedule. Its checks and their certificates remain.
         */
        delete: operations["deleteCheckSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/damage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known damage
         * @description Beyond the interface. Lists artifacts with damaged content, sorted by uuid. The first page also contains up to 200 damaged or missing objects in the store. With `uuid`, only damage of that artifact is listed, without objects. `./holdfast keep repair` rewrites such an object from its intact records.
         */
        get: operations["getDamage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/damage/{uuid}/repair": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repair a damaged artifact
         * @description Beyond the interface. Checks the artifact again, for example after an object was restored from a backup. If the artifact is still damaged and an intact copy is stored (the same payload of the same URL, in any AU or namespace, captured by GET), the copy's record is imported in its place, with its companion records. Uuid, version and dates do not change. If there is no intact copy, `remedies` says how to repair the artifact.
         */
        post: operations["repairArtifact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purged artifacts
         * @description Beyond the interface. Lists purged artifacts, newest first, with time, user and reason.
         */
        get: operations["getPurges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deletions
         * @description Beyond the interface. Lists deletions by users and deletion requests, newest first, each with its first 20 artifacts. Deletions by jobs are not included. A rebuild of the index restores only open requests. The events of the artifacts preserve all other deletions.
         */
        get: operations["getDeletions"];
        put?: never;
        /**
         * Delete artifacts, or request their deletion
         * @description Beyond the interface. Deletes artifacts of one AU together. With `DELETION_APPROVAL`, files a request instead, which another user must approve. `state` in the response is `deleted` or `requested`. A purge can be requested only with `DELETION_APPROVAL`; after the approval, `keep purge --request` erases the content.
         */
        post: operations["requestDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        /**
         * Get a deletion
         * @description Beyond the interface. Returns a deletion or a deletion request with all of its artifacts.
         */
        get: operations["getDeletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions/{number}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a deletion request
         * @description Beyond the interface. Deletes the artifacts of the request, except those that no longer exist. The approver must not be the requester; an API token counts as its owner. An approved purge waits for `keep purge --request`. If an artifact is under hold, or the AU is in bulk mode, nothing is deleted and the request stays open.
         */
        post: operations["approveDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions/{number}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a deletion request
         * @description Beyond the interface. Rejects the request of another user. Nothing is deleted.
         */
        post: operations["rejectDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions/{number}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a deletion request
         * @description Beyond the interface. Withdraws one of the user's own requests. Nothing is deleted.
         */
        post: operations["withdrawDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deletions/{number}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a deletion
         * @description Beyond the interface. Restores all artifacts of a deletion, with their records, dates and state. An artifact whose version was taken by a later import gets the next version. The undo is possible until compaction, a purge or a repair rewrites one of the segments, or the index is rebuilt. A purge cannot be undone.
         */
        post: operations["undoDeletion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List holds
         * @description Beyond the interface. Lists the holds that have not been lifted, oldest first, including holds whose end has passed. An artifact under hold, or in an AU under hold, cannot be deleted or purged.
         */
        get: operations["getHolds"];
        put?: never;
        /**
         * Place an artifact or an AU under hold
         * @description Beyond the interface. Until the hold is lifted or ends, nobody can delete or purge the artifact, or any artifact of the AU, including artifacts that are added later. Several holds may apply to the same artifact. The hold is recorded in the object store and survives a rebuild of the index.
         */
        post: operations["placeHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holds/{hold}": {
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
         * Lift a hold
         * @description Beyond the interface. Ends a hold. Other holds on the same artifact or AU stay in effect. The user and the reason are recorded.
         */
        delete: operations["liftHold"];
        options?: never;
        head?: never;
        /**
         * Change a hold
         * @description Beyond the interface. Changes the reason or the end of a hold. The hold stays in effect during the change. The events record the user and the new values.
         */
        patch: operations["changeHold"];
        trace?: never;
    };
    "/artifacts/{uuid}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /**
         * List the events of an artifact
         * @description Beyond the interface. Lists the events of an artifact in time order: its capture, who stored it from which file, commits, checks, damage, repairs with their source, moves, holds, and its deletion. Events are recorded in the object store and survive a rebuild of the index. The history of deleted and purged artifacts is returned, too. Users, files and reasons are included only for users who may see the lists of imports and purges.
         */
        get: operations["getArtifactEvents"];
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
         * @description A namespace of artifacts.
         * @example default
         */
        Namespace: string;
        /**
         * @description Identifier of an AU, opaque; in practice a plugin key, `&`, and the parameters that define the AU.
         * @example org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014
         */
        Auid: string;
        /**
         * @description URI of an artifact, opaque; it need not be a URL and is never normalised.
         * @example http://www.iana.org/
         */
        Uri: string;
        /**
         * Format: uuid
         * @description Identifier of an artifact, a lower-case UUID generated by the server.
         * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
         */
        ArtifactUuid: string;
        /**
         * @description SHA-256 of a payload, computed by the server, in lower-case hex after the algorithm's name.
         * @example SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806
         */
        ContentDigest: string;
        /**
         * Format: int64
         * @description Milliseconds since the epoch, UTC.
         * @example 1390766784000
         */
        EpochMillis: number;
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
             *         "operation": "deleteArtifact",
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
             * @example deleteArtifact
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
        /**
         * @description Lifecycle state of an artifact.
         * @example COMMITTED
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
             * @example 1
             */
            version?: number;
            /**
             * Format: int64
             * @description Length of the payload in bytes.
             * @example 5678
             */
            contentLength?: number;
            /** @description Digest of the payload. */
            contentDigest?: components["schemas"]["ContentDigest"];
            /**
             * @description When the content was captured, in milliseconds since the epoch, UTC.
             * @example 1390766784000
             */
            collectionDate?: components["schemas"]["EpochMillis"];
            /**
             * @description When the artifact was stored, in milliseconds since the epoch, UTC.
             * @example 1755645508638
             */
            storeDate?: components["schemas"]["EpochMillis"];
            state?: components["schemas"]["ArtifactState"];
            /**
             * @description Whether the artifact is committed.
             * @example true
             */
            committed?: boolean;
            damaged?: components["schemas"]["QuarantineReason"];
            /**
             * @description Location of the stored record: the object in the store, and the record's offset and compressed length in it.
             * @example s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258
             */
            storageUrl?: string;
        };
        /** @description An artifact, its condition, and the adjacent captures of its URL. */
        ArtifactOverview: {
            artifact: components["schemas"]["Artifact"];
            /**
             * Format: int32
             * @description HTTP status of the captured response; absent if none was captured.
             * @example 200
             */
            httpStatus?: number;
            /**
             * @description Media type of the captured response, without parameters; absent if none was captured.
             * @example text/html
             */
            mediaType?: string;
            /**
             * @description `damaged`: damage of its records is registered; `damagedOnArrival`: the record was already damaged when it was imported; `unchecked`: its records were not checked since they were stored; `intact`: the last check found no damage.
             * @example intact
             * @enum {string}
             */
            condition: "intact" | "damaged" | "unchecked" | "damagedOnArrival";
            /**
             * @description Time of the last check of all its records; absent if they were never checked.
             * @example 1755645600000
             */
            checked?: components["schemas"]["EpochMillis"];
            copies: components["schemas"]["ArtifactCopies"];
            /**
             * @description Whether the artifact or its AU is currently under hold.
             * @example false
             */
            held: boolean;
            /** @description The capture before this one; absent if there is none. */
            previous?: components["schemas"]["NeighbourCapture"];
            /** @description The capture after this one; absent if there is none. */
            next?: components["schemas"]["NeighbourCapture"];
            /**
             * Format: int32
             * @description Number of captures of the URL, counted up to 1,000.
             * @example 2
             */
            captures: number;
        };
        /** @description Known state of the copies of an artifact in the object stores. */
        ArtifactCopies: {
            /**
             * Format: int32
             * @description Number of object stores.
             * @example 2
             */
            total: number;
            /**
             * Format: int32
             * @description Number of object stores with an intact copy that can be read now.
             * @example 2
             */
            intact: number;
            /**
             * @description The copy in each object store; absent if there is only one store, and for users who may not see the list of object stores.
             * @example [
             *       {
             *         "name": "far",
             *         "state": "intact"
             *       }
             *     ]
             */
            stores?: components["schemas"]["ArtifactCopy"][];
        };
        /** @description Copy of the records of an artifact in one object store. */
        ArtifactCopy: {
            /**
             * @description Name of the store.
             * @example far
             */
            name: string;
            /**
             * @description `missing`: the store has no copy yet; `damaged`: the copy is known to be damaged; `unreachable`: the store cannot be read now.
             * @example intact
             * @enum {string}
             */
            state: "intact" | "missing" | "damaged" | "unreachable";
        };
        /** @description A capture of the same URL. */
        NeighbourCapture: {
            uuid: components["schemas"]["ArtifactUuid"];
            /**
             * @description When the content was captured, in milliseconds since the epoch, UTC.
             * @example 1390680384000
             */
            collectionDate: components["schemas"]["EpochMillis"];
        };
        /** @description The stored records of an artifact. */
        ArtifactRecords: {
            /**
             * @description The records, in the order of their numbers.
             * @example [
             *       {
             *         "number": 0,
             *         "relation": "artifact",
             *         "type": "response",
             *         "contentLength": 6038,
             *         "recordLength": 6425,
             *         "storedLength": 2258,
             *         "link": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/0"
             *       }
             *     ]
             */
            records: components["schemas"]["ArtifactRecord"][];
        };
        /** @description One stored WARC record of an artifact. Fields that its header lacks are absent. */
        ArtifactRecord: {
            /**
             * Format: int32
             * @description Position of the record in the list.
             * @example 1
             */
            number: number;
            /**
             * @description Relation to the artifact: its own record, a record captured with it, or its warcinfo record.
             * @example companion
             * @enum {string}
             */
            relation: "artifact" | "companion" | "warcinfo";
            /**
             * @description WARC-Type, in lower case.
             * @example request
             */
            type: string;
            /**
             * @description WARC-Record-ID, verbatim.
             * @example <urn:uuid:68bc9c74-a40d-11e3-9c6b-1231390fd1a2>
             */
            recordId?: string;
            /**
             * @description WARC-Date, verbatim.
             * @example 2014-01-26T20:06:24Z
             */
            date?: string;
            /**
             * @description WARC-Target-URI, without enclosing `<>`.
             * @example http://www.iana.org/
             */
            targetUri?: string;
            /**
             * @description Content-Type of the record.
             * @example application/http;msgtype=request
             */
            contentType?: string;
            /**
             * Format: int64
             * @description Content-Length of the record, which is the length of its block in bytes.
             * @example 201
             */
            contentLength: number;
            /**
             * Format: int64
             * @description Length of the record without compression, in bytes.
             * @example 566
             */
            recordLength: number;
            /**
             * Format: int64
             * @description Length of the stored gzip member in bytes.
             * @example 421
             */
            storedLength: number;
            /**
             * @description Address of the record.
             * @example http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/1
             */
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
             * @example 1
             */
            version?: number;
            /**
             * Format: int64
             * @description Length of the payload in bytes.
             * @example 5678
             */
            contentLength?: number;
            /** @description Digest of the payload. */
            contentDigest?: components["schemas"]["ContentDigest"];
            /**
             * @description When the content was captured, in milliseconds since the epoch, UTC.
             * @example 1390766784000
             */
            collectionDate?: components["schemas"]["EpochMillis"];
            /**
             * @description When the artifact was stored, in milliseconds since the epoch, UTC.
             * @example 1755645508638
             */
            storeDate?: components["schemas"]["EpochMillis"];
            state?: components["schemas"]["ArtifactState"];
            damaged?: components["schemas"]["QuarantineReason"];
        };
        /**
         * @description Beyond the interface. Damage that the artifact already had on arrival and was stored with (`quarantine`); absent for an intact artifact.
         * @example WARC-Block-Digest does not match the block.
         */
        QuarantineReason: string;
        /** @description The properties of a new artifact. Members that are described as ignored have no effect, and unknown members are ignored. Numbers may be strings. A version is rejected. */
        ArtifactPropertiesInput: {
            /** @description Namespace of the artifact; by default the namespace in the query, otherwise the default namespace. */
            namespace?: components["schemas"]["Namespace"];
            /**
             * @description Ignored; the server generates the identifier.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
             */
            uuid?: unknown;
            /** @description AUID of the AU the artifact belongs to. */
            auid: components["schemas"]["Auid"];
            uri: components["schemas"]["Uri"];
            /**
             * @description Rejected unless null; the server assigns versions.
             * @example null
             */
            version?: null;
            /**
             * @description Ignored; the server counts the bytes of the payload.
             * @example 5678
             */
            contentLength?: unknown;
            /**
             * @description Ignored; the server computes the digest.
             * @example SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806
             */
            contentDigest?: unknown;
            /**
             * @description When the content was captured, in milliseconds since the epoch, UTC; by default the current time.
             * @example 1390766784000
             * @example 1390766784000
             */
            collectionDate?: number | string | null;
            /**
             * @description Ignored; the server sets the time.
             * @example 1755645508638
             */
            storeDate?: unknown;
            /**
             * @description Ignored; a new artifact is uncommitted.
             * @example UNCOMMITTED
             */
            state?: unknown;
        };
        /** @description A page of artifacts. */
        ArtifactPageInfo: {
            /**
             * @description The artifacts in the page.
             * @example [
             *       {
             *         "namespace": "default",
             *         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
             *         "uri": "http://www.iana.org/",
             *         "version": 1
             *       }
             *     ]
             */
            artifacts: components["schemas"]["Artifact"][];
            /**
             * @example {
             *       "totalCount": 1,
             *       "resultsPerPage": 1,
             *       "curLink": "http://localhost:24610/artifacts"
             *     }
             */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Results of a search. */
        ContentSearchResult: {
            query: components["schemas"]["ContentQuery"];
            /**
             * @description Artifacts with the UUID or digest, or the latest capture of each URL.
             * @example []
             */
            captures: components["schemas"]["FoundCapture"][];
            /**
             * @description Whether more captures match than `captures` contains.
             * @example false
             */
            more: boolean;
            /**
             * @description True if so many URLs match that the search ended without results. A longer text has fewer matches.
             * @example true
             */
            tooMany?: boolean;
            /**
             * @description The AU with this AUID.
             * @example []
             */
            aus: components["schemas"]["FoundAu"][];
            urls: components["schemas"]["UrlSearchState"];
        };
        /** @description The text, and how the search interpreted it. */
        ContentQuery: {
            /**
             * @description Interpretation of the text that gave the results.
             * @example url
             * @enum {string}
             */
            kind: "uuid" | "digest" | "auid" | "url";
            /**
             * @description The text, without spaces at its start and end.
             * @example iana.org/dom
             */
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
            /**
             * @description Identifier of the artifact.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
             */
            uuid: string;
            auid: components["schemas"]["Auid"];
            /**
             * @description URL of the artifact.
             * @example http://www.iana.org/domains
             */
            uri: string;
            /**
             * @description Version of the artifact.
             * @example 1
             */
            version: number;
            /**
             * Format: int64
             * @description Time of the capture, in milliseconds since 1970-01-01T00:00:00Z.
             * @example 1390766784000
             */
            collectionDate: number;
            /**
             * @description HTTP status of the captured response; absent if there is none.
             * @example 200
             */
            httpStatus?: number;
            /**
             * @description Media type of the captured response, without parameters; absent if there is none.
             * @example text/html
             */
            mediaType?: string;
            /**
             * Format: int64
             * @description Length of the payload in bytes.
             * @example 5678
             */
            contentLength: number;
            /**
             * @description Number of committed captures of the URL in the namespace; 100 means 100 or more.
             * @example 1
             */
            captures: number;
            /**
             * @description Why the content is damaged; absent if no damage is known.
             * @example gzip member: unexpected end of file
             */
            damaged?: string;
        };
        /** @description State of the search for part of a URL, which covers imports after a delay. */
        UrlSearchState: {
            /**
             * @description URLs that the search for part of a URL covers (setting `URL_SEARCH`).
             * @example pages
             * @enum {string}
             */
            mode: "off" | "pages" | "all";
            /**
             * @description `filling`: the URLs of older imports are still being added. `unavailable`: see `reason`.
             * @example ready
             * @enum {string}
             */
            state: "off" | "filling" | "ready" | "unavailable";
            /**
             * @description `part`: the text was compared with all parts of URLs; `start`: only with the start of URLs. Absent if the text was not compared with URLs.
             * @example part
             * @enum {string}
             */
            match?: "part" | "start";
            /**
             * @description Number of segments (parts of imports) whose URLs the search does not cover yet.
             * @example 0
             */
            queued?: number;
            /**
             * @description Age of the oldest of these segments, in seconds.
             * @example 0
             */
            delaySeconds?: number;
            /**
             * @description Why the search is unavailable.
             * @example PostgreSQL has no extension pg_trgm
             */
            reason?: string;
        };
        /** @description One page of the entries directly below a URL prefix. */
        UrlTreePage: {
            /**
             * @description The prefix; empty at the top.
             * @example http://www.iana.org/
             */
            urlPrefix: string;
            /**
             * @description The entries, sorted as in listings.
             * @example [
             *       {
             *         "name": "domains",
             *         "url": "http://www.iana.org/domains",
             *         "urlPrefix": "http://www.iana.org/domains/"
             *       }
             *     ]
             */
            children: components["schemas"]["UrlTreeChild"][];
            /**
             * @description Token of the next page; absent on the last one.
             * @example AbYx8m2NlCEn
             */
            continuationToken?: string;
        };
        /** @description One entry of the tree. It has `url`, `urlPrefix`, or both. */
        UrlTreeChild: {
            /**
             * @description The part of the URL after the prefix; empty for the URL that equals the prefix. It ends in `?` if there are URLs with a query string below it.
             * @example domains
             */
            name: string;
            /**
             * @description The URL, if an artifact has it.
             * @example http://www.iana.org/domains
             */
            url?: string;
            /**
             * @description The prefix of the entries below this one; absent if there are none.
             * @example http://www.iana.org/domains/
             */
            urlPrefix?: string;
            /**
             * Format: int32
             * @description Number of artifacts whose URLs start with `urlPrefix`, of all versions; 100 means 100 or more. Only with `counts=true`, and absent without `urlPrefix`.
             * @example 12
             */
            artifacts?: number;
        };
        /** @description The replay tool. */
        ReplayLink: {
            /**
             * @description Template of links into the replay tool.
             * @example https://replay.example.org/{namespace}/{timestamp}/{url}
             */
            template?: string;
        };
        /** @description A page of AUIDs. */
        AuidPageInfo: {
            /**
             * @description The AUIDs in the page.
             * @example [
             *       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014"
             *     ]
             */
            auids: components["schemas"]["Auid"][];
            /**
             * @example {
             *       "totalCount": 1,
             *       "resultsPerPage": 1,
             *       "curLink": "http://localhost:24610/aus"
             *     }
             */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Position of a page in its listing. */
        PageInfo: {
            /**
             * Format: int32
             * @description Total number of results, counted when the listing began.
             * @example 31
             */
            totalCount: number;
            /**
             * Format: int32
             * @description Number of results in this page.
             * @example 10
             */
            resultsPerPage: number;
            /**
             * @description Token for the next page; absent on the last page.
             * @example WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ
             */
            continuationToken?: string;
            /**
             * @description URL of the current request.
             * @example http://localhost:24610/artifacts?limit=10
             */
            curLink: string;
            /**
             * @description Complete URL of the next request; absent on the last page.
             * @example http://localhost:24610/artifacts?limit=10&continuationToken=WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ
             */
            nextLink?: string;
        };
        /** @description Number of artifacts and sizes of an AU. */
        AuSummary: {
            namespace: components["schemas"]["Namespace"];
            auid: components["schemas"]["Auid"];
            /**
             * Format: int64
             * @description Number of artifacts, committed or not.
             * @example 311
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Number of committed artifacts.
             * @example 311
             */
            committed: number;
            /**
             * Format: int64
             * @description Number of URLs with a committed artifact.
             * @example 310
             */
            urls: number;
            /**
             * Format: int64
             * @description Total payload size of all committed artifacts, in bytes.
             * @example 1048576
             */
            bytes: number;
            /**
             * Format: int64
             * @description Total payload size of the latest committed version of each URL, in bytes.
             * @example 786432
             */
            latestBytes: number;
            /**
             * Format: int64
             * @description Size of the AU's content in WARC files, in bytes.
             * @example 524288
             */
            storedBytes: number;
        };
        /** @description Sizes of an AU, in bytes. */
        AuSize: {
            /**
             * Format: int64
             * @description Size in bytes of the payloads of all committed artifacts of the AU.
             * @example 1048576
             */
            totalAllVersions?: number;
            /**
             * Format: int64
             * @description Size in bytes of the payloads of the latest committed version of each URL.
             * @example 786432
             */
            totalLatestVersions?: number;
            /**
             * Format: int64
             * @description Size in bytes of the underlying WARC files of the AU.
             * @example 524288
             */
            totalWarcSize?: number;
        };
        /** @description Committed artifacts of an AU by host, media type, HTTP status and year of the capture. */
        AuReport: {
            /** @description Namespace of the AU. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the AU. */
            auid: components["schemas"]["Auid"];
            /**
             * @description Time of the report.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of committed artifacts.
             * @example 1200
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Size in bytes of their payloads.
             * @example 1048576
             */
            bytes: number;
            /**
             * @description Hosts of the URLs, in lower case, with their ports.
             * @example [
             *       {
             *         "name": "www.example.org",
             *         "artifacts": 1200,
             *         "bytes": 1048576
             *       }
             *     ]
             */
            hosts: components["schemas"]["AuReportLine"][];
            /**
             * @description Media types.
             * @example [
             *       {
             *         "name": "text/html",
             *         "artifacts": 1200,
             *         "bytes": 1048576
             *       }
             *     ]
             */
            types: components["schemas"]["AuReportLine"][];
            /**
             * @description HTTP statuses.
             * @example [
             *       {
             *         "name": "200",
             *         "artifacts": 1200,
             *         "bytes": 1048576
             *       }
             *     ]
             */
            statuses: components["schemas"]["AuReportLine"][];
            /**
             * @description Years of the captures, in UTC.
             * @example [
             *       {
             *         "name": "2014",
             *         "artifacts": 1200,
             *         "bytes": 1048576
             *       }
             *     ]
             */
            years: components["schemas"]["AuReportLine"][];
        };
        /** @description Artifacts with the same host, media type, status or year. */
        AuReportLine: {
            /**
             * @description The host, media type, status or year; absent if the artifacts have none, and in the line that combines several names.
             * @example www.example.org
             */
            name?: string;
            /**
             * Format: int64
             * @description Number of artifacts.
             * @example 1200
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Size in bytes of their payloads.
             * @example 1048576
             */
            bytes: number;
            /**
             * Format: int64
             * @description Number of names that this line combines; absent in a line for one name.
             * @example 12
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
             * @example 1200
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Number of uncommitted artifacts.
             * @example 0
             */
            uncommitted: number;
            /**
             * Format: int64
             * @description Number of artifacts that are known to be damaged.
             * @example 0
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of holds in effect on the AU and on its artifacts.
             * @example 0
             */
            holds: number;
            /** @description Segments of the AU. */
            objects: components["schemas"]["AuObjects"];
            /**
             * @description Time of the least recent fixity check of a checked segment; absent if no segment was checked.
             * @example 1755645600000
             */
            oldestCheck?: components["schemas"]["EpochMillis"];
            /**
             * @description Time of the latest fixity check of a segment; absent if no segment was checked.
             * @example 1755645900000
             */
            latestCheck?: components["schemas"]["EpochMillis"];
            /**
             * Format: int32
             * @description Number of readable object stores in which no segment of the AU is known to be missing or damaged.
             * @example 2
             */
            copies: number;
            /**
             * @description The object stores; empty if there is only one, and absent if the user may not see the list of stores.
             * @example [
             *       {
             *         "name": "far",
             *         "role": "archive",
             *         "state": "complete",
             *         "complete": 3,
             *         "missing": 0,
             *         "damaged": 0
             *       }
             *     ]
             */
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
             * @example 3
             */
            segments: number;
            /**
             * Format: int64
             * @description Number of segments whose object has a fault, such as a missing object.
             * @example 0
             */
            faulty: number;
            /**
             * Format: int64
             * @description Number of segments that have not been checked since they were written.
             * @example 1
             */
            unchecked: number;
        };
        /** @description Copies of an AU's segments in an object store. */
        AuStoreCopies: {
            /**
             * @description Name of the store.
             * @example far
             */
            name: string;
            /**
             * @description Role of the store.
             * @example archive
             * @enum {string}
             */
            role: "primary" | "copy" | "archive";
            /**
             * @description State of the store, as in the list of stores.
             * @example complete
             * @enum {string}
             */
            state: "complete" | "filling" | "retiring" | "away" | "removed";
            /**
             * Format: int64
             * @description Number of segments of which the store has an intact copy.
             * @example 3
             */
            complete: number;
            /**
             * Format: int64
             * @description Number of segments that the store lacks, or that have not been compared with the other stores yet.
             * @example 0
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of segments whose copy is damaged.
             * @example 0
             */
            damaged: number;
        };
        /** @description The last import into an AU. */
        AuLastImport: {
            /**
             * @description Start of the import.
             * @example 1755645500000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * @description How the import ended, as in the list of imports.
             * @example complete
             * @enum {string}
             */
            outcome: "running" | "complete" | "failed" | "cut" | "lost";
            /**
             * @description User who started the import.
             * @example librarian
             */
            by?: string;
            /**
             * @description Name of the imported file.
             * @example iana.warc.gz
             */
            fileName?: string;
        };
        /** @description Result of a finished fixity check that covers an AU. The numbers are of the whole check. `GET /checks/{check}/certificate` returns the certificate. */
        AuCertificate: {
            /**
             * Format: uuid
             * @description Identifier of the check.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            check: string;
            /**
             * @description End of the check; absent in an event, which has the time itself.
             * @example 1755645960000
             */
            at?: components["schemas"]["EpochMillis"];
            /**
             * @description User who requested the check, or who added its schedule; absent in an event.
             * @example librarian
             */
            by?: string;
            /**
             * @description What was checked: the AU, its namespace, or the node.
             * @example au
             * @enum {string}
             */
            scope: "au" | "namespace" | "node";
            verdict: components["schemas"]["CheckVerdict"];
            /**
             * Format: int64
             * @description Number of artifacts in the scope; the sum of the next five numbers.
             * @example 512
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Number of artifacts that were read completely and are intact.
             * @example 512
             */
            intact: number;
            /**
             * Format: int64
             * @description Number of artifacts with a damaged copy.
             * @example 0
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of artifacts with a missing copy.
             * @example 0
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of artifacts without a fault, but with a copy that could not be read. They do not count as intact.
             * @example 0
             */
            unreadable: number;
            /**
             * Format: int64
             * @description Number of artifacts that were not checked, because they were deleted or the check ended early.
             * @example 0
             */
            notChecked: number;
            /**
             * Format: int64
             * @description Number of damaged or missing artifacts whose faulty copies were all replaced with intact ones.
             * @example 0
             */
            repaired: number;
        };
        /** @description A page of the events of an AU, newest first. */
        AuEvents: {
            /**
             * @description The events of this page.
             * @example []
             */
            events: components["schemas"]["AuEvent"][];
            /**
             * @description Token for the next page; absent on the last page.
             * @example hfp1.WzEsMiwzXQ
             */
            continuationToken?: string;
        };
        /** @description An event in the history of an AU. */
        AuEvent: {
            /**
             * @description Type of the event. `imported`: an import was started; `certified`: a requested fixity check has ended with a certificate; `damaged`: artifacts were found damaged; `well`: damage was no longer found; `held` and `released`: a hold was placed or lifted; `restored`: a deletion was undone.
             * @example imported
             * @enum {string}
             */
            event: "imported" | "certified" | "damaged" | "repaired" | "well" | "held" | "released" | "deleted" | "purged" | "restored";
            /**
             * @description Time of the event; the start of an import; the end of a check.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * @description User who caused the event, requested the check, or added its schedule.
             * @example librarian
             */
            by?: string;
            /** @description Result of the check; only in events of the type `certified`. */
            certificate?: components["schemas"]["AuCertificate"];
            /**
             * @description Reason for the event, or why an import failed.
             * @example litigation
             */
            detail?: string;
            /**
             * @description Name of the imported file.
             * @example iana.warc.gz
             */
            fileName?: string;
            /**
             * @description How an import ended, as in the list of imports.
             * @example complete
             * @enum {string}
             */
            outcome?: "running" | "complete" | "failed" | "cut" | "lost";
            /** @description Records of an import by outcome. */
            counts?: components["schemas"]["ImportCounts"];
            /**
             * Format: int64
             * @description Number of artifacts of the event; absent for an import and for an event of the whole AU.
             * @example 3
             */
            artifacts?: number;
            /** @description The artifact, if the event has exactly one. */
            uuid?: components["schemas"]["ArtifactUuid"];
            /**
             * @description Origin of the intact content of a repair, as in the events of an artifact.
             * @example upload
             */
            source?: string;
            /**
             * @description Name of the store whose copy was damaged or repaired; absent if there is only one store.
             * @example disk2
             */
            store?: string;
            /**
             * @description Identifier of the hold.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
             */
            hold?: string;
            /**
             * @description End of the hold; absent if it lasts until it is lifted.
             * @example 4102444800000
             */
            until?: components["schemas"]["EpochMillis"];
        };
        /** @description Outcome of one WARC record of an import. */
        ImportStatus: {
            /**
             * @description WARC-Record-ID of the record, verbatim.
             * @example <urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>
             */
            warcId?: string;
            /**
             * Format: int64
             * @description Offset in bytes of the record, or of its gzip member, in the uploaded file.
             * @example 334
             */
            offset?: number;
            /**
             * @description URL of the record.
             * @example http://www.iana.org/
             */
            url?: string;
            /** @description Identifier of the resulting artifact; for a duplicate, of the existing artifact. */
            artifactUuid?: components["schemas"]["ArtifactUuid"];
            /** @description Digest of the payload. */
            digest?: components["schemas"]["ContentDigest"];
            /**
             * Format: int32
             * @description Version of the artifact that artifactUuid names.
             * @example 1
             */
            version?: number;
            status?: components["schemas"]["ImportOutcome"];
            /**
             * @description Why the record was not imported, or warnings about an imported record.
             * @example Block digest does not match the block
             */
            statusMessage?: string;
        };
        /** @description Beyond the interface. Outcome of one record of another repository. */
        MigrationStatus: {
            /**
             * @description WARC-Record-ID of the record, verbatim.
             * @example <urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>
             */
            warcId?: string;
            /**
             * Format: int64
             * @description Offset in bytes of the record, or of its gzip member, in the upload.
             * @example 0
             */
            offset?: number;
            /**
             * @description URL of the artifact.
             * @example http://www.iana.org/
             */
            url?: string;
            /** @description Identifier of the artifact in the source, whatever its outcome. */
            artifactUuid?: components["schemas"]["ArtifactUuid"];
            /** @description Digest of the payload. */
            digest?: components["schemas"]["ContentDigest"];
            /**
             * Format: int32
             * @description Version of the artifact.
             * @example 1
             */
            version?: number;
            /**
             * Format: int64
             * @description WARC-Date of the record.
             * @example 1390766784000
             */
            collectionDate?: number;
            /**
             * Format: int64
             * @description Size of the payload in bytes.
             * @example 1270
             */
            contentLength?: number;
            /**
             * @description Whether the artifact is committed in this repository; absent if it is not stored here.
             * @example true
             */
            committed?: boolean;
            status?: components["schemas"]["ImportOutcome"];
            /**
             * @description Why the record was not taken over, or warnings about a record that was.
             * @example its payload has another digest than the one that was stored
             */
            statusMessage?: string;
        };
        /** @description Beyond the interface. The last object of an import's response, if requested (`summary`). It has no status. */
        ImportSummaryLine: {
            summary: components["schemas"]["ImportSummary"];
        };
        /** @description Beyond the interface. Summary of a whole import. */
        ImportSummary: {
            /**
             * @description Whether the archive was read to its end; if not, the line before says why.
             * @example true
             */
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
             * @example 0
             */
            quarantined: number;
            companions: components["schemas"]["CompanionCounts"];
            /**
             * Format: int64
             * @description Number of bytes of the archive that were read.
             * @example 5678901
             */
            uploadBytes: number;
            /**
             * @description Contradictions of the archive as a whole, such as wrong hashes in datapackage.json; absent if there are none.
             * @example [
             *       "datapackage.json gives another SHA-256 for \"archive/data.warc.gz\" than it has."
             *     ]
             */
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
         * @example 3
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
         * @example OK
         * @enum {string}
         */
        ImportOutcome: "OK" | "ERROR" | "DUPLICATE" | "EXCLUDED";
        /** @description The software and storage that the repository runs on. */
        RepositoryInfo: {
            /**
             * @description The store of WARC files.
             * @example {
             *       "type": "S3",
             *       "name": "preservation",
             *       "used": 370000000000
             *     }
             */
            storeInfo: components["schemas"]["StorageInfo"];
            /**
             * @description The index.
             * @example {
             *       "type": "PostgreSQL",
             *       "name": "holdfast",
             *       "used": 8388608000
             *     }
             */
            indexInfo: components["schemas"]["StorageInfo"];
        };
        /** @description A storage area. Members without a known value, such as the capacity of an object store, are absent. */
        StorageInfo: {
            /**
             * @description Type of the storage area.
             * @example Posix
             * @enum {string}
             */
            type: "Posix" | "S3" | "PostgreSQL";
            /**
             * @description Name of the storage area.
             * @example repository
             */
            name: string;
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
             * Format: int64
             * @description Beyond the interface. Replaces `size` with `COMPATIBILITY=laaws`: the size in units of 1,024 bytes.
             * @example 976562500
             */
            sizeKB?: number;
            /**
             * Format: int64
             * @description Replaces `used` with `COMPATIBILITY=laaws`, in units of 1,024 bytes.
             * @example 361328125
             */
            usedKB?: number;
            /**
             * Format: int64
             * @description Replaces `avail` with `COMPATIBILITY=laaws`, in units of 1,024 bytes.
             * @example 615234375
             */
            availKB?: number;
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
             * @example repository-service
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
             * @example Repository Service
             */
            serviceName?: string;
            /**
             * @description When the service last became ready, in milliseconds since the epoch, UTC.
             * @example 1755645500000
             */
            readyTime?: components["schemas"]["EpochMillis"];
            /**
             * @description Why the service is not ready.
             * @example The index cannot be reached
             */
            reason?: string;
            startupStatus?: components["schemas"]["StartupStatus"];
        };
        /**
         * @description Progress of the service's start.
         * @example AUS_STARTED
         * @enum {string}
         */
        StartupStatus: "NONE" | "PLUGINS_CRAWLING" | "PLUGINS_COLLECTED" | "PLUGINS_LOADING" | "PLUGINS_LOADED" | "AUS_STARTING" | "AUS_STARTED";
        /**
         * @description Yes or no.
         * @example true
         */
        CdxFlag: boolean | (1 | 0);
        /**
         * @description Comma-separated names of fields.
         * @example urlkey,timestamp,original
         */
        CdxFieldList: string;
        /**
         * @description The name of a field, and optionally the number of characters to compare.
         * @example timestamp:8
         */
        CdxCollapse: string;
        /** @description One capture. `fl` selects its members and their names. All values are strings. */
        CdxRecord: {
            /**
             * @description SURT key of the URL.
             * @example org,iana)/
             */
            urlkey?: string;
            /**
             * @description When the content was captured, in 14 digits, UTC.
             * @example 20140126200624
             */
            timestamp?: string;
            /**
             * @description URL of the capture; synonym of `url`.
             * @example http://www.iana.org/
             */
            original?: string;
            /**
             * @description URL of the capture.
             * @example http://www.iana.org/
             */
            url?: string;
            /**
             * @description Media type of the capture; synonym of `mime`.
             * @example text/html
             */
            mimetype?: string;
            /**
             * @description Media type of the capture without parameters, `unk` when absent.
             * @example text/html
             */
            mime?: string;
            /**
             * @description HTTP status of the capture; synonym of `status`.
             * @example 200
             */
            statuscode?: string;
            /**
             * @description HTTP status of the capture, `-` for a resource.
             * @example 200
             */
            status?: string;
            /**
             * @description SHA-1 of the stored payload in base32.
             * @example OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB
             */
            digest?: string;
            /**
             * @description Target of the redirect, `-` if unknown.
             * @example -
             */
            redirect?: string;
            /**
             * @description Robot flags, `-` when unknown.
             * @example -
             */
            robotflags?: string;
            /**
             * @description Length in bytes of the stored gzip member.
             * @example 2258
             */
            length?: string;
            /**
             * @description Offset of the record in the archive, always 0.
             * @example 0
             */
            offset?: string;
            /**
             * @description Name under which `/replay/warcs` serves the record.
             * @example default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz
             */
            filename?: string;
            /**
             * @description Method of the request, if it is known and not GET.
             * @example POST
             */
            method?: string;
            /**
             * @description Body of the request as query parameters, at most 4,096 characters; absent if the request has no body.
             * @example section=about&page=2
             */
            requestBody?: string;
        };
        /** @description Number of pages of a query. */
        CdxPageCount: {
            /**
             * @description Number of pages.
             * @example 2
             */
            pages: number;
            /**
             * @description Number of captures on a page.
             * @example 10000
             */
            pageSize: number;
            /**
             * @description Number of captures on all pages.
             * @example 12345
             */
            captures: number;
        };
        /**
         * @description Document `wayback` with one `error`, which consists of `title` (one of the titles that clients recognize) and `message`.
         * @example <wayback><error><title>Bad Query Exception</title><message>url is missing</message></error></wayback>
         */
        CdxaError: string;
        /** @description An archive to import and the AU it goes to. */
        AddArtifactsForm: {
            /** @description AUID of the new artifacts. */
            auid: components["schemas"]["Auid"];
            /**
             * Format: binary
             * @description Archive data containing artifacts, a WARC, ARC or WACZ file.
             * @example (bytes of iana.warc.gz)
             */
            archive: string;
        };
        /** @description Artifacts of another repository, and the AU they belong to. */
        MigrateArtifactsForm: {
            /** @description AUID of the artifacts. */
            auid: components["schemas"]["Auid"];
            /**
             * @description Uuids of records that must not be stored, because they are deleted in the source; separated by commas or white space. Each of them is reported as `EXCLUDED`.
             * @example 4eec4942-a541-410a-99f4-50de39b62118
             */
            except?: string;
            /**
             * @description Uuids of uncommitted artifacts, separated by commas or white space. All others become committed.
             * @example 65619a10-0646-495e-9cdb-d06bac64c831
             */
            uncommitted?: string;
            /**
             * @description Identities of the artifacts, if their records do not contain them: a JSON object with `uuid`, `uri`, `version`, `contentDigest`, `collectionDate` and optionally `storeDate` on each line, as in listings. A record is matched by its URL and the digest of its payload; a record without an identity is an `ERROR`. The bytes of a record and of its companion records are stored unchanged.
             * @example {"uuid":"4eec4942-a541-410a-99f4-50de39b62118","uri":"http://www.iana.org/","version":1,"contentDigest":"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806","collectionDate":1390766784000}
             */
            identities?: string;
            /**
             * Format: binary
             * @description Records of the repository, a WARC file.
             * @example (bytes of artifacts_default-….warc.gz)
             */
            archive: string;
        };
        /** @description A new artifact in parts. */
        CreateArtifactForm: {
            /**
             * @description JSON artifact properties, an object of ArtifactPropertiesInput.
             * @example {"namespace":"default","auid":"org|example|plugin|DemoPlugin&year~2014","uri":"http://www.iana.org/"}
             */
            artifactProps: string;
            /**
             * @description Status line and headers of the captured HTTP response, ended by a blank line. If absent or empty, the artifact is a resource.
             * @example HTTP/1.1 200 OK
             *     Content-Type: text/html; charset=UTF-8
             */
            httpResponseHeader?: string;
            /**
             * Format: binary
             * @description The payload, sent as a file.
             * @example <html><body>Hello, IANA</body></html>
             */
            payload: string;
        };
        /** @description The new commit status; required if it is not in the query. */
        UpdateArtifactForm: {
            /**
             * @description The new commit status.
             * @example true
             */
            committed?: boolean;
        };
        /** @description A bulk operation. */
        BulkAuOpForm: {
            /**
             * @description Whether bulk transfer starts or finishes.
             * @example start
             * @enum {string}
             */
            op: "start" | "finish";
        };
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
             * @example No AUs in namespace journals
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
             * @example No AUs in namespace journals
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
        /** @description The state of the repository in figures. */
        RepositorySummary: {
            /**
             * @description Time of this response.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /** @description The stored content. */
            stored: {
                /**
                 * Format: int64
                 * @description Number of AUs with any artifact.
                 * @example 12
                 */
                aus: number;
                /**
                 * Format: int64
                 * @description Number of artifacts, committed or not.
                 * @example 48210
                 */
                artifacts: number;
                /**
                 * Format: int64
                 * @description Size of all WARC objects in bytes, including deleted records in them.
                 * @example 7340032000
                 */
                bytes: number;
            };
            /** @description Location and free space of the object store. */
            store: {
                /**
                 * @description Type of the object store.
                 * @example Posix
                 * @enum {string}
                 */
                type: "Posix" | "S3";
                /**
                 * @description Name of the object store.
                 * @example repository
                 */
                name: string;
                /**
                 * Format: int64
                 * @description Size of the store in bytes; absent if unknown.
                 * @example 1000000000000
                 */
                sizeBytes?: number;
                /**
                 * Format: int64
                 * @description Free space in bytes; absent if the store does not report it.
                 * @example 630000000000
                 */
                availableBytes?: number;
                /**
                 * Format: int64
                 * @description Growth per day, over the last 30 days or the known period if that is shorter; absent if the known period is less than a day.
                 * @example 210000000
                 */
                bytesPerDay?: number;
                /**
                 * Format: int64
                 * @description Days until the free space is used up at that rate; absent if the free space or the rate is unknown, or nothing grows.
                 * @example 3000
                 */
                daysLeft?: number;
            };
            /** @description Results of reading stored content again and comparing it with its digests. */
            fixity: {
                /**
                 * Format: int64
                 * @description Size of all WARC objects in bytes.
                 * @example 7340032000
                 */
                bytes: number;
                /**
                 * Format: int64
                 * @description Number of these bytes that were checked within the period, or ever if there is no period.
                 * @example 7340032000
                 */
                checkedBytes: number;
                /**
                 * @description Period in which everything must be checked, in days (FIXITY_PERIOD); absent if the fixity check is off.
                 * @example 90
                 */
                periodDays?: number;
                /**
                 * @description Time when the object whose check is the oldest was last checked or stored; absent if nothing is stored.
                 * @example 1754608800000
                 */
                oldestCheck?: components["schemas"]["EpochMillis"];
                /**
                 * @description Whether a check is running.
                 * @example false
                 */
                walking: boolean;
                /**
                 * Format: int64
                 * @description Rate of the running check, in bytes per second; absent if no check is running or the rate is unknown.
                 * @example 19800000
                 */
                bytesPerSecond?: number;
                /**
                 * @description Time when the running check will end at this rate.
                 * @example 1755646000000
                 */
                expectedEnd?: components["schemas"]["EpochMillis"];
            };
            /** @description Known damage. */
            damage: {
                /**
                 * Format: int64
                 * @description Number of artifacts with damaged content.
                 * @example 0
                 */
                artifacts: number;
                /**
                 * Format: int64
                 * @description Number of damaged or missing objects in the store.
                 * @example 0
                 */
                objects: number;
            };
            /** @description State of the journal: changes that would be lost with the database, because the object store does not contain them yet. */
            journal: {
                /**
                 * Format: int64
                 * @description Number of index transactions whose journal entry is not in the object store yet.
                 * @example 0
                 */
                rows: number;
                /**
                 * @description Age of the oldest of these transactions.
                 * @example 0
                 */
                seconds: number;
            };
            /**
             * Format: int64
             * @description Number of running imports at all replicas.
             * @example 0
             */
            importsUnderWay: number;
            /** @description Jobs that need attention. */
            jobs: {
                /**
                 * @description Ids of jobs whose last run failed.
                 * @example []
                 */
                failed: string[];
                /**
                 * @description Ids of paused jobs.
                 * @example []
                 */
                paused: string[];
            };
            /**
             * @description Dependencies of the replica that handles the request.
             * @example [
             *       {
             *         "name": "database",
             *         "usable": true
             *       }
             *     ]
             */
            dependencies: components["schemas"]["Dependency"][];
            /**
             * @description Why nothing can be stored now; absent if content can be stored.
             * @example The disk of the object store is nearly full
             */
            readOnly?: string;
        };
        /** @description A dependency of the service. */
        Dependency: {
            /**
             * @description Name of the dependency.
             * @example database
             */
            name: string;
            /**
             * @description Whether the dependency can be used now.
             * @example true
             */
            usable: boolean;
        };
        /** @description Amount of stored content at earlier times. */
        Growth: {
            /**
             * @description The samples, oldest first.
             * @example []
             */
            samples: components["schemas"]["GrowthSample"][];
        };
        /** @description Amount of stored content at one time. */
        GrowthSample: {
            /**
             * @description Start of the ten minutes in which the sample was taken.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of AUs with any artifact.
             * @example 12
             */
            aus: number;
            /**
             * Format: int64
             * @description Number of artifacts, committed or not.
             * @example 48210
             */
            artifacts: number;
            /**
             * Format: int64
             * @description Size of the payloads of all versions, in bytes.
             * @example 15000000000
             */
            contentBytes: number;
            /**
             * Format: int64
             * @description Size of all WARC objects in bytes.
             * @example 7340032000
             */
            storedBytes: number;
        };
        /** @description Live values. */
        Live: {
            /** @description The state in figures. */
            summary: components["schemas"]["RepositorySummary"];
            /**
             * @description Running imports, oldest first, up to 50.
             * @example []
             */
            imports: components["schemas"]["ImportUnderWay"][];
            /**
             * @description The jobs.
             * @example []
             */
            jobs: components["schemas"]["Job"][];
        };
        /** @description A running import. */
        ImportUnderWay: {
            /**
             * @description Identifier of the import.
             * @example 0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61
             */
            id: components["schemas"]["ArtifactUuid"];
            /** @description Destination namespace. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the destination AU. */
            auid: components["schemas"]["Auid"];
            /**
             * @description Start time.
             * @example 1755645600000
             */
            started: components["schemas"]["EpochMillis"];
            /**
             * @description Name of the file, as sent by the client.
             * @example iana.warc.gz
             */
            fileName?: string;
            /**
             * Format: int64
             * @description Length of the request, which is slightly greater than the length of the file; absent if unknown.
             * @example 81920300
             */
            requestBytes?: number;
            /**
             * Format: int64
             * @description Number of bytes of the file read so far.
             * @example 40960000
             */
            uploadBytes: number;
            /** @description Records by outcome. */
            counts: components["schemas"]["ImportCounts"];
        };
        /** @description A running or finished import. */
        ImportRun: {
            /**
             * @description How the import ended. `complete`: the file was read to its end, whatever the outcome of its records; `cut`: the client disconnected; `lost`: the process died.
             * @example complete
             * @enum {string}
             */
            outcome: "running" | "complete" | "failed" | "cut" | "lost";
            /**
             * @description Time when the import ended, or was last known to be running.
             * @example 1755645600000
             */
            seen: components["schemas"]["EpochMillis"];
            /**
             * @description User who started the import.
             * @example librarian
             */
            user?: string;
            /**
             * @description Request id of the import, as in the log.
             * @example 0198c4a1-e1f4-7b20-a1c2-03d4e5f60718
             */
            requestId: string;
            /**
             * @description Reason of the failure, as reported to the client.
             * @example The upload broke off.
             */
            failure?: string;
            /**
             * @description Identifier of the import.
             * @example 0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61
             */
            id: components["schemas"]["ArtifactUuid"];
            /** @description Destination namespace. */
            namespace: components["schemas"]["Namespace"];
            /** @description AUID of the destination AU. */
            auid: components["schemas"]["Auid"];
            /**
             * @description Start time.
             * @example 1755645600000
             */
            started: components["schemas"]["EpochMillis"];
            /**
             * @description Name of the file, as sent by the client.
             * @example iana.warc.gz
             */
            fileName?: string;
            /**
             * Format: int64
             * @description Length of the request, which is slightly greater than the length of the file; absent if unknown.
             * @example 81920300
             */
            requestBytes?: number;
            /**
             * Format: int64
             * @description Number of bytes of the file read so far.
             * @example 40960000
             */
            uploadBytes: number;
            /** @description Records by outcome. */
            counts: components["schemas"]["ImportCounts"];
        };
        /** @description A page of imports. */
        ImportPage: {
            /**
             * @description The imports, newest first.
             * @example []
             */
            imports: components["schemas"]["ImportRun"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Recent failed requests. */
        Failures: {
            /**
             * @description The imports, newest first.
             * @example []
             */
            failures: components["schemas"]["Failure"][];
        };
        /** @description A request that failed, but not because of an error of the client. */
        Failure: {
            /**
             * @description Time when the request ended.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * @description Request id, as in the log.
             * @example 0198c4a1-e1f4-7b20-a1c2-03d4e5f60718
             */
            requestId: string;
            /**
             * @description The `operationId` of the request.
             * @example getArtifactDataByPayload
             */
            operation: string;
            /**
             * @description Method of the request.
             * @example GET
             */
            method: string;
            /**
             * @description Status of the response; absent if the response had begun and was cut off.
             * @example 502
             */
            status?: number;
            /**
             * @description User of the request; absent if no user was logged in.
             * @example reader
             */
            user?: string;
            /**
             * @description Error detail that the client received or would have received.
             * @example The object store cannot be used.
             */
            detail: string;
        };
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
        /** @description The object stores, and the repairs from peers. */
        Copies: {
            /**
             * @description The stores; empty if there is only one.
             * @example []
             */
            stores: components["schemas"]["StoreCopies"][];
            /** @description Repairs from peers. */
            peers: components["schemas"]["PeerRepairs"];
        };
        /** @description Repairs of damaged artifacts with records from peers. */
        PeerRepairs: {
            /**
             * @description Base URLs of the peers (`REPAIR_SOURCES`), in the order in which they are asked.
             * @example [
             *       "https://one.example.org/repository"
             *     ]
             */
            sources: string[];
            /** @description The current or last run; absent if nothing has been requested from peers yet. */
            lastRun?: components["schemas"]["PeerRepairRun"];
        };
        /** @description A run that requests all damaged artifacts from the peers. */
        PeerRepairRun: {
            /**
             * @description Start of the run.
             * @example 1755646000000
             */
            started: components["schemas"]["EpochMillis"];
            /**
             * @description End of the run; absent if it is running or was interrupted.
             * @example 1755646002000
             */
            finished?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of artifacts that the run has repaired.
             * @example 3
             */
            repaired: number;
            /**
             * Format: int64
             * @description Number of artifacts for which no peer had a record that could be verified.
             * @example 1
             */
            notRepaired: number;
            /**
             * @description Why the run failed; absent if it did not fail.
             * @example the database cannot be reached
             */
            failure?: string;
        };
        /** @description An object store, and how complete it is. */
        StoreCopies: {
            /**
             * @description Name of the store.
             * @example far
             */
            name: string;
            /**
             * @description Role of the store.
             * @example archive
             * @enum {string}
             */
            role: "primary" | "copy" | "archive";
            /**
             * @description The setting that names the store. Contains no secret.
             * @example s3:bucket
             */
            location: string;
            /**
             * @description State of the store. `filling`: it is new or was emptied; `retiring`: nothing more is written to it; `away`: it cannot be read; `removed`: `OBJECT_STORE` no longer names it.
             * @example filling
             * @enum {string}
             */
            state: "complete" | "filling" | "retiring" | "away" | "removed";
            /**
             * @description Why the store is not read or not written; absent if it is both read and written.
             * @example it has not answered for a second
             */
            reason?: string;
            /**
             * Format: int64
             * @description Number of segments in the index.
             * @example 1200
             */
            objects: number;
            /**
             * Format: int64
             * @description Number of segments with a good copy in the store, as far as known.
             * @example 800
             */
            complete: number;
            /**
             * Format: int64
             * @description Number of copies still to be made, including segments that have not been compared yet.
             * @example 400
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of copies that are known to be damaged.
             * @example 0
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of pending copies and deletions.
             * @example 40
             */
            queued: number;
            /**
             * @description Whether none of the pending work was done during the last ten minutes.
             * @example true
             */
            stalled?: boolean;
            /**
             * @description Time when all pending work will be done; absent if the time is unknown or nothing is pending.
             * @example 1755646000000
             */
            expectedEnd?: components["schemas"]["EpochMillis"];
        };
        /** @description The maintenance jobs of the repository. */
        Jobs: {
            /**
             * @description The jobs.
             * @example []
             */
            jobs: components["schemas"]["Job"][];
        };
        /** @description A maintenance job of the repository. */
        Job: {
            /**
             * @description Id of the job. `fixity` reads everything and reports damage; `recheck` reads known damage again; `compaction` merges small objects and frees the space of deleted content; `sweep` removes leftovers of crashes; `sweep-preview` lists what `sweep` would remove.
             * @example fixity
             * @enum {string}
             */
            id: "fixity" | "recheck" | "compaction" | "sweep" | "sweep-preview";
            /**
             * @description State of the job. `waiting`: a user has requested its start; `interrupted`: its process ended, and it will continue.
             * @example running
             * @enum {string}
             */
            state: "never" | "waiting" | "running" | "paused" | "interrupted" | "failed" | "finished";
            /**
             * Format: int64
             * @description Time between the starts of two passes; absent if the job only runs on request.
             * @example 7776000000
             */
            periodMs?: number;
            /**
             * Format: int64
             * @description Maximum rate of the job; absent if unlimited.
             * @example 20000000
             */
            mostBytesPerSecond?: number;
            /**
             * @description Start of the job's current or last pass.
             * @example 1755645600000
             */
            started?: components["schemas"]["EpochMillis"];
            /**
             * @description End of the job's last pass; absent while one is running.
             * @example 1755645600000
             */
            finished?: components["schemas"]["EpochMillis"];
            /**
             * @description Start of the next pass; absent if it is unknown or the job is running.
             * @example 1755645600000
             */
            next?: components["schemas"]["EpochMillis"];
            /**
             * @description Why the last pass failed.
             * @example the object store cannot be reached
             */
            failure?: string;
            /** @description Progress of the job's current or last pass. */
            progress?: components["schemas"]["JobProgress"];
            /**
             * Format: int64
             * @description Rate of the job, including interruptions.
             * @example 19800000
             */
            bytesPerSecond?: number;
            /**
             * @description Time when the current pass will end at this rate.
             * @example 1755645600000
             */
            expectedEnd?: components["schemas"]["EpochMillis"];
            /**
             * @description User who paused the job.
             * @example librarian
             */
            pausedBy?: string;
            /**
             * @description Time when the job was paused.
             * @example 1755645600000
             */
            pausedSince?: components["schemas"]["EpochMillis"];
        };
        /** @description Progress of a job's pass. */
        JobProgress: {
            /**
             * Format: int64
             * @description Number of finished items, by unit (artifacts or objects).
             * @example 1200
             */
            items: number;
            /**
             * Format: int64
             * @description Number of bytes read or written.
             * @example 340032000
             */
            bytes: number;
            /**
             * Format: int64
             * @description Total number of items; absent if unknown.
             * @example 48210
             */
            totalItems?: number;
            /**
             * Format: int64
             * @description Total number of bytes; absent if unknown.
             * @example 7340032000
             */
            totalBytes?: number;
            /**
             * @description Other counts, by name.
             * @example {
             *       "damaged": 0
             *     }
             */
            counts: {
                [key: string]: number;
            };
        };
        /** @description A requested action on a job. */
        JobOrder: {
            /**
             * @description The requested action.
             * @example pause
             * @enum {string}
             */
            op: "start" | "pause" | "resume";
        };
        /** @description Objects that a sweep would remove. Lists contain the first 200 of each kind; counts cover all. */
        SweepPreview: {
            /**
             * @description Time of the preview.
             * @example 1755645600000
             */
            finished?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of objects examined.
             * @example 320
             */
            looked?: number;
            /**
             * Format: int64
             * @description Number of bytes that would be reclaimed.
             * @example 4096
             */
            bytes?: number;
            /**
             * @description Number of objects, by kind.
             * @example {
             *       "objects left behind": 1
             *     }
             */
            counts?: {
                [key: string]: number;
            };
            /**
             * @description Keys of objects that are not in the index.
             * @example []
             */
            objects?: string[];
            /**
             * @description Names of writes that were never finished.
             * @example []
             */
            unfinished?: string[];
            /**
             * @description Names of leftover spool files of the replica that ran the preview.
             * @example []
             */
            spool?: string[];
            /**
             * @description Uuids of artifacts that were never committed, if a setting causes their deletion.
             * @example []
             */
            uncommitted?: string[];
            /**
             * @description Keys of objects that are in the journal but not in the index. These are kept.
             * @example []
             */
            lost?: string[];
            /**
             * @description Keys of objects that do not belong to this repository. These are kept.
             * @example []
             */
            foreign?: string[];
        };
        /**
         * @description State of a check. Only a `finished` check has a certificate.
         * @example finished
         * @enum {string}
         */
        CheckState: "waiting" | "running" | "finished" | "cancelled" | "failed";
        /**
         * @description Result of a check that has ended. `intact`: every artifact was read and is intact. `repaired`: all faults were repaired. `faults`: faults remain. `incomplete`: some artifacts could not be read, the check ended early, or the scope was empty.
         * @example intact
         * @enum {string}
         */
        CheckVerdict: "intact" | "repaired" | "faults" | "incomplete";
        /**
         * @description Why the check was requested.
         * @example yearly report
         */
        CheckReason: string;
        /** @description Artifacts of a check. */
        CheckScope: {
            /**
             * @description `node`: all artifacts; `namespace`, `au`: all artifacts of the namespace or of the AU; `urlPrefix`: the artifacts of the namespace or of the AU whose URL begins with `urlPrefix`; `list`: the artifacts in `uuids`.
             * @example au
             * @enum {string}
             */
            kind: "node" | "namespace" | "au" | "urlPrefix" | "list";
            /** @description The namespace. In a request, the default namespace of the service if absent; not with `node`. */
            namespace?: components["schemas"]["Namespace"];
            /** @description The AU. Required with `au`, optional with `urlPrefix`. */
            auid?: components["schemas"]["Auid"];
            /**
             * @description Beginning of the URLs. Required with `urlPrefix`.
             * @example http://www.example.org/
             */
            urlPrefix?: string;
            /**
             * @description The artifacts, all in one namespace. Required in requests with `list`, and never in responses.
             * @example [
             *       "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
             *     ]
             */
            uuids?: components["schemas"]["ArtifactUuid"][];
            /**
             * @description Number of artifacts in the list. In responses with `list`.
             * @example 2
             */
            artifacts?: number;
        };
        /** @description A check to request. */
        NewCheck: {
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @example ordinary
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
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            check: string;
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @example ordinary
             * @enum {string}
             */
            stores: "ordinary" | "archive" | "all";
            state: components["schemas"]["CheckState"];
            verdict?: components["schemas"]["CheckVerdict"];
            /**
             * @description User who requested the check, or who added its schedule.
             * @example librarian
             */
            by: string;
            /**
             * @description Time when the check was requested.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            reason?: components["schemas"]["CheckReason"];
            /**
             * Format: uuid
             * @description Schedule that requested the check; absent if a user did.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
             */
            schedule?: string;
            /**
             * @description Start of the check; absent while it waits.
             * @example 1755645600000
             */
            started?: components["schemas"]["EpochMillis"];
            /**
             * @description End of the check; absent until then.
             * @example 1755645600000
             */
            ended?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of artifacts to check; absent while the check waits. After the end, the sum of the next five numbers.
             * @example 512
             */
            artifacts?: number;
            /**
             * Format: int64
             * @description Number of artifacts that were read completely and are intact.
             * @example 512
             */
            intact: number;
            /**
             * Format: int64
             * @description Number of artifacts with a damaged copy.
             * @example 0
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of artifacts with a missing copy.
             * @example 0
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of artifacts without a fault, but with a copy that could not be read. They do not count as intact.
             * @example 0
             */
            unreadable: number;
            /**
             * Format: int64
             * @description Number of artifacts that were not checked, because they were deleted or the check ended early.
             * @example 0
             */
            notChecked: number;
            /**
             * Format: int64
             * @description Number of damaged or missing artifacts whose faulty copies were all replaced with intact ones.
             * @example 0
             */
            repaired: number;
            /**
             * Format: int64
             * @description Number of bytes that were read.
             * @example 20971520
             */
            bytes: number;
            /**
             * Format: uuid
             * @description Previous finished check of the same scope.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            previous?: string;
            /**
             * @description SHA-256 of the certificate, in lower-case hex; absent if there is no certificate.
             * @example 3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b
             */
            sha256?: string;
            /**
             * @description Why the check failed; absent if it did not.
             * @example No store can be read.
             */
            failure?: string;
        };
        /** @description A page of checks. */
        CheckPage: {
            /**
             * @description The checks, latest first.
             * @example []
             */
            checks: components["schemas"]["Check"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description A fixity check with the copies that were read and the artifacts that were not intact. */
        CheckReport: {
            /**
             * Format: uuid
             * @description Identifier of the check.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            check: string;
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @example ordinary
             * @enum {string}
             */
            stores: "ordinary" | "archive" | "all";
            state: components["schemas"]["CheckState"];
            verdict?: components["schemas"]["CheckVerdict"];
            /**
             * @description User who requested the check, or who added its schedule.
             * @example librarian
             */
            by: string;
            /**
             * @description Time when the check was requested.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            reason?: components["schemas"]["CheckReason"];
            /**
             * Format: uuid
             * @description Schedule that requested the check; absent if a user did.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
             */
            schedule?: string;
            /**
             * @description Start of the check; absent while it waits.
             * @example 1755645600000
             */
            started?: components["schemas"]["EpochMillis"];
            /**
             * @description End of the check; absent until then.
             * @example 1755645600000
             */
            ended?: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Number of artifacts to check; absent while the check waits. After the end, the sum of the next five numbers.
             * @example 512
             */
            artifacts?: number;
            /**
             * Format: int64
             * @description Number of artifacts that were read completely and are intact.
             * @example 512
             */
            intact: number;
            /**
             * Format: int64
             * @description Number of artifacts with a damaged copy.
             * @example 0
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of artifacts with a missing copy.
             * @example 0
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of artifacts without a fault, but with a copy that could not be read. They do not count as intact.
             * @example 0
             */
            unreadable: number;
            /**
             * Format: int64
             * @description Number of artifacts that were not checked, because they were deleted or the check ended early.
             * @example 0
             */
            notChecked: number;
            /**
             * Format: int64
             * @description Number of damaged or missing artifacts whose faulty copies were all replaced with intact ones.
             * @example 0
             */
            repaired: number;
            /**
             * Format: int64
             * @description Number of bytes that were read.
             * @example 20971520
             */
            bytes: number;
            /**
             * Format: uuid
             * @description Previous finished check of the same scope.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            previous?: string;
            /**
             * @description SHA-256 of the certificate, in lower-case hex; absent if there is no certificate.
             * @example 3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b
             */
            sha256?: string;
            /**
             * @description Why the check failed; absent if it did not.
             * @example No store can be read.
             */
            failure?: string;
            /**
             * @description Name and version of the software that ran the check.
             * @example Holdfast repository-service/0.1.0
             */
            software?: string;
            /**
             * @description Copies of segments that were read, by store.
             * @example []
             */
            copies: components["schemas"]["CheckedCopies"][];
            /**
             * @description Artifacts that were not intact, sorted by UUID.
             * @example []
             */
            exceptions: components["schemas"]["CheckException"][];
            /** @description Position of this page of the exceptions. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Copies of segments that a check has read in one store. */
        CheckedCopies: {
            /**
             * @description Name of the store; absent if there is only one store.
             * @example first
             */
            store?: string;
            /**
             * Format: int64
             * @description Number of copies that the check tried to read.
             * @example 3
             */
            copies: number;
            /**
             * Format: int64
             * @description Number of bytes that were read.
             * @example 20971520
             */
            bytes: number;
            /**
             * Format: int64
             * @description Number of damaged copies.
             * @example 0
             */
            damaged: number;
            /**
             * Format: int64
             * @description Number of missing copies.
             * @example 0
             */
            missing: number;
            /**
             * Format: int64
             * @description Number of copies that could not be read.
             * @example 0
             */
            unreachable: number;
            /**
             * Format: int64
             * @description Number of copies that were replaced with an intact copy.
             * @example 0
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
             * @example damaged
             * @enum {string}
             */
            outcome: "damaged" | "missing" | "unreadable";
            /**
             * @description Store with this fault; absent if there is only one store.
             * @example second
             */
            store?: string;
            /**
             * @description Description of the fault.
             * @example the object is missing
             */
            reason: string;
            /**
             * @description Store that supplied the intact copy; absent if the artifact was not repaired.
             * @example first
             */
            repairedFrom?: string;
        };
        /** @description Certificate of a fixity check. "Read the store without Holdfast" describes all fields; times are in ISO 8601. */
        Certificate: {
            /**
             * @description Version of the format.
             * @example 1
             * @enum {integer}
             */
            certificate: 1;
            /**
             * Format: uuid
             * @description Identifier of the check.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
             */
            check: string;
            verdict: components["schemas"]["CheckVerdict"];
            /**
             * @description The scope of the check. A list contains its artifacts in `uuids`.
             * @example {
             *       "kind": "au",
             *       "namespace": "default",
             *       "auid": "sample"
             *     }
             */
            scope: {
                [key: string]: unknown;
            };
            /**
             * @description Numbers of artifacts. `requested` is the sum of all except `repaired`.
             * @example {
             *       "requested": 512,
             *       "intact": 512
             *     }
             */
            artifacts: {
                [key: string]: number;
            };
        };
        /** @description A schedule to add. */
        NewCheckSchedule: {
            /** @description An AU or a namespace. */
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @example ordinary
             * @enum {string}
             */
            stores?: "ordinary" | "archive" | "all";
            /**
             * @description Number of days between two checks.
             * @example 90
             */
            periodDays: number;
        };
        /** @description A schedule of fixity checks. */
        CheckSchedule: {
            /**
             * Format: uuid
             * @description Identifier of the schedule.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
             */
            schedule: string;
            scope: components["schemas"]["CheckScope"];
            /**
             * @description Stores to read. `ordinary`: all stores except those with the role `archive`; `archive`: only stores with the role `archive`; `all`: all stores.
             * @example ordinary
             * @enum {string}
             */
            stores: "ordinary" | "archive" | "all";
            /**
             * @description Number of days between two checks.
             * @example 90
             */
            periodDays: number;
            /**
             * @description Time when the next check is requested.
             * @example 1755645600000
             */
            next: components["schemas"]["EpochMillis"];
            /**
             * @description User who added the schedule.
             * @example librarian
             */
            by: string;
            /**
             * @description Time when the schedule was added.
             * @example 1755645600000
             */
            since: components["schemas"]["EpochMillis"];
        };
        /** @description Schedules of fixity checks. */
        CheckScheduleList: {
            /**
             * @description The schedules, oldest first.
             * @example []
             */
            schedules: components["schemas"]["CheckSchedule"][];
        };
        /** @description One damaged part of an artifact. */
        Damage: {
            /**
             * @description Damaged part. `payload` belongs to another record, which a revisit shares; `companions` are records captured with the artifact, which is still readable.
             * @example record
             * @enum {string}
             */
            part: "record" | "payload" | "companions";
            /**
             * @description Why the part cannot be read.
             * @example its object is missing from the store
             */
            reason: string;
            /**
             * @description Time when the damage was found.
             * @example 1755645600000
             */
            found: components["schemas"]["EpochMillis"];
            /**
             * @description Key of the object that contains the part.
             * @example ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz
             */
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
             * @example 1
             */
            version: number;
            /**
             * @description Whether the artifact is committed.
             * @example true
             */
            committed: boolean;
            /**
             * @description Time when the artifact was captured.
             * @example 1755645600000
             */
            collectionDate: components["schemas"]["EpochMillis"];
            /**
             * Format: int64
             * @description Length of the payload.
             * @example 5678
             */
            contentLength: number;
            /**
             * @description The damaged parts.
             * @example []
             */
            damages: components["schemas"]["Damage"][];
        };
        /** @description A damaged or missing object in the store. */
        DamagedObject: {
            /**
             * @description Key of the object.
             * @example ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz
             */
            key: string;
            /**
             * Format: int64
             * @description Size of the object, or its size when it was stored, in bytes.
             * @example 2258
             */
            sizeBytes: number;
            /**
             * @description Description of the damage.
             * @example nothing in the index names it
             */
            reason: string;
        };
        /** @description A page of damage. */
        DamagePage: {
            /**
             * @description The damaged artifacts, sorted by uuid.
             * @example []
             */
            artifacts: components["schemas"]["DamagedArtifact"][];
            /**
             * @description Damaged or missing objects; only on the first page.
             * @example []
             */
            objects?: components["schemas"]["DamagedObject"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Result of a repair. */
        RepairOutcome: {
            /**
             * @description `well`: the artifact was not damaged, or no longer is; `repaired`: an intact copy has replaced the damaged content; `damaged`: the artifact is still damaged.
             * @example repaired
             * @enum {string}
             */
            outcome: "well" | "repaired" | "damaged";
            /** @description The artifact whose record has replaced the damaged record. */
            copy?: components["schemas"]["ArtifactUuid"];
            /**
             * @description Base URL of the peer (`REPAIR_SOURCES`) whose record has replaced the damaged record.
             * @example https://archive.example.org/repository
             */
            peer?: string;
            /**
             * @description Remaining damage.
             * @example []
             */
            damages: components["schemas"]["Damage"][];
            /**
             * @description How to repair the remaining damage. `importAgain`: import or create the same content again in the same AU; `importWithCompanions`: import it with the records captured with it; `restoreObject`: restore the object from a backup, and request the repair again.
             * @example [
             *       "importAgain"
             *     ]
             */
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
            /**
             * @description Person on whose behalf the artifact was purged.
             * @example librarian
             */
            by: string;
            /**
             * @description Reason for the purge.
             * @example court order 17/2026
             */
            reason: string;
            /** @description Digest of the payload; absent if it was no longer known. */
            contentDigest?: components["schemas"]["ContentDigest"];
            /**
             * @description Time when the artifact was deleted.
             * @example 1755645600000
             */
            ordered: components["schemas"]["EpochMillis"];
            /**
             * @description Time when the bytes were erased; absent if they have not been erased yet.
             * @example 1755645600000
             */
            erased?: components["schemas"]["EpochMillis"];
            locked?: components["schemas"]["LockedCopies"];
        };
        /** @description Versions of removed objects that may contain the bytes and that object stores refuse to delete; absent if there are none. The purge is complete when they are deleted. */
        LockedCopies: {
            /**
             * Format: int64
             * @description Number of versions.
             * @example 1
             */
            count: number;
            /**
             * @description Time from which all of them can be deleted; absent if this is unknown, for example because of a legal hold.
             * @example 1955645600000
             */
            until?: components["schemas"]["EpochMillis"];
            /**
             * @description The first 50 versions.
             * @example [
             *       {
             *         "store": "far",
             *         "key": "ns/lockss/2c5fa4/018f3d8a-0b5c-7cc3-98c4-dc0c0c07398f.warc.gz",
             *         "reason": "COMPLIANCE retention",
             *         "until": 1955645600000
             *       }
             *     ]
             */
            copies: components["schemas"]["LockedCopy"][];
        };
        /** @description A version of an object that a store refuses to delete. */
        LockedCopy: {
            /**
             * @description Name of the store.
             * @example far
             */
            store: string;
            /**
             * @description Key of the object.
             * @example ns/lockss/2c5fa4/018f3d8a-0b5c-7cc3-98c4-dc0c0c07398f.warc.gz
             */
            key: string;
            /**
             * @description `legal hold`, `COMPLIANCE retention`, `GOVERNANCE retention`, or the server's message.
             * @example COMPLIANCE retention
             */
            reason: string;
            /**
             * @description End of the retention period; absent if unknown.
             * @example 1955645600000
             */
            until?: components["schemas"]["EpochMillis"];
        };
        /** @description A page of purges. */
        PurgePage: {
            /**
             * @description The imports, newest first.
             * @example []
             */
            purges: components["schemas"]["Purge"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * Format: int64
         * @description Number of a deletion.
         * @example 17
         */
        DeletionNumber: number;
        /**
         * @description Why artifacts are deleted, or why a request is rejected.
         * @example captured by mistake
         */
        DeletionReason: string;
        /**
         * @description Whether to `delete` artifacts, or to `purge` them, which also erases their bytes.
         * @example delete
         * @enum {string}
         */
        DeletionKind: "delete" | "purge";
        /**
         * @description State of a deletion. `requested`: waits for a decision; `approved`: a purge that waits for `keep purge`; `deleted`: the artifacts are deleted; `restored`: a user has undone the deletion; `rejected`, `withdrawn` and `expired`: nothing was deleted.
         * @example requested
         * @enum {string}
         */
        DeletionState: "requested" | "approved" | "rejected" | "withdrawn" | "expired" | "deleted" | "restored";
        /** @description Artifacts of one AU to delete. */
        NewDeletion: {
            /**
             * @description The artifacts.
             * @example [
             *       "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
             *     ]
             */
            uuids: components["schemas"]["ArtifactUuid"][];
            /** @description What to do with the artifacts; `delete` when absent. */
            kind?: components["schemas"]["DeletionKind"];
            /** @description Reason. Required for a purge, and with `DELETION_REASON=required`. */
            reason?: components["schemas"]["DeletionReason"];
        };
        /** @description Rejection of a request. */
        DeletionRejection: {
            /**
             * @description Reason for the rejection.
             * @example still cited
             */
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
             * @example 1
             */
            version?: number;
            /**
             * @description Time when the artifact was captured.
             * @example 1390766784000
             */
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
            /**
             * @description Time of the deletion or of the request.
             * @example 1755645600000
             */
            requested: components["schemas"]["EpochMillis"];
            /**
             * @description User who deleted the artifacts or requested the deletion.
             * @example librarian
             */
            by: string;
            /** @description Reason for the deletion; absent if none was given. */
            reason?: components["schemas"]["DeletionReason"];
            /**
             * @description Time of the decision; absent if the request is open or the deletion needed no approval.
             * @example 1755649200000
             */
            decided?: components["schemas"]["EpochMillis"];
            /**
             * @description User who made the decision; absent if the request expired.
             * @example director
             */
            decidedBy?: string;
            /**
             * @description Reason for the decision, if any.
             * @example still cited
             */
            decisionReason?: string;
            /**
             * @description Whether the deletion can still be undone.
             * @example true
             */
            undoable: boolean;
            /**
             * @description Time until which compaction does not touch the records (`DELETION_UNDO`); absent if the deletion cannot be undone.
             * @example 1755735600000
             */
            undoUntil?: components["schemas"]["EpochMillis"];
            /**
             * @description Time of the undo; absent if the deletion was not undone.
             * @example 1755649200000
             */
            undone?: components["schemas"]["EpochMillis"];
            /**
             * @description User who undid the deletion; absent if it was not undone.
             * @example director
             */
            undoneBy?: string;
            /**
             * Format: int64
             * @description Number of artifacts.
             * @example 1
             */
            count: number;
            /**
             * @description The artifacts, sorted by URL. Lists of deletions include the first 20 artifacts.
             * @example []
             */
            artifacts: components["schemas"]["DeletedArtifact"][];
        };
        /** @description A page of deletions. */
        DeletionPage: {
            /**
             * @description The deletions, newest first.
             * @example []
             */
            deletions: components["schemas"]["Deletion"][];
            /**
             * @description Whether another user must approve a new deletion (`DELETION_APPROVAL`).
             * @example true
             */
            needsApproval: boolean;
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /**
         * @description Why a hold was placed or lifted.
         * @example litigation 4/2026
         */
        HoldReason: string;
        /** @description A hold to place. Names either an artifact or an AU. */
        NewHold: {
            /** @description The artifact to hold. */
            uuid?: components["schemas"]["ArtifactUuid"];
            /** @description The AU to hold. */
            auid?: components["schemas"]["Auid"];
            reason: components["schemas"]["HoldReason"];
            /**
             * @description End of the hold, in the future; absent if it lasts until it is lifted.
             * @example 4102444800000
             */
            until?: components["schemas"]["EpochMillis"];
        };
        /** @description New values of a hold. Absent fields keep their value. */
        HoldChange: {
            reason?: components["schemas"]["HoldReason"];
            /**
             * Format: int64
             * @description End of the hold, in the future; null if it lasts until it is lifted.
             * @example 4102444800000
             */
            until?: number | null;
        };
        /** @description A hold of an artifact or of an AU. */
        Hold: {
            /**
             * Format: uuid
             * @description Identifier of the hold.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63
             */
            hold: string;
            /** @description Namespace of the AU. */
            namespace: components["schemas"]["Namespace"];
            /** @description The held AU, or the AU of the held artifact. */
            auid: components["schemas"]["Auid"];
            /** @description The held artifact; absent if the whole AU is held. */
            uuid?: components["schemas"]["ArtifactUuid"];
            /**
             * @description User who placed the hold.
             * @example librarian
             */
            by: string;
            reason: components["schemas"]["HoldReason"];
            /**
             * @description Time when the hold was placed.
             * @example 1755645600000
             */
            since: components["schemas"]["EpochMillis"];
            /**
             * @description End of the hold; absent if it lasts until it is lifted.
             * @example 4102444800000
             */
            until?: components["schemas"]["EpochMillis"];
            /**
             * @description Whether the hold is in effect; false after its end.
             * @example true
             */
            active: boolean;
            /**
             * @description Buckets with object lock that enforce the hold with legal holds. Listings contain it; absent if there are no such buckets or no legal hold was requested yet. The service itself enforces every hold immediately.
             * @example [
             *       {
             *         "store": "s3:archive",
             *         "placed": 12,
             *         "pending": 0
             *       }
             *     ]
             */
            legalHolds?: components["schemas"]["LegalHoldCount"][];
        };
        /** @description Legal holds in one bucket. */
        LegalHoldCount: {
            /**
             * @description The bucket.
             * @example s3:archive
             */
            store: string;
            /**
             * Format: int64
             * @description Number of segments of the held content that have a legal hold.
             * @example 12
             */
            placed: number;
            /**
             * Format: int64
             * @description Number of segments of the held content whose legal hold is still to be placed.
             * @example 0
             */
            pending: number;
        };
        /** @description A page of holds. */
        HoldPage: {
            /**
             * @description The samples, oldest first.
             * @example []
             */
            holds: components["schemas"]["Hold"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description Report on a rendered page: what it shows, and what is missing. */
        PageReport: {
            /**
             * @description Title of the page; absent if it has none.
             * @example Tides
             */
            title?: string;
            /**
             * @description Number of resources that the page shows.
             * @example 11
             */
            shown: number;
            /**
             * @description Number of resources to which the page, its frames and its style sheets refer.
             * @example 12
             */
            total: number;
            /**
             * @description The first 100 missing resources.
             * @example []
             */
            missing: components["schemas"]["MissingResource"][];
            /** @description Target of a redirect in the page; absent if the page does not redirect. */
            redirect?: components["schemas"]["PageRedirect"];
            /**
             * @description Whether the page consists of frames, which are shown as a list of links.
             * @example false
             */
            frameset: boolean;
            /**
             * @description Whether the page is truncated because it is too long.
             * @example false
             */
            cut: boolean;
        };
        /** @description A resource that a rendered page does not show. */
        MissingResource: {
            /**
             * @description Absolute URL of the resource.
             * @example http://www.example.org/chart.png
             */
            url: string;
            /**
             * @description Use of the resource on the page.
             * @example image
             * @enum {string}
             */
            kind: "style" | "image" | "font" | "frame" | "import";
            /**
             * @description `none`: not captured; `error`: captured only with an error status; `redirects`: too many redirects; `tooLarge`: too large for a page; `tooMany`: the page exceeds the maximum number or depth of resources; `damaged`: its stored bytes are damaged; `unreadable`: it cannot be read or decoded; `type`: not an image, font, style sheet or HTML page that can be shown; `time`: not read in time.
             * @example none
             * @enum {string}
             */
            reason: "none" | "error" | "redirects" | "tooLarge" | "tooMany" | "damaged" | "unreadable" | "type" | "time";
        };
        /** @description Redirect of a page by `meta refresh` or by the header field `Refresh`. */
        PageRedirect: {
            /**
             * @description Absolute URL of the other page.
             * @example http://www.example.org/new
             */
            url: string;
            /**
             * @description Delay of the redirect.
             * @example 5
             */
            seconds: number;
        };
        /** @description A page of the events of an artifact. */
        ArtifactEvents: {
            /** @description The artifact. */
            uuid: components["schemas"]["ArtifactUuid"];
            /**
             * @description The events, sorted by time.
             * @example []
             */
            events: components["schemas"]["ArtifactEvent"][];
            /** @description Position of this page. */
            pageInfo: components["schemas"]["PageInfo"];
        };
        /** @description An event in the history of an artifact. */
        ArtifactEvent: {
            /**
             * @description Type of the event. `moved`: its record was rewritten elsewhere; `checked`: all records of its segment were read and compared with their digests; `well`: damage was no longer found; `held` and `released`: a hold was placed or lifted; `holdChanged`: the reason or end of a hold was changed; `purged`: the artifact was purged; `erased`: its bytes were erased; `restored`: its deletion was undone; `deletionRequested`, `deletionApproved` (only of purges), `deletionRejected`, `deletionWithdrawn` and `deletionExpired`: the state of a deletion request for it.
             * @example stored
             * @enum {string}
             */
            event: "captured" | "stored" | "committed" | "uncommitted" | "deleted" | "moved" | "checked" | "damaged" | "repaired" | "well" | "held" | "released" | "purged" | "erased" | "restored" | "deletionRequested" | "deletionApproved" | "deletionRejected" | "deletionWithdrawn" | "deletionExpired" | "holdChanged";
            /**
             * @description Time of the event.
             * @example 1755645600000
             */
            at: components["schemas"]["EpochMillis"];
            /**
             * @description User who caused the event.
             * @example librarian
             */
            by?: string;
            /**
             * @description Reason for the event, such as the damage that was found.
             * @example its object is missing from the store
             */
            detail?: string;
            /**
             * @description Name of the imported file.
             * @example iana.warc.gz
             */
            fileName?: string;
            /**
             * @description Origin of the intact content of a repair: `upload`, `artifact:UUID` (a copy in this repository), `store:NAME` or `peer:URL`.
             * @example upload
             */
            source?: string;
            /**
             * @description Name of the store whose copy was checked, damaged or repaired; absent if there is only one store.
             * @example disk2
             */
            store?: string;
            /**
             * @description End of the hold; absent if it lasts until it is lifted.
             * @example 4102444800000
             */
            until?: components["schemas"]["EpochMillis"];
            /**
             * Format: uuid
             * @description The hold.
             * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63
             */
            hold?: string;
            /** @description Number of the deletion request. */
            request?: components["schemas"]["DeletionNumber"];
            /**
             * @description User who approved the deletion request.
             * @example director
             */
            approvedBy?: string;
            /**
             * @description Number of artifacts in the segment that was checked.
             * @example 512
             */
            artifacts?: number;
            /**
             * @description Number of damaged records in the segment that was checked; absent if there were none.
             * @example 1
             */
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
                /**
                 * @example {
                 *       "artifacts": [
                 *         {
                 *           "namespace": "default",
                 *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                 *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                 *           "uri": "http://www.iana.org/",
                 *           "version": 1,
                 *           "contentLength": 5678,
                 *           "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
                 *           "collectionDate": 1390766784000,
                 *           "storeDate": 1755645508638,
                 *           "state": "COMMITTED",
                 *           "committed": true,
                 *           "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
                 *         }
                 *       ],
                 *       "pageInfo": {
                 *         "totalCount": 31,
                 *         "resultsPerPage": 1,
                 *         "continuationToken": "WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ",
                 *         "curLink": "http://localhost:24610/artifacts?limit=1",
                 *         "nextLink": "http://localhost:24610/artifacts?limit=1&continuationToken=WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ"
                 *       }
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "limit must be at least 1",
                 *       "instance": "/artifacts",
                 *       "timestamp": 1755645600,
                 *       "message": "limit must be at least 1",
                 *       "path": "/artifacts",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
        /** @description The client is not authorized for this operation. */
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
                 *       "detail": "One of these roles is needed - contentAdminRole, auAdminRole, userAdminRole",
                 *       "instance": "/archives",
                 *       "timestamp": 1755645600,
                 *       "message": "One of these roles is needed - contentAdminRole, auAdminRole, userAdminRole",
                 *       "path": "/archives",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "No artifact 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61 in namespace default",
                 *       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                 *       "timestamp": 1755645600,
                 *       "message": "No artifact 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61 in namespace default",
                 *       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no AU \"sample\" in namespace \"default\".",
                 *       "instance": "/checks",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no AU \"sample\" in namespace \"default\".",
                 *       "path": "/checks",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no check 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64.",
                 *       "instance": "/checks/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no check 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64.",
                 *       "path": "/checks/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no schedule 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65.",
                 *       "instance": "/check-schedules/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no schedule 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65.",
                 *       "path": "/check-schedules/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "100 checks are waiting already. Wait until some have ended, or cancel some.",
                 *       "instance": "/checks",
                 *       "timestamp": 1755645600,
                 *       "message": "100 checks are waiting already. Wait until some have ended, or cancel some.",
                 *       "path": "/checks",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The check 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64 has ended.",
                 *       "instance": "/checks/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                 *       "timestamp": 1755645600,
                 *       "message": "The check 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64 has ended.",
                 *       "path": "/checks/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                 *       "serverErrorType": "NONE",
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
        /** @description There is no deletion with this number. */
        DeletionNotFound: {
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
                 *       "detail": "There is no deletion 17.",
                 *       "instance": "/deletions/17/approve",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no deletion 17.",
                 *       "path": "/deletions/17/approve",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Request 17 is already closed (rejected).",
                 *       "instance": "/deletions/17/approve",
                 *       "timestamp": 1755645600,
                 *       "message": "Request 17 is already closed (rejected).",
                 *       "path": "/deletions/17/approve",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no hold 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63.",
                 *       "instance": "/holds/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no hold 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63.",
                 *       "path": "/holds/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
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
        /** @description The AUID is not found in the namespace. */
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
                 *       "detail": "No such AU in namespace default",
                 *       "instance": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999/size",
                 *       "timestamp": 1755645600,
                 *       "message": "No such AU in namespace default",
                 *       "path": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999/size",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The AU is not in bulk mode",
                 *       "instance": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~2014/bulk",
                 *       "timestamp": 1755645600,
                 *       "message": "The AU is not in bulk mode",
                 *       "path": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~2014/bulk",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "No namespace journals",
                 *       "instance": "/artifacts",
                 *       "timestamp": 1755645600,
                 *       "message": "No namespace journals",
                 *       "path": "/artifacts",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is nothing in namespace \"journals\".",
                 *       "instance": "/tree",
                 *       "timestamp": 1755645600,
                 *       "message": "There is nothing in namespace \"journals\".",
                 *       "path": "/tree",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "No AUs in namespace journals",
                 *       "instance": "/aus",
                 *       "timestamp": 1755645600,
                 *       "message": "No AUs in namespace journals",
                 *       "path": "/aus",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "There is no memento of \"http://www.example.org/\" in namespace \"default\".",
                 *       "instance": "/replay/timegate/default/http%3A%2F%2Fwww.example.org%2F",
                 *       "timestamp": 1755645600,
                 *       "message": "There is no memento of \"http://www.example.org/\" in namespace \"default\".",
                 *       "path": "/replay/timegate/default/http%3A%2F%2Fwww.example.org%2F",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "No such WARC archive",
                 *       "instance": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.arc",
                 *       "timestamp": 1755645600,
                 *       "message": "No such WARC archive",
                 *       "path": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.arc",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "Nothing that is committed matches, so there is nothing to export",
                 *       "instance": "/exports/default.warc.gz",
                 *       "timestamp": 1755645600,
                 *       "message": "Nothing that is committed matches, so there is nothing to export",
                 *       "path": "/exports/default.warc.gz",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Not Acceptable",
                 *       "status": 406,
                 *       "detail": "Available as multipart/form-data and application/json",
                 *       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                 *       "timestamp": 1755645600,
                 *       "message": "Available as multipart/form-data and application/json",
                 *       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Precondition Failed",
                 *       "status": 412,
                 *       "detail": "The content is not as the preconditions of the request demand.",
                 *       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
                 *       "timestamp": 1755645600,
                 *       "message": "The content is not as the preconditions of the request demand.",
                 *       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
                 *       "serverErrorType": "NONE",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Range Not Satisfiable",
                 *       "status": 416,
                 *       "detail": "The content has 2258 bytes",
                 *       "instance": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz",
                 *       "timestamp": 1755645600,
                 *       "message": "The content has 2258 bytes",
                 *       "path": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz",
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
                 *       "instance": "/repoinfo",
                 *       "timestamp": 1755645600,
                 *       "message": "The request could not be served",
                 *       "path": "/repoinfo",
                 *       "serverErrorType": "APPLICATION_ERROR",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Bad Gateway",
                 *       "status": 502,
                 *       "detail": "The artifact could not be read from the store",
                 *       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
                 *       "timestamp": 1755645600,
                 *       "message": "The artifact could not be read from the store",
                 *       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
                 *       "serverErrorType": "DATA_ERROR",
                 *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                 *     }
                 */
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
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Content Too Large",
                 *       "status": 413,
                 *       "detail": "The body may have at most 10485760 bytes",
                 *       "instance": "/session",
                 *       "timestamp": 1755645600,
                 *       "message": "The body may have at most 10485760 bytes",
                 *       "path": "/session",
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
                 *       "instance": "/archives",
                 *       "timestamp": 1755645600,
                 *       "message": "The body of this operation must not have a Content-Encoding.",
                 *       "path": "/archives",
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
                 *       "detail": "The body must be application/json",
                 *       "instance": "/session",
                 *       "timestamp": 1755645600,
                 *       "message": "The body must be application/json",
                 *       "path": "/session",
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
        /** @description The query is invalid. */
        CdxaBadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["XRequestId"];
                [name: string]: unknown;
            };
            content: {
                /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><error><title>Bad Query Exception</title><message>url is missing</message></error></wayback> */
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
                /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><error><title>Access Control Exception</title><message>Credentials are needed</message></error></wayback> */
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
                /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><error><title>Access Control Exception</title><message>The role accessContentRole is needed</message></error></wayback> */
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
                /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><error><title>Resource Not In Archive</title><message>The Resource you requested is not in this archive.</message></error></wayback> */
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
                /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><error><title>Resource Index Not Available Exception</title><message>The index cannot be read</message></error></wayback> */
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
                /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><error><title>Resource Index Not Available Exception</title><message>The service is not ready</message></error></wayback> */
                "application/xml": components["schemas"]["CdxaError"];
            };
        };
    };
    parameters: {
        /**
         * @description Number of the deletion.
         * @example 17
         */
        DeletionNumber: components["schemas"]["DeletionNumber"];
        /**
         * @description Identifier of the check. The response is 404 if it is not the UUID of a check.
         * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
         */
        Check: string;
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
        /** @description Namespace of the artifacts. When absent, the default namespace of the service. */
        Namespace: components["schemas"]["Namespace"];
        /**
         * @description Identifier of the target. The response is 404 if it is not the UUID of a target.
         * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
         */
        NoticeTarget: string;
        /**
         * @description Namespace of the captures.
         * @example default
         */
        NamespacePath: components["schemas"]["Namespace"];
        /**
         * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
         * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
         */
        Uuid: string;
        /**
         * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
         * @example sample
         */
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
        /**
         * @description Number of selected artifacts that are not in the file, because they are known to be damaged.
         * @example 0
         */
        XExportLeftOut: number;
        /**
         * @description How many of the artifacts are in the file without their companion records, because one of these is known to be damaged.
         * @example 0
         */
        XExportCompanionsLeftOut: number;
        /**
         * @description Number of records without an artifact that are not in the file, because they are known to be damaged.
         * @example 0
         */
        XExportRecordsLeftOut: number;
        /**
         * @description Links to the original URL, the TimeGate, the TimeMap and the memento (RFC 7089); absent if they would be very long.
         * @example <http://www.iana.org/>; rel="original", <http://127.0.0.1:24610/replay/timegate/default/http://www.iana.org/>; rel="timegate"
         */
        MementoLink: string;
        /**
         * @description Address of a memento.
         * @example http://127.0.0.1:24610/replay/memento/default/20140126200624/http://www.iana.org/
         */
        MementoLocation: string;
        /**
         * @description When the content was captured. Only mementos have this header.
         * @example Sun, 26 Jan 2014 20:06:24 GMT
         */
        MementoDatetime: string;
        /**
         * @description The response depends on the requested time.
         * @example Accept-Datetime
         */
        VaryAcceptDatetime: string;
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
         * @example Basic realm="repository", charset="UTF-8"
         */
        WwwAuthenticate: string;
        /**
         * @description Address of the listing, by namespace, url and version, that contains the duplicate.
         * @example /aus/org%7Cexample%7Cplugin%7CDemoPlugin%26base_url~http%253A%252F%252Fwww%252Eiana%252Eorg%252F%26year~2014/artifacts?namespace=default&url=http%3A%2F%2Fwww.iana.org%2F&version=1
         */
        DuplicateLocation: string;
        /**
         * @description Length of the body in bytes.
         * @example 2258
         */
        ContentLength: number;
        /**
         * @description Range of the bytes in the body, and the total number of bytes.
         * @example bytes 0-2257/5678
         */
        ContentRange: string;
        /**
         * @description Total number of bytes.
         * @example bytes *\/2258
         */
        UnsatisfiedContentRange: string;
        /**
         * @description Content coding of the capture, if it had one. The service never applies one itself.
         * @example gzip
         */
        ContentEncoding: string;
        /**
         * @description Strong entity tag, derived from the digest.
         * @example "2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"
         */
        ETag: string;
        /**
         * @description Last-Modified of the capture, if it was well-formed.
         * @example Thu, 09 Jan 2014 20:55:24 GMT
         */
        LastModified: string;
        /**
         * @description Ranges are supported.
         * @example bytes
         */
        AcceptRanges: "bytes";
        /**
         * @description Captured pages run in a sandbox.
         * @example sandbox
         */
        ContentSecurityPolicy: string;
        /**
         * @description Policy of the page: a sandbox that loads only embedded resources.
         * @example sandbox allow-top-navigation-by-user-activation; default-src 'none'
         */
        PageContentSecurityPolicy: string;
        /**
         * @description The Content-Type must not be guessed.
         * @example nosniff
         */
        XContentTypeOptions: "nosniff";
        /**
         * @description Origin whose pages may read the response; only if a setting allows it.
         * @example *
         */
        AccessControlAllowOrigin: string;
        /**
         * @description The key to continue from, if records were left out. Sent as a trailer after the body.
         * @example WyJvcmcsaWFuYSkvIiwiMjAxNDAxMjYyMDA2MjQiXQ
         */
        XResumeKey: string;
        /**
         * @description Digest of the payload.
         * @example SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806
         */
        XLockssRepoArtifactDigest: components["schemas"]["ContentDigest"];
        /**
         * @description When the artifact was stored, as an ISO 8601 instant.
         * @example 2025-08-19T23:18:28.638Z
         */
        XLockssRepoArtifactStoredDate: string;
        /**
         * @description Whether the content is included in the response.
         * @example true
         */
        XLockssRepoIncludesContent: boolean;
        /**
         * @description Beyond the interface. Number of the deletion, or of the deletion request that waits for approval.
         * @example 17
         */
        XHoldfastDeletion: components["schemas"]["DeletionNumber"];
        /**
         * @description Beyond the interface. Damage that the artifact already had on arrival and was stored with; absent for an intact artifact.
         * @example WARC-Block-Digest does not match the block.
         */
        XHoldfastDamaged: string;
        /**
         * @description Whether the artifact was captured as an HTTP response or is a bare resource.
         * @example response
         */
        XLockssRepoArtifactDataType: "response" | "resource";
        /**
         * @description Length in bytes of a payload that was withheld.
         * @example 5678
         */
        XLockssContentLength: number;
        /**
         * @description Content-Type of the artifact as captured, even if it is not well-formed enough for the HTTP header Content-Type.
         * @example x-ms-wmv
         */
        XLockssContentType: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
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
                /**
                 * @example {
                 *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                 *       "archive": "(bytes of iana.warc.gz)"
                 *     }
                 */
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
                    /**
                     * @example {"warcId":"<urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>","offset":334,"url":"http://www.iana.org/","artifactUuid":"0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61","digest":"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806","version":1,"status":"OK"}
                     *     {"warcId":"<urn:uuid:65619a10-0646-495e-9cdb-d06bac64c831>","offset":4009,"url":"http://www.iana.org/_img/2013.1/icann-logo.svg","artifactUuid":"0198c49f-11aa-7c07-8c7e-21f5d09e6b3c","digest":"SHA-256:0b3ae687e3dc5df27fe27b6032c8d630b0318edaa0b85205fe8e9f4b8fdb77ed","version":1,"status":"DUPLICATE","statusMessage":"Same payload as version 1"}
                     *     {"warcId":"<urn:uuid:0c6cbe4c-25d0-4b5b-8d2c-8f1b0b1cb1f4>","offset":9120,"url":"http://www.iana.org/missing","status":"EXCLUDED","statusMessage":"HTTP status 404 matches [45]\\d\\d"}
                     *     {"warcId":"<urn:uuid:7ee3cf0a-54f8-4f0c-8c6e-0e6c42a7d9b6>","offset":11873,"url":"http://www.iana.org/broken","status":"ERROR","statusMessage":"Block digest does not match the block"}
                     */
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
                /**
                 * @example {
                 *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                 *       "archive": "(bytes of artifacts_default-….warc.gz)"
                 *     }
                 */
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
                    /** @example {"warcId":"<urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>","offset":0,"url":"http://www.iana.org/","artifactUuid":"4eec4942-a541-410a-99f4-50de39b62118","digest":"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806","version":1,"status":"OK","collectionDate":1390766784000,"contentLength":1270,"committed":true} */
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
                /**
                 * @example {
                 *       "artifactProps": "{\"namespace\":\"default\",\"auid\":\"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014\",\"uri\":\"http://www.iana.org/\",\"collectionDate\":1390766784000}",
                 *       "httpResponseHeader": "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\nContent-Length: 38\r\n\r\n",
                 *       "payload": "<html><body>Hello, IANA</body></html>"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "namespace": "default",
                     *       "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "uri": "http://www.iana.org/",
                     *       "version": 1,
                     *       "contentLength": 5678,
                     *       "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
                     *       "collectionDate": 1390766784000,
                     *       "storeDate": 1755645508638,
                     *       "state": "UNCOMMITTED",
                     *       "committed": false,
                     *       "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example --b
                     *     Content-Disposition: form-data; name="artifactProps"
                     *     Content-Type: application/json
                     *
                     *     {"namespace":"default","uuid":"0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61","auid":"a","uri":"http://www.iana.org/","version":1,"contentLength":40,"contentDigest":"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806","collectionDate":1390766784000,"storeDate":1755645508638,"state":"COMMITTED"}
                     *     --b
                     *     Content-Disposition: form-data; name="payload"; filename="payload"
                     *     Content-Type: text/html
                     *
                     *     <!doctype html><html>(and so on)</html>
                     *     --b--
                     */
                    "multipart/form-data": string;
                    /**
                     * @example {
                     *       "namespace": "default",
                     *       "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "uri": "http://www.iana.org/",
                     *       "version": 1,
                     *       "contentLength": 5678,
                     *       "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
                     *       "collectionDate": 1390766784000,
                     *       "storeDate": 1755645508638,
                     *       "state": "COMMITTED",
                     *       "committed": true,
                     *       "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
            };
            cookie?: never;
        };
        /** @description The new commit status, as a form. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "committed": true
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "namespace": "default",
                     *       "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "uri": "http://www.iana.org/",
                     *       "version": 1,
                     *       "contentLength": 5678,
                     *       "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
                     *       "collectionDate": 1390766784000,
                     *       "storeDate": 1755645508638,
                     *       "state": "COMMITTED",
                     *       "committed": true,
                     *       "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "detail": "The AU of this artifact is in bulk mode; finish the bulk transfer first.",
                     *       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *       "timestamp": 1755645600,
                     *       "message": "The AU of this artifact is in bulk mode; finish the bulk transfer first.",
                     *       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *       "serverErrorType": "NONE",
                     *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /** @example <!doctype html><html>(and so on)</html> */
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
                    /** @example <!doctype html> */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /** @example <!doctype html><html><head><title>Tides</title></head><body>(and so on)</body></html> */
                    "text/html": string;
                    /**
                     * @example {
                     *       "title": "Tides",
                     *       "shown": 11,
                     *       "total": 12,
                     *       "missing": [
                     *         {
                     *           "url": "http://www.example.org/chart.png",
                     *           "kind": "image",
                     *           "reason": "none"
                     *         }
                     *       ],
                     *       "frameset": false,
                     *       "cut": false
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example HTTP/1.1 200 OK
                     *     Content-Type: text/html; charset=UTF-8
                     *
                     *     <!doctype html><html>(and so on)</html>
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example {
                     *       "artifact": {
                     *         "namespace": "default",
                     *         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *         "auid": "org|lockss|plugin|ExamplePlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F",
                     *         "uri": "http://www.iana.org/",
                     *         "version": 1,
                     *         "contentLength": 5678,
                     *         "collectionDate": 1390766784000,
                     *         "committed": true
                     *       },
                     *       "httpStatus": 200,
                     *       "mediaType": "text/html",
                     *       "condition": "intact",
                     *       "checked": 1755645600000,
                     *       "copies": {
                     *         "total": 2,
                     *         "intact": 2,
                     *         "stores": [
                     *           {
                     *             "name": "near",
                     *             "state": "intact"
                     *           },
                     *           {
                     *             "name": "far",
                     *             "state": "intact"
                     *           }
                     *         ]
                     *       },
                     *       "held": false,
                     *       "previous": {
                     *         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a60",
                     *         "collectionDate": 1390680384000
                     *       },
                     *       "captures": 2
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "number": 0,
                     *           "relation": "artifact",
                     *           "type": "response",
                     *           "recordId": "<urn:uuid:68bc9c73-a40d-11e3-9c6b-1231390fd1a2>",
                     *           "date": "2014-01-26T20:06:24Z",
                     *           "targetUri": "http://www.iana.org/",
                     *           "contentType": "application/http;msgtype=response",
                     *           "contentLength": 6038,
                     *           "recordLength": 6425,
                     *           "storedLength": 2258,
                     *           "link": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/0"
                     *         },
                     *         {
                     *           "number": 1,
                     *           "relation": "companion",
                     *           "type": "request",
                     *           "recordId": "<urn:uuid:68bc9c74-a40d-11e3-9c6b-1231390fd1a2>",
                     *           "date": "2014-01-26T20:06:24Z",
                     *           "targetUri": "http://www.iana.org/",
                     *           "contentType": "application/http;msgtype=request",
                     *           "contentLength": 201,
                     *           "recordLength": 566,
                     *           "storedLength": 421,
                     *           "link": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/1"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
                uuid: components["parameters"]["Uuid"];
                /**
                 * @description The record's number in the list, or its WARC-Record-ID, percent-encoded, with or without `<>`. With the suffix `.warc`, the record is returned uncompressed; with `.warc.gz`, or without a suffix, as it is stored.
                 * @example 0
                 */
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
                    /**
                     * @example WARC/1.0
                     *     WARC-Type: request
                     *     WARC-Target-URI: http://www.iana.org/
                     *     (and so on)
                     */
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
                    /**
                     * @example WARC/1.0
                     *     WARC-Type: request
                     */
                    "application/warc": string;
                    /**
                     * @example --b
                     *     Content-Type: application/warc
                     *     Content-Range: bytes 0-7/421
                     *
                     *     WARC/1.0
                     *     --b--
                     */
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
                    /**
                     * @example {
                     *       "urlPrefix": "http://www.iana.org/",
                     *       "children": [
                     *         {
                     *           "name": "",
                     *           "url": "http://www.iana.org/"
                     *         },
                     *         {
                     *           "name": "_css",
                     *           "urlPrefix": "http://www.iana.org/_css/"
                     *         },
                     *         {
                     *           "name": "domains",
                     *           "url": "http://www.iana.org/domains",
                     *           "urlPrefix": "http://www.iana.org/domains/"
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Text to search for. Spaces at its start and end are ignored; a blank text is 400.
                 * @example www.iana.org
                 */
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
                    /**
                     * @example {
                     *       "query": {
                     *         "kind": "url",
                     *         "text": "iana.org/dom"
                     *       },
                     *       "captures": [
                     *         {
                     *           "namespace": "default",
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "uri": "http://www.iana.org/domains",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000,
                     *           "httpStatus": 200,
                     *           "mediaType": "text/html",
                     *           "contentLength": 5678,
                     *           "captures": 1
                     *         }
                     *       ],
                     *       "more": false,
                     *       "aus": [],
                     *       "urls": {
                     *         "mode": "pages",
                     *         "state": "ready",
                     *         "queued": 0,
                     *         "delaySeconds": 0,
                     *         "match": "part"
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "auids": [
                     *         "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *         "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2015"
                     *       ],
                     *       "pageInfo": {
                     *         "totalCount": 2,
                     *         "resultsPerPage": 2,
                     *         "curLink": "http://localhost:24610/aus?namespace=default"
                     *       }
                     *     }
                     */
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
                /**
                 * @example [
                 *       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014"
                 *     ]
                 */
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
                    /**
                     * @example [
                     *       {
                     *         "namespace": "default",
                     *         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *         "artifacts": 311,
                     *         "committed": 311,
                     *         "urls": 310,
                     *         "bytes": 1048576,
                     *         "latestBytes": 786432,
                     *         "storedBytes": 524288
                     *       }
                     *     ]
                     */
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
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
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
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
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
                    /**
                     * @example {
                     *       "totalAllVersions": 1048576,
                     *       "totalLatestVersions": 786432,
                     *       "totalWarcSize": 524288
                     *     }
                     */
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
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
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
                    /**
                     * @example {
                     *       "namespace": "default",
                     *       "auid": "org|lockss|plugin|ExamplePlugin&base_url~http%3A%2F%2Fexample%2Eorg%2F&year~2014",
                     *       "at": 1755645600000,
                     *       "artifacts": 2,
                     *       "bytes": 5120,
                     *       "hosts": [
                     *         {
                     *           "name": "www.example.org",
                     *           "artifacts": 2,
                     *           "bytes": 5120
                     *         }
                     *       ],
                     *       "types": [
                     *         {
                     *           "name": "text/html",
                     *           "artifacts": 1,
                     *           "bytes": 4096
                     *         },
                     *         {
                     *           "name": "image/png",
                     *           "artifacts": 1,
                     *           "bytes": 1024
                     *         }
                     *       ],
                     *       "statuses": [
                     *         {
                     *           "name": "200",
                     *           "artifacts": 2,
                     *           "bytes": 5120
                     *         }
                     *       ],
                     *       "years": [
                     *         {
                     *           "name": "2014",
                     *           "artifacts": 2,
                     *           "bytes": 5120
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuReport"];
                    /**
                     * @example group,name,artifacts,bytes
                     *     all,,2,5120
                     *     hosts,www.example.org,2,5120
                     *     types,text/html,1,4096
                     *     types,image/png,1,1024
                     *     statuses,200,2,5120
                     *     years,2014,2,5120
                     */
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
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
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
                    /**
                     * @example {
                     *       "namespace": "default",
                     *       "auid": "org|lockss|plugin|ExamplePlugin&base_url~http%3A%2F%2Fexample%2Eorg%2F&year~2014",
                     *       "artifacts": 1200,
                     *       "uncommitted": 0,
                     *       "damaged": 0,
                     *       "holds": 0,
                     *       "objects": {
                     *         "segments": 3,
                     *         "faulty": 0,
                     *         "unchecked": 1
                     *       },
                     *       "oldestCheck": 1755645600000,
                     *       "latestCheck": 1755645900000,
                     *       "lastCertificate": {
                     *         "at": 1755645960000,
                     *         "check": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *         "scope": "au",
                     *         "verdict": "intact",
                     *         "artifacts": 1200,
                     *         "intact": 1200,
                     *         "damaged": 0,
                     *         "missing": 0,
                     *         "unreadable": 0,
                     *         "notChecked": 0,
                     *         "repaired": 0
                     *       },
                     *       "copies": 2,
                     *       "lastImport": {
                     *         "at": 1755645500000,
                     *         "outcome": "complete"
                     *       }
                     *     }
                     */
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
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
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
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "event": "deleted",
                     *           "at": 1755645900000,
                     *           "by": "librarian",
                     *           "artifacts": 1,
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
                     *         },
                     *         {
                     *           "event": "imported",
                     *           "at": 1755645508638,
                     *           "by": "librarian",
                     *           "fileName": "iana.warc.gz",
                     *           "outcome": "complete",
                     *           "counts": {
                     *             "OK": 1200,
                     *             "DUPLICATE": 3,
                     *             "EXCLUDED": 0,
                     *             "ERROR": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Identifier of the AU, percent-encoded as one path segment and decoded once.
                 * @example sample
                 */
                auid: components["parameters"]["Auid"];
            };
            cookie?: never;
        };
        /** @description Whether bulk transfer starts or finishes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "op": "start"
                 *     }
                 */
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
                    /**
                     * @example [
                     *       "default",
                     *       "journals"
                     *     ]
                     */
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
                    /**
                     * @example {
                     *       "storeInfo": {
                     *         "type": "Posix",
                     *         "name": "repository",
                     *         "size": 1000000000000,
                     *         "used": 370000000000,
                     *         "avail": 630000000000,
                     *         "percentUsedString": "37%",
                     *         "percentUsed": 0.37
                     *       },
                     *       "indexInfo": {
                     *         "type": "PostgreSQL",
                     *         "name": "holdfast",
                     *         "used": 8388608000
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "S3",
                     *       "name": "preservation",
                     *       "used": 370000000000
                     *     }
                     */
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
                    /**
                     * @example [
                     *       "MD5",
                     *       "SHA-1",
                     *       "SHA-256",
                     *       "SHA-384",
                     *       "SHA-512"
                     *     ]
                     */
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
                     *           "name": "repository",
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
                     *           "name": "repository",
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
                /**
                 * @description The query: tokens `name:value` separated by white space, each value form-encoded once more. The service supports `url` (without it the response is 400), `type` (`urlquery`, the default, or `prefixquery`), `offset`, `limit`, `startdate` and `enddate` (bounds), `date` (the capture closest to it is marked). Unknown tokens are ignored.
                 * @example type:urlquery url:http%3A%2F%2Fwww.example.org%2F
                 */
                q?: string;
                /** @description Number of results on a page. Takes precedence over `limit` in `q`. */
                count?: number;
                /** @description Number of the page to return, from 1. Takes precedence over `offset` in `q`. */
                start_page?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
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
                    /** @example <?xml version="1.0" encoding="UTF-8"?><wayback><request><startdate>19960101000000</startdate><enddate>20250819231828</enddate><type>urlquery</type><firstreturned>0</firstreturned><url>http://www.iana.org/</url><resultsrequested>100</resultsrequested><resultstype>resultstypecapture</resultstype><numreturned>1</numreturned><numresults>1</numresults></request><results><result><compressedoffset>0</compressedoffset><compressedendoffset>2258</compressedendoffset><mimetype>text/html</mimetype><file>default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz</file><redirecturl>-</redirecturl><urlkey>org,iana)/</urlkey><digest>OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB</digest><httpresponsecode>200</httpresponsecode><robotflags>-</robotflags><url>http://www.iana.org/</url><capturedate>20140126200624</capturedate></result></results></wayback> */
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
                /**
                 * @description URL whose records are requested. Either this parameter or `urlkey` is required. With `matchType` absent or `exact`, a trailing `*` requests a prefix and a leading `*.` a domain.
                 * @example http://www.example.org/
                 */
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
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
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
                    /** @example org,iana)/ 20140126200624 http://www.iana.org/ text/html 200 OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB - - 2258 0 default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz */
                    "text/plain": string;
                    /** @example org,iana)/ 20140126200624 {"url":"http://www.iana.org/","mime":"text/html","status":"200","digest":"OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB","length":"2258","offset":"0","filename":"default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"} */
                    "text/x-cdxj": string;
                    /** @example {"urlkey":"org,iana)/","timestamp":"20140126200624","url":"http://www.iana.org/","mime":"text/html","status":"200","digest":"OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB","length":"2258","offset":"0","filename":"default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"} */
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
                    /** @example No captures found. */
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
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
                /**
                 * @description The URL, unchanged or completely percent-encoded. The rest of the request target, including the query, is part of it.
                 * @example http://www.example.org/
                 */
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
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
                /**
                 * @description The URL, unchanged or completely percent-encoded. The rest of the request target, including the query, is part of it. A timestamp of 14 digits and a slash before the URL set the start of the list, as in the links to further lists.
                 * @example http://www.example.org/
                 */
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
                    /**
                     * @example <http://www.iana.org/>; rel="original",
                     *     <http://127.0.0.1:24610/replay/timegate/default/http://www.iana.org/>; rel="timegate",
                     *     <http://127.0.0.1:24610/replay/timemap/default/http://www.iana.org/>; rel="self"; type="application/link-format"; from="Sun, 26 Jan 2014 20:06:24 GMT",
                     *     <http://127.0.0.1:24610/replay/memento/default/20140126200624/http://www.iana.org/>; rel="first last memento"; datetime="Sun, 26 Jan 2014 20:06:24 GMT"
                     */
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
                /**
                 * @description Namespace of the captures.
                 * @example default
                 */
                namespace: components["parameters"]["NamespacePath"];
                /**
                 * @description Time of the capture, 14 digits, UTC; fewer digits select the closest memento.
                 * @example 20140126200624
                 */
                timestamp: string;
                /**
                 * @description The URL, unchanged or completely percent-encoded. The rest of the request target, including the query, is part of it.
                 * @example http://www.example.org/
                 */
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
                    /** @example <!doctype html><html>(and so on)</html> */
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
                    /** @example <!doctype html> */
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
                    /**
                     * @example {
                     *       "template": "https://replay.example.org/{namespace}/{timestamp}/{url}"
                     *     }
                     */
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
                /**
                 * @description Name of the archive as in CDX records: `{namespace}:{uuid}.warc.gz` or `{namespace}:{uuid}.warc`. Anything else is 404.
                 * @example default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz
                 */
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
                    /**
                     * @example WARC/1.0
                     *     WARC-Type: response
                     *     WARC-Target-URI: http://www.iana.org/
                     *     (and so on)
                     */
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
                    /**
                     * @example WARC/1.0
                     *     WARC-Type: response
                     */
                    "application/warc": string;
                    /**
                     * @example --b
                     *     Content-Type: application/warc
                     *     Content-Range: bytes 0-7/2258
                     *
                     *     WARC/1.0
                     *     --b--
                     */
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
                /**
                 * @description The namespace and the type of the file: `{namespace}.warc.gz`, `{namespace}.wacz` or `{namespace}.tar`. Anything else is 404.
                 * @example default.warc.gz
                 */
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
                    /**
                     * @example WARC/1.0
                     *     WARC-Type: response
                     *     WARC-Target-URI: http://www.iana.org/
                     *     (and so on)
                     */
                    "application/warc": string;
                    /** @example PK */
                    "application/wacz": string;
                    /** @example default-sample/bagit.txt */
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
                    /**
                     * @example WARC/1.0
                     *     WARC-Type: response
                     */
                    "application/warc": string;
                    /** @example PK */
                    "application/wacz": string;
                    /** @example default-sample/bagit.txt */
                    "application/x-tar": string;
                    /**
                     * @example --b
                     *     Content-Type: application/warc
                     *     Content-Range: bytes 0-7/2258
                     *
                     *     WARC/1.0
                     *     --b--
                     */
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
                    /**
                     * @example {
                     *       "at": 1755645600000,
                     *       "stored": {
                     *         "aus": 12,
                     *         "artifacts": 48210,
                     *         "bytes": 7340032000
                     *       },
                     *       "store": {
                     *         "type": "Posix",
                     *         "name": "repository",
                     *         "sizeBytes": 1000000000000,
                     *         "availableBytes": 630000000000,
                     *         "bytesPerDay": 210000000,
                     *         "daysLeft": 3000
                     *       },
                     *       "fixity": {
                     *         "bytes": 7340032000,
                     *         "checkedBytes": 7140032000,
                     *         "periodDays": 90,
                     *         "oldestCheck": 1754608800000,
                     *         "walking": false
                     *       },
                     *       "damage": {
                     *         "artifacts": 0,
                     *         "objects": 0
                     *       },
                     *       "journal": {
                     *         "rows": 0,
                     *         "seconds": 0
                     *       },
                     *       "importsUnderWay": 0,
                     *       "jobs": {
                     *         "failed": [],
                     *         "paused": []
                     *       },
                     *       "dependencies": [
                     *         {
                     *           "name": "database",
                     *           "usable": true
                     *         },
                     *         {
                     *           "name": "object store",
                     *           "usable": true
                     *         }
                     *       ]
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "samples": [
                     *         {
                     *           "at": 1755561600000,
                     *           "aus": 11,
                     *           "artifacts": 47000,
                     *           "contentBytes": 15000000000,
                     *           "storedBytes": 7130032000
                     *         }
                     *       ]
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "summary": {
                     *         "at": 1755645600000,
                     *         "stored": {
                     *           "aus": 12,
                     *           "artifacts": 48210,
                     *           "bytes": 7340032000
                     *         },
                     *         "store": {
                     *           "type": "Posix",
                     *           "name": "repository",
                     *           "sizeBytes": 1000000000000,
                     *           "availableBytes": 630000000000,
                     *           "bytesPerDay": 210000000,
                     *           "daysLeft": 3000
                     *         },
                     *         "fixity": {
                     *           "bytes": 7340032000,
                     *           "checkedBytes": 7140032000,
                     *           "periodDays": 90,
                     *           "oldestCheck": 1754608800000,
                     *           "walking": false
                     *         },
                     *         "damage": {
                     *           "artifacts": 0,
                     *           "objects": 0
                     *         },
                     *         "journal": {
                     *           "rows": 0,
                     *           "seconds": 0
                     *         },
                     *         "importsUnderWay": 0,
                     *         "jobs": {
                     *           "failed": [],
                     *           "paused": []
                     *         },
                     *         "dependencies": [
                     *           {
                     *             "name": "database",
                     *             "usable": true
                     *           },
                     *           {
                     *             "name": "object store",
                     *             "usable": true
                     *           }
                     *         ]
                     *       },
                     *       "imports": [
                     *         {
                     *           "id": "0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61",
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "started": 1755645590000,
                     *           "fileName": "iana.warc.gz",
                     *           "requestBytes": 81920300,
                     *           "uploadBytes": 40960000,
                     *           "counts": {
                     *             "OK": 1200,
                     *             "DUPLICATE": 3,
                     *             "EXCLUDED": 0,
                     *             "ERROR": 1
                     *           }
                     *         }
                     *       ],
                     *       "jobs": [
                     *         {
                     *           "id": "fixity",
                     *           "state": "running",
                     *           "periodMs": 7776000000,
                     *           "mostBytesPerSecond": 20000000,
                     *           "started": 1755645000000,
                     *           "progress": {
                     *             "items": 1200,
                     *             "bytes": 340032000,
                     *             "totalItems": 48210,
                     *             "totalBytes": 7340032000,
                     *             "counts": {
                     *               "damaged": 0
                     *             }
                     *           },
                     *           "bytesPerSecond": 19800000,
                     *           "expectedEnd": 1755646000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Live"];
                    /**
                     * @example retry: 2000
                     *
                     *     data: {"summary":{},"imports":[],"jobs":[]}
                     */
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
                    /**
                     * @example {
                     *       "failures": [
                     *         {
                     *           "at": 1755645500000,
                     *           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
                     *           "operation": "getArtifactDataByPayload",
                     *           "method": "GET",
                     *           "status": 502,
                     *           "user": "reader",
                     *           "detail": "The object store cannot be used."
                     *         }
                     *       ]
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "notices": [
                     *         {
                     *           "id": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                     *           "at": 1755645600000,
                     *           "kind": "damage.found",
                     *           "status": "event",
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "artifact": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "detail": {
                     *             "count": 1,
                     *             "reason": "gzip member",
                     *             "store": "second"
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
                    /**
                     * @example {
                     *       "imports": [
                     *         {
                     *           "id": "0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61",
                     *           "outcome": "complete",
                     *           "started": 1755645590000,
                     *           "seen": 1755645600000,
                     *           "user": "librarian",
                     *           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "fileName": "iana.warc.gz",
                     *           "requestBytes": 81920300,
                     *           "uploadBytes": 81920000,
                     *           "counts": {
                     *             "OK": 1200,
                     *             "DUPLICATE": 3,
                     *             "EXCLUDED": 0,
                     *             "ERROR": 1
                     *           }
                     *         }
                     *       ],
                     *       "pageInfo": {
                     *         "totalCount": 1,
                     *         "resultsPerPage": 1,
                     *         "curLink": "http://localhost:24610/imports"
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "stores": [
                     *         {
                     *           "name": "far",
                     *           "role": "archive",
                     *           "location": "s3:bucket",
                     *           "state": "filling",
                     *           "objects": 1200,
                     *           "complete": 800,
                     *           "missing": 400,
                     *           "damaged": 0,
                     *           "queued": 40,
                     *           "expectedEnd": 1755646000000
                     *         }
                     *       ],
                     *       "peers": {
                     *         "sources": [
                     *           "https://one.example.org/repository"
                     *         ],
                     *         "lastRun": {
                     *           "started": 1755646000000,
                     *           "finished": 1755646002000,
                     *           "repaired": 3,
                     *           "notRepaired": 1
                     *         }
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "jobs": [
                     *         {
                     *           "id": "fixity",
                     *           "state": "running",
                     *           "periodMs": 7776000000,
                     *           "mostBytesPerSecond": 20000000,
                     *           "started": 1755645000000,
                     *           "progress": {
                     *             "items": 1200,
                     *             "bytes": 340032000,
                     *             "totalItems": 48210,
                     *             "totalBytes": 7340032000,
                     *             "counts": {
                     *               "damaged": 0
                     *             }
                     *           },
                     *           "bytesPerSecond": 19800000,
                     *           "expectedEnd": 1755646000000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description The `id` of the job.
                 * @example fixity
                 */
                job: string;
            };
            cookie?: never;
        };
        /** @description The requested action. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "op": "pause"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "id": "fixity",
                     *       "state": "running",
                     *       "periodMs": 7776000000,
                     *       "mostBytesPerSecond": 20000000,
                     *       "started": 1755645000000,
                     *       "progress": {
                     *         "items": 1200,
                     *         "bytes": 340032000,
                     *         "totalItems": 48210,
                     *         "totalBytes": 7340032000,
                     *         "counts": {
                     *           "damaged": 0
                     *         }
                     *       },
                     *       "bytesPerSecond": 19800000,
                     *       "expectedEnd": 1755646000000
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "detail": "There is no job \"none\".",
                     *       "instance": "/jobs/none",
                     *       "timestamp": 1755645600,
                     *       "message": "There is no job \"none\".",
                     *       "path": "/jobs/none",
                     *       "serverErrorType": "NONE",
                     *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "detail": "The job fixity is paused; resume it and it goes on.",
                     *       "instance": "/jobs/fixity",
                     *       "timestamp": 1755645600,
                     *       "message": "The job fixity is paused; resume it and it goes on.",
                     *       "path": "/jobs/fixity",
                     *       "serverErrorType": "NONE",
                     *       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "finished": 1755645600000,
                     *       "looked": 320,
                     *       "bytes": 4096,
                     *       "counts": {
                     *         "objects left behind": 1
                     *       },
                     *       "objects": [
                     *         "ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
                     *       ],
                     *       "unfinished": [],
                     *       "spool": [],
                     *       "uncommitted": [],
                     *       "lost": [],
                     *       "foreign": []
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "check": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *           "scope": {
                     *             "kind": "au",
                     *             "namespace": "default",
                     *             "auid": "sample"
                     *           },
                     *           "stores": "ordinary",
                     *           "state": "finished",
                     *           "verdict": "intact",
                     *           "by": "librarian",
                     *           "at": 1755645600000,
                     *           "started": 1755645601000,
                     *           "ended": 1755645660000,
                     *           "artifacts": 512,
                     *           "intact": 512,
                     *           "damaged": 0,
                     *           "missing": 0,
                     *           "unreadable": 0,
                     *           "notChecked": 0,
                     *           "repaired": 0,
                     *           "bytes": 20971520,
                     *           "sha256": "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b"
                     *         }
                     *       ],
                     *       "pageInfo": {
                     *         "totalCount": 1,
                     *         "resultsPerPage": 1,
                     *         "curLink": "http://localhost:24610/checks"
                     *       }
                     *     }
                     */
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
                /**
                 * @example {
                 *       "scope": {
                 *         "kind": "au",
                 *         "auid": "sample"
                 *       }
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "check": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *       "scope": {
                     *         "kind": "au",
                     *         "namespace": "default",
                     *         "auid": "sample"
                     *       },
                     *       "stores": "ordinary",
                     *       "state": "waiting",
                     *       "by": "librarian",
                     *       "at": 1755645600000,
                     *       "intact": 0,
                     *       "damaged": 0,
                     *       "missing": 0,
                     *       "unreadable": 0,
                     *       "notChecked": 0,
                     *       "repaired": 0,
                     *       "bytes": 0
                     *     }
                     */
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
                /**
                 * @description Identifier of the check. The response is 404 if it is not the UUID of a check.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
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
                    /**
                     * @example {
                     *       "check": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *       "scope": {
                     *         "kind": "au",
                     *         "namespace": "default",
                     *         "auid": "sample"
                     *       },
                     *       "stores": "ordinary",
                     *       "state": "finished",
                     *       "verdict": "intact",
                     *       "by": "librarian",
                     *       "at": 1755645600000,
                     *       "started": 1755645601000,
                     *       "ended": 1755645660000,
                     *       "artifacts": 512,
                     *       "intact": 512,
                     *       "damaged": 0,
                     *       "missing": 0,
                     *       "unreadable": 0,
                     *       "notChecked": 0,
                     *       "repaired": 0,
                     *       "bytes": 20971520,
                     *       "sha256": "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b",
                     *       "software": "Holdfast repository-service/0.1.0",
                     *       "copies": [
                     *         {
                     *           "store": "first",
                     *           "copies": 1,
                     *           "bytes": 20971520,
                     *           "damaged": 0,
                     *           "missing": 0,
                     *           "unreachable": 0,
                     *           "repaired": 0
                     *         }
                     *       ],
                     *       "exceptions": [],
                     *       "pageInfo": {
                     *         "totalCount": 0,
                     *         "resultsPerPage": 0,
                     *         "curLink": "http://localhost:24610/checks/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64"
                     *       }
                     *     }
                     */
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
                /**
                 * @description Identifier of the check. The response is 404 if it is not the UUID of a check.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
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
                    /**
                     * @example {
                     *       "check": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *       "scope": {
                     *         "kind": "au",
                     *         "namespace": "default",
                     *         "auid": "sample"
                     *       },
                     *       "stores": "ordinary",
                     *       "state": "cancelled",
                     *       "verdict": "incomplete",
                     *       "by": "librarian",
                     *       "at": 1755645600000,
                     *       "intact": 0,
                     *       "damaged": 0,
                     *       "missing": 0,
                     *       "unreadable": 0,
                     *       "notChecked": 0,
                     *       "repaired": 0,
                     *       "bytes": 0
                     *     }
                     */
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
                /**
                 * @description Identifier of the check. The response is 404 if it is not the UUID of a check.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64
                 */
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
                    /**
                     * @example {
                     *       "certificate": 1,
                     *       "check": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64",
                     *       "verdict": "intact",
                     *       "scope": {
                     *         "kind": "au",
                     *         "namespace": "default",
                     *         "auid": "sample"
                     *       },
                     *       "artifacts": {
                     *         "requested": 512,
                     *         "intact": 512
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Certificate"];
                    /** @example uuid,namespace,auid,url,outcome,store,reason,repairedFrom */
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
                    /**
                     * @example {
                     *       "schedules": [
                     *         {
                     *           "schedule": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                     *           "scope": {
                     *             "kind": "au",
                     *             "namespace": "default",
                     *             "auid": "sample"
                     *           },
                     *           "stores": "ordinary",
                     *           "periodDays": 90,
                     *           "next": 1755645600000,
                     *           "by": "librarian",
                     *           "since": 1755645600000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @example {
                 *       "scope": {
                 *         "kind": "au",
                 *         "auid": "sample"
                 *       },
                 *       "periodDays": 90
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "schedule": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                     *       "scope": {
                     *         "kind": "au",
                     *         "namespace": "default",
                     *         "auid": "sample"
                     *       },
                     *       "stores": "ordinary",
                     *       "periodDays": 90,
                     *       "next": 1755645600000,
                     *       "by": "librarian",
                     *       "since": 1755645600000
                     *     }
                     */
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
                /**
                 * @description Identifier of the schedule. The response is 404 if it is not the UUID of a schedule.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65
                 */
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
                    /**
                     * @example {
                     *       "schedule": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a65",
                     *       "scope": {
                     *         "kind": "au",
                     *         "namespace": "default",
                     *         "auid": "sample"
                     *       },
                     *       "stores": "ordinary",
                     *       "periodDays": 90,
                     *       "next": 1755645600000,
                     *       "by": "librarian",
                     *       "since": 1755645600000
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "committed": true,
                     *           "collectionDate": 1390766784000,
                     *           "contentLength": 5678,
                     *           "damages": [
                     *             {
                     *               "part": "record",
                     *               "reason": "its object is missing from the store",
                     *               "found": 1755645600000,
                     *               "key": "ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "objects": [],
                     *       "pageInfo": {
                     *         "totalCount": 1,
                     *         "resultsPerPage": 1,
                     *         "curLink": "http://localhost:24610/damage"
                     *       }
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example {
                     *       "outcome": "repaired",
                     *       "copy": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a62",
                     *       "damages": [],
                     *       "remedies": []
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "purges": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "by": "librarian",
                     *           "reason": "court order 17/2026",
                     *           "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
                     *           "ordered": 1755645600000,
                     *           "erased": 1755645601000
                     *         }
                     *       ],
                     *       "pageInfo": {
                     *         "totalCount": 1,
                     *         "resultsPerPage": 1,
                     *         "curLink": "http://localhost:24610/purges"
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "deletions": [
                     *         {
                     *           "number": 17,
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "kind": "delete",
                     *           "state": "requested",
                     *           "requested": 1755645600000,
                     *           "by": "librarian",
                     *           "reason": "captured by mistake",
                     *           "undoable": false,
                     *           "count": 1,
                     *           "artifacts": [
                     *             {
                     *               "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *               "uri": "http://www.iana.org/",
                     *               "version": 1,
                     *               "collectionDate": 1390766784000
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "needsApproval": true,
                     *       "pageInfo": {
                     *         "totalCount": 1,
                     *         "resultsPerPage": 1,
                     *         "curLink": "http://localhost:24610/deletions"
                     *       }
                     *     }
                     */
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
                /**
                 * @example {
                 *       "uuids": [
                 *         "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
                 *       ],
                 *       "reason": "captured by mistake"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "number": 17,
                     *       "namespace": "default",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "kind": "delete",
                     *       "state": "requested",
                     *       "requested": 1755645600000,
                     *       "by": "librarian",
                     *       "reason": "captured by mistake",
                     *       "undoable": false,
                     *       "count": 1,
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
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
                    /**
                     * @example {
                     *       "number": 17,
                     *       "namespace": "default",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "kind": "delete",
                     *       "state": "requested",
                     *       "requested": 1755645600000,
                     *       "by": "librarian",
                     *       "reason": "captured by mistake",
                     *       "undoable": false,
                     *       "count": 1,
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
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
                    /**
                     * @example {
                     *       "number": 17,
                     *       "namespace": "default",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "kind": "delete",
                     *       "state": "deleted",
                     *       "requested": 1755645600000,
                     *       "by": "librarian",
                     *       "reason": "captured by mistake",
                     *       "undoable": false,
                     *       "decided": 1755649200000,
                     *       "decidedBy": "director",
                     *       "count": 1,
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
                number: components["parameters"]["DeletionNumber"];
            };
            cookie?: never;
        };
        /** @description Reason for the rejection. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "still cited"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "number": 17,
                     *       "namespace": "default",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "kind": "delete",
                     *       "state": "rejected",
                     *       "requested": 1755645600000,
                     *       "by": "librarian",
                     *       "reason": "captured by mistake",
                     *       "undoable": false,
                     *       "decided": 1755649200000,
                     *       "decidedBy": "director",
                     *       "decisionReason": "still cited",
                     *       "count": 1,
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
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
                    /**
                     * @example {
                     *       "number": 17,
                     *       "namespace": "default",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "kind": "delete",
                     *       "state": "withdrawn",
                     *       "requested": 1755645600000,
                     *       "by": "librarian",
                     *       "reason": "captured by mistake",
                     *       "undoable": false,
                     *       "decided": 1755649200000,
                     *       "decidedBy": "director",
                     *       "count": 1,
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000
                     *         }
                     *       ]
                     *     }
                     */
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
                /**
                 * @description Number of the deletion.
                 * @example 17
                 */
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
                    /**
                     * @example {
                     *       "number": 17,
                     *       "namespace": "default",
                     *       "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *       "kind": "delete",
                     *       "state": "restored",
                     *       "requested": 1755645600000,
                     *       "by": "librarian",
                     *       "reason": "captured by mistake",
                     *       "undoable": false,
                     *       "undone": 1755649200000,
                     *       "undoneBy": "director",
                     *       "count": 1,
                     *       "artifacts": [
                     *         {
                     *           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "uri": "http://www.iana.org/",
                     *           "version": 1,
                     *           "collectionDate": 1390766784000
                     *         }
                     *       ]
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "holds": [
                     *         {
                     *           "hold": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                     *           "namespace": "default",
                     *           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
                     *           "by": "librarian",
                     *           "reason": "litigation 4/2026",
                     *           "since": 1755645600000,
                     *           "active": true
                     *         }
                     *       ],
                     *       "pageInfo": {
                     *         "totalCount": 1,
                     *         "resultsPerPage": 1,
                     *         "curLink": "http://localhost:24610/holds"
                     *       }
                     *     }
                     */
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
                /**
                 * @example {
                 *       "auid": "sample",
                 *       "reason": "litigation 4/2026"
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "hold": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                     *       "namespace": "default",
                     *       "auid": "sample",
                     *       "by": "librarian",
                     *       "reason": "litigation 4/2026",
                     *       "since": 1755645600000,
                     *       "active": true
                     *     }
                     */
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
                /**
                 * @description Identifier of the hold. Anything but the UUID of a hold is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63
                 */
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
                    /**
                     * @example {
                     *       "hold": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                     *       "namespace": "default",
                     *       "auid": "sample",
                     *       "by": "librarian",
                     *       "reason": "litigation 4/2026",
                     *       "since": 1755645600000,
                     *       "active": false
                     *     }
                     */
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
                /**
                 * @description Identifier of the hold. Anything but the UUID of a hold is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63
                 */
                hold: string;
            };
            cookie?: never;
        };
        /** @description The new values. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "litigation 4/2026, appeal",
                 *       "until": null
                 *     }
                 */
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
                    /**
                     * @example {
                     *       "hold": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a63",
                     *       "namespace": "default",
                     *       "auid": "sample",
                     *       "by": "librarian",
                     *       "reason": "litigation 4/2026, appeal",
                     *       "since": 1755645600000,
                     *       "active": true
                     *     }
                     */
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
                /**
                 * @description Identifier of the artifact. Anything but a UUID, and the UUID of an artifact in another namespace, is 404.
                 * @example 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61
                 */
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
                    /**
                     * @example {
                     *       "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *       "events": [
                     *         {
                     *           "event": "captured",
                     *           "at": 1390766784000
                     *         },
                     *         {
                     *           "event": "stored",
                     *           "at": 1755645508638,
                     *           "by": "librarian",
                     *           "fileName": "iana.warc.gz"
                     *         },
                     *         {
                     *           "event": "checked",
                     *           "at": 1755645600000,
                     *           "artifacts": 512
                     *         }
                     *       ],
                     *       "pageInfo": {
                     *         "totalCount": 3,
                     *         "resultsPerPage": 3,
                     *         "curLink": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/events"
                     *       }
                     *     }
                     */
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
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "1755645600000.345",
                     *           "at": 1755645600000,
                     *           "event": "write",
                     *           "operation": "deleteArtifact",
                     *           "method": "DELETE",
                     *           "user": "librarian",
                     *           "client": "192.0.2.7",
                     *           "status": 200,
                     *           "outcome": "ok",
                     *           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
                     *           "artifact": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
                     *           "subject": {
                     *             "namespace": "default"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                    /**
                     * @example at,event,operation,method,user,client,status,outcome,requestId,auid,artifact,subject,why,nameHash
                     *     2025-08-19T23:20:00.000Z,write,deleteArtifact,DELETE,librarian,192.0.2.7,200,ok,0198c4a1-e1f4-7b20-a1c2-03d4e5f60718,,,,,
                     */
                    "text/csv": string;
                    /** @example {"id":"1755645600000.345","at":1755645600000,"event":"write","operation":"deleteArtifact","user":"librarian","client":"192.0.2.7","status":200,"outcome":"ok","requestId":"0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"} */
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
