// Generated from openapi/repository.yaml by generate.mjs; changes made here are lost.

import type { OpenApiDocument } from '../document.ts';

export const repositoryContract: OpenApiDocument = {
 "openapi": "3.1.0",
 "info": {
  "title": "Holdfast Repository Service",
  "version": "2.0.0",
  "summary": "Stores, lists and gives back artifacts of captured web content.",
  "description": "The repository service keeps **artifacts**: captured web content items, each with properties, an optional\nstored HTTP status and headers, and a payload. Artifacts are grouped by namespace and by Archival Unit (AU),\nwhich is identified by its AUID.\n\n- Times are milliseconds since the epoch, UTC. Sizes are bytes.\n- The default namespace is a setting of the service (`default` unless set otherwise).\n- No text in a request may hold U+0000 or half of a surrogate pair: that is 400.\n- Every answer carries `X-Request-Id`; every error has the shape of `Problem`.\n- Until its index and its store can be used, the service answers everything but `/status` with 503 and\n  `Retry-After`.\n- What the setting `COMPATIBILITY=laaws` changes, for clients of the node software that speaks this interface, is\n  said where it changes it.\n- `HEAD` is answered wherever `GET` is.\n- What any operation may meet on its way in is not repeated at each: too many failed logins are 429 with\n  `Retry-After`, a method that the path does not have is 405 with `Allow`, a path that is not here 404; a form of\n  more than 1 MiB (where it holds no file) is 413, and one that does not arrive in 30 seconds 408.\n",
  "license": {
   "name": "Apache 2.0",
   "identifier": "Apache-2.0"
  }
 },
 "servers": [
  {
   "url": "/",
   "description": "The address the service listens on; paths carry no version segment."
  }
 ],
 "security": [
  {
   "basicAuth": []
  }
 ],
 "tags": [
  {
   "name": "Artifacts",
   "description": "Import, creation, retrieval, commitment, removal and listing of artifacts."
  },
  {
   "name": "Archival Units",
   "description": "AUIDs, sizes and bulk transfer of Archival Units."
  },
  {
   "name": "Repository",
   "description": "What the repository holds and what it runs on."
  },
  {
   "name": "Session",
   "description": "Logging in by a form, as the console does."
  },
  {
   "name": "Users",
   "description": "Who may log in."
  },
  {
   "name": "Status",
   "description": "Whether the service is ready."
  },
  {
   "name": "Keeping",
   "description": "What people look at to know that all is well, and the jobs that see to it; beyond the interface."
  },
  {
   "name": "Replay",
   "description": "CDX index records and single WARC records for replay tools."
  }
 ],
 "paths": {
  "/archives": {
   "post": {
    "operationId": "addArtifacts",
    "tags": [
     "Artifacts"
    ],
    "summary": "Import the artifacts of an archive",
    "description": "Imports the `response` and `resource` records of an archive (WARC, ARC or WACZ) into one AU; they are committed\nat once.\nA `revisit` becomes an artifact with its own HTTP head and the payload of its original. The original is:\n\n1. The record of the same upload that WARC-Refers-To names, else the capture that WARC-Refers-To-Target-URI (the\n   revisit's own URL where it is missing) and WARC-Refers-To-Date name. It is the original only if its payload\n   has the digest that the revisit declares, with or without its chunk framing.\n2. For the profile `server-not-modified`, and for a 304 without a payload digest: only a capture of the revisit's\n   own URL. It is the one at WARC-Refers-To-Date, else the latest with content at or before that date, or before\n   the date of the revisit. The digest of empty content is ignored.\n3. Else a capture whose payload has the digest, of the revisit's own URL if there is one.\n\nOriginals are looked for in the upload, in the AU, then in the namespace. Record ids of earlier uploads are not\nindexed: where a revisit names nothing else, the last captures of its own URL are asked for theirs. Where the\noriginal comes later in the upload, the revisit's line and those behind it wait for that; where there is none it\nis an `ERROR`. A revisit without a head takes status, Location and other fields only from a capture of its own\nURL; from another one, only the fields that describe the payload (Content-Type, Content-Encoding).\n\n`warcinfo`, `request`, `metadata`, `conversion` and `continuation` records, and those of a type that WARC 1.1 does\nnot name, become no artifacts. They are kept without a status line.\n\nBeyond the interface: with the request header `X-Holdfast-Answer: after-request` the answer begins when the whole\nupload has been read. Proxies need it that cannot forward a request whose answer has begun (nginx, Caddy).\n\nAccepted are, told apart by content and never by name or type:\n\n- WARC 0.17 to 1.1 (a record of another version is stored with the nearest of these, with a warning, so that other\n  software can read what is exported), plain, gzip per record or over the whole file, or zstandard (`.warc.zst`) with or without\n  its dictionary frame; frames may ask for a window of up to 32 MiB;\n- ARC 1 and 2, plain or gzip: each record becomes the `response` or, where it did not come over HTTP, the\n  `resource` that it amounts to, with `X-Made-From` and its own header line as `X-ARC-Header`; its\n  WARC-Record-ID is made here, the same each time;\n- WACZ: the archives in its `archive/`, of any of these kinds; or a package of WACZ files (`*.wacz`, one level\n  deep). Its other files are passed over. An `offset` is\n  that of the member or record in the uploaded file, or of the entry in the zip file where that is compressed.\n  Where `datapackage.json` gives another SHA-256 or length for a file than it has, the `statusMessage` of the\n  last line says so.\n\nWhat comes otherwise than as gzip members is stored as gzip members of WARC records. Anything else is 400\nbefore anything is stored. The size is not limited. What the archive inflates to is, by settings of the service\n(`INFLATED_FLOOR`, `INFLATED_RATIO`): where it goes beyond, the import ends with an `ERROR` at that offset.\n\nThe answer is written **while** the file is processed: a line is written only when the record it names is\ndurable, so what was acknowledged is kept whatever happens to the connection. A record that cannot be\nkept is reported as `ERROR` and the import goes on; the status stays 200, possibly partial. Repeating an\nimport is safe: what is already there is a `DUPLICATE`.\n\nSend `auid` before `archive`: then the file is processed while it arrives.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "name": "storeDuplicate",
      "in": "query",
      "required": false,
      "description": "`true` stores a record as the next version even when its payload equals that of the latest committed version of the same URL; `false` suppresses it and reports `DUPLICATE` with the surviving artifact.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "excludeStatusPattern",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Regular expression, matched in linear time against the whole decimal HTTP status of a record. Records that match are not imported and are reported as `EXCLUDED`; records without an HTTP status never match. An invalid pattern is 400. Empty means absent. For example `[45]\\d\\d`.",
      "schema": {
       "type": "string"
      }
     },
     {
      "name": "quarantine",
      "in": "query",
      "required": false,
      "description": "Beyond the interface. `true` stores records that would otherwise be an `ERROR` for a wrong block digest, a missing HTTP head or a missing date, as long as their bytes are whole. They are `OK` with a message, and keep a mark: `damaged` in the artifact's properties, `X-Holdfast-Damaged` where it is read. Without a date, the time of the import is the artifact's; without a head, the whole block is its payload.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "summary",
      "in": "query",
      "required": false,
      "description": "Beyond the interface. `true` ends the answer with one more object, an ImportSummaryLine, which says what the import came to as a whole.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The AUID of the new artifacts and the archive. A body that is not multipart/form-data is 400.",
     "content": {
      "multipart/form-data": {
       "schema": {
        "$ref": "#/components/schemas/AddArtifactsForm"
       },
       "encoding": {
        "archive": {
         "contentType": "application/warc, application/gzip, application/octet-stream"
        }
       },
       "example": {
        "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
        "archive": "(bytes of iana.warc.gz)"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The status of the import, one object per record in record order; possibly partial.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/x-ndjson": {
        "x-line-schema": {
         "$ref": "#/components/schemas/ImportStatus"
        },
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "One ImportStatus object per line, sent as soon as it is decided. A client that accepts only application/json is answered with the same lines under that type."
        },
        "example": "{\"warcId\":\"<urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>\",\"offset\":334,\"url\":\"http://www.iana.org/\",\"artifactUuid\":\"0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61\",\"digest\":\"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806\",\"version\":1,\"status\":\"OK\"}\n{\"warcId\":\"<urn:uuid:65619a10-0646-495e-9cdb-d06bac64c831>\",\"offset\":4009,\"url\":\"http://www.iana.org/_img/2013.1/icann-logo.svg\",\"artifactUuid\":\"0198c49f-11aa-7c07-8c7e-21f5d09e6b3c\",\"digest\":\"SHA-256:0b3ae687e3dc5df27fe27b6032c8d630b0318edaa0b85205fe8e9f4b8fdb77ed\",\"version\":1,\"status\":\"DUPLICATE\",\"statusMessage\":\"Same payload as version 1\"}\n{\"warcId\":\"<urn:uuid:0c6cbe4c-25d0-4b5b-8d2c-8f1b0b1cb1f4>\",\"offset\":9120,\"url\":\"http://www.iana.org/missing\",\"status\":\"EXCLUDED\",\"statusMessage\":\"HTTP status 404 matches [45]\\\\d\\\\d\"}\n{\"warcId\":\"<urn:uuid:7ee3cf0a-54f8-4f0c-8c6e-0e6c42a7d9b6>\",\"offset\":11873,\"url\":\"http://www.iana.org/broken\",\"status\":\"ERROR\",\"statusMessage\":\"Block digest does not match the block\"}\n"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedContentEncoding"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/migrations": {
   "post": {
    "operationId": "migrateArtifacts",
    "tags": [
     "Artifacts"
    ],
    "summary": "Take over the artifacts of another repository",
    "description": "Beyond the interface. Takes `response` and `resource` records as the repository of an existing preservation node\nhas written them into its files, or gives them for replay, and stores each as the artifact that it was there: with\nits uuid (the WARC-Record-ID), its version (`X-LockssRepo-Artifact-Version`), its dates (WARC-Date,\n`X-LockssRepo-Artifact-StoredDate`) and its digest. `./holdfast migrate repository` sends them.\n\n- The payload is the body as it is recorded, chunk framing included: that is what such a repository digests. Its\n  SHA-256 is compared with `X-LockssRepo-Artifact-Digest`; where they differ the record is an `ERROR`, or with\n  `quarantine=true` stored with a lasting mark.\n- What is here already is a `DUPLICATE`, which says whether it is committed, and is not stored again: to repeat an\n  upload is safe.\n- A uuid that is that of another artifact, or a version of a URL that another artifact is, makes the record an\n  `ERROR`, and changes nothing.\n- `X-LockssRepo-Artifact-AuId` and `-Namespace` must be those of the request.\n- Records of other types are passed over.\n\nFormats, the answer, what it means that a line is written, and the request header `X-Holdfast-Answer` are those of\n`POST /archives`. Send the fields before `archive`.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "name": "quarantine",
      "in": "query",
      "required": false,
      "description": "`true` stores records that would otherwise be an `ERROR` for a payload of another digest, a wrong block digest, a missing HTTP head or a missing date, as long as their bytes are whole. They keep a mark: `damaged` in the artifact's properties.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "name": "summary",
      "in": "query",
      "required": false,
      "description": "`true` ends the answer with one more object, an ImportSummaryLine. Its `complete` tells whether all of the archive was taken.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The AUID of the artifacts, which of them are otherwise than committed, and their records.",
     "content": {
      "multipart/form-data": {
       "schema": {
        "$ref": "#/components/schemas/MigrateArtifactsForm"
       },
       "encoding": {
        "archive": {
         "contentType": "application/warc, application/gzip, application/octet-stream"
        }
       },
       "example": {
        "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
        "archive": "(bytes of artifacts_default-\u2026.warc.gz)"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "What became of the records, one object per record in record order; possibly partial.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/x-ndjson": {
        "x-line-schema": {
         "$ref": "#/components/schemas/MigrationStatus"
        },
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "One MigrationStatus object per line, sent as soon as it is decided. A client that accepts only application/json is answered with the same lines under that type."
        },
        "example": "{\"warcId\":\"<urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>\",\"offset\":0,\"url\":\"http://www.iana.org/\",\"artifactUuid\":\"4eec4942-a541-410a-99f4-50de39b62118\",\"digest\":\"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806\",\"version\":1,\"status\":\"OK\",\"collectionDate\":1390766784000,\"contentLength\":1270,\"committed\":true}\n"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedContentEncoding"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts": {
   "post": {
    "operationId": "createArtifact",
    "x-audit": "routine",
    "tags": [
     "Artifacts"
    ],
    "summary": "Create one artifact",
    "description": "Creates an uncommitted artifact from its properties, the head of the HTTP response it was captured with,\nand its payload. The parts may come in any order. Without `httpResponseHeader`, or with an empty one, the\nartifact is a `resource` whose Content-Type is that of the payload part.\n\nLength, digest, uuid and version are always determined by the server. Nothing is left behind when the\nanswer is not 201.\n\nWith pluginStoreRole, which only the user `PLUGIN_STORE_USER` of the settings has, an artifact of an AU that is no\nplugin registry is 403.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole",
     "pluginStoreRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The artifact in three parts; `artifactProps` and `httpResponseHeader` may be sent with or without a filename, `payload` is a file. A body that is not multipart/form-data is 400.",
     "content": {
      "multipart/form-data": {
       "schema": {
        "$ref": "#/components/schemas/CreateArtifactForm"
       },
       "encoding": {
        "artifactProps": {
         "contentType": "application/json"
        },
        "httpResponseHeader": {
         "contentType": "application/octet-stream, text/plain"
        },
        "payload": {
         "contentType": "application/octet-stream",
         "headers": {
          "X-Lockss-Content-Type": {
           "$ref": "#/components/headers/XLockssContentType"
          }
         }
        }
       },
       "example": {
        "artifactProps": "{\"namespace\":\"default\",\"auid\":\"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014\",\"uri\":\"http://www.iana.org/\",\"collectionDate\":1390766784000}",
        "httpResponseHeader": "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\nContent-Length: 38\r\n\r\n",
        "payload": "<html><body>Hello, IANA</body></html>"
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The artifact was created. It is not committed.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Artifact"
        },
        "example": {
         "namespace": "default",
         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
         "uri": "http://www.iana.org/",
         "version": 1,
         "contentLength": 5678,
         "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
         "collectionDate": 1390766784000,
         "storeDate": 1755645508638,
         "state": "UNCOMMITTED",
         "committed": false,
         "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
        }
       }
      }
     },
     "302": {
      "description": "Duplicate content: the payload equals that of the latest committed version of the same namespace, AUID and URI. No artifact was created. With `COMPATIBILITY=laaws` it is never answered: such content becomes the next version.",
      "headers": {
       "Location": {
        "$ref": "#/components/headers/DuplicateLocation"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedContentEncoding"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "get": {
    "operationId": "getArtifactsFromAllAus",
    "tags": [
     "Artifacts"
    ],
    "summary": "List committed artifacts of all AUs",
    "description": "Lists the committed artifacts of a namespace over all its AUs, by exact URL, by URL prefix, or all of them\nwhen neither is given.\n\nOrder: URL with `/` sorting before every other character, then AUID, then version descending.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/Url"
     },
     {
      "$ref": "#/components/parameters/UrlPrefix"
     },
     {
      "name": "versions",
      "in": "query",
      "required": false,
      "description": "`all` lists every committed version, `latest` only the highest committed version of each URL in each AU; in any case.",
      "schema": {
       "type": "string",
       "enum": [
        "all",
        "latest"
       ],
       "default": "all",
       "x-any-case": true
      }
     },
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "$ref": "#/components/parameters/ContinuationToken"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/ArtifactPage"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NamespaceNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts/{uuid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    }
   ],
   "get": {
    "operationId": "getArtifactDataByMultipart",
    "tags": [
     "Artifacts"
    ],
    "summary": "Get an artifact with its metadata and content",
    "description": "Gives the artifact as `multipart/form-data` with the parts of the create request, in this order:\n`artifactProps`, `httpResponseHeader` (only for a captured HTTP response), `payload` (only if included).\nA client that accepts `application/json` alone gets the artifact's properties as JSON.\n\nUncommitted artifacts are readable. The payload's digest is checked while it is sent: when it is found\nwrong, or the store fails, the answer is 502 or, once bytes have left, the connection is cut.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/IncludeContent"
     }
    ],
    "responses": {
     "200": {
      "description": "The artifact, in parts, or its properties alone as JSON.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "multipart/form-data": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "Up to three parts, in this order:\n\n- `artifactProps`, application/json: the ArtifactProperties.\n- `httpResponseHeader`, application/octet-stream: status line, headers and blank line of the captured\n  HTTP response; absent for a resource.\n- `payload`: the payload, with the artifact's Content-Type and its length; absent when withheld.\n"
        },
        "example": "--b\nContent-Disposition: form-data; name=\"artifactProps\"\nContent-Type: application/json\n\n{\"namespace\":\"default\",\"uuid\":\"0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61\",\"auid\":\"a\",\"uri\":\"http://www.iana.org/\",\"version\":1,\"contentLength\":40,\"contentDigest\":\"SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806\",\"collectionDate\":1390766784000,\"storeDate\":1755645508638,\"state\":\"COMMITTED\"}\n--b\nContent-Disposition: form-data; name=\"payload\"; filename=\"payload\"\nContent-Type: text/html\n\n<!doctype html><html>(and so on)</html>\n--b--\n"
       },
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Artifact"
        },
        "example": {
         "namespace": "default",
         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
         "uri": "http://www.iana.org/",
         "version": 1,
         "contentLength": 5678,
         "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
         "collectionDate": 1390766784000,
         "storeDate": 1755645508638,
         "state": "COMMITTED",
         "committed": true,
         "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "406": {
      "$ref": "#/components/responses/NotAcceptable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "put": {
    "operationId": "updateArtifact",
    "x-audit": "routine",
    "tags": [
     "Artifacts"
    ],
    "summary": "Update the commit status of an artifact",
    "description": "Sets the artifact's commit status to the given value. Committing is idempotent and may happen in any order\nof versions; the latest version is the highest committed version number. `false` makes a committed\nartifact uncommitted again.\n\n`committed` is taken from the form or from the query; missing in both, or not a boolean, is 400.\n\nWith pluginStoreRole, which only the user `PLUGIN_STORE_USER` of the settings has, `false`, and an artifact of an AU\nthat is no plugin registry, are 403.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole",
     "pluginStoreRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "name": "committed",
      "in": "query",
      "required": false,
      "description": "The new commit status, for a client that does not send it as a form field.",
      "schema": {
       "type": "boolean"
      }
     }
    ],
    "requestBody": {
     "x-other-media-types": [
      "multipart/form-data"
     ],
     "required": false,
     "description": "The new commit status, as a form.",
     "content": {
      "application/x-www-form-urlencoded": {
       "schema": {
        "$ref": "#/components/schemas/UpdateArtifactForm"
       },
       "example": {
        "committed": true
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The updated artifact.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Artifact"
        },
        "example": {
         "namespace": "default",
         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
         "uri": "http://www.iana.org/",
         "version": 1,
         "contentLength": 5678,
         "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
         "collectionDate": 1390766784000,
         "storeDate": 1755645508638,
         "state": "COMMITTED",
         "committed": true,
         "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedContentEncoding"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "delete": {
    "operationId": "deleteArtifact",
    "tags": [
     "Artifacts"
    ],
    "summary": "Remove an artifact",
    "description": "Removes an artifact, committed or not. It is gone from every listing and every read at once; the bytes it\noccupied are reclaimed later by compaction. While its AU is in bulk mode it cannot be deleted.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     }
    ],
    "responses": {
     "200": {
      "description": "The artifact was removed. The body is empty.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "409": {
      "description": "The artifact cannot be deleted because its AU is in bulk mode.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/problem+json": {
        "schema": {
         "$ref": "#/components/schemas/Problem"
        },
        "example": {
         "type": "about:blank",
         "title": "Conflict",
         "status": 409,
         "detail": "The AU of this artifact is in bulk mode; finish the bulk transfer first.",
         "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "timestamp": 1755645600,
         "message": "The AU of this artifact is in bulk mode; finish the bulk transfer first.",
         "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "serverErrorType": "NONE",
         "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
        }
       }
      }
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts/{uuid}/payload": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    }
   ],
   "get": {
    "operationId": "getArtifactDataByPayload",
    "tags": [
     "Artifacts"
    ],
    "summary": "Get the payload of an artifact",
    "description": "Gives the payload: the HTTP entity body as captured, de-chunked (but where it was imported with\n`COMPATIBILITY=laaws`, or migrated, as it was recorded, framing included), its content coding never undone. Ranges,\n`If-Range`, `If-None-Match` and `HEAD` work. Content-Type, Content-Encoding and Last-Modified are those of\nthe capture; what the head of a revisit does not say, because it is a 304 or is missing, is as its original\nsaid. Captured pages are hostile, so the answer is sandboxed and never sniffed, and a browser that wants it as a script,\na style sheet or a worker (`Sec-Fetch-Dest`) gets 403.\n\nWhen the content is withheld (`includeContent`), the body is empty and its length is in\n`X-Lockss-Content-Length`.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/IncludeContent"
     },
     {
      "$ref": "#/components/parameters/Range"
     },
     {
      "$ref": "#/components/parameters/IfRange"
     },
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "$ref": "#/components/parameters/IfNoneMatch"
     },
     {
      "$ref": "#/components/parameters/IfModifiedSince"
     },
     {
      "$ref": "#/components/parameters/IfUnmodifiedSince"
     }
    ],
    "responses": {
     "200": {
      "description": "The payload, or an empty body when the content is withheld.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Last-Modified": {
        "$ref": "#/components/headers/LastModified"
       },
       "Accept-Ranges": {
        "$ref": "#/components/headers/AcceptRanges"
       },
       "Content-Encoding": {
        "$ref": "#/components/headers/ContentEncoding"
       },
       "Content-Security-Policy": {
        "$ref": "#/components/headers/ContentSecurityPolicy"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "X-LockssRepo-Artifact-Digest": {
        "$ref": "#/components/headers/XLockssRepoArtifactDigest"
       },
       "X-LockssRepo-Artifact-StoredDate": {
        "$ref": "#/components/headers/XLockssRepoArtifactStoredDate"
       },
       "X-LockssRepo-IncludesContent": {
        "$ref": "#/components/headers/XLockssRepoIncludesContent"
       },
       "X-Holdfast-Damaged": {
        "$ref": "#/components/headers/XHoldfastDamaged"
       },
       "X-Lockss-Content-Length": {
        "$ref": "#/components/headers/XLockssContentLength"
       },
       "X-Lockss-Content-Type": {
        "$ref": "#/components/headers/XLockssContentType"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The payload bytes, under the Content-Type of the capture."
        },
        "example": "<!doctype html><html>(and so on)</html>"
       }
      }
     },
     "206": {
      "description": "The requested part of the payload; several ranges are answered as multipart/byteranges.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "Content-Range": {
        "$ref": "#/components/headers/ContentRange"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Last-Modified": {
        "$ref": "#/components/headers/LastModified"
       },
       "Content-Security-Policy": {
        "$ref": "#/components/headers/ContentSecurityPolicy"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "X-LockssRepo-Artifact-Digest": {
        "$ref": "#/components/headers/XLockssRepoArtifactDigest"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "<!doctype html>"
       }
      }
     },
     "304": {
      "$ref": "#/components/responses/NotModified"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "416": {
      "$ref": "#/components/responses/RangeNotSatisfiable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts/{uuid}/response": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    }
   ],
   "get": {
    "operationId": "getArtifactDataByResponse",
    "tags": [
     "Artifacts"
    ],
    "summary": "Get an artifact as an HTTP response",
    "description": "Gives the stored HTTP message byte for byte, status line, headers and body. An artifact that was no HTTP\nresponse (a `resource`) gets an `HTTP/1.1 200 OK` head. A revisit has its own head, also when that says 304,\nor its original's when it came without one, and the payload of the original behind it; in chunks only when\nthe head says so and they are stored. Of an original of another URL, its head has no more than the fields that\ndescribe the payload. Replay, whose clients take a 304 for empty, gives such a revisit with\nthe head of the original. When the content is withheld (`includeContent`), the body is the head alone.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/IncludeContent"
     }
    ],
    "responses": {
     "200": {
      "description": "The artifact as an HTTP message.",
      "headers": {
       "X-LockssRepo-ArtifactDataType": {
        "$ref": "#/components/headers/XLockssRepoArtifactDataType"
       },
       "X-LockssRepo-Artifact-StoredDate": {
        "$ref": "#/components/headers/XLockssRepoArtifactStoredDate"
       },
       "X-LockssRepo-IncludesContent": {
        "$ref": "#/components/headers/XLockssRepoIncludesContent"
       },
       "X-Holdfast-Damaged": {
        "$ref": "#/components/headers/XHoldfastDamaged"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/http;msgtype=response": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "Status line, headers, blank line and body, as stored."
        },
        "example": "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n<!doctype html><html>(and so on)</html>"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts/{uuid}/records": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    }
   ],
   "get": {
    "operationId": "getArtifactRecords",
    "tags": [
     "Artifacts"
    ],
    "summary": "List the records that are stored of an artifact",
    "description": "Beyond the interface. Lists what is stored of the artifact: first its own record, then its companions (the\n`request`, `metadata` and other records that were captured with it), last the `warcinfo` that goes for it.\nCompanions are kept byte for byte, and are dropped with their artifact.\n\nThey are read while they are listed, and held to their checksums: when one is found wrong, the answer is 502,\nor, of a list of thousands, cut.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     }
    ],
    "responses": {
     "200": {
      "description": "The records, in the order of their numbers.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ArtifactRecords"
        },
        "example": {
         "records": [
          {
           "number": 0,
           "relation": "artifact",
           "type": "response",
           "recordId": "<urn:uuid:68bc9c73-a40d-11e3-9c6b-1231390fd1a2>",
           "date": "2014-01-26T20:06:24Z",
           "targetUri": "http://www.iana.org/",
           "contentType": "application/http;msgtype=response",
           "contentLength": 6038,
           "recordLength": 6425,
           "storedLength": 2258,
           "link": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/0"
          },
          {
           "number": 1,
           "relation": "companion",
           "type": "request",
           "recordId": "<urn:uuid:68bc9c74-a40d-11e3-9c6b-1231390fd1a2>",
           "date": "2014-01-26T20:06:24Z",
           "targetUri": "http://www.iana.org/",
           "contentType": "application/http;msgtype=request",
           "contentLength": 201,
           "recordLength": 566,
           "storedLength": 421,
           "link": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/1"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "406": {
      "$ref": "#/components/responses/NotAcceptable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts/{uuid}/records/{record}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    },
    {
     "name": "record",
     "in": "path",
     "required": true,
     "description": "The record's number in the list, or its WARC-Record-ID, percent-encoded, with or without `<>`. With `.warc` behind it, the record is given without compression; with `.warc.gz`, or with nothing, as it is stored.",
     "schema": {
      "type": "string"
     },
     "example": "0"
    }
   ],
   "get": {
    "operationId": "getArtifactRecord",
    "tags": [
     "Artifacts"
    ],
    "summary": "Get one of the records that are stored of an artifact",
    "description": "Beyond the interface. Gives one record of the list, verbatim: the stored gzip member byte for byte, or the WARC\nrecord in it. Of an artifact made from a revisit, record 0 is the `revisit` record. Ranges, `If-Range`,\n`If-None-Match` and `HEAD` work; a Content-Encoding is never applied.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/Range"
     },
     {
      "$ref": "#/components/parameters/IfRange"
     },
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "$ref": "#/components/parameters/IfNoneMatch"
     },
     {
      "$ref": "#/components/parameters/IfModifiedSince"
     },
     {
      "$ref": "#/components/parameters/IfUnmodifiedSince"
     }
    ],
    "responses": {
     "200": {
      "description": "The record.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Accept-Ranges": {
        "$ref": "#/components/headers/AcceptRanges"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/warc": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "One complete WARC record, as one gzip member or uncompressed."
        },
        "example": "WARC/1.0\r\nWARC-Type: request\r\nWARC-Target-URI: http://www.iana.org/\r\n(and so on)"
       }
      }
     },
     "206": {
      "description": "The requested part of the record; several ranges are answered as multipart/byteranges.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "Content-Range": {
        "$ref": "#/components/headers/ContentRange"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/warc": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "WARC/1.0\r\nWARC-Type: request"
       },
       "multipart/byteranges": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested ranges, one part each."
        },
        "example": "--b\r\nContent-Type: application/warc\r\nContent-Range: bytes 0-7/421\r\n\r\nWARC/1.0\r\n--b--\r\n"
       }
      }
     },
     "304": {
      "$ref": "#/components/responses/NotModified"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "406": {
      "$ref": "#/components/responses/NotAcceptable"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "416": {
      "$ref": "#/components/responses/RangeNotSatisfiable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/tree": {
   "get": {
    "operationId": "getUrlTree",
    "tags": [
     "Artifacts"
    ],
    "summary": "List what stands right below a URL prefix",
    "description": "Beyond the interface. Shows the URLs of an AU, or of a whole namespace, as a tree: one page of the children of a\nURL prefix, in the order of listings. Without a prefix the children are schemes with their hosts; below that, what\nreaches to the next `/` or `?`; the queries of a page are not divided further. A child that is a URL itself has\n`url`; one that others are below has `urlPrefix`, with which they are asked for. A prefix may end anywhere.\n\nThe time that a child takes does not depend on how much is below it.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "name": "auid",
      "in": "query",
      "required": false,
      "description": "Only URLs of this AU.",
      "schema": {
       "$ref": "#/components/schemas/Auid"
      }
     },
     {
      "name": "urlPrefix",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "The text that the URLs start with. Absent or empty, the tree begins at its top.",
      "schema": {
       "type": "string",
       "maxLength": 65536,
       "pattern": "^[^\\u0000]*$"
      }
     },
     {
      "name": "includeUncommitted",
      "in": "query",
      "required": false,
      "description": "Whether URLs are shown of which there are only uncommitted artifacts.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "name": "continuationToken",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Token of the page to answer, from `continuationToken` of the page before. Opaque; never expires; good at any replica. Tampered with, or used with other parameters, it is 400. Empty means the first page.",
      "schema": {
       "type": "string"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "A page of children; none when nothing starts with the prefix.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/UrlTreePage"
        },
        "example": {
         "urlPrefix": "http://www.iana.org/",
         "children": [
          {
           "name": "",
           "url": "http://www.iana.org/"
          },
          {
           "name": "_css",
           "urlPrefix": "http://www.iana.org/_css/"
          },
          {
           "name": "domains",
           "url": "http://www.iana.org/domains",
           "urlPrefix": "http://www.iana.org/domains/"
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NothingInTree"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus": {
   "get": {
    "operationId": "getAus",
    "tags": [
     "Archival Units"
    ],
    "summary": "List the AUIDs of a namespace",
    "description": "Lists the AUIDs that have any artifact in the namespace, committed or not, in byte order.",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "$ref": "#/components/parameters/ContinuationToken"
     }
    ],
    "responses": {
     "200": {
      "description": "A page of AUIDs.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuidPageInfo"
        },
        "example": {
         "auids": [
          "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
          "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2015"
         ],
         "pageInfo": {
          "totalCount": 2,
          "resultsPerPage": 2,
          "curLink": "http://localhost:24610/aus?namespace=default"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/NoAusInNamespace"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/summaries": {
   "post": {
    "operationId": "summarizeAus",
    "x-audit": "none",
    "tags": [
     "Archival Units"
    ],
    "summary": "Get how much several AUs hold",
    "description": "Beyond the interface: for tables of AUs. Artifacts and sizes of up to 500 AUs in one request, from counters kept with\nevery change; nothing is changed. An AU that holds no artifact is not in the answer; with `allNamespaces`, one that\nholds artifacts in several namespaces is there once for each.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "name": "allNamespaces",
      "in": "query",
      "required": false,
      "description": "Whether all namespaces are looked at. Not together with `namespace`.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The AUIDs.",
     "content": {
      "application/json": {
       "schema": {
        "type": "array",
        "description": "The AUIDs.",
        "minItems": 1,
        "maxItems": 500,
        "items": {
         "$ref": "#/components/schemas/Auid"
        }
       },
       "example": [
        "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014"
       ]
      }
     }
    },
    "responses": {
     "200": {
      "description": "What those hold that hold anything, in the order of their AUIDs in the request, then of namespaces.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The AUs.",
         "items": {
          "$ref": "#/components/schemas/AuSummary"
         }
        },
        "example": [
         {
          "namespace": "default",
          "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
          "artifacts": 311,
          "committed": 311,
          "urls": 310,
          "bytes": 1048576,
          "latestBytes": 786432,
          "storedBytes": 524288
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/{auid}/artifacts": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getArtifacts",
    "tags": [
     "Artifacts"
    ],
    "summary": "List the artifacts of an AU",
    "description": "Lists artifacts of one AU, by exact URL, by URL prefix, or all of them. `url` together with `urlPrefix` is\n400. A known AU in which nothing matches gives an empty list.\n\nOrder: URL with `/` sorting before every other character, then version descending.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "$ref": "#/components/parameters/Url"
     },
     {
      "$ref": "#/components/parameters/UrlPrefix"
     },
     {
      "name": "version",
      "in": "query",
      "required": false,
      "description": "`latest` lists the latest version of each URL, `all` every version, a number that version alone; a number needs `url`. The words are taken in any case.",
      "schema": {
       "default": "latest",
       "x-any-case": true,
       "anyOf": [
        {
         "type": "string",
         "enum": [
          "latest",
          "all"
         ]
        },
        {
         "type": "integer",
         "minimum": 1,
         "maximum": 2147483647
        }
       ]
      }
     },
     {
      "name": "includeUncommitted",
      "in": "query",
      "required": false,
      "description": "Whether uncommitted artifacts are listed too. With `latest`, the highest version of each URL is then listed whatever its state.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     },
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "$ref": "#/components/parameters/ContinuationToken"
     }
    ],
    "responses": {
     "200": {
      "$ref": "#/components/responses/ArtifactPage"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/{auid}/size": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getArtifactsSize",
    "tags": [
     "Archival Units"
    ],
    "summary": "Get the size of the artifacts of an AU",
    "description": "Gives the AU's sizes in bytes, from counters kept with every change: the time it takes does not depend on the size of the AU. Uncommitted artifacts do not count. With `COMPATIBILITY=laaws` the sizes of an AU that is not known are zero.",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     }
    ],
    "responses": {
     "200": {
      "description": "The sizes of the AU.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuSize"
        },
        "example": {
         "totalAllVersions": 1048576,
         "totalLatestVersions": 786432,
         "totalWarcSize": 524288
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/{auid}/bulk": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "post": {
    "operationId": "handleBulkAuOp",
    "tags": [
     "Archival Units"
    ],
    "summary": "Start or finish the bulk transfer of an AU",
    "description": "`start` marks the AU for bulk transfer; it is idempotent and seen by all replicas. While the AU is marked,\nwrites are accepted, deletions are refused with 409, and work that need not be done artifact by artifact is\nput off. `finish` does that work, removes the mark, and answers when the AU is consistent.\n\nThe AU's content stays visible throughout. `op` missing or other than `start` and `finish` is 400.\n\nBeyond the interface, `op` may be in the query, with an empty body then, and `PUT` means the same as `POST`,\nbecause the field's own clients send it so.\n",
    "x-other-methods": [
     "PUT"
    ],
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     },
     {
      "name": "op",
      "in": "query",
      "required": false,
      "description": "Whether bulk transfer starts or finishes, for a client that does not send it as a form field.",
      "schema": {
       "type": "string",
       "enum": [
        "start",
        "finish"
       ]
      }
     }
    ],
    "requestBody": {
     "x-other-media-types": [
      "multipart/form-data"
     ],
     "required": false,
     "description": "Whether bulk transfer starts or finishes.",
     "content": {
      "application/x-www-form-urlencoded": {
       "schema": {
        "$ref": "#/components/schemas/BulkAuOpForm"
       },
       "example": {
        "op": "start"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The bulk operation succeeded. The body is empty.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/AuNotInBulkMode"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedContentEncoding"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/namespaces": {
   "get": {
    "operationId": "getNamespaces",
    "tags": [
     "Repository"
    ],
    "summary": "List the namespaces of committed artifacts",
    "description": "Lists, in byte order, the namespaces that have at least one committed artifact.",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The namespaces; an empty list when there are none.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The namespaces of committed artifacts, in byte order.",
         "items": {
          "$ref": "#/components/schemas/Namespace"
         }
        },
        "example": [
         "default",
         "journals"
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/repoinfo": {
   "get": {
    "operationId": "getRepositoryInformation",
    "tags": [
     "Repository"
    ],
    "summary": "Get information about the store and the index",
    "description": "Describes the object store that holds the WARC files and the database that holds the index.",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The store and the index.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RepositoryInfo"
        },
        "example": {
         "storeInfo": {
          "type": "Posix",
          "name": "repository",
          "size": 1000000000000,
          "used": 370000000000,
          "avail": 630000000000,
          "percentUsedString": "37%",
          "percentUsed": 0.37
         },
         "indexInfo": {
          "type": "PostgreSQL",
          "name": "holdfast",
          "used": 8388608000
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/repoinfo/storage": {
   "get": {
    "operationId": "getStorageInfo",
    "tags": [
     "Repository"
    ],
    "summary": "Get information about the store",
    "description": "Describes the object store that holds the WARC files.",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The store.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/StorageInfo"
        },
        "example": {
         "type": "S3",
         "name": "preservation",
         "used": 370000000000
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/checksumalgorithms": {
   "get": {
    "operationId": "getSupportedChecksumAlgorithms",
    "tags": [
     "Repository"
    ],
    "summary": "List the supported checksum algorithms",
    "description": "Lists the names of the checksum algorithms that the service can compute.",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The names of the algorithms.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "Names of checksum algorithms.",
         "items": {
          "type": "string",
          "description": "Name of a checksum algorithm.",
          "examples": [
           "SHA-256"
          ]
         }
        },
        "example": [
         "MD5",
         "SHA-1",
         "SHA-256",
         "SHA-384",
         "SHA-512"
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/session": {
   "get": {
    "operationId": "getSession",
    "x-audit": "none",
    "tags": [
     "Session"
    ],
    "summary": "Who is logged in",
    "description": "Beyond the interface: for the console. Tells who a request is from, by its cookie or its credentials, and which\nservices the console reaches by this one; `user` is null where nobody is logged in. A session that has gone on\nfor more than 15 minutes since it was renewed last is renewed.\n",
    "security": [],
    "responses": {
     "200": {
      "description": "Who is logged in.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       },
       "Set-Cookie": {
        "$ref": "#/components/headers/SetCookie"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Session"
        },
        "example": {
         "user": {
          "name": "admin",
          "roles": [
           "userAdminRole"
          ],
          "expires": "2025-08-19T23:18:28.000Z"
         },
         "services": [
          {
           "name": "repository",
           "path": ""
          }
         ],
         "version": "0.1.0"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     }
    }
   },
   "post": {
    "operationId": "createSession",
    "x-audit": "login",
    "tags": [
     "Session"
    ],
    "summary": "Log in",
    "description": "Beyond the interface: for the console. Gives a cookie, HttpOnly and SameSite=Strict, that counts as a login for\nevery operation, of the other service too where both have the same `SESSION_SECRET`. It ends 8 hours after it\nwas renewed last, 24 hours after the login, and with the password. What writes with it must come from a page of\nthe service itself, which `Sec-Fetch-Site` or `Origin` says.\n",
    "security": [],
    "requestBody": {
     "required": true,
     "description": "Name and password.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/Credentials"
       },
       "example": {
        "name": "alice",
        "password": "correct horse battery"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "Who has logged in.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       },
       "Set-Cookie": {
        "$ref": "#/components/headers/SetCookie"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Session"
        },
        "example": {
         "user": {
          "name": "admin",
          "roles": [
           "userAdminRole"
          ],
          "expires": "2025-08-19T23:18:28.000Z"
         },
         "services": [
          {
           "name": "repository",
           "path": ""
          }
         ],
         "version": "0.1.0"
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/TooManyLogins"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "delete": {
    "operationId": "deleteSession",
    "x-audit": "login",
    "tags": [
     "Session"
    ],
    "summary": "Log out",
    "description": "Beyond the interface: for the console. Has the browser forget the cookie, whether or not it holds a session.\n",
    "security": [],
    "responses": {
     "204": {
      "description": "Nobody is logged in any more.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       },
       "Set-Cookie": {
        "$ref": "#/components/headers/SetCookie"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     }
    }
   }
  },
  "/logins": {
   "get": {
    "operationId": "getLogins",
    "tags": [
     "Users"
    ],
    "summary": "Get who may log in",
    "description": "Beyond the interface: for the console. The users of this service: those that its settings make, which only settings\nchange, and those of the users file. No password and no hash of one is in it. Whether another service has the same\nusers says `revision`, which is the same where the same state of the same file is read.\n",
    "x-roles": [
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "Who may log in.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Logins"
        },
        "example": {
         "logins": [
          {
           "name": "admin",
           "roles": [
            "userAdminRole"
           ],
           "disabled": false,
           "from": "ADMIN_PASSWORD"
          },
          {
           "name": "alice",
           "roles": [
            "contentAdminRole"
           ],
           "disabled": false,
           "from": "USERS_FILE"
          }
         ],
         "file": {
          "path": "/var/lib/holdfast/users.json",
          "revision": "131:402:1755645600000:1755645600000",
          "whyFixed": null
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "post": {
    "operationId": "postLogin",
    "tags": [
     "Users"
    ],
    "summary": "Add a user",
    "description": "Beyond the interface: for the console. Adds a user to the users file. Whoever reads the same file lets the user in\nwithin two seconds; this service does at once.\n",
    "x-roles": [
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The user.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/NewLogin"
       },
       "example": {
        "name": "alice",
        "password": "correct horse battery",
        "roles": [
         "contentAdminRole"
        ]
       }
      }
     }
    },
    "responses": {
     "201": {
      "description": "The user was added; who may log in now.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Logins"
        },
        "example": {
         "logins": [
          {
           "name": "admin",
           "roles": [
            "userAdminRole"
           ],
           "disabled": false,
           "from": "ADMIN_PASSWORD"
          },
          {
           "name": "alice",
           "roles": [
            "contentAdminRole"
           ],
           "disabled": false,
           "from": "USERS_FILE"
          }
         ],
         "file": {
          "path": "/var/lib/holdfast/users.json",
          "revision": "131:402:1755645600000:1755645600000",
          "whyFixed": null
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "409": {
      "$ref": "#/components/responses/LoginConflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/logins/{name}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/LoginName"
    }
   ],
   "patch": {
    "operationId": "patchLogin",
    "tags": [
     "Users"
    ],
    "summary": "Change a user",
    "description": "Beyond the interface: for the console. Changes roles or password of a user of the users file, or has it not let in\nany more; what is not named stays as it is. Sessions of a user end for good when its password changes, and when it is\ndisabled.\nThe last user that has `userAdminRole` cannot lose it.\n",
    "x-roles": [
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": true,
     "description": "What is to change.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/LoginChange"
       },
       "example": {
        "roles": [
         "accessContentRole"
        ]
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The user was changed; who may log in now.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Logins"
        },
        "example": {
         "logins": [
          {
           "name": "admin",
           "roles": [
            "userAdminRole"
           ],
           "disabled": false,
           "from": "ADMIN_PASSWORD"
          },
          {
           "name": "alice",
           "roles": [
            "contentAdminRole"
           ],
           "disabled": false,
           "from": "USERS_FILE"
          }
         ],
         "file": {
          "path": "/var/lib/holdfast/users.json",
          "revision": "131:402:1755645600000:1755645600000",
          "whyFixed": null
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/LoginNotFound"
     },
     "409": {
      "$ref": "#/components/responses/LoginConflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "delete": {
    "operationId": "deleteLogin",
    "tags": [
     "Users"
    ],
    "summary": "Remove a user",
    "description": "Beyond the interface: for the console. Removes a user from the users file; its sessions end. The last one that has\n`userAdminRole` cannot be removed.\n",
    "x-roles": [
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The user was removed; who may log in now.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Logins"
        },
        "example": {
         "logins": [
          {
           "name": "admin",
           "roles": [
            "userAdminRole"
           ],
           "disabled": false,
           "from": "ADMIN_PASSWORD"
          },
          {
           "name": "alice",
           "roles": [
            "contentAdminRole"
           ],
           "disabled": false,
           "from": "USERS_FILE"
          }
         ],
         "file": {
          "path": "/var/lib/holdfast/users.json",
          "revision": "131:402:1755645600000:1755645600000",
          "whyFixed": null
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/LoginNotFound"
     },
     "409": {
      "$ref": "#/components/responses/LoginConflict"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/password": {
   "put": {
    "operationId": "putPassword",
    "tags": [
     "Users"
    ],
    "summary": "Change one's own password",
    "description": "Beyond the interface: for the console. Sets the password of the user who asks, if it is one of the users file. All of\nits sessions end; where the request came with a session, that goes on as a new one.\n",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The password there is, and the one there is to be.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/PasswordChange"
       },
       "example": {
        "current": "correct horse battery",
        "password": "staple correct horse"
       }
      }
     }
    },
    "responses": {
     "204": {
      "description": "The password was changed.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       },
       "Set-Cookie": {
        "$ref": "#/components/headers/SetCookie"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/LoginNotFound"
     },
     "409": {
      "$ref": "#/components/responses/LoginConflict"
     },
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
     },
     "429": {
      "$ref": "#/components/responses/TooManyLogins"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/settings": {
   "get": {
    "operationId": "getSettings",
    "tags": [
     "Status"
    ],
    "summary": "Get the settings of the service",
    "description": "Beyond the interface: for the console. Every setting with the value it has in effect, where that comes from, and what\nit is for. Of secrets it is only said whether they are set; passwords in addresses are left out.\n",
    "x-roles": [
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The settings.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The settings, in the order of the documents.",
         "items": {
          "$ref": "#/components/schemas/Setting"
         }
        },
        "example": [
         {
          "name": "DRAIN_TIMEOUT",
          "group": "both",
          "about": "how long requests under way may take when the service stops",
          "value": "20s",
          "isSecret": false,
          "isSet": true,
          "from": "default",
          "file": null,
          "default": "`20s`",
          "values": "duration `0ms` to `1h`"
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/status": {
   "get": {
    "operationId": "getStatus",
    "tags": [
     "Status"
    ],
    "summary": "Get the status of the service",
    "description": "Tells whether the service is ready, and when it is not, what is missing. Open to all; answers 200 whether the service is ready or not.",
    "security": [],
    "responses": {
     "200": {
      "description": "The status of the service.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ApiStatus"
        },
        "examples": {
         "ready": {
          "summary": "Ready to serve",
          "value": {
           "apiVersion": "2.0.0",
           "ready": true,
           "componentName": "repository-service",
           "componentVersion": "0.1.0",
           "systemVersion": "0.1.0",
           "serviceName": "Repository Service",
           "readyTime": 1755645500000,
           "startupStatus": "AUS_STARTED"
          }
         },
         "notReady": {
          "summary": "Not ready yet",
          "value": {
           "apiVersion": "2.0.0",
           "ready": false,
           "componentName": "repository-service",
           "componentVersion": "0.1.0",
           "systemVersion": "0.1.0",
           "serviceName": "Repository Service",
           "reason": "The index cannot be reached",
           "startupStatus": "NONE"
          }
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized",
      "description": "Part of the interface; never sent, since this operation asks for no credentials."
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     }
    }
   }
  },
  "/replay/cdxa/{namespace}": {
   "x-other-names": [
    "/wayback/cdx/owb/{namespace}"
   ],
   "parameters": [
    {
     "$ref": "#/components/parameters/NamespacePath"
    }
   ],
   "get": {
    "operationId": "getCdxa",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "Query CDX records, first flavour (XML)",
    "description": "Answers the index queries of OpenWayback and of pywb's XML client with an XML document. Captures are the\ncommitted artifacts of the namespace, looked up by SURT key and ordered by time, oldest first; a\n`prefixquery` answers one summary per URL.\n\nNothing found is 404 with an error document as body; a setting makes it 200 for clients that read the\ndocument only then. Every other error of this operation is such a document too.\n\nAnother name of the path, beyond the interface, is `/wayback/cdx/owb/{namespace}`.\n",
    "x-trailing-slash": true,
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "q",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "The query: tokens `name:value` separated by white space, each value form-encoded once more. Known:\n`url` (without it the answer is 400), `type` (`urlquery`, the default, or `prefixquery`), `offset`,\n`limit`, `startdate` and `enddate` (bounds), `date` (the capture nearest to it is marked). Unknown\ntokens are ignored.\n",
      "schema": {
       "type": "string",
       "maxLength": 131072
      },
      "example": "type:urlquery url:http%3A%2F%2Fwww.example.org%2F"
     },
     {
      "name": "count",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Number of results in a page. Takes precedence over `limit` in `q`.",
      "schema": {
       "type": "integer",
       "minimum": 1
      }
     },
     {
      "name": "start_page",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Number of the page to answer, from 1. Takes precedence over `offset` in `q`.",
      "schema": {
       "type": "integer",
       "minimum": 1
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The CDX records as an XML document.",
      "headers": {
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/xml": {
        "schema": {
         "type": "string",
         "description": "Document `wayback` with one `request` and `results`. Each `result` holds compressedoffset, compressedendoffset (the length), mimetype, file, redirecturl, urlkey, digest, httpresponsecode, robotflags, url, capturedate, and `closest` where asked for; of a `prefixquery` urlkey, originalurl, firstcapturets, lastcapturets, numcaptures, numversions."
        },
        "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><request><startdate>19960101000000</startdate><enddate>20250819231828</enddate><type>urlquery</type><firstreturned>0</firstreturned><url>http://www.iana.org/</url><resultsrequested>100</resultsrequested><resultstype>resultstypecapture</resultstype><numreturned>1</numreturned><numresults>1</numresults></request><results><result><compressedoffset>0</compressedoffset><compressedendoffset>2258</compressedendoffset><mimetype>text/html</mimetype><file>default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz</file><redirecturl>-</redirecturl><urlkey>org,iana)/</urlkey><digest>OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB</digest><httpresponsecode>200</httpresponsecode><robotflags>-</robotflags><url>http://www.iana.org/</url><capturedate>20140126200624</capturedate></result></results></wayback>"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/CdxaBadRequest"
     },
     "401": {
      "$ref": "#/components/responses/CdxaUnauthorized"
     },
     "403": {
      "$ref": "#/components/responses/CdxaForbidden"
     },
     "404": {
      "$ref": "#/components/responses/CdxaNotFound"
     },
     "500": {
      "$ref": "#/components/responses/CdxaInternalError"
     },
     "503": {
      "$ref": "#/components/responses/CdxaNotReady"
     }
    }
   }
  },
  "/replay/cdxb/{namespace}": {
   "x-other-names": [
    "/wayback/cdx/pywb/{namespace}"
   ],
   "parameters": [
    {
     "$ref": "#/components/parameters/NamespacePath"
    }
   ],
   "get": {
    "operationId": "getCdxb",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "Query CDX records, second flavour (lines)",
    "description": "Answers index queries as pywb and the CDX servers of the field do. Captures are the committed artifacts of\nthe namespace, looked up by SURT key (so that `http` and `https`, with and without `www.`, find each\nother) and ordered by key and time. All sorts work with all match types; the answer is streamed and always\nbounded.\n\nAnother name of the path, beyond the interface, is `/wayback/cdx/pywb/{namespace}`.\n\nBeyond the interface, the parameters of pywb, OutbackCDX and the Internet Archive's CDX server are taken by their\nnames: all but `url`, `limit`, `matchType`, `sort`, `closest`, `output` and `fl`. A parameter of theirs that\nis not supported is 400 with a detail that names what to use instead; one that nobody knows is ignored. An\nempty value means absent. A slash behind the namespace is taken as well.\n\nWhat cannot be combined is 400: `url` with `urlkey`; `fl` with other `fields`; `collapseToLast` with `collapse`,\n`collapseToFirst` or `collapseTime`; `reverse` with `sort=closest` or with `closest` alone; a negative `limit`\nwith `sort=closest`, `offset`, `resumeKey`, `page` or `showNumPages`; `fastLatest` with `sort=closest`; `page` or `showNumPages` with\n`sort=closest` or with `resumeKey`; with `sort=closest` an `offset` beyond the greatest number of records\nin one answer (a setting, 100,000 unless set otherwise). So are a page behind the last one, a resume key\nof another query, a regular expression of more than 1,000 characters or one that RE2 does not take, and a\n`matchType` of `host`, `domain` or `range` for a URL that has none.\n\nA request with a `resumeKey` is answered 200 also when the records behind it were deleted meanwhile.\n\nAn answer that ended at the greatest number of records in one answer carries the key to go on from in the trailer\n`X-Resume-Key`, whether or not `showResumeKey` asks for it in the body (GET over HTTP/1.1 only). One that ended at a\n`limit` of the request has it when `showResumeKey` asks for it.\n",
    "x-trailing-slash": true,
    "x-refused-parameters": {
     "accesspoint": "who may read what is decided by roles here, and by the access rules of the replay tool",
     "allowFuzzy": "only the URL that is asked for is looked up; pywb in front of this service matches fuzzily",
     "from_ts": "use \"from\"",
     "last": "use \"limit=-1\"",
     "lastSkipTimestamp": "what is left out is not counted; use \"collapseToLast\" for the last capture of each group",
     "q": "the queries of the XML protocol are answered at /replay/cdxa/{namespace}",
     "showDupeCount": "duplicates are not counted; \"collapse=digest\" gives the first of neighbours with the same content",
     "showGroupCount": "groups are not counted; a \"prefixquery\" at /replay/cdxa/{namespace} counts the captures of each URL",
     "showPagedIndex": "there is no secondary index; \"showNumPages\" and \"page\" divide an answer",
     "showSkipCount": "what is left out is not counted; the query without \"collapse\" and \"filter\" has it",
     "showUniqCount": "groups are not counted; a \"prefixquery\" at /replay/cdxa/{namespace} counts the versions of each URL"
    },
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "url",
      "in": "query",
      "required": false,
      "x-rest-of-query": {
       "followedBy": [
        "closest",
        "sort",
        "limit",
        "matchType"
       ],
       "holding": "__wb_method="
      },
      "allowEmptyValue": true,
      "description": "URL whose records are requested; it or `urlkey` must be given. With `matchType` absent or `exact`, a trailing `*` asks for a prefix and a leading `*.` for a domain.",
      "schema": {
       "type": "string",
       "maxLength": 65536
      },
      "example": "http://www.example.org/"
     },
     {
      "name": "alt_url",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "x-rest-of-query": {
       "followedBy": [
        "limit",
        "matchType"
       ]
      },
      "description": "What pywb has under this name: the URL with the request for it written into it. Where it has a method, it is asked for instead of `url`. As pywb sends it, it is not percent-encoded and comes last, and everything is part of it but the `limit` and `matchType` that pywb puts behind it; a `url` with `__wb_method=` in it is taken in the same way.",
      "schema": {
       "type": "string",
       "maxLength": 65536
      }
     },
     {
      "name": "urlkey",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Key whose records are requested, as the first column of the records has it, instead of `url`. Wildcards mean nothing in it.",
      "schema": {
       "type": "string",
       "maxLength": 65536
      }
     },
     {
      "name": "matchType",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "How `url` is matched: `exact` URL, `prefix` of it, the whole `host`, the `domain` with its subdomains, or a `range` of keys.",
      "schema": {
       "type": "string",
       "enum": [
        "exact",
        "prefix",
        "host",
        "domain",
        "range"
       ],
       "default": "exact"
      }
     },
     {
      "name": "method",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Method of the request whose captures are asked for, GET when absent. The captures of another have keys of their own: those of the URL with `__wb_method=` and the method in its query, and behind it the request's body as parameters. A `url` may have all that in it, as pywb asks; `method` and `requestBody` put it there, as OutbackCDX does, and cannot be combined with a host, a domain or `urlkey`. Where a POST or PUT has no capture under its key, those of its other spellings are given: `null` is `None` in keys made of JSON, and a body without bytes is `__wb_post_data=`.",
      "schema": {
       "type": "string",
       "maxLength": 32,
       "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]*$",
       "x-wanted": "a method of HTTP"
      }
     },
     {
      "name": "requestBody",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Body of that request, as the field `requestBody` has it. Only with a `method` other than GET. For example `section=about&page=2`.",
      "schema": {
       "type": "string",
       "maxLength": 65536
      }
     },
     {
      "name": "sort",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "`default`: by key and time, oldest first; `reverse`: the opposite; `closest`: nearest to the time given in `closest` first, of two equally near the earlier. When absent, `closest` if a time is given there, otherwise `default`.",
      "schema": {
       "type": "string",
       "enum": [
        "default",
        "reverse",
        "closest"
       ]
      }
     },
     {
      "name": "reverse",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "The same as `sort=reverse`.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     },
     {
      "name": "closest",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Timestamp of 1 to 14 digits (YYYYMMDDhhmmss, padded when shorter). For example `20140126200624`.",
      "schema": {
       "type": "string",
       "pattern": "^[0-9]{0,14}$",
       "x-wanted": "a timestamp of 1 to 14 digits"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Greatest number of records; with `closest`, the nearest ones. Of a negative number the last of the records, in the same order. Bounded by a setting.",
      "schema": {
       "type": "integer",
       "not": {
        "const": 0
       },
       "x-wanted": "a whole number other than 0"
      }
     },
     {
      "name": "from",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Earliest time, inclusive; 1 to 14 digits.",
      "schema": {
       "type": "string",
       "pattern": "^[0-9]{0,14}$",
       "x-wanted": "a timestamp of 1 to 14 digits"
      }
     },
     {
      "name": "to",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Latest time, inclusive; 1 to 14 digits, a shorter one reaching to the end of the period it names.",
      "schema": {
       "type": "string",
       "pattern": "^[0-9]{0,14}$",
       "x-wanted": "a timestamp of 1 to 14 digits"
      }
     },
     {
      "name": "filter",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Repeatable; all must hold. In the dialect `pywb` it is `[!][=|~]field:expr`: without a sign the field contains `expr`, with `=` it equals it, with `~` its beginning matches the regular expression; `!` negates. In the dialect `outbackcdx` it is `[~][!]field:expr`: without a sign the whole field matches the regular expression, with `~` it contains `expr`. Without a colon the filter is held against the whole line of eleven columns. What stands before the first colon must be the name of a field. Regular expressions are those of RE2, which take linear time. Those of one request may not be too large together: that is 400. For example `=status:200`, `!~mime:image/.*`.",
      "style": "form",
      "explode": true,
      "schema": {
       "type": "array",
       "maxItems": 32,
       "items": {
        "type": "string",
        "maxLength": 4096,
        "pattern": "^(?:!?[=~]?|~!)(?:(?:urlkey|timestamp|original|url|mimetype|mime|statuscode|status|digest|redirect|redirecturl|robotflags|length|offset|filename|file|method|requestBody):|[^:]*$)",
        "x-wanted": "[!][=|~]field:expression with one of the fields urlkey, timestamp, original (url), mimetype (mime), statuscode (status), digest, redirect (redirecturl), robotflags, length, offset, filename (file), method, requestBody"
       }
      }
     },
     {
      "name": "filterDialect",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Whose syntax the filters have: that of pywb, or that of OutbackCDX and the Internet Archive's CDX server. When absent, what a setting says (`pywb` unless set otherwise); a filter without a sign that looks like a regular expression is then 400, because it would mean another thing in each.",
      "schema": {
       "type": "string",
       "enum": [
        "pywb",
        "outbackcdx"
       ]
      }
     },
     {
      "name": "collapse",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "`field` or `field:N`, repeatable: of records that are neighbours in the order of key and time and have the same value, or the same first N characters of it, only the first is given, whatever the sort. For example `timestamp:8`.",
      "style": "form",
      "explode": true,
      "schema": {
       "type": "array",
       "maxItems": 8,
       "items": {
        "$ref": "#/components/schemas/CdxCollapse"
       }
      }
     },
     {
      "name": "collapseToFirst",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Another name of `collapse`.",
      "schema": {
       "$ref": "#/components/schemas/CdxCollapse"
      }
     },
     {
      "name": "collapseToLast",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "As `collapse`, but the last of such records is given.",
      "schema": {
       "$ref": "#/components/schemas/CdxCollapse"
      }
     },
     {
      "name": "collapseTime",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Of neighbouring records with the same status and the same first N digits of the timestamp, only the first is given.",
      "schema": {
       "type": "integer",
       "minimum": 1,
       "maximum": 14
      }
     },
     {
      "name": "offset",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Number of records to pass over.",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "resumeKey",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "The key at the end of a bounded answer: the same query with it goes on where that answer ended. A key that was not given for the same query is 400.",
      "schema": {
       "type": "string",
       "maxLength": 131072
      }
     },
     {
      "name": "showResumeKey",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Whether an answer that leaves records out ends with the key to go on from: with `cdx`, `text` and `cdxj` behind an empty line, with `json` and `jsondict` in an object `{\"resumeKey\":\"\u2026\"}` of its own, with `jsonarray` in a last array behind an empty one.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     },
     {
      "name": "showNumPages",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Answer how many pages the query has instead of its records: the number on a line of its own, or, with an `output` other than `cdx` and `text`, a JSON object of `pages`, `pageSize` and `captures`.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     },
     {
      "name": "page",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Number of the page to answer, from 0. Pages are equal shares of the captures that `url`, `matchType`, `from` and `to` select; filters and collapsing work within a page. Page 0 may be empty, which is 404; one behind the last is 400.",
      "schema": {
       "type": "integer",
       "minimum": 0
      }
     },
     {
      "name": "pageSize",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Captures in a page; 10,000 when absent, and never more than one answer may have (a setting).",
      "schema": {
       "type": "integer",
       "minimum": 1
      }
     },
     {
      "name": "fastLatest",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Give the latest capture first, without walking over the older ones.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     },
     {
      "name": "omitSelfRedirects",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Leave out captures that only redirect to the same key.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     },
     {
      "name": "output",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "`cdx`, `text` or absent: eleven columns; `cdxj`: key, timestamp and a JSON object; `json`: one JSON object per line; `jsondict`: an array of objects; `jsonarray`: an array of arrays, the names first.",
      "schema": {
       "type": "string",
       "enum": [
        "cdx",
        "text",
        "cdxj",
        "json",
        "jsondict",
        "jsonarray"
       ],
       "x-wanted": "one of cdx, text, cdxj, json, jsondict, jsonarray (a TimeMap is at /replay/timemap/{namespace}/{url})",
       "default": "cdx"
      }
     },
     {
      "name": "fl",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Comma-separated list of the fields to include, in this order, by any of their names (`original` or `url`, `mimetype` or `mime`, `statuscode` or `status`, `redirect` or `redirecturl`, `filename` or `file`). For example `urlkey,timestamp,original,mimetype,statuscode,digest,length,offset,filename`.",
      "schema": {
       "$ref": "#/components/schemas/CdxFieldList"
      }
     },
     {
      "name": "fields",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Another name of `fl`.",
      "schema": {
       "$ref": "#/components/schemas/CdxFieldList"
      }
     },
     {
      "name": "gzip",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "With `false` the answer is not compressed, whatever the request accepts; otherwise it is for those who accept it.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     },
     {
      "name": "resolveRevisits",
      "in": "query",
      "required": false,
      "allowEmptyValue": true,
      "description": "Whether each record has the three fields `orig.length`, `orig.offset` and `orig.filename` behind its own. They are always `-`: every record can be replayed by itself.",
      "schema": {
       "$ref": "#/components/schemas/CdxFlag"
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The CDX records, in the form asked for.",
      "headers": {
       "X-Resume-Key": {
        "$ref": "#/components/headers/XResumeKey"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "text/plain": {
        "schema": {
         "type": "string",
         "description": "Lines of eleven columns: urlkey timestamp original mimetype statuscode digest redirect robotflags length offset filename. No header line, no blank lines, `-` for what is unknown. `length` is that of the stored gzip member, `offset` is 0."
        },
        "example": "org,iana)/ 20140126200624 http://www.iana.org/ text/html 200 OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB - - 2258 0 default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz\n"
       },
       "text/x-cdxj": {
        "schema": {
         "type": "string",
         "description": "Lines of urlkey, timestamp and a JSON object."
        },
        "example": "org,iana)/ 20140126200624 {\"url\":\"http://www.iana.org/\",\"mime\":\"text/html\",\"status\":\"200\",\"digest\":\"OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB\",\"length\":\"2258\",\"offset\":\"0\",\"filename\":\"default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz\"}\n"
       },
       "application/x-ndjson": {
        "x-line-schema": {
         "$ref": "#/components/schemas/CdxRecord"
        },
        "schema": {
         "type": "string",
         "description": "One JSON object per line."
        },
        "example": "{\"urlkey\":\"org,iana)/\",\"timestamp\":\"20140126200624\",\"url\":\"http://www.iana.org/\",\"mime\":\"text/html\",\"status\":\"200\",\"digest\":\"OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB\",\"length\":\"2258\",\"offset\":\"0\",\"filename\":\"default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz\"}\n"
       },
       "application/json": {
        "schema": {
         "description": "With `jsondict` an array of objects, with `jsonarray` an array of arrays, with `showNumPages` an object.",
         "anyOf": [
          {
           "$ref": "#/components/schemas/CdxPageCount"
          },
          {
           "type": "array",
           "items": {
            "$ref": "#/components/schemas/CdxRecord"
           }
          },
          {
           "type": "array",
           "items": {
            "type": "array",
            "items": {
             "type": "string"
            }
           }
          }
         ]
        },
        "examples": {
         "jsondict": {
          "summary": "An array of objects",
          "value": [
           {
            "urlkey": "org,iana)/",
            "timestamp": "20140126200624",
            "url": "http://www.iana.org/",
            "mime": "text/html",
            "status": "200",
            "digest": "OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB",
            "length": "2258",
            "offset": "0",
            "filename": "default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
           }
          ]
         },
         "jsonarray": {
          "summary": "An array of arrays, the names first",
          "value": [
           [
            "urlkey",
            "timestamp",
            "original"
           ],
           [
            "org,iana)/",
            "20140126200624",
            "http://www.iana.org/"
           ]
          ]
         },
         "showNumPages": {
          "summary": "How many pages there are",
          "value": {
           "pages": 2,
           "pageSize": 10000,
           "captures": 12345
          }
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "description": "No capture matches, or the namespace is unknown. With the setting `REPLAY_CDXB_NOT_FOUND_STATUS=200` it is 200 with no record instead.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "text/plain": {
        "schema": {
         "type": "string",
         "description": "A short text."
        },
        "example": "No captures found."
       }
      }
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/replay/timegate/{namespace}/{url}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/NamespacePath"
    }
   ],
   "get": {
    "operationId": "getTimeGate",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "Find the memento of a URL that is nearest to a time",
    "description": "Beyond the interface: the TimeGate of Memento (RFC 7089). The time is asked for with the header\n`Accept-Datetime`, an rfc1123-date (any other form is 400, as RFC 7089, 4.5.3 says); without it the latest memento\nis found. The answer sends to its address.\n\nA capture that redirects to its own urlkey, as from http to https or from `/d` to `/d/`, is passed over while the\nURL has another capture, the nearest first. Among captures of one second, that of exactly this URL comes first,\nthen one that is neither a redirect nor an error.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "url",
      "in": "path",
      "required": true,
      "x-rest-of-target": true,
      "description": "The URL, as it stands or percent-encoded as a whole: all that follows in the request target, query included, is part of it.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 65536
      },
      "example": "http://www.example.org/",
      "x-example-from": {
       "path": "/artifacts?limit=1",
       "value": [
        "artifacts",
        0,
        "uri"
       ]
      }
     },
     {
      "$ref": "#/components/parameters/AcceptDatetime"
     }
    ],
    "responses": {
     "200": {
      "description": "The memento, for a client that follows the redirect. This operation itself answers 302.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      }
     },
     "302": {
      "description": "The memento is at this address.",
      "headers": {
       "Location": {
        "$ref": "#/components/headers/MementoLocation"
       },
       "Vary": {
        "$ref": "#/components/headers/VaryAcceptDatetime"
       },
       "Link": {
        "$ref": "#/components/headers/MementoLink"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/MementoNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/replay/timemap/{namespace}/{url}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/NamespacePath"
    }
   ],
   "get": {
    "operationId": "getTimeMap",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "List the mementos of a URL",
    "description": "Beyond the interface: the TimeMap of Memento (RFC 7089), by time, the earliest first. A memento is what was\ncaptured in one second. Captures that redirect to their own urlkey are left out while the URL has others. A list that is longer than one answer may be (a setting, 100,000 unless set otherwise)\nends with a link of the relation `timemap` to the rest.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "url",
      "in": "path",
      "required": true,
      "x-rest-of-target": true,
      "description": "The URL, as it stands or percent-encoded as a whole: all that follows in the request target, query included, is part of it. A timestamp of 14 digits and a slash before it say where the list begins, as in the links to further lists.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 65536
      },
      "example": "http://www.example.org/",
      "x-example-from": {
       "path": "/artifacts?limit=1",
       "value": [
        "artifacts",
        0,
        "uri"
       ]
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The list.",
      "headers": {
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/link-format": {
        "schema": {
         "type": "string",
         "description": "Links with the relations original, timegate, self, memento and timemap."
        },
        "example": "<http://www.iana.org/>; rel=\"original\",\n<http://127.0.0.1:24610/replay/timegate/default/http://www.iana.org/>; rel=\"timegate\",\n<http://127.0.0.1:24610/replay/timemap/default/http://www.iana.org/>; rel=\"self\"; type=\"application/link-format\"; from=\"Sun, 26 Jan 2014 20:06:24 GMT\",\n<http://127.0.0.1:24610/replay/memento/default/20140126200624/http://www.iana.org/>; rel=\"first last memento\"; datetime=\"Sun, 26 Jan 2014 20:06:24 GMT\"\n"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/MementoNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/replay/memento/{namespace}/{timestamp}/{url}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/NamespacePath"
    }
   ],
   "get": {
    "operationId": "getMemento",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "Get what was captured of a URL at a time",
    "description": "Beyond the interface: a memento (RFC 7089). Gives the payload of the capture as `/artifacts/{uuid}/payload` does,\nwith ranges and conditions, and with the header `Memento-Datetime`. Nothing in it is rewritten, and no browser runs\nit as a page of this service.\n\nA redirect that was captured is answered 302, to the memento of its target; an error (4xx, 5xx) is answered 404,\nwith what came with it. Both have the header `Memento-Datetime`, which no answer has that is not a memento. Where\nnothing was captured in that very second, the answer sends to the nearest memento. Captures that redirect to their\nown urlkey are passed over as by the TimeGate. Where the URL has no other, their payload is answered 200, without\na Location.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "timestamp",
      "in": "path",
      "required": true,
      "description": "When it was captured, 14 digits of UTC; fewer stand for the nearest memento.",
      "schema": {
       "type": "string",
       "pattern": "^[0-9]{1,14}$",
       "x-wanted": "a timestamp of 1 to 14 digits"
      },
      "example": "20140126200624"
     },
     {
      "name": "url",
      "in": "path",
      "required": true,
      "x-rest-of-target": true,
      "description": "The URL, as it stands or percent-encoded as a whole: all that follows in the request target, query included, is part of it.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 65536
      },
      "example": "http://www.example.org/",
      "x-example-from": {
       "path": "/artifacts?limit=1",
       "value": [
        "artifacts",
        0,
        "uri"
       ]
      }
     },
     {
      "$ref": "#/components/parameters/Range"
     },
     {
      "$ref": "#/components/parameters/IfRange"
     },
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "$ref": "#/components/parameters/IfNoneMatch"
     },
     {
      "$ref": "#/components/parameters/IfModifiedSince"
     },
     {
      "$ref": "#/components/parameters/IfUnmodifiedSince"
     }
    ],
    "responses": {
     "200": {
      "description": "The payload.",
      "headers": {
       "Memento-Datetime": {
        "$ref": "#/components/headers/MementoDatetime"
       },
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Accept-Ranges": {
        "$ref": "#/components/headers/AcceptRanges"
       },
       "Content-Encoding": {
        "$ref": "#/components/headers/ContentEncoding"
       },
       "Content-Security-Policy": {
        "$ref": "#/components/headers/ContentSecurityPolicy"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "Link": {
        "$ref": "#/components/headers/MementoLink"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The payload bytes, under the Content-Type of the capture."
        },
        "example": "<!doctype html><html>(and so on)</html>"
       }
      }
     },
     "206": {
      "description": "The requested part of the payload.",
      "headers": {
       "Memento-Datetime": {
        "$ref": "#/components/headers/MementoDatetime"
       },
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "Content-Range": {
        "$ref": "#/components/headers/ContentRange"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Content-Security-Policy": {
        "$ref": "#/components/headers/ContentSecurityPolicy"
       },
       "Link": {
        "$ref": "#/components/headers/MementoLink"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "*/*": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "<!doctype html>"
       }
      }
     },
     "302": {
      "description": "The nearest memento, or that of the target of a captured redirect, is at this address.",
      "headers": {
       "Location": {
        "$ref": "#/components/headers/MementoLocation"
       },
       "Memento-Datetime": {
        "$ref": "#/components/headers/MementoDatetime"
       },
       "Link": {
        "$ref": "#/components/headers/MementoLink"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      }
     },
     "304": {
      "$ref": "#/components/responses/NotModified"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/MementoNotFound"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "416": {
      "$ref": "#/components/responses/RangeNotSatisfiable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/replay/link": {
   "get": {
    "operationId": "getReplayLink",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "Get where captures are replayed",
    "description": "Beyond the interface. Gives the template of links into the replay tool that a setting (`REPLAY_LINK`) names. In it\n`{url}` stands for the URL of a capture, `{encodedUrl}` for the same percent-encoded as one value, `{timestamp}`\nfor its 14 digits, `{namespace}` for its namespace.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The template; without a member where the setting names none.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ReplayLink"
        },
        "example": {
         "template": "https://replay.example.org/{namespace}/{timestamp}/{url}"
        }
       }
      }
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/replay/warcs/{fileName}": {
   "x-other-names": [
    "/wayback/warcs/{fileName}"
   ],
   "get": {
    "operationId": "getWarcArchive",
    "x-unknown-parameters": "ignored",
    "tags": [
     "Replay"
    ],
    "summary": "Get a WARC archive of a single record",
    "description": "Gives one stored record as a WARC archive of its own: with `.warc.gz` the stored gzip member byte for byte,\nwith `.warc` the same record uncompressed. The bytes never change, so ranges of them may be asked for at\nany time; a Content-Encoding is never applied.\n\nAnother name of the path, beyond the interface, is `/wayback/warcs/{fileName}`.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "fileName",
      "in": "path",
      "required": true,
      "description": "Name of the archive as CDX records give it: `{namespace}:{uuid}.warc.gz` or `{namespace}:{uuid}.warc`. Anything else is 404.",
      "schema": {
       "type": "string"
      },
      "example": "default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz",
      "x-example-from": {
       "path": "/artifacts?limit=1",
       "value": [
        "artifacts",
        0,
        "uuid"
       ],
       "before": "default:",
       "behind": ".warc.gz"
      }
     },
     {
      "name": "records",
      "in": "query",
      "required": false,
      "description": "Beyond the interface. `all` puts what was captured with the record into the archive as well: the `warcinfo` that goes for it first, then the record and its companions in the order in which they were stored, then the companions that came apart from it. `own` (when absent): the one record.",
      "schema": {
       "type": "string",
       "enum": [
        "own",
        "all"
       ]
      }
     },
     {
      "$ref": "#/components/parameters/Range"
     },
     {
      "$ref": "#/components/parameters/IfRange"
     },
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "$ref": "#/components/parameters/IfNoneMatch"
     },
     {
      "$ref": "#/components/parameters/IfModifiedSince"
     },
     {
      "$ref": "#/components/parameters/IfUnmodifiedSince"
     }
    ],
    "responses": {
     "200": {
      "description": "The archive.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Accept-Ranges": {
        "$ref": "#/components/headers/AcceptRanges"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "X-Holdfast-Damaged": {
        "$ref": "#/components/headers/XHoldfastDamaged"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/warc": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "One complete WARC record, as one gzip member or uncompressed."
        },
        "example": "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://www.iana.org/\r\n(and so on)"
       }
      }
     },
     "206": {
      "description": "The requested part of the archive; several ranges are answered as multipart/byteranges.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "Content-Range": {
        "$ref": "#/components/headers/ContentRange"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/warc": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "WARC/1.0\r\nWARC-Type: response"
       },
       "multipart/byteranges": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested ranges, one part each."
        },
        "example": "--b\r\nContent-Type: application/warc\r\nContent-Range: bytes 0-7/2258\r\n\r\nWARC/1.0\r\n--b--\r\n"
       }
      }
     },
     "304": {
      "$ref": "#/components/responses/NotModified"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/WarcNotFound"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "416": {
      "$ref": "#/components/responses/RangeNotSatisfiable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/exports/{fileName}": {
   "get": {
    "operationId": "exportArtifacts",
    "tags": [
     "Replay"
    ],
    "summary": "Get all of an AU, or of a selection, as one file",
    "description": "Beyond the interface. Gives the committed artifacts that the parameters select as one file: with `.warc.gz` a\nWARC file of the stored gzip members, verbatim, with the records that are kept beside them; with `.wacz` a\nWACZ 1.1 of that file, its index and its pages; with `.tar` a BagIt bag of it (RFC 8493) in a tar archive. The\noriginal of a selected revisit is in it even when it is not selected itself. Without parameters: all of the\nnamespace.\n\nA file is made when it is first asked for, for which a WACZ or a bag is read once: while that takes long the\nanswer is 503 with `Retry-After`. Ranges of it may then be asked for. What changes what it holds changes its\n`ETag`; with `If-Range`, and for further ranges to the same user, the file that was begun is served on as long\nas it is at hand. Artifacts that are known to be damaged are left out and counted in `X-Export-Left-Out`. Those\nof which only something that was captured with them is damaged are in it without their companions, and counted\nin `X-Export-Companions-Left-Out`. Damaged records that belong to no artifact, a warcinfo say, are left out and\ncounted in `X-Export-Records-Left-Out`. `Content-Disposition` names the file after what\nit is of: `default-sample.wacz`.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "fileName",
      "in": "path",
      "required": true,
      "description": "The namespace and what kind of file: `{namespace}.warc.gz`, `{namespace}.wacz` or `{namespace}.tar`. Anything else is 404.",
      "schema": {
       "type": "string"
      },
      "example": "default.warc.gz"
     },
     {
      "name": "auid",
      "in": "query",
      "required": false,
      "description": "Only artifacts of this AU.",
      "schema": {
       "$ref": "#/components/schemas/Auid"
      }
     },
     {
      "$ref": "#/components/parameters/Url"
     },
     {
      "$ref": "#/components/parameters/UrlPrefix"
     },
     {
      "name": "from",
      "in": "query",
      "required": false,
      "description": "Only artifacts collected at this time or later; 1 to 14 digits of `YYYYMMDDhhmmss`.",
      "schema": {
       "type": "string",
       "pattern": "^[0-9]{1,14}$",
       "x-wanted": "a timestamp of 1 to 14 digits"
      }
     },
     {
      "name": "to",
      "in": "query",
      "required": false,
      "description": "Only artifacts collected at this time or earlier; 1 to 14 digits, the end of what they name.",
      "schema": {
       "type": "string",
       "pattern": "^[0-9]{1,14}$",
       "x-wanted": "a timestamp of 1 to 14 digits"
      }
     },
     {
      "name": "versions",
      "in": "query",
      "required": false,
      "description": "All versions of each URL, or the latest of those that the other parameters select.",
      "schema": {
       "type": "string",
       "enum": [
        "all",
        "latest"
       ],
       "default": "all"
      }
     },
     {
      "$ref": "#/components/parameters/Range"
     },
     {
      "$ref": "#/components/parameters/IfRange"
     },
     {
      "$ref": "#/components/parameters/IfMatch"
     },
     {
      "$ref": "#/components/parameters/IfNoneMatch"
     },
     {
      "$ref": "#/components/parameters/IfModifiedSince"
     },
     {
      "$ref": "#/components/parameters/IfUnmodifiedSince"
     }
    ],
    "responses": {
     "200": {
      "description": "The file.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Accept-Ranges": {
        "$ref": "#/components/headers/AcceptRanges"
       },
       "X-Export-Left-Out": {
        "$ref": "#/components/headers/XExportLeftOut"
       },
       "X-Export-Companions-Left-Out": {
        "$ref": "#/components/headers/XExportCompanionsLeftOut"
       },
       "X-Export-Records-Left-Out": {
        "$ref": "#/components/headers/XExportRecordsLeftOut"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Content-Type-Options": {
        "$ref": "#/components/headers/XContentTypeOptions"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/warc": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "One gzip member a record."
        },
        "example": "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://www.iana.org/\r\n(and so on)"
       },
       "application/wacz": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "A ZIP file of stored entries."
        },
        "example": "PK"
       },
       "application/x-tar": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "A tar archive with the bag as its only folder."
        },
        "example": "default-sample/bagit.txt"
       }
      }
     },
     "206": {
      "description": "The requested part of the file; several ranges are answered as multipart/byteranges.",
      "headers": {
       "Content-Length": {
        "$ref": "#/components/headers/ContentLength"
       },
       "Content-Range": {
        "$ref": "#/components/headers/ContentRange"
       },
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Access-Control-Allow-Origin": {
        "$ref": "#/components/headers/AccessControlAllowOrigin"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/warc": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "WARC/1.0\r\nWARC-Type: response"
       },
       "application/wacz": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "PK"
       },
       "application/x-tar": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested bytes."
        },
        "example": "default-sample/bagit.txt"
       },
       "multipart/byteranges": {
        "schema": {
         "type": "string",
         "format": "binary",
         "description": "The requested ranges, one part each."
        },
        "example": "--b\r\nContent-Type: application/warc\r\nContent-Range: bytes 0-7/2258\r\n\r\nWARC/1.0\r\n--b--\r\n"
       }
      }
     },
     "304": {
      "$ref": "#/components/responses/NotModified"
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ExportNotFound"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "416": {
      "$ref": "#/components/responses/RangeNotSatisfiable"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "502": {
      "$ref": "#/components/responses/BadGateway"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/summary": {
   "get": {
    "operationId": "getSummary",
    "tags": [
     "Keeping"
    ],
    "summary": "Get the state of the repository in figures",
    "description": "Beyond the interface. What is stored, how much room there is and how long it will last, how much was checked, what is\ndamaged, how far the journal lags, and what is under way. Figures that take a look at all AUs or all objects are\nremembered for a while: the longer it takes to make them, the longer.\n",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The figures.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Summary"
        },
        "example": {
         "at": 1755645600000,
         "stored": {
          "aus": 12,
          "artifacts": 48210,
          "bytes": 7340032000
         },
         "store": {
          "type": "Posix",
          "name": "repository",
          "sizeBytes": 1000000000000,
          "availableBytes": 630000000000,
          "bytesPerDay": 210000000,
          "daysLeft": 3000
         },
         "fixity": {
          "bytes": 7340032000,
          "checkedBytes": 7140032000,
          "periodDays": 90,
          "oldestCheck": 1754608800000,
          "walking": false
         },
         "damage": {
          "artifacts": 0,
          "objects": 0
         },
         "journal": {
          "rows": 0,
          "seconds": 0
         },
         "importsUnderWay": 0,
         "jobs": {
          "failed": [],
          "paused": []
         },
         "dependencies": [
          {
           "name": "database",
           "usable": true
          },
          {
           "name": "object store",
           "usable": true
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/growth": {
   "get": {
    "operationId": "getGrowth",
    "tags": [
     "Keeping"
    ],
    "summary": "Get how much was stored at earlier times",
    "description": "Beyond the interface. Samples that were taken since this version runs: every ten minutes of the last two days, every\nhour of two months, every day before. Oldest first, the newest 6,000.\n",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "days",
      "in": "query",
      "required": false,
      "description": "Only the samples of so many days. When absent, all of them.",
      "schema": {
       "type": "integer",
       "minimum": 1,
       "maximum": 3660
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The samples.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Growth"
        },
        "example": {
         "samples": [
          {
           "at": 1755561600000,
           "aus": 11,
           "artifacts": 47000,
           "contentBytes": 15000000000,
           "storedBytes": 7130032000
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/live": {
   "get": {
    "operationId": "getLive",
    "tags": [
     "Keeping"
    ],
    "summary": "Watch what changes from second to second",
    "description": "Beyond the interface. The summary, the imports under way and the jobs, of all replicas. To who accepts\n`text/event-stream` it is said again every two seconds, as server-sent events whose data is this JSON (an event\n`trouble` without figures when they cannot be had), for ten minutes at most: clients come back by themselves. It ends\nwithin seconds when the user is removed or disabled, or the session ends. A user may listen several times, but not\nwithout end: that is 503.\n",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The figures, once or as events.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Live"
        },
        "example": {
         "summary": {
          "at": 1755645600000,
          "stored": {
           "aus": 12,
           "artifacts": 48210,
           "bytes": 7340032000
          },
          "store": {
           "type": "Posix",
           "name": "repository",
           "sizeBytes": 1000000000000,
           "availableBytes": 630000000000,
           "bytesPerDay": 210000000,
           "daysLeft": 3000
          },
          "fixity": {
           "bytes": 7340032000,
           "checkedBytes": 7140032000,
           "periodDays": 90,
           "oldestCheck": 1754608800000,
           "walking": false
          },
          "damage": {
           "artifacts": 0,
           "objects": 0
          },
          "journal": {
           "rows": 0,
           "seconds": 0
          },
          "importsUnderWay": 0,
          "jobs": {
           "failed": [],
           "paused": []
          },
          "dependencies": [
           {
            "name": "database",
            "usable": true
           },
           {
            "name": "object store",
            "usable": true
           }
          ]
         },
         "imports": [
          {
           "id": "0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61",
           "namespace": "default",
           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
           "started": 1755645590000,
           "fileName": "iana.warc.gz",
           "requestBytes": 81920300,
           "uploadBytes": 40960000,
           "counts": {
            "OK": 1200,
            "DUPLICATE": 3,
            "EXCLUDED": 0,
            "ERROR": 1
           }
          }
         ],
         "jobs": [
          {
           "id": "fixity",
           "state": "running",
           "periodMs": 7776000000,
           "mostBytesPerSecond": 20000000,
           "started": 1755645000000,
           "progress": {
            "items": 1200,
            "bytes": 340032000,
            "totalItems": 48210,
            "totalBytes": 7340032000,
            "counts": {
             "damaged": 0
            }
           },
           "bytesPerSecond": 19800000,
           "expectedEnd": 1755646000000
          }
         ]
        }
       },
       "text/event-stream": {
        "schema": {
         "type": "string",
         "description": "Server-sent events, the data of each as in the other form."
        },
        "example": "retry: 2000\n\ndata: {\"summary\":{},\"imports\":[],\"jobs\":[]}\n\n"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/failures": {
   "get": {
    "operationId": "getFailures",
    "tags": [
     "Keeping"
    ],
    "summary": "List the last requests that failed",
    "description": "Beyond the interface. The last 100 requests, of all replicas, that failed through no fault of their clients, newest\nfirst. The request id is that of the log, which knows more. Of a flood of the same failure only a few are kept.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The failures.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Failures"
        },
        "example": {
         "failures": [
          {
           "at": 1755645500000,
           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
           "operation": "getArtifactDataByPayload",
           "method": "GET",
           "status": 502,
           "user": "reader",
           "detail": "The object store cannot be used."
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/imports": {
   "get": {
    "operationId": "getImports",
    "tags": [
     "Keeping"
    ],
    "summary": "List the imports there were",
    "description": "Beyond the interface. The last 10,000 imports of all replicas, newest first: who imported what, when, into which AU, and\nhow it ended. One that is under way says how far it is.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "$ref": "#/components/parameters/ContinuationToken"
     }
    ],
    "responses": {
     "200": {
      "description": "A page of imports.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ImportPage"
        },
        "example": {
         "imports": [
          {
           "id": "0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61",
           "outcome": "complete",
           "started": 1755645590000,
           "seen": 1755645600000,
           "user": "librarian",
           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
           "namespace": "default",
           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
           "fileName": "iana.warc.gz",
           "requestBytes": 81920300,
           "uploadBytes": 81920000,
           "counts": {
            "OK": 1200,
            "DUPLICATE": 3,
            "EXCLUDED": 0,
            "ERROR": 1
           }
          }
         ],
         "pageInfo": {
          "totalCount": 1,
          "resultsPerPage": 1,
          "curLink": "http://localhost:24610/imports"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/jobs": {
   "get": {
    "operationId": "getJobs",
    "tags": [
     "Keeping"
    ],
    "summary": "List the jobs that keep the repository",
    "description": "Beyond the interface. What each does now, what came of its last walk, and when the next one begins. A job is done by\none process at a time; where `./holdfast keep` does it, that shows here, too.\n",
    "x-roles": [
     "any"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "The jobs.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Jobs"
        },
        "example": {
         "jobs": [
          {
           "id": "fixity",
           "state": "running",
           "periodMs": 7776000000,
           "mostBytesPerSecond": 20000000,
           "started": 1755645000000,
           "progress": {
            "items": 1200,
            "bytes": 340032000,
            "totalItems": 48210,
            "totalBytes": 7340032000,
            "counts": {
             "damaged": 0
            }
           },
           "bytesPerSecond": 19800000,
           "expectedEnd": 1755646000000
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/jobs/{job}": {
   "parameters": [
    {
     "name": "job",
     "in": "path",
     "required": true,
     "description": "The `id` of the job.",
     "schema": {
      "type": "string"
     },
     "example": "fixity"
    }
   ],
   "put": {
    "operationId": "controlJob",
    "tags": [
     "Keeping"
    ],
    "summary": "Start, pause or resume a job",
    "description": "Beyond the interface. `start` has it done now, or go on, by whichever replica gets there first, within seconds; a job\nthat is under way already, or paused, is 409. `pause` stops it where it is, and it stays so, over restarts, until\n`resume`, after which it goes on from there. To pause twice, or to resume what is not paused, is no error.\n",
    "x-roles": [
     "contentAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": true,
     "description": "What is to be done.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/JobOrder"
       },
       "example": {
        "op": "pause"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The job as it is now.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/Job"
        },
        "example": {
         "id": "fixity",
         "state": "running",
         "periodMs": 7776000000,
         "mostBytesPerSecond": 20000000,
         "started": 1755645000000,
         "progress": {
          "items": 1200,
          "bytes": 340032000,
          "totalItems": 48210,
          "totalBytes": 7340032000,
          "counts": {
           "damaged": 0
          }
         },
         "bytesPerSecond": 19800000,
         "expectedEnd": 1755646000000
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "description": "No such job.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/problem+json": {
        "schema": {
         "$ref": "#/components/schemas/Problem"
        },
        "example": {
         "type": "about:blank",
         "title": "Not Found",
         "status": 404,
         "detail": "There is no job \"none\".",
         "instance": "/jobs/none",
         "timestamp": 1755645600,
         "message": "There is no job \"none\".",
         "path": "/jobs/none",
         "serverErrorType": "NONE",
         "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
        }
       }
      }
     },
     "409": {
      "description": "The job cannot be started as it is.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/problem+json": {
        "schema": {
         "$ref": "#/components/schemas/Problem"
        },
        "example": {
         "type": "about:blank",
         "title": "Conflict",
         "status": 409,
         "detail": "The job fixity is paused; resume it and it goes on.",
         "instance": "/jobs/fixity",
         "timestamp": 1755645600,
         "message": "The job fixity is paused; resume it and it goes on.",
         "path": "/jobs/fixity",
         "serverErrorType": "NONE",
         "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
        }
       }
      }
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedContentEncoding"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/sweep/preview": {
   "get": {
    "operationId": "getSweepPreview",
    "tags": [
     "Keeping"
    ],
    "summary": "Get what a sweep would remove",
    "description": "Beyond the interface. What the job `sweep-preview` found when it last came to its end; start that for another look. It\nremoves nothing. Without any members when there was no look yet.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "responses": {
     "200": {
      "description": "What would be removed.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/SweepPreview"
        },
        "example": {
         "finished": 1755645600000,
         "looked": 320,
         "bytes": 4096,
         "counts": {
          "objects left behind": 1
         },
         "objects": [
          "ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
         ],
         "unfinished": [],
         "spool": [],
         "uncommitted": [],
         "lost": [],
         "foreign": []
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/damage": {
   "get": {
    "operationId": "getDamage",
    "tags": [
     "Keeping"
    ],
    "summary": "List what is known to be damaged",
    "description": "Beyond the interface. Artifacts of which something stored is not what was stored, in the order of their uuids; with the\nfirst page also the objects in the store that are not as they should be, up to 200. With `uuid`, only what is\nknown of that artifact, without objects. `./holdfast keep repair` writes such an object anew from the records in\nit that are sound.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "uuid",
      "in": "query",
      "required": false,
      "description": "The artifact whose damage is wanted; an empty page when none is known.",
      "schema": {
       "type": "string",
       "format": "uuid"
      }
     },
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "$ref": "#/components/parameters/ContinuationToken"
     }
    ],
    "responses": {
     "200": {
      "description": "A page of damaged artifacts.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/DamagePage"
        },
        "example": {
         "artifacts": [
          {
           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
           "namespace": "default",
           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
           "uri": "http://www.iana.org/",
           "version": 1,
           "committed": true,
           "collectionDate": 1390766784000,
           "contentLength": 5678,
           "damages": [
            {
             "part": "record",
             "reason": "its object is missing from the store",
             "found": 1755645600000,
             "key": "ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
            }
           ]
          }
         ],
         "objects": [],
         "pageInfo": {
          "totalCount": 1,
          "resultsPerPage": 1,
          "curLink": "http://localhost:24610/damage"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/damage/{uuid}/repair": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    }
   ],
   "post": {
    "operationId": "repairArtifact",
    "tags": [
     "Keeping"
    ],
    "summary": "Repair a damaged artifact",
    "description": "Beyond the interface. Looks at the artifact once more; objects come back from a backup. Where it is damaged still and\na whole copy is stored (the same payload of the same URL, in any AU or namespace, captured by GET), that copy's record\nis imported again in its place, with what was captured with it: uuid, version and dates stay. Where there is none,\n`remedies` says what would mend it.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     }
    ],
    "responses": {
     "200": {
      "description": "What came of it.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/RepairOutcome"
        },
        "example": {
         "outcome": "repaired",
         "copy": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a62",
         "damages": [],
         "remedies": []
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/purges": {
   "get": {
    "operationId": "getPurges",
    "tags": [
     "Keeping"
    ],
    "summary": "List what was purged",
    "description": "Beyond the interface. Artifacts whose bytes had to go, newest first: when, by whom, and why.\n",
    "x-roles": [
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Limit"
     },
     {
      "$ref": "#/components/parameters/ContinuationToken"
     }
    ],
    "responses": {
     "200": {
      "description": "A page of purges.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PurgePage"
        },
        "example": {
         "purges": [
          {
           "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
           "namespace": "default",
           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
           "by": "librarian",
           "reason": "court order 17/2026",
           "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
           "ordered": 1755645600000,
           "erased": 1755645601000
          }
         ],
         "pageInfo": {
          "totalCount": 1,
          "resultsPerPage": 1,
          "curLink": "http://localhost:24610/purges"
         }
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/artifacts/{uuid}/events": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Uuid"
    }
   ],
   "get": {
    "operationId": "getArtifactEvents",
    "tags": [
     "Keeping"
    ],
    "summary": "List what happened to an artifact",
    "description": "Beyond the interface. From its capture to when it was last read, as far as that is known, in the order of time. Of an\nartifact that was purged: that it was; of one that was deleted: what the audit log still has of it. Who imported,\ncreated, committed, deleted or purged it, and why, is told to those who may see the lists of imports and purges.\n",
    "x-roles": [
     "accessContentRole",
     "contentAdminRole",
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "$ref": "#/components/parameters/Namespace"
     }
    ],
    "responses": {
     "200": {
      "description": "The events.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/ArtifactEvents"
        },
        "example": {
         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "events": [
          {
           "event": "captured",
           "at": 1390766784000
          },
          {
           "event": "stored",
           "at": 1755645508638,
           "by": "librarian",
           "fileName": "iana.warc.gz"
          },
          {
           "event": "checked",
           "at": 1755645600000
          }
         ]
        }
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/ArtifactNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/audit": {
   "get": {
    "operationId": "getAudit",
    "tags": [
     "Keeping"
    ],
    "summary": "List who did what",
    "description": "Beyond the interface. The audit log as it is kept in the service's database, of all replicas, newest first: every\nwrite, every read of a secret, and every login that was refused or began or ended a session. All filters that are\ngiven must hold. An entry is there within a second after its request. `AUDIT_DAYS` and `AUDIT_ENTRIES` say how far\nback the log goes.\n",
    "x-roles": [
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "parameters": [
     {
      "name": "since",
      "in": "query",
      "required": false,
      "description": "Only entries of this time or later; milliseconds since the epoch.",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0,
       "maximum": 8640000000000000
      }
     },
     {
      "name": "until",
      "in": "query",
      "required": false,
      "description": "Only entries before this time, which must be later than `since`.",
      "schema": {
       "type": "integer",
       "format": "int64",
       "minimum": 0,
       "maximum": 8640000000000000
      }
     },
     {
      "name": "user",
      "in": "query",
      "required": false,
      "description": "Only what was done with the login of this name.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 256
      }
     },
     {
      "name": "client",
      "in": "query",
      "required": false,
      "description": "Only what came from this address.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 100
      }
     },
     {
      "name": "event",
      "in": "query",
      "required": false,
      "description": "Only entries of this kind.",
      "schema": {
       "$ref": "#/components/schemas/AuditEvent"
      }
     },
     {
      "name": "operation",
      "in": "query",
      "required": false,
      "description": "Only requests of this operation, by its `operationId`.",
      "schema": {
       "type": "string",
       "pattern": "^[A-Za-z]{1,64}$",
       "x-wanted": "1 to 64 letters"
      }
     },
     {
      "name": "outcome",
      "in": "query",
      "required": false,
      "description": "Only what ended like this.",
      "schema": {
       "$ref": "#/components/schemas/AuditOutcome"
      }
     },
     {
      "name": "requestId",
      "in": "query",
      "required": false,
      "description": "Only this request, by its `X-Request-Id`.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 128
      }
     },
     {
      "name": "auid",
      "in": "query",
      "required": false,
      "description": "Only what was about this AU.",
      "schema": {
       "$ref": "#/components/schemas/Auid"
      }
     },
     {
      "name": "artifact",
      "in": "query",
      "required": false,
      "description": "Only what was about this artifact.",
      "schema": {
       "$ref": "#/components/schemas/ArtifactUuid"
      }
     },
     {
      "name": "routine",
      "in": "query",
      "required": false,
      "description": "Whether only what programs do by the thousand is wanted, or only all else.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "format",
      "in": "query",
      "required": false,
      "description": "Pages of JSON when absent; `csv` and `lines` (one JSON object a line) give all that matches as one stream.",
      "schema": {
       "type": "string",
       "enum": [
        "json",
        "csv",
        "lines"
       ]
      }
     },
     {
      "name": "limit",
      "in": "query",
      "required": false,
      "description": "Entries at most; of a page 100 when absent, and never more than 1,000; of a stream all when absent.",
      "schema": {
       "type": "integer",
       "format": "int32",
       "minimum": 1
      }
     },
     {
      "name": "continuationToken",
      "in": "query",
      "required": false,
      "description": "The token of the page before, for the one that follows; only with pages.",
      "schema": {
       "type": "string",
       "maxLength": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The entries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuditPage"
        },
        "example": {
         "entries": [
          {
           "id": "1755645600000.345",
           "at": 1755645600000,
           "event": "write",
           "operation": "deleteArtifact",
           "method": "DELETE",
           "user": "librarian",
           "client": "192.0.2.7",
           "status": 200,
           "outcome": "ok",
           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
           "artifact": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
           "subject": {
            "namespace": "default"
           }
          }
         ]
        }
       },
       "text/csv": {
        "schema": {
         "type": "string",
         "description": "A line of names, and a line for each entry."
        },
        "example": "at,event,operation,method,user,client,status,outcome,requestId,auid,artifact,subject,why,nameHash\n2025-08-19T23:20:00.000Z,write,deleteArtifact,DELETE,librarian,192.0.2.7,200,ok,0198c4a1-e1f4-7b20-a1c2-03d4e5f60718,,,,,\n"
       },
       "application/x-ndjson": {
        "schema": {
         "type": "string",
         "description": "A line of JSON for each entry."
        },
        "x-line-schema": {
         "$ref": "#/components/schemas/AuditEntry"
        },
        "example": "{\"id\":\"1755645600000.345\",\"at\":1755645600000,\"event\":\"write\",\"operation\":\"deleteArtifact\",\"user\":\"librarian\",\"client\":\"192.0.2.7\",\"status\":200,\"outcome\":\"ok\",\"requestId\":\"0198c4a1-e1f4-7b20-a1c2-03d4e5f60718\"}\n"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadRequest"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/Forbidden"
     },
     "404": {
      "$ref": "#/components/responses/AuditNotKept"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  }
 },
 "components": {
  "securitySchemes": {
   "basicAuth": {
    "type": "http",
    "scheme": "basic",
    "description": "HTTP Basic authentication. Roles: `accessContentRole` retrieves, lists and replays; `contentAdminRole` also creates, imports, commits and deletes; `auAdminRole` also does bulk operations; `userAdminRole` may do everything. Who has no role may do nothing."
   }
  },
  "parameters": {
   "LoginName": {
    "name": "name",
    "in": "path",
    "required": true,
    "description": "Name of the user.",
    "schema": {
     "type": "string",
     "minLength": 1,
     "maxLength": 256
    },
    "example": "alice"
   },
   "Namespace": {
    "name": "namespace",
    "in": "query",
    "required": false,
    "description": "Namespace of the artifacts. When absent, the default namespace of the service.",
    "schema": {
     "$ref": "#/components/schemas/Namespace"
    }
   },
   "NamespacePath": {
    "name": "namespace",
    "in": "path",
    "required": true,
    "description": "Namespace of the captures.",
    "schema": {
     "$ref": "#/components/schemas/Namespace"
    },
    "example": "default"
   },
   "Uuid": {
    "name": "uuid",
    "in": "path",
    "required": true,
    "description": "Identifier of the artifact. What is not a UUID, or is one of another namespace, is 404.",
    "schema": {
     "type": "string"
    },
    "example": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
    "x-example-from": {
     "path": "/artifacts?limit=1",
     "value": [
      "artifacts",
      0,
      "uuid"
     ]
    }
   },
   "Auid": {
    "name": "auid",
    "in": "path",
    "required": true,
    "description": "Identifier of the AU, percent-encoded as one path segment and decoded once.",
    "schema": {
     "$ref": "#/components/schemas/Auid"
    },
    "example": "sample"
   },
   "Url": {
    "name": "url",
    "in": "query",
    "required": false,
    "description": "Only artifacts of exactly this URL. Not to be given together with `urlPrefix`. For example `http://www.example.org/`.",
    "schema": {
     "type": "string",
     "maxLength": 65536,
     "pattern": "^[^\\u0000]*$"
    }
   },
   "UrlPrefix": {
    "name": "urlPrefix",
    "in": "query",
    "required": false,
    "description": "Only artifacts whose URL starts with this text. Not to be given together with `url`. For example `http://www.example.org/`.",
    "schema": {
     "type": "string",
     "maxLength": 65536,
     "pattern": "^[^\\u0000]*$"
    }
   },
   "IncludeContent": {
    "name": "includeContent",
    "in": "query",
    "required": false,
    "description": "Whether the payload is included: `ALWAYS`, `NEVER`, or `IF_SMALL`, when it is no longer than a setting of the service (4,096 bytes unless set otherwise).",
    "schema": {
     "type": "string",
     "enum": [
      "ALWAYS",
      "IF_SMALL",
      "NEVER"
     ],
     "default": "ALWAYS"
    }
   },
   "Limit": {
    "name": "limit",
    "in": "query",
    "required": false,
    "description": "Greatest number of items in the page. When absent 1,000; silently capped at 2,000 (both settings of the service).",
    "schema": {
     "type": "integer",
     "minimum": 1
    }
   },
   "ContinuationToken": {
    "name": "continuationToken",
    "in": "query",
    "required": false,
    "allowEmptyValue": true,
    "description": "Token of the page to answer, from `pageInfo.continuationToken` of the page before. Opaque; never expires; good at any replica. Tampered with, or used with other parameters, it is 400. Empty means the first page.",
    "schema": {
     "type": "string"
    }
   },
   "Range": {
    "name": "Range",
    "in": "header",
    "required": false,
    "description": "The byte ranges requested. A malformed one is ignored. For example `bytes=0-2257`.",
    "schema": {
     "type": "string"
    }
   },
   "AcceptDatetime": {
    "name": "Accept-Datetime",
    "in": "header",
    "required": false,
    "description": "The time whose memento is wanted, as an HTTP date; the latest memento when absent. For example `Sun, 26 Jan 2014 20:06:24 GMT`.",
    "schema": {
     "type": "string"
    }
   },
   "IfRange": {
    "name": "If-Range",
    "in": "header",
    "required": false,
    "description": "Entity tag or date under which `Range` applies; otherwise the whole is answered. For example `\"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806\"`.",
    "schema": {
     "type": "string"
    }
   },
   "IfMatch": {
    "name": "If-Match",
    "in": "header",
    "required": false,
    "description": "Beyond the interface. Entity tags of which one must be that of the content; otherwise the answer is 412. A weak tag never matches.",
    "schema": {
     "type": "string"
    }
   },
   "IfModifiedSince": {
    "name": "If-Modified-Since",
    "in": "header",
    "required": false,
    "description": "An HTTP date; content that was not modified since is answered with 304. Ignored together with If-None-Match, and if the content has no date.",
    "schema": {
     "type": "string"
    }
   },
   "IfUnmodifiedSince": {
    "name": "If-Unmodified-Since",
    "in": "header",
    "required": false,
    "description": "Beyond the interface. An HTTP date; content that was modified since is answered with 412. Ignored together with If-Match, and if the content has no date.",
    "schema": {
     "type": "string"
    }
   },
   "IfNoneMatch": {
    "name": "If-None-Match",
    "in": "header",
    "required": false,
    "description": "Entity tags the client holds; one that matches is answered with 304. For example `\"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806\"`.",
    "schema": {
     "type": "string"
    }
   }
  },
  "headers": {
   "XExportLeftOut": {
    "description": "How many of the selected artifacts are not in the file, because they are known to be damaged.",
    "schema": {
     "type": "integer"
    },
    "example": 0
   },
   "XExportCompanionsLeftOut": {
    "description": "How many of the artifacts are in the file without what was captured with them, because something of that is known to be damaged.",
    "schema": {
     "type": "integer"
    },
    "example": 0
   },
   "XExportRecordsLeftOut": {
    "description": "How many records that belong to no artifact are not in the file, because they are known to be damaged.",
    "schema": {
     "type": "integer"
    },
    "example": 0
   },
   "MementoLink": {
    "description": "Links to the original URL, the TimeGate, the TimeMap and the memento (RFC 7089); absent when they are very long.",
    "schema": {
     "type": "string"
    },
    "example": "<http://www.iana.org/>; rel=\"original\", <http://127.0.0.1:24610/replay/timegate/default/http://www.iana.org/>; rel=\"timegate\""
   },
   "MementoLocation": {
    "description": "Address of a memento.",
    "schema": {
     "type": "string"
    },
    "example": "http://127.0.0.1:24610/replay/memento/default/20140126200624/http://www.iana.org/"
   },
   "MementoDatetime": {
    "description": "When the content was captured; only a memento has it.",
    "schema": {
     "type": "string"
    },
    "example": "Sun, 26 Jan 2014 20:06:24 GMT"
   },
   "VaryAcceptDatetime": {
    "description": "The answer depends on the time that was asked for.",
    "schema": {
     "type": "string"
    },
    "example": "Accept-Datetime"
   },
   "SetCookie": {
    "description": "The session, or that there is none any more.",
    "schema": {
     "type": "string"
    },
    "example": "holdfast-session=eyJ\u2026; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict"
   },
   "XRequestId": {
    "description": "Identifier of the request, also found in the service's log; one sent by the client is kept.",
    "schema": {
     "type": "string"
    },
    "example": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
   },
   "RetryAfter": {
    "description": "Seconds to wait before the next attempt.",
    "schema": {
     "type": "integer",
     "minimum": 0
    },
    "example": 5
   },
   "WwwAuthenticate": {
    "description": "How to authenticate.",
    "schema": {
     "type": "string"
    },
    "example": "Basic realm=\"repository\", charset=\"UTF-8\""
   },
   "DuplicateLocation": {
    "description": "The listing, by namespace, url and version, that shows the duplicate.",
    "schema": {
     "type": "string"
    },
    "example": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26base_url~http%253A%252F%252Fwww%252Eiana%252Eorg%252F%26year~2014/artifacts?namespace=default&url=http%3A%2F%2Fwww.iana.org%2F&version=1"
   },
   "ContentLength": {
    "description": "Length of the body in bytes.",
    "schema": {
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "example": 2258
   },
   "ContentRange": {
    "description": "Which bytes the body holds, and how many there are in all.",
    "schema": {
     "type": "string"
    },
    "example": "bytes 0-2257/5678"
   },
   "UnsatisfiedContentRange": {
    "description": "How many bytes there are in all.",
    "schema": {
     "type": "string"
    },
    "example": "bytes */2258"
   },
   "ContentEncoding": {
    "description": "Content coding of the capture, when it had one; never one of the service.",
    "schema": {
     "type": "string"
    },
    "example": "gzip"
   },
   "ETag": {
    "description": "Strong entity tag, made from the digest.",
    "schema": {
     "type": "string"
    },
    "example": "\"2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806\""
   },
   "LastModified": {
    "description": "Last-Modified of the capture, when it had a well-formed one.",
    "schema": {
     "type": "string"
    },
    "example": "Thu, 09 Jan 2014 20:55:24 GMT"
   },
   "AcceptRanges": {
    "description": "Ranges are understood.",
    "schema": {
     "type": "string",
     "const": "bytes"
    },
    "example": "bytes"
   },
   "ContentSecurityPolicy": {
    "description": "Captured pages run in a sandbox.",
    "schema": {
     "type": "string"
    },
    "example": "sandbox"
   },
   "XContentTypeOptions": {
    "description": "The Content-Type is not to be guessed.",
    "schema": {
     "type": "string",
     "const": "nosniff"
    },
    "example": "nosniff"
   },
   "AccessControlAllowOrigin": {
    "description": "Who may read the answer from a page of another origin; only when a setting says so.",
    "schema": {
     "type": "string"
    },
    "example": "*"
   },
   "XResumeKey": {
    "description": "The key to go on from, when records were left out. Sent as a trailer, behind the body.",
    "schema": {
     "type": "string"
    },
    "example": "WyJvcmcsaWFuYSkvIiwiMjAxNDAxMjYyMDA2MjQiXQ"
   },
   "XLockssRepoArtifactDigest": {
    "description": "Digest of the payload.",
    "schema": {
     "$ref": "#/components/schemas/ContentDigest"
    },
    "example": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"
   },
   "XLockssRepoArtifactStoredDate": {
    "description": "When the artifact was stored, as an ISO 8601 instant.",
    "schema": {
     "type": "string",
     "format": "date-time"
    },
    "example": "2025-08-19T23:18:28.638Z"
   },
   "XLockssRepoIncludesContent": {
    "description": "Whether the content is included in the answer.",
    "schema": {
     "type": "boolean"
    },
    "example": true
   },
   "XHoldfastDamaged": {
    "description": "Beyond the interface. Why the artifact was damaged already when it came, and was stored nevertheless; absent for a sound one.",
    "schema": {
     "type": "string"
    },
    "example": "WARC-Block-Digest does not match the block."
   },
   "XLockssRepoArtifactDataType": {
    "description": "Whether the artifact was captured as an HTTP response or is a bare resource.",
    "schema": {
     "type": "string",
     "enum": [
      "response",
      "resource"
     ]
    },
    "example": "response"
   },
   "XLockssContentLength": {
    "description": "Length in bytes of a payload that was withheld.",
    "schema": {
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "example": 5678
   },
   "XLockssContentType": {
    "description": "Content-Type of the artifact as it came, also when it is not well-formed enough for a Content-Type of HTTP.",
    "schema": {
     "type": "string"
    },
    "example": "x-ms-wmv"
   }
  },
  "responses": {
   "ArtifactPage": {
    "description": "A page of artifacts.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/ArtifactPageInfo"
      },
      "example": {
       "artifacts": [
        {
         "namespace": "default",
         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014",
         "uri": "http://www.iana.org/",
         "version": 1,
         "contentLength": 5678,
         "contentDigest": "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806",
         "collectionDate": 1390766784000,
         "storeDate": 1755645508638,
         "state": "COMMITTED",
         "committed": true,
         "storageUrl": "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
        }
       ],
       "pageInfo": {
        "totalCount": 31,
        "resultsPerPage": 1,
        "continuationToken": "WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ",
        "curLink": "http://localhost:24610/artifacts?limit=1",
        "nextLink": "http://localhost:24610/artifacts?limit=1&continuationToken=WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ"
       }
      }
     }
    }
   },
   "NotModified": {
    "description": "The client's copy is current. The body is empty.",
    "headers": {
     "ETag": {
      "$ref": "#/components/headers/ETag"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    }
   },
   "BadRequest": {
    "description": "Invalid input; `detail` says what is wrong with which field.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Bad Request",
       "status": 400,
       "detail": "limit must be at least 1",
       "instance": "/artifacts",
       "timestamp": 1755645600,
       "message": "limit must be at least 1",
       "path": "/artifacts",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "Unauthorized": {
    "description": "The request is not authenticated.",
    "headers": {
     "WWW-Authenticate": {
      "$ref": "#/components/headers/WwwAuthenticate"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Unauthorized",
       "status": 401,
       "detail": "Credentials are needed",
       "instance": "/aus",
       "timestamp": 1755645600,
       "message": "Credentials are needed",
       "path": "/aus",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "Forbidden": {
    "description": "The client is not authorized for this operation.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Forbidden",
       "status": 403,
       "detail": "One of these roles is needed - contentAdminRole, auAdminRole, userAdminRole",
       "instance": "/archives",
       "timestamp": 1755645600,
       "message": "One of these roles is needed - contentAdminRole, auAdminRole, userAdminRole",
       "path": "/archives",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "ArtifactNotFound": {
    "description": "No such artifact in the namespace.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "No artifact 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61 in namespace default",
       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
       "timestamp": 1755645600,
       "message": "No artifact 0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61 in namespace default",
       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "AuditNotKept": {
    "description": "The audit log is not kept in the database of this service (`AUDIT_DAYS` is 0).",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "The audit log of this service is not kept in its database (AUDIT_DAYS is 0).",
       "instance": "/audit",
       "timestamp": 1755645600,
       "message": "The audit log of this service is not kept in its database (AUDIT_DAYS is 0).",
       "path": "/audit",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "AuNotFound": {
    "description": "The AUID is not found in the namespace.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "No such AU in namespace default",
       "instance": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999/size",
       "timestamp": 1755645600,
       "message": "No such AU in namespace default",
       "path": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999/size",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "AuNotInBulkMode": {
    "description": "The AUID is not in bulk mode.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "The AU is not in bulk mode",
       "instance": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~2014/bulk",
       "timestamp": 1755645600,
       "message": "The AU is not in bulk mode",
       "path": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~2014/bulk",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "NamespaceNotFound": {
    "description": "The namespace (collection) is not found.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "No namespace journals",
       "instance": "/artifacts",
       "timestamp": 1755645600,
       "message": "No namespace journals",
       "path": "/artifacts",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "NothingInTree": {
    "description": "The AU is not found in the namespace, or the namespace not at all.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "There is nothing in namespace \"journals\".",
       "instance": "/tree",
       "timestamp": 1755645600,
       "message": "There is nothing in namespace \"journals\".",
       "path": "/tree",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "NoAusInNamespace": {
    "description": "There are no AUIDs in the namespace.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "No AUs in namespace journals",
       "instance": "/aus",
       "timestamp": 1755645600,
       "message": "No AUs in namespace journals",
       "path": "/aus",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "MementoNotFound": {
    "description": "Nothing was captured of the URL; or, with the header `Memento-Datetime`, an error was.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "There is no memento of \"http://www.example.org/\" in namespace \"default\".",
       "instance": "/replay/timegate/default/http%3A%2F%2Fwww.example.org%2F",
       "timestamp": 1755645600,
       "message": "There is no memento of \"http://www.example.org/\" in namespace \"default\".",
       "path": "/replay/timegate/default/http%3A%2F%2Fwww.example.org%2F",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "WarcNotFound": {
    "description": "The WARC archive is not found.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "No such WARC archive",
       "instance": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.arc",
       "timestamp": 1755645600,
       "message": "No such WARC archive",
       "path": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.arc",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "ExportNotFound": {
    "description": "It is no name of an export, or nothing that is committed matches.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "Nothing that is committed matches, so there is nothing to export",
       "instance": "/exports/default.warc.gz",
       "timestamp": 1755645600,
       "message": "Nothing that is committed matches, so there is nothing to export",
       "path": "/exports/default.warc.gz",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "NotAcceptable": {
    "description": "The client accepts nothing that the operation answers with.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Acceptable",
       "status": 406,
       "detail": "Available as multipart/form-data and application/json",
       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
       "timestamp": 1755645600,
       "message": "Available as multipart/form-data and application/json",
       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "PreconditionFailed": {
    "description": "Beyond the interface. If-Match or If-Unmodified-Since does not hold.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Precondition Failed",
       "status": 412,
       "detail": "The content is not as the preconditions of the request demand.",
       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
       "timestamp": 1755645600,
       "message": "The content is not as the preconditions of the request demand.",
       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "RangeNotSatisfiable": {
    "description": "None of the requested ranges lies within the content.",
    "headers": {
     "Content-Range": {
      "$ref": "#/components/headers/UnsatisfiedContentRange"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Range Not Satisfiable",
       "status": 416,
       "detail": "The content has 2258 bytes",
       "instance": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz",
       "timestamp": 1755645600,
       "message": "The content has 2258 bytes",
       "path": "/replay/warcs/default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "InternalError": {
    "description": "Internal server error; the request id finds it in the service's log.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Internal Server Error",
       "status": 500,
       "detail": "The request could not be served",
       "instance": "/repoinfo",
       "timestamp": 1755645600,
       "message": "The request could not be served",
       "path": "/repoinfo",
       "serverErrorType": "APPLICATION_ERROR",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "BadGateway": {
    "description": "The store or the index failed, or gave content that does not match its digest. With `Retry-After` when it cannot\nbe reached now.\n",
    "headers": {
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Bad Gateway",
       "status": 502,
       "detail": "The artifact could not be read from the store",
       "instance": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
       "timestamp": 1755645600,
       "message": "The artifact could not be read from the store",
       "path": "/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/payload",
       "serverErrorType": "DATA_ERROR",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "TooLarge": {
    "description": "The body is longer than this operation takes.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Content Too Large",
       "status": 413,
       "detail": "The body may have at most 10485760 bytes",
       "instance": "/session",
       "timestamp": 1755645600,
       "message": "The body may have at most 10485760 bytes",
       "path": "/session",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "UnsupportedContentEncoding": {
    "description": "Extension to the interface. The body has a Content-Encoding that this operation does not take; the header Accept-Encoding names those that it takes.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     },
     "Accept-Encoding": {
      "description": "The content codings that the body may have; `identity` when it may have none.",
      "schema": {
       "type": "string"
      },
      "example": "identity"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Unsupported Media Type",
       "status": 415,
       "detail": "The body of this operation must not have a Content-Encoding.",
       "instance": "/archives",
       "timestamp": 1755645600,
       "message": "The body of this operation must not have a Content-Encoding.",
       "path": "/archives",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "UnsupportedMediaType": {
    "description": "The body is of a media type that this operation does not take.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Unsupported Media Type",
       "status": 415,
       "detail": "The body must be application/json",
       "instance": "/session",
       "timestamp": 1755645600,
       "message": "The body must be application/json",
       "path": "/session",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "LoginNotFound": {
    "description": "There is no such user in the users file.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Not Found",
       "status": 404,
       "detail": "There is no user \"alice\" in the users file.",
       "instance": "/logins/alice",
       "timestamp": 1755645600,
       "message": "There is no user \"alice\" in the users file.",
       "path": "/logins/alice",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "LoginConflict": {
    "description": "There is such a user already, or it is one of the settings, or the last administrator, or the users file cannot be changed.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Conflict",
       "status": 409,
       "detail": "There is a user \"alice\" already.",
       "instance": "/logins",
       "timestamp": 1755645600,
       "message": "There is a user \"alice\" already.",
       "path": "/logins",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "TooManyLogins": {
    "description": "Too many logins of this user have failed from this address.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     },
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Too Many Requests",
       "status": 429,
       "detail": "Too many failed logins; try again later.",
       "instance": "/session",
       "timestamp": 1755645600,
       "message": "Too many failed logins; try again later.",
       "path": "/session",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "NotReady": {
    "description": "The service is not ready; `/status` says why.",
    "headers": {
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/Problem"
      },
      "example": {
       "type": "about:blank",
       "title": "Service Unavailable",
       "status": 503,
       "detail": "The service is not ready",
       "instance": "/aus",
       "timestamp": 1755645600,
       "message": "The service is not ready",
       "path": "/aus",
       "serverErrorType": "APPLICATION_ERROR",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "CdxaBadRequest": {
    "description": "The query is not understood.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/xml": {
      "schema": {
       "$ref": "#/components/schemas/CdxaError"
      },
      "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><error><title>Bad Query Exception</title><message>url is missing</message></error></wayback>"
     }
    }
   },
   "CdxaUnauthorized": {
    "description": "The request is not authenticated.",
    "headers": {
     "WWW-Authenticate": {
      "$ref": "#/components/headers/WwwAuthenticate"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/xml": {
      "schema": {
       "$ref": "#/components/schemas/CdxaError"
      },
      "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><error><title>Access Control Exception</title><message>Credentials are needed</message></error></wayback>"
     }
    }
   },
   "CdxaForbidden": {
    "description": "The client is not authorized for this operation.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/xml": {
      "schema": {
       "$ref": "#/components/schemas/CdxaError"
      },
      "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><error><title>Access Control Exception</title><message>The role accessContentRole is needed</message></error></wayback>"
     }
    }
   },
   "CdxaNotFound": {
    "description": "The namespace or the URL is not found.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/xml": {
      "schema": {
       "$ref": "#/components/schemas/CdxaError"
      },
      "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><error><title>Resource Not In Archive</title><message>The Resource you requested is not in this archive.</message></error></wayback>"
     }
    }
   },
   "CdxaInternalError": {
    "description": "Internal server error.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/xml": {
      "schema": {
       "$ref": "#/components/schemas/CdxaError"
      },
      "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><error><title>Resource Index Not Available Exception</title><message>The index cannot be read</message></error></wayback>"
     }
    }
   },
   "CdxaNotReady": {
    "description": "The service is not ready, or its index cannot be reached.",
    "headers": {
     "Retry-After": {
      "$ref": "#/components/headers/RetryAfter"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/xml": {
      "schema": {
       "$ref": "#/components/schemas/CdxaError"
      },
      "example": "<?xml version=\"1.0\" encoding=\"UTF-8\"?><wayback><error><title>Resource Index Not Available Exception</title><message>The service is not ready</message></error></wayback>"
     }
    }
   }
  },
  "schemas": {
   "Credentials": {
    "type": "object",
    "description": "What somebody logs in with.",
    "required": [
     "name",
     "password"
    ],
    "additionalProperties": false,
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the user, as the profile UsernameCasePreserved of RFC 8265 allows: letters, digits and ASCII punctuation but\nthe colon, no invisible characters, and single spaces only between other characters. Full-width characters become plain ones before the name is\nstored; a name that is then another user's is 409.\n",
      "minLength": 1,
      "maxLength": 256,
      "examples": [
       "admin"
      ]
     },
     "password": {
      "type": "string",
      "description": "The user's password.",
      "format": "password",
      "minLength": 1,
      "maxLength": 1024,
      "examples": [
       "correct horse battery"
      ]
     }
    }
   },
   "Logins": {
    "type": "object",
    "description": "Who may log in to this service.",
    "required": [
     "logins",
     "file"
    ],
    "properties": {
     "logins": {
      "type": "array",
      "description": "The users; those of settings come first.",
      "examples": [
       [
        {
         "name": "alice",
         "roles": [
          "contentAdminRole"
         ],
         "disabled": false,
         "from": "USERS_FILE"
        }
       ]
      ],
      "items": {
       "$ref": "#/components/schemas/Login"
      }
     },
     "file": {
      "description": "The users file; null where there is none.",
      "examples": [
       {
        "path": "/var/lib/holdfast/users.json",
        "revision": "131:402:1755645600000:1755645600000",
        "whyFixed": null
       }
      ],
      "oneOf": [
       {
        "type": "object",
        "required": [
         "path",
         "revision",
         "whyFixed"
        ],
        "properties": {
         "path": {
          "type": "string",
          "description": "Where it is.",
          "examples": [
           "/var/lib/holdfast/users.json"
          ]
         },
         "revision": {
          "type": [
           "string",
           "null"
          ],
          "description": "The same in whoever reads the same state of the same file; null where it cannot be read.",
          "examples": [
           "131:402:1755645600000:1755645600000"
          ]
         },
         "whyFixed": {
          "type": [
           "string",
           "null"
          ],
          "description": "Why it cannot be changed from here; null where it can.",
          "examples": [
           "it cannot be written (EROFS)"
          ]
         }
        }
       },
       {
        "type": "null"
       }
      ]
     }
    }
   },
   "Login": {
    "type": "object",
    "description": "Somebody who may log in.",
    "required": [
     "name",
     "roles",
     "disabled",
     "from"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the user.",
      "examples": [
       "alice"
      ]
     },
     "roles": {
      "type": "array",
      "description": "The user's roles.",
      "items": {
       "type": "string"
      },
      "examples": [
       [
        "contentAdminRole"
       ]
      ]
     },
     "disabled": {
      "type": "boolean",
      "description": "Whether the user is kept and not let in.",
      "examples": [
       false
      ]
     },
     "from": {
      "type": "string",
      "description": "The setting that the user comes from; only users of `USERS_FILE` can be changed.",
      "enum": [
       "ADMIN_PASSWORD",
       "READER_PASSWORD",
       "USERS_FILE"
      ],
      "examples": [
       "USERS_FILE"
      ]
     }
    }
   },
   "NewLogin": {
    "type": "object",
    "description": "A user to be added.",
    "required": [
     "name",
     "password",
     "roles"
    ],
    "additionalProperties": false,
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the user.",
      "minLength": 1,
      "maxLength": 256,
      "pattern": "^[^:\\x00-\\x1F\\x7F-\\x9F]*$",
      "x-wanted": "a name without colons and control characters",
      "examples": [
       "alice"
      ]
     },
     "password": {
      "description": "The user's password.",
      "type": "string",
      "format": "password",
      "minLength": 8,
      "maxLength": 1024,
      "pattern": "^[^\\x00-\\x1F\\x7F-\\x9F]*$",
      "x-wanted": "a password without control characters",
      "examples": [
       "correct horse battery"
      ]
     },
     "roles": {
      "type": "array",
      "description": "The user's roles.",
      "minItems": 1,
      "uniqueItems": true,
      "examples": [
       [
        "contentAdminRole"
       ]
      ],
      "items": {
       "type": "string",
       "enum": [
        "accessContentRole",
        "contentAdminRole",
        "auAdminRole",
        "userAdminRole"
       ]
      }
     }
    }
   },
   "LoginChange": {
    "type": "object",
    "description": "What is to change of a user; at least one of them.",
    "minProperties": 1,
    "additionalProperties": false,
    "properties": {
     "password": {
      "description": "The user's new password.",
      "type": "string",
      "format": "password",
      "minLength": 8,
      "maxLength": 1024,
      "pattern": "^[^\\x00-\\x1F\\x7F-\\x9F]*$",
      "x-wanted": "a password without control characters",
      "examples": [
       "correct horse battery"
      ]
     },
     "roles": {
      "type": "array",
      "description": "The user's roles from now on.",
      "minItems": 1,
      "uniqueItems": true,
      "examples": [
       [
        "accessContentRole"
       ]
      ],
      "items": {
       "type": "string",
       "enum": [
        "accessContentRole",
        "contentAdminRole",
        "auAdminRole",
        "userAdminRole"
       ]
      }
     },
     "disabled": {
      "type": "boolean",
      "description": "Whether the user is kept and not let in.",
      "examples": [
       true
      ]
     }
    }
   },
   "PasswordChange": {
    "type": "object",
    "description": "One's own password, as it is and as it is to be.",
    "required": [
     "current",
     "password"
    ],
    "additionalProperties": false,
    "properties": {
     "current": {
      "type": "string",
      "description": "The password there is.",
      "format": "password",
      "minLength": 1,
      "maxLength": 1024,
      "examples": [
       "correct horse battery"
      ]
     },
     "password": {
      "description": "The new password.",
      "type": "string",
      "format": "password",
      "minLength": 8,
      "maxLength": 1024,
      "pattern": "^[^\\x00-\\x1F\\x7F-\\x9F]*$",
      "x-wanted": "a password without control characters",
      "examples": [
       "staple correct horse"
      ]
     }
    }
   },
   "Setting": {
    "type": "object",
    "description": "A setting as it is in effect.",
    "required": [
     "name",
     "group",
     "about",
     "value",
     "isSecret",
     "isSet",
     "from",
     "file",
     "default",
     "values"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "The environment variable; with `_FILE` at its end it names a file that holds the value.",
      "examples": [
       "DRAIN_TIMEOUT"
      ]
     },
     "group": {
      "type": "string",
      "description": "What it belongs to. `both` stands for what both services have, `own` for what this one has.",
      "enum": [
       "both",
       "own",
       "store",
       "jobs",
       "traces"
      ],
      "examples": [
       "both"
      ]
     },
     "about": {
      "type": "string",
      "description": "What it is for, in Markdown.",
      "examples": [
       "how long requests under way may take when the service stops"
      ]
     },
     "value": {
      "type": [
       "string",
       "null"
      ],
      "description": "In effect, as an operator would write it; null where there is none, and of a secret.",
      "examples": [
       "20s"
      ]
     },
     "isSecret": {
      "type": "boolean",
      "description": "Whether the value is never told.",
      "examples": [
       false
      ]
     },
     "isSet": {
      "type": "boolean",
      "description": "Whether there is any value.",
      "examples": [
       true
      ]
     },
     "from": {
      "type": "string",
      "description": "Where the value comes from.",
      "enum": [
       "default",
       "environment",
       "file"
      ],
      "examples": [
       "default"
      ]
     },
     "file": {
      "type": [
       "string",
       "null"
      ],
      "description": "The file that it was read from.",
      "examples": [
       null
      ]
     },
     "default": {
      "type": "string",
      "description": "What counts where nothing is set, in Markdown.",
      "examples": [
       "`20s`"
      ]
     },
     "values": {
      "type": "string",
      "description": "What it may be, in Markdown.",
      "examples": [
       "duration `0ms` to `1h`"
      ]
     }
    }
   },
   "Session": {
    "type": "object",
    "description": "Who is logged in, and what the console reaches.",
    "required": [
     "user",
     "services",
     "version"
    ],
    "properties": {
     "user": {
      "description": "Null where nobody is logged in.",
      "examples": [
       {
        "name": "admin",
        "roles": [
         "userAdminRole"
        ],
        "expires": "2025-08-19T23:18:28.000Z"
       }
      ],
      "oneOf": [
       {
        "type": "object",
        "required": [
         "name",
         "roles",
         "expires"
        ],
        "properties": {
         "name": {
          "type": "string",
          "description": "Name of the user.",
          "examples": [
           "admin"
          ]
         },
         "roles": {
          "type": "array",
          "description": "The user's roles.",
          "items": {
           "type": "string"
          },
          "examples": [
           [
            "userAdminRole"
           ]
          ]
         },
         "expires": {
          "type": [
           "string",
           "null"
          ],
          "format": "date-time",
          "description": "When the session ends unless it is renewed; null where credentials came with the request.",
          "examples": [
           "2025-08-19T23:18:28.000Z"
          ]
         }
        }
       },
       {
        "type": "null"
       }
      ]
     },
     "services": {
      "type": "array",
      "description": "The services that the console reaches by this one.",
      "examples": [
       [
        {
         "name": "configuration",
         "path": ""
        },
        {
         "name": "repository",
         "path": "console/repository/"
        }
       ]
      ],
      "items": {
       "type": "object",
       "required": [
        "name",
        "path"
       ],
       "properties": {
        "name": {
         "type": "string",
         "description": "Which of them.",
         "enum": [
          "repository",
          "configuration"
         ],
         "examples": [
          "repository"
         ]
        },
        "path": {
         "type": "string",
         "description": "Where it is from the address of this one; empty for itself.",
         "examples": [
          "console/repository/"
         ]
        }
       }
      }
     },
     "version": {
      "type": "string",
      "description": "Version of the software.",
      "examples": [
       "0.1.0"
      ]
     }
    }
   },
   "Namespace": {
    "type": "string",
    "description": "A namespace of artifacts.",
    "minLength": 1,
    "maxLength": 255,
    "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$",
    "x-wanted": "letters, digits, \".\", \"_\" and \"-\", a letter or digit first",
    "examples": [
     "default"
    ]
   },
   "Auid": {
    "type": "string",
    "description": "Identifier of an AU, opaque; in practice a plugin key, `&`, and the parameters that define the AU.",
    "minLength": 1,
    "maxLength": 8192,
    "pattern": "^[^\\u0000]*$",
    "examples": [
     "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014"
    ]
   },
   "Uri": {
    "type": "string",
    "description": "URI of an artifact, opaque; it need not be a URL and is never normalised.",
    "minLength": 1,
    "maxLength": 65536,
    "pattern": "^[^\\u0000]*$",
    "examples": [
     "http://www.iana.org/"
    ]
   },
   "ArtifactUuid": {
    "type": "string",
    "format": "uuid",
    "description": "Identifier of an artifact, a lower-case UUID given by the server.",
    "examples": [
     "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
    ]
   },
   "ContentDigest": {
    "type": "string",
    "description": "SHA-256 of a payload, computed by the server, in lower-case hex after the algorithm's name.",
    "pattern": "^SHA-256:[0-9a-f]{64}$",
    "x-wanted": "SHA-256, a colon and 64 lower-case hexadecimal digits",
    "examples": [
     "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"
    ]
   },
   "EpochMillis": {
    "type": "integer",
    "format": "int64",
    "description": "Milliseconds since the epoch, UTC.",
    "examples": [
     1390766784000
    ]
   },
   "AuditEvent": {
    "type": "string",
    "description": "What an entry of the audit log is of: a write; an answer that holds a secret; a login that was refused, or the begin or end of a session; or entries that could not be kept.",
    "enum": [
     "write",
     "secret",
     "login",
     "missing"
    ],
    "examples": [
     "write"
    ]
   },
   "AuditOutcome": {
    "type": "string",
    "description": "How a request ended; `aborted` when the client left before it had its answer.",
    "enum": [
     "ok",
     "error",
     "aborted"
    ],
    "examples": [
     "ok"
    ]
   },
   "AuditPage": {
    "type": "object",
    "description": "A page of the audit log, newest first.",
    "required": [
     "entries"
    ],
    "properties": {
     "entries": {
      "type": "array",
      "description": "The entries of this page.",
      "items": {
       "$ref": "#/components/schemas/AuditEntry"
      },
      "examples": [
       [
        {
         "id": "1755645600000.345",
         "at": 1755645600000,
         "event": "write",
         "operation": "deleteArtifact",
         "client": "192.0.2.7",
         "outcome": "ok",
         "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
        }
       ]
      ]
     },
     "continuationToken": {
      "type": "string",
      "description": "Asks for the page that follows; absent from the last.",
      "examples": [
       "1755645600000.345"
      ]
     }
    }
   },
   "AuditEntry": {
    "type": "object",
    "description": "Something that somebody did, or tried to do.",
    "required": [
     "id",
     "at",
     "event",
     "operation",
     "client",
     "outcome",
     "requestId"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Names the entry in this log. As a `continuationToken` it asks for what stands behind it.",
      "examples": [
       "1755645600000.345"
      ]
     },
     "at": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the request ended.",
      "examples": [
       1755645600000
      ]
     },
     "event": {
      "$ref": "#/components/schemas/AuditEvent"
     },
     "operation": {
      "type": "string",
      "description": "Its `operationId`; `unmatched` where there is none.",
      "examples": [
       "deleteArtifact"
      ]
     },
     "method": {
      "type": "string",
      "description": "Method of the request.",
      "examples": [
       "DELETE"
      ]
     },
     "user": {
      "type": "string",
      "description": "Who was logged in; absent when nobody was.",
      "examples": [
       "librarian"
      ]
     },
     "client": {
      "type": "string",
      "description": "Address of the client; behind trusted proxies the one that they forwarded.",
      "examples": [
       "192.0.2.7"
      ]
     },
     "status": {
      "type": "integer",
      "format": "int32",
      "description": "Of the answer; absent when the client left before there was one, and of one AU of several.",
      "examples": [
       200
      ]
     },
     "outcome": {
      "$ref": "#/components/schemas/AuditOutcome"
     },
     "requestId": {
      "type": "string",
      "description": "As in the log, in `X-Request-Id` and in error answers.",
      "examples": [
       "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      ]
     },
     "auid": {
      "type": "string",
      "description": "The AU that it was about.",
      "examples": [
       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014"
      ]
     },
     "artifact": {
      "type": "string",
      "description": "The artifact that it was about.",
      "examples": [
       "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
      ]
     },
     "subject": {
      "type": "object",
      "description": "What else it was about, such as a namespace, a file of the configuration, a job, or how many AUs.",
      "additionalProperties": true,
      "examples": [
       {
        "namespace": "default"
       }
      ]
     },
     "routine": {
      "type": "boolean",
      "description": "One of many alike, which goes first when there are too many; absent where it is not.",
      "examples": [
       true
      ]
     },
     "why": {
      "type": "string",
      "description": "Why a login was refused; of a `missing` entry `refused`, when the missing entries are of refused requests.",
      "examples": [
       "wrong"
      ]
     },
     "nameHash": {
      "type": "string",
      "description": "Of a refused login, hash of the name, since a password may have been typed there.",
      "examples": [
       "5f1c0e9b2a7d4c83"
      ]
     }
    }
   },
   "ArtifactState": {
    "type": "string",
    "description": "Lifecycle state of an artifact.",
    "enum": [
     "UNCOMMITTED",
     "COMMITTED"
    ],
    "examples": [
     "COMMITTED"
    ]
   },
   "Artifact": {
    "type": "object",
    "description": "A captured web content item.",
    "properties": {
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Namespace of the artifact."
     },
     "uuid": {
      "$ref": "#/components/schemas/ArtifactUuid"
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU the artifact belongs to."
     },
     "uri": {
      "$ref": "#/components/schemas/Uri"
     },
     "version": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "description": "Version of the artifact, counted from 1 per namespace, AUID and URI.",
      "examples": [
       1
      ]
     },
     "contentLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of the payload in bytes.",
      "examples": [
       5678
      ]
     },
     "contentDigest": {
      "$ref": "#/components/schemas/ContentDigest",
      "description": "Digest of the payload."
     },
     "collectionDate": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the content was captured, in milliseconds since the epoch, UTC.",
      "examples": [
       1390766784000
      ]
     },
     "storeDate": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the artifact was stored, in milliseconds since the epoch, UTC.",
      "examples": [
       1755645508638
      ]
     },
     "state": {
      "$ref": "#/components/schemas/ArtifactState"
     },
     "committed": {
      "type": "boolean",
      "description": "Whether the artifact is committed.",
      "examples": [
       true
      ]
     },
     "damaged": {
      "$ref": "#/components/schemas/QuarantineReason"
     },
     "storageUrl": {
      "type": "string",
      "description": "Where the stored record lies: the object in the store, and the record's offset and (compressed) length in it.",
      "examples": [
       "s3://preservation/ns/default/3f1c9a52/0198c4a0-7bd4-7c10-8f33-9a1d5b7e2c40.warc.gz?offset=334&length=2258"
      ]
     }
    }
   },
   "ArtifactRecords": {
    "type": "object",
    "description": "What is stored of an artifact, record by record.",
    "required": [
     "records"
    ],
    "properties": {
     "records": {
      "type": "array",
      "description": "The records, in the order of their numbers.",
      "items": {
       "$ref": "#/components/schemas/ArtifactRecord"
      },
      "examples": [
       [
        {
         "number": 0,
         "relation": "artifact",
         "type": "response",
         "contentLength": 6038,
         "recordLength": 6425,
         "storedLength": 2258,
         "link": "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/0"
        }
       ]
      ]
     }
    }
   },
   "ArtifactRecord": {
    "type": "object",
    "description": "One stored WARC record of an artifact. What its header does not have is absent.",
    "required": [
     "number",
     "relation",
     "type",
     "contentLength",
     "recordLength",
     "storedLength",
     "link"
    ],
    "properties": {
     "number": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "description": "Its place in the list.",
      "examples": [
       1
      ]
     },
     "relation": {
      "type": "string",
      "enum": [
       "artifact",
       "companion",
       "warcinfo"
      ],
      "description": "What it is to the artifact: its own record, one that was captured with it, or the warcinfo that goes for it.",
      "examples": [
       "companion"
      ]
     },
     "type": {
      "type": "string",
      "description": "WARC-Type, in lower case.",
      "examples": [
       "request"
      ]
     },
     "recordId": {
      "type": "string",
      "description": "WARC-Record-ID, verbatim.",
      "examples": [
       "<urn:uuid:68bc9c74-a40d-11e3-9c6b-1231390fd1a2>"
      ]
     },
     "date": {
      "type": "string",
      "description": "WARC-Date, verbatim.",
      "examples": [
       "2014-01-26T20:06:24Z"
      ]
     },
     "targetUri": {
      "type": "string",
      "description": "WARC-Target-URI, without enclosing `<>`.",
      "examples": [
       "http://www.iana.org/"
      ]
     },
     "contentType": {
      "type": "string",
      "description": "Content-Type of the record.",
      "examples": [
       "application/http;msgtype=request"
      ]
     },
     "contentLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Content-Length of the record, which is the length of its block in bytes.",
      "examples": [
       201
      ]
     },
     "recordLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of the record without compression, in bytes.",
      "examples": [
       566
      ]
     },
     "storedLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of the stored gzip member in bytes.",
      "examples": [
       421
      ]
     },
     "link": {
      "type": "string",
      "description": "Where the record itself is given.",
      "examples": [
       "http://localhost:24610/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61/records/1"
      ]
     }
    }
   },
   "ArtifactProperties": {
    "type": "object",
    "description": "The properties of an artifact as the part `artifactProps` of an answer carries them.",
    "properties": {
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Namespace of the artifact."
     },
     "uuid": {
      "$ref": "#/components/schemas/ArtifactUuid"
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU the artifact belongs to."
     },
     "uri": {
      "$ref": "#/components/schemas/Uri"
     },
     "version": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "description": "Version of the artifact, counted from 1 per namespace, AUID and URI.",
      "examples": [
       1
      ]
     },
     "contentLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of the payload in bytes.",
      "examples": [
       5678
      ]
     },
     "contentDigest": {
      "$ref": "#/components/schemas/ContentDigest",
      "description": "Digest of the payload."
     },
     "collectionDate": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the content was captured, in milliseconds since the epoch, UTC.",
      "examples": [
       1390766784000
      ]
     },
     "storeDate": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the artifact was stored, in milliseconds since the epoch, UTC.",
      "examples": [
       1755645508638
      ]
     },
     "state": {
      "$ref": "#/components/schemas/ArtifactState"
     },
     "damaged": {
      "$ref": "#/components/schemas/QuarantineReason"
     }
    }
   },
   "QuarantineReason": {
    "type": "string",
    "description": "Beyond the interface. Why the artifact was damaged already when it came, and was stored nevertheless (`quarantine`); absent for a sound one.",
    "examples": [
     "WARC-Block-Digest does not match the block."
    ]
   },
   "ArtifactPropertiesInput": {
    "type": "object",
    "description": "The properties of a new artifact. Only the members described as used have an effect; unknown members are ignored; numbers may be given as strings; a version is refused.",
    "required": [
     "auid",
     "uri"
    ],
    "properties": {
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Namespace of the artifact; when absent that of the query, else the default namespace."
     },
     "uuid": {
      "description": "Ignored; the server gives the identifier.",
      "examples": [
       "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61"
      ]
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU the artifact belongs to."
     },
     "uri": {
      "$ref": "#/components/schemas/Uri"
     },
     "version": {
      "type": "null",
      "description": "Refused unless null; the server counts versions.",
      "examples": [
       null
      ]
     },
     "contentLength": {
      "description": "Ignored; the server counts the bytes of the payload.",
      "examples": [
       5678
      ]
     },
     "contentDigest": {
      "description": "Ignored; the server computes the digest.",
      "examples": [
       "SHA-256:2c4d58aed2bdae28182cadf222f5eb174c8b718718b7a666c4048cce37cd5806"
      ]
     },
     "collectionDate": {
      "description": "When the content was captured, in milliseconds since the epoch, UTC; now when absent.",
      "anyOf": [
       {
        "type": "integer",
        "format": "int64"
       },
       {
        "type": "string",
        "pattern": "^-?[0-9]{1,18}$",
        "x-wanted": "a whole number of milliseconds"
       },
       {
        "type": "null"
       }
      ],
      "examples": [
       1390766784000,
       "1390766784000"
      ]
     },
     "storeDate": {
      "description": "Ignored; the server knows when it stores.",
      "examples": [
       1755645508638
      ]
     },
     "state": {
      "description": "Ignored; a new artifact is uncommitted.",
      "examples": [
       "UNCOMMITTED"
      ]
     }
    }
   },
   "ArtifactPageInfo": {
    "type": "object",
    "description": "A page of artifacts.",
    "required": [
     "artifacts",
     "pageInfo"
    ],
    "properties": {
     "artifacts": {
      "type": "array",
      "description": "The artifacts in the page.",
      "items": {
       "$ref": "#/components/schemas/Artifact"
      },
      "examples": [
       [
        {
         "namespace": "default",
         "uuid": "0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61",
         "uri": "http://www.iana.org/",
         "version": 1
        }
       ]
      ]
     },
     "pageInfo": {
      "$ref": "#/components/schemas/PageInfo",
      "examples": [
       {
        "totalCount": 1,
        "resultsPerPage": 1,
        "curLink": "http://localhost:24610/artifacts"
       }
      ]
     }
    }
   },
   "UrlTreePage": {
    "type": "object",
    "description": "What stands right below a URL prefix; one page of it.",
    "required": [
     "urlPrefix",
     "children"
    ],
    "properties": {
     "urlPrefix": {
      "type": "string",
      "description": "The prefix; empty at the top.",
      "examples": [
       "http://www.iana.org/"
      ]
     },
     "children": {
      "type": "array",
      "description": "In the order of listings.",
      "items": {
       "$ref": "#/components/schemas/UrlTreeChild"
      },
      "examples": [
       [
        {
         "name": "domains",
         "url": "http://www.iana.org/domains",
         "urlPrefix": "http://www.iana.org/domains/"
        }
       ]
      ]
     },
     "continuationToken": {
      "type": "string",
      "description": "Token of the next page; absent on the last one.",
      "examples": [
       "AbYx8m2NlCEn"
      ]
     }
    }
   },
   "UrlTreeChild": {
    "type": "object",
    "description": "One part of a URL. It has `url`, `urlPrefix`, or both.",
    "required": [
     "name"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "What stands behind the prefix; empty for the URL that is the prefix. It ends in `?` where queries are below it.",
      "examples": [
       "domains"
      ]
     },
     "url": {
      "type": "string",
      "description": "The URL, where there is an artifact of it.",
      "examples": [
       "http://www.iana.org/domains"
      ]
     },
     "urlPrefix": {
      "type": "string",
      "description": "The prefix of what is below it, where anything is.",
      "examples": [
       "http://www.iana.org/domains/"
      ]
     }
    }
   },
   "ReplayLink": {
    "type": "object",
    "description": "Where captures are replayed.",
    "properties": {
     "template": {
      "type": "string",
      "description": "Template of the address.",
      "examples": [
       "https://replay.example.org/{namespace}/{timestamp}/{url}"
      ]
     }
    }
   },
   "AuidPageInfo": {
    "type": "object",
    "description": "A page of AUIDs.",
    "required": [
     "auids",
     "pageInfo"
    ],
    "properties": {
     "auids": {
      "type": "array",
      "description": "The AUIDs in the page.",
      "items": {
       "$ref": "#/components/schemas/Auid"
      },
      "examples": [
       [
        "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eiana%2Eorg%2F&year~2014"
       ]
      ]
     },
     "pageInfo": {
      "$ref": "#/components/schemas/PageInfo",
      "examples": [
       {
        "totalCount": 1,
        "resultsPerPage": 1,
        "curLink": "http://localhost:24610/aus"
       }
      ]
     }
    }
   },
   "PageInfo": {
    "type": "object",
    "description": "Where a page stands in its listing.",
    "required": [
     "totalCount",
     "resultsPerPage",
     "curLink"
    ],
    "properties": {
     "totalCount": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "description": "Total number of results, counted when the listing began.",
      "examples": [
       31
      ]
     },
     "resultsPerPage": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "description": "Number of results in this page.",
      "examples": [
       10
      ]
     },
     "continuationToken": {
      "type": "string",
      "description": "Token for the next page; absent on the last page.",
      "examples": [
       "WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ"
      ]
     },
     "curLink": {
      "type": "string",
      "description": "Link of the current request.",
      "examples": [
       "http://localhost:24610/artifacts?limit=10"
      ]
     },
     "nextLink": {
      "type": "string",
      "description": "Link of the next request, complete; absent on the last page.",
      "examples": [
       "http://localhost:24610/artifacts?limit=10&continuationToken=WyJhIiwiaHR0cDovL3d3dy5pYW5hLm9yZy9kb21haW5zIiwxXQ"
      ]
     }
    }
   },
   "AuSummary": {
    "type": "object",
    "description": "How much an AU holds.",
    "required": [
     "namespace",
     "auid",
     "artifacts",
     "committed",
     "urls",
     "bytes",
     "latestBytes",
     "storedBytes"
    ],
    "properties": {
     "namespace": {
      "$ref": "#/components/schemas/Namespace"
     },
     "auid": {
      "$ref": "#/components/schemas/Auid"
     },
     "artifacts": {
      "type": "integer",
      "format": "int64",
      "description": "All of its artifacts, committed or not.",
      "minimum": 0,
      "examples": [
       311
      ]
     },
     "committed": {
      "type": "integer",
      "format": "int64",
      "description": "Those that are committed.",
      "minimum": 0,
      "examples": [
       311
      ]
     },
     "urls": {
      "type": "integer",
      "format": "int64",
      "description": "URLs that have a committed artifact.",
      "minimum": 0,
      "examples": [
       310
      ]
     },
     "bytes": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes of all committed artifacts.",
      "minimum": 0,
      "examples": [
       1048576
      ]
     },
     "latestBytes": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes of the newest committed version of each URL.",
      "minimum": 0,
      "examples": [
       786432
      ]
     },
     "storedBytes": {
      "type": "integer",
      "format": "int64",
      "description": "Bytes that its WARC files take.",
      "minimum": 0,
      "examples": [
       524288
      ]
     }
    }
   },
   "AuSize": {
    "type": "object",
    "description": "Sizes of an AU, in bytes.",
    "properties": {
     "totalAllVersions": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Size in bytes of the payloads of all committed artifacts of the AU.",
      "examples": [
       1048576
      ]
     },
     "totalLatestVersions": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Size in bytes of the payloads of the latest committed version of each URL.",
      "examples": [
       786432
      ]
     },
     "totalWarcSize": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Size in bytes of the underlying WARC files of the AU.",
      "examples": [
       524288
      ]
     }
    }
   },
   "ImportStatus": {
    "type": "object",
    "description": "What became of one WARC record of an import.",
    "properties": {
     "warcId": {
      "type": "string",
      "description": "WARC-Record-ID of the record, verbatim.",
      "examples": [
       "<urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>"
      ]
     },
     "offset": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Offset in bytes of the record, or of its gzip member, in the uploaded file.",
      "examples": [
       334
      ]
     },
     "url": {
      "type": "string",
      "description": "URL of the record.",
      "examples": [
       "http://www.iana.org/"
      ]
     },
     "artifactUuid": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "Identifier of the resulting artifact; of a duplicate, of the one that survives."
     },
     "digest": {
      "$ref": "#/components/schemas/ContentDigest",
      "description": "Digest of the payload."
     },
     "version": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "description": "Version of the artifact that artifactUuid names.",
      "examples": [
       1
      ]
     },
     "status": {
      "$ref": "#/components/schemas/ImportOutcome"
     },
     "statusMessage": {
      "type": "string",
      "description": "Why the record was not imported, or warnings about one that was.",
      "examples": [
       "Block digest does not match the block"
      ]
     }
    }
   },
   "MigrationStatus": {
    "type": "object",
    "description": "Beyond the interface. What became of one record of another repository.",
    "properties": {
     "warcId": {
      "type": "string",
      "description": "WARC-Record-ID of the record, verbatim.",
      "examples": [
       "<urn:uuid:4eec4942-a541-410a-99f4-50de39b62118>"
      ]
     },
     "offset": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Offset in bytes of the record, or of its gzip member, in what was sent.",
      "examples": [
       0
      ]
     },
     "url": {
      "type": "string",
      "description": "URL of the artifact.",
      "examples": [
       "http://www.iana.org/"
      ]
     },
     "artifactUuid": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "Identifier that the artifact has there, whatever became of it."
     },
     "digest": {
      "$ref": "#/components/schemas/ContentDigest",
      "description": "Digest of the payload."
     },
     "version": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "description": "Version of the artifact.",
      "examples": [
       1
      ]
     },
     "collectionDate": {
      "type": "integer",
      "format": "int64",
      "description": "WARC-Date of the record.",
      "examples": [
       1390766784000
      ]
     },
     "contentLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes of the payload.",
      "examples": [
       1270
      ]
     },
     "committed": {
      "type": "boolean",
      "description": "Whether the artifact is committed here. Absent where it is not here.",
      "examples": [
       true
      ]
     },
     "status": {
      "$ref": "#/components/schemas/ImportOutcome"
     },
     "statusMessage": {
      "type": "string",
      "description": "Why the record was not taken over, or warnings about one that was.",
      "examples": [
       "its payload has another digest than the one that was stored"
      ]
     }
    }
   },
   "ImportSummaryLine": {
    "type": "object",
    "description": "Beyond the interface. The last object of an import's answer, when asked for (`summary`): it has no status.",
    "required": [
     "summary"
    ],
    "properties": {
     "summary": {
      "$ref": "#/components/schemas/ImportSummary"
     }
    }
   },
   "ImportSummary": {
    "type": "object",
    "description": "Beyond the interface. What an import came to as a whole.",
    "required": [
     "complete",
     "records",
     "quarantined",
     "companions",
     "uploadBytes"
    ],
    "properties": {
     "complete": {
      "type": "boolean",
      "description": "Whether the archive was taken to its end; otherwise the line before says why it was not.",
      "examples": [
       true
      ]
     },
     "records": {
      "type": "object",
      "description": "Records by type, and then by what became of them; `other`: of unknown type, and stretches that could not be read.",
      "required": [
       "response",
       "resource",
       "revisit",
       "other"
      ],
      "properties": {
       "response": {
        "$ref": "#/components/schemas/ImportCounts"
       },
       "resource": {
        "$ref": "#/components/schemas/ImportCounts"
       },
       "revisit": {
        "$ref": "#/components/schemas/ImportCounts"
       },
       "other": {
        "$ref": "#/components/schemas/ImportCounts"
       }
      }
     },
     "quarantined": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "How many of them were stored although they are damaged (`quarantine`).",
      "examples": [
       0
      ]
     },
     "companions": {
      "$ref": "#/components/schemas/CompanionCounts"
     },
     "uploadBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length in bytes of what was read of the archive.",
      "examples": [
       5678901
      ]
     },
     "warnings": {
      "type": "array",
      "description": "What about the archive as a whole is not as it says, such as hashes in datapackage.json; absent when there is nothing.",
      "items": {
       "type": "string"
      },
      "examples": [
       [
        "datapackage.json gives another SHA-256 for \"archive/data.warc.gz\" than it has."
       ]
      ]
     }
    }
   },
   "CompanionCounts": {
    "type": "object",
    "description": "Records that become no artifacts and are kept beside those, or were not kept.",
    "required": [
     "kept",
     "alone",
     "dropped"
    ],
    "properties": {
     "kept": {
      "type": "object",
      "description": "Those that are kept, by type.",
      "required": [
       "warcinfo",
       "request",
       "metadata",
       "conversion",
       "continuation",
       "other"
      ],
      "properties": {
       "warcinfo": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "request": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "metadata": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "conversion": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "continuation": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "other": {
        "$ref": "#/components/schemas/RecordCount",
        "description": "Those whose type WARC 1.1 does not name."
       }
      }
     },
     "alone": {
      "$ref": "#/components/schemas/RecordCount",
      "description": "How many of them belong to nothing that was imported."
     },
     "dropped": {
      "type": "object",
      "description": "Those that are not kept, by the reason: what they belong to is a duplicate or was excluded, they are damaged, or a setting (`KEEP_RECORDS`) leaves them out.",
      "required": [
       "duplicate",
       "excluded",
       "damaged",
       "setting"
      ],
      "properties": {
       "duplicate": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "excluded": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "damaged": {
        "$ref": "#/components/schemas/RecordCount"
       },
       "setting": {
        "$ref": "#/components/schemas/RecordCount"
       }
      }
     }
    }
   },
   "RecordCount": {
    "type": "integer",
    "format": "int64",
    "minimum": 0,
    "description": "A number of records.",
    "examples": [
     3
    ]
   },
   "ImportCounts": {
    "type": "object",
    "description": "Records by what became of them.",
    "required": [
     "OK",
     "DUPLICATE",
     "EXCLUDED",
     "ERROR"
    ],
    "properties": {
     "OK": {
      "$ref": "#/components/schemas/RecordCount"
     },
     "DUPLICATE": {
      "$ref": "#/components/schemas/RecordCount"
     },
     "EXCLUDED": {
      "$ref": "#/components/schemas/RecordCount"
     },
     "ERROR": {
      "$ref": "#/components/schemas/RecordCount"
     }
    }
   },
   "ImportOutcome": {
    "type": "string",
    "description": "Outcome for one record: imported, not kept because of an error, not kept because its payload is there already, or left out because of excludeStatusPattern.",
    "enum": [
     "OK",
     "ERROR",
     "DUPLICATE",
     "EXCLUDED"
    ],
    "examples": [
     "OK"
    ]
   },
   "RepositoryInfo": {
    "type": "object",
    "description": "What the repository runs on.",
    "required": [
     "storeInfo",
     "indexInfo"
    ],
    "properties": {
     "storeInfo": {
      "$ref": "#/components/schemas/StorageInfo",
      "description": "The store of WARC files.",
      "examples": [
       {
        "type": "S3",
        "name": "preservation",
        "used": 370000000000
       }
      ]
     },
     "indexInfo": {
      "$ref": "#/components/schemas/StorageInfo",
      "description": "The index.",
      "examples": [
       {
        "type": "PostgreSQL",
        "name": "holdfast",
        "used": 8388608000
       }
      ]
     }
    }
   },
   "StorageInfo": {
    "type": "object",
    "description": "A storage area. Members that cannot be known, such as the capacity of an object store, are absent.",
    "required": [
     "type",
     "name"
    ],
    "properties": {
     "type": {
      "type": "string",
      "description": "Type of the storage area.",
      "enum": [
       "Posix",
       "S3",
       "PostgreSQL"
      ],
      "examples": [
       "Posix"
      ]
     },
     "name": {
      "type": "string",
      "description": "Name of the storage area.",
      "examples": [
       "repository"
      ]
     },
     "size": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Size in bytes.",
      "examples": [
       1000000000000
      ]
     },
     "used": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Used bytes.",
      "examples": [
       370000000000
      ]
     },
     "avail": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Available bytes.",
      "examples": [
       630000000000
      ]
     },
     "sizeKB": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Beyond the interface, only with `COMPATIBILITY=laaws` and then in place of `size`: the size in units of 1,024 bytes.",
      "examples": [
       976562500
      ]
     },
     "usedKB": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "The same of `used`.",
      "examples": [
       361328125
      ]
     },
     "availKB": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "The same of `avail`.",
      "examples": [
       615234375
      ]
     },
     "percentUsedString": {
      "type": "string",
      "description": "Percentage used, formatted as a string.",
      "pattern": "^[0-9]+%$",
      "x-wanted": "a whole number and a percent sign",
      "examples": [
       "37%"
      ]
     },
     "percentUsed": {
      "type": "number",
      "format": "double",
      "minimum": 0,
      "maximum": 1,
      "description": "Share used, as a fraction between 0 and 1.",
      "examples": [
       0.37
      ]
     }
    }
   },
   "ApiStatus": {
    "type": "object",
    "description": "The status of the service.",
    "required": [
     "apiVersion",
     "ready"
    ],
    "properties": {
     "apiVersion": {
      "type": "string",
      "description": "Version of the API.",
      "examples": [
       "2.0.0"
      ]
     },
     "ready": {
      "type": "boolean",
      "description": "Whether the service is available.",
      "examples": [
       true
      ]
     },
     "componentName": {
      "type": "string",
      "description": "Name of the component software.",
      "examples": [
       "repository-service"
      ]
     },
     "componentVersion": {
      "type": "string",
      "description": "Version of the component software.",
      "examples": [
       "0.1.0"
      ]
     },
     "systemVersion": {
      "type": "string",
      "description": "Version of the overall system.",
      "examples": [
       "0.1.0"
      ]
     },
     "serviceName": {
      "type": "string",
      "description": "Name of the service.",
      "examples": [
       "Repository Service"
      ]
     },
     "readyTime": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the service last became ready, in milliseconds since the epoch, UTC.",
      "examples": [
       1755645500000
      ]
     },
     "reason": {
      "type": "string",
      "description": "Why the service is not ready.",
      "examples": [
       "The index cannot be reached"
      ]
     },
     "startupStatus": {
      "$ref": "#/components/schemas/StartupStatus"
     }
    }
   },
   "StartupStatus": {
    "type": "string",
    "description": "How far the service has come in starting.",
    "enum": [
     "NONE",
     "PLUGINS_CRAWLING",
     "PLUGINS_COLLECTED",
     "PLUGINS_LOADING",
     "PLUGINS_LOADED",
     "AUS_STARTING",
     "AUS_STARTED"
    ],
    "examples": [
     "AUS_STARTED"
    ]
   },
   "CdxFlag": {
    "description": "Yes or no.",
    "anyOf": [
     {
      "type": "boolean"
     },
     {
      "type": "integer",
      "enum": [
       1,
       0
      ]
     }
    ],
    "x-wanted": "true, false, 1 or 0",
    "examples": [
     true
    ]
   },
   "CdxFieldList": {
    "description": "Names of fields with commas between them.",
    "type": "string",
    "maxLength": 1024,
    "pattern": "^(?:urlkey|timestamp|original|url|mimetype|mime|statuscode|status|digest|redirect|redirecturl|robotflags|length|offset|filename|file|method|requestBody|orig\\.length|orig\\.offset|orig\\.filename)(?:,(?:urlkey|timestamp|original|url|mimetype|mime|statuscode|status|digest|redirect|redirecturl|robotflags|length|offset|filename|file|method|requestBody|orig\\.length|orig\\.offset|orig\\.filename))*$",
    "x-wanted": "a list of the fields urlkey, timestamp, original (url), mimetype (mime), statuscode (status), digest, redirect (redirecturl), robotflags, length, offset, filename (file), method, requestBody",
    "examples": [
     "urlkey,timestamp,original"
    ]
   },
   "CdxCollapse": {
    "description": "The name of a field, and how many characters of it count.",
    "type": "string",
    "pattern": "^(?:urlkey|timestamp|original|url|mimetype|mime|statuscode|status|digest|redirect|redirecturl|robotflags|length|offset|filename|file|method|requestBody)(?::[1-9][0-9]{0,3})?$",
    "x-wanted": "field or field:N with one of the fields urlkey, timestamp, original (url), mimetype (mime), statuscode (status), digest, redirect (redirecturl), robotflags, length, offset, filename (file), method, requestBody",
    "examples": [
     "timestamp:8"
    ]
   },
   "CdxRecord": {
    "type": "object",
    "description": "One capture; which members it has, and by which family of names, `fl` decides. All values are strings.",
    "properties": {
     "urlkey": {
      "type": "string",
      "description": "SURT key of the URL.",
      "examples": [
       "org,iana)/"
      ]
     },
     "timestamp": {
      "type": "string",
      "description": "When the content was captured, in 14 digits, UTC.",
      "examples": [
       "20140126200624"
      ]
     },
     "original": {
      "type": "string",
      "description": "URL of the capture, the other name of `url`.",
      "examples": [
       "http://www.iana.org/"
      ]
     },
     "url": {
      "type": "string",
      "description": "URL of the capture.",
      "examples": [
       "http://www.iana.org/"
      ]
     },
     "mimetype": {
      "type": "string",
      "description": "Media type of the capture, the other name of `mime`.",
      "examples": [
       "text/html"
      ]
     },
     "mime": {
      "type": "string",
      "description": "Media type of the capture without parameters, `unk` when absent.",
      "examples": [
       "text/html"
      ]
     },
     "statuscode": {
      "type": "string",
      "description": "HTTP status of the capture, the other name of `status`.",
      "examples": [
       "200"
      ]
     },
     "status": {
      "type": "string",
      "description": "HTTP status of the capture, `-` for a resource.",
      "examples": [
       "200"
      ]
     },
     "digest": {
      "type": "string",
      "description": "SHA-1 of the stored payload in base32.",
      "examples": [
       "OSSAPWJ23L56IYVRW3GFEAR4MCJMGPTB"
      ]
     },
     "redirect": {
      "type": "string",
      "description": "Where the capture redirects to, `-` when unknown.",
      "examples": [
       "-"
      ]
     },
     "robotflags": {
      "type": "string",
      "description": "Robot flags, `-` when unknown.",
      "examples": [
       "-"
      ]
     },
     "length": {
      "type": "string",
      "description": "Length in bytes of the stored gzip member.",
      "examples": [
       "2258"
      ]
     },
     "offset": {
      "type": "string",
      "description": "Offset of the record in the archive, always 0.",
      "examples": [
       "0"
      ]
     },
     "filename": {
      "type": "string",
      "description": "Name under which `/replay/warcs` serves the record.",
      "examples": [
       "default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
      ]
     },
     "method": {
      "type": "string",
      "description": "Method of the request, when it is known and not GET.",
      "examples": [
       "POST"
      ]
     },
     "requestBody": {
      "type": "string",
      "description": "Body of that request as the parameters of a query, at most 4,096 characters; absent when it has none.",
      "examples": [
       "section=about&page=2"
      ]
     }
    }
   },
   "CdxPageCount": {
    "type": "object",
    "description": "How many pages a query has.",
    "required": [
     "pages",
     "pageSize",
     "captures"
    ],
    "properties": {
     "pages": {
      "type": "integer",
      "minimum": 0,
      "description": "Number of pages.",
      "examples": [
       2
      ]
     },
     "pageSize": {
      "type": "integer",
      "minimum": 1,
      "description": "Captures in a page.",
      "examples": [
       10000
      ]
     },
     "captures": {
      "type": "integer",
      "minimum": 0,
      "description": "Captures in all pages.",
      "examples": [
       12345
      ]
     }
    }
   },
   "CdxaError": {
    "type": "string",
    "description": "Document `wayback` with one `error` of `title` (one of those that clients know) and `message`.",
    "examples": [
     "<wayback><error><title>Bad Query Exception</title><message>url is missing</message></error></wayback>"
    ]
   },
   "AddArtifactsForm": {
    "type": "object",
    "description": "An archive to import and the AU it goes to.",
    "required": [
     "auid",
     "archive"
    ],
    "properties": {
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the new artifacts."
     },
     "archive": {
      "type": "string",
      "format": "binary",
      "description": "Archive data containing artifacts, a WARC, ARC or WACZ file.",
      "examples": [
       "(bytes of iana.warc.gz)"
      ]
     }
    }
   },
   "MigrateArtifactsForm": {
    "type": "object",
    "description": "Artifacts of another repository, and the AU they belong to.",
    "required": [
     "auid",
     "archive"
    ],
    "properties": {
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the artifacts."
     },
     "except": {
      "type": "string",
      "maxLength": 4194304,
      "description": "Uuids of records that are not wanted, because they are deleted there; separated by commas or white space. Each is `EXCLUDED`.",
      "examples": [
       "4eec4942-a541-410a-99f4-50de39b62118"
      ]
     },
     "uncommitted": {
      "type": "string",
      "maxLength": 4194304,
      "description": "Uuids of artifacts that are uncommitted; separated as those. All others are committed.",
      "examples": [
       "65619a10-0646-495e-9cdb-d06bac64c831"
      ]
     },
     "archive": {
      "type": "string",
      "format": "binary",
      "description": "Records of the repository, a WARC file.",
      "examples": [
       "(bytes of artifacts_default-\u2026.warc.gz)"
      ]
     }
    }
   },
   "CreateArtifactForm": {
    "type": "object",
    "description": "A new artifact in parts.",
    "required": [
     "artifactProps",
     "payload"
    ],
    "properties": {
     "artifactProps": {
      "type": "string",
      "description": "JSON artifact properties, an object of ArtifactPropertiesInput.",
      "contentMediaType": "application/json",
      "contentSchema": {
       "$ref": "#/components/schemas/ArtifactPropertiesInput"
      },
      "examples": [
       "{\"namespace\":\"default\",\"auid\":\"org|example|plugin|DemoPlugin&year~2014\",\"uri\":\"http://www.iana.org/\"}"
      ]
     },
     "httpResponseHeader": {
      "type": "string",
      "description": "Status line and headers of the captured HTTP response, ended by a blank line. Absent or empty makes a resource.",
      "examples": [
       "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n"
      ]
     },
     "payload": {
      "type": "string",
      "format": "binary",
      "description": "The payload, sent as a file.",
      "examples": [
       "<html><body>Hello, IANA</body></html>"
      ]
     }
    }
   },
   "UpdateArtifactForm": {
    "type": "object",
    "description": "The new commit status; required here when it is not in the query.",
    "properties": {
     "committed": {
      "type": "boolean",
      "description": "The new commit status.",
      "examples": [
       true
      ]
     }
    }
   },
   "BulkAuOpForm": {
    "type": "object",
    "description": "A bulk operation.",
    "required": [
     "op"
    ],
    "properties": {
     "op": {
      "type": "string",
      "description": "Whether bulk transfer starts or finishes.",
      "enum": [
       "start",
       "finish"
      ],
      "examples": [
       "start"
      ]
     }
    }
   },
   "Problem": {
    "type": "object",
    "description": "The one shape of errors (RFC 9457 problem details with further members).",
    "required": [
     "type",
     "title",
     "status",
     "timestamp",
     "message",
     "path",
     "serverErrorType",
     "requestId"
    ],
    "properties": {
     "type": {
      "type": "string",
      "format": "uri-reference",
      "description": "URI of the kind of problem; `about:blank` when the status says it all.",
      "examples": [
       "about:blank"
      ]
     },
     "title": {
      "type": "string",
      "description": "Short name of the kind of problem.",
      "examples": [
       "Not Found"
      ]
     },
     "status": {
      "type": "integer",
      "format": "int32",
      "minimum": 400,
      "maximum": 599,
      "description": "HTTP status of the answer.",
      "examples": [
       404
      ]
     },
     "detail": {
      "type": "string",
      "description": "What happened in this case, in words for people.",
      "examples": [
       "No AUs in namespace journals"
      ]
     },
     "instance": {
      "type": "string",
      "format": "uri-reference",
      "description": "The occurrence of the problem.",
      "examples": [
       "/aus"
      ]
     },
     "timestamp": {
      "type": "integer",
      "format": "int64",
      "description": "When the problem occurred, in **seconds** since the epoch, UTC.",
      "examples": [
       1755645600
      ]
     },
     "message": {
      "type": "string",
      "description": "The same as detail, under the name that clients of the field read.",
      "examples": [
       "No AUs in namespace journals"
      ]
     },
     "path": {
      "type": "string",
      "description": "Path of the request.",
      "examples": [
       "/aus"
      ]
     },
     "serverErrorType": {
      "type": "string",
      "description": "Whether the client (NONE), stored data or an external resource, or the service is at fault.",
      "enum": [
       "NONE",
       "DATA_ERROR",
       "APPLICATION_ERROR"
      ],
      "examples": [
       "NONE"
      ]
     },
     "requestId": {
      "type": "string",
      "description": "Identifier of the request, as in X-Request-Id.",
      "examples": [
       "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      ]
     }
    }
   },
   "Summary": {
    "type": "object",
    "description": "The state of the repository in figures.",
    "required": [
     "at",
     "stored",
     "store",
     "fixity",
     "damage",
     "journal",
     "importsUnderWay",
     "jobs",
     "dependencies"
    ],
    "properties": {
     "at": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When this was said.",
      "examples": [
       1755645600000
      ]
     },
     "stored": {
      "type": "object",
      "description": "What is stored.",
      "required": [
       "aus",
       "artifacts",
       "bytes"
      ],
      "properties": {
       "aus": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "AUs that hold any artifact.",
        "examples": [
         12
        ]
       },
       "artifacts": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Artifacts, committed or not.",
        "examples": [
         48210
        ]
       },
       "bytes": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Bytes of all WARC objects, what is deleted in them included.",
        "examples": [
         7340032000
        ]
       }
      }
     },
     "store": {
      "type": "object",
      "description": "Where it is stored, and the room there.",
      "required": [
       "type",
       "name"
      ],
      "properties": {
       "type": {
        "type": "string",
        "description": "Type of the object store.",
        "enum": [
         "Posix",
         "S3"
        ],
        "examples": [
         "Posix"
        ]
       },
       "name": {
        "type": "string",
        "description": "Name of the object store.",
        "examples": [
         "repository"
        ]
       },
       "sizeBytes": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Its size; absent where it is not known.",
        "examples": [
         1000000000000
        ]
       },
       "availableBytes": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Room in it; absent where it does not say.",
        "examples": [
         630000000000
        ]
       },
       "bytesPerDay": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "By how much it grew in a day, over the last 30 days or as long as is known; absent for less than a day.",
        "examples": [
         210000000
        ]
       },
       "daysLeft": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Days that the room will last at that rate; absent where either is not known, or nothing grows.",
        "examples": [
         3000
        ]
       }
      }
     },
     "fixity": {
      "type": "object",
      "description": "What was read and found to be as it was stored, or not.",
      "required": [
       "bytes",
       "checkedBytes",
       "walking"
      ],
      "properties": {
       "bytes": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Bytes of all WARC objects.",
        "examples": [
         7340032000
        ]
       },
       "checkedBytes": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Of these, so many were read within the period; ever, where there is none.",
        "examples": [
         7340032000
        ]
       },
       "periodDays": {
        "type": "number",
        "description": "The period in which everything is to be read, in days (FIXITY_PERIOD); absent when it is off.",
        "examples": [
         90
        ]
       },
       "oldestCheck": {
        "$ref": "#/components/schemas/EpochMillis",
        "description": "When the object was last read, or stored, that was read longest ago; absent while nothing is stored.",
        "examples": [
         1754608800000
        ]
       },
       "walking": {
        "type": "boolean",
        "description": "Whether it is being read now.",
        "examples": [
         false
        ]
       },
       "bytesPerSecond": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "How fast; absent when it is not, or not known.",
        "examples": [
         19800000
        ]
       },
       "expectedEnd": {
        "$ref": "#/components/schemas/EpochMillis",
        "description": "When that walk will end at this rate.",
        "examples": [
         1755646000000
        ]
       }
      }
     },
     "damage": {
      "type": "object",
      "description": "What is known to be damaged.",
      "required": [
       "artifacts",
       "objects"
      ],
      "properties": {
       "artifacts": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Artifacts of which something is damaged.",
        "examples": [
         0
        ]
       },
       "objects": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Objects in the store that are not as they should be.",
        "examples": [
         0
        ]
       }
      }
     },
     "journal": {
      "type": "object",
      "description": "What would be lost with the database now, and be made again from the objects alone.",
      "required": [
       "rows",
       "seconds"
      ],
      "properties": {
       "rows": {
        "type": "integer",
        "format": "int64",
        "minimum": 0,
        "description": "Index transactions whose journal entry is not in the object store yet.",
        "examples": [
         0
        ]
       },
       "seconds": {
        "type": "number",
        "description": "Age of the oldest of them.",
        "examples": [
         0
        ]
       }
      }
     },
     "importsUnderWay": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Imports under way, of all replicas.",
      "examples": [
       0
      ]
     },
     "jobs": {
      "type": "object",
      "description": "Jobs that somebody should look at.",
      "required": [
       "failed",
       "paused"
      ],
      "properties": {
       "failed": {
        "type": "array",
        "description": "Ids of those that failed when they were last done.",
        "items": {
         "type": "string"
        },
        "examples": [
         []
        ]
       },
       "paused": {
        "type": "array",
        "description": "Ids of those that are paused.",
        "items": {
         "type": "string"
        },
        "examples": [
         []
        ]
       }
      }
     },
     "dependencies": {
      "type": "array",
      "description": "What the replica that answers stands on.",
      "items": {
       "$ref": "#/components/schemas/Dependency"
      },
      "examples": [
       [
        {
         "name": "database",
         "usable": true
        }
       ]
      ]
     },
     "readOnly": {
      "type": "string",
      "description": "Why nothing can be stored now; absent while it can.",
      "examples": [
       "The disk of the object store is nearly full"
      ]
     }
    }
   },
   "Dependency": {
    "type": "object",
    "description": "Something that the service stands on.",
    "required": [
     "name",
     "usable"
    ],
    "properties": {
     "name": {
      "type": "string",
      "description": "What it is.",
      "examples": [
       "database"
      ]
     },
     "usable": {
      "type": "boolean",
      "description": "Whether it can be used now.",
      "examples": [
       true
      ]
     }
    }
   },
   "Growth": {
    "type": "object",
    "description": "How much was stored at earlier times.",
    "required": [
     "samples"
    ],
    "properties": {
     "samples": {
      "type": "array",
      "description": "Oldest first.",
      "items": {
       "$ref": "#/components/schemas/GrowthSample"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "GrowthSample": {
    "type": "object",
    "description": "How much was stored at one time.",
    "required": [
     "at",
     "aus",
     "artifacts",
     "contentBytes",
     "storedBytes"
    ],
    "properties": {
     "at": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "Beginning of the ten minutes in which it was looked at.",
      "examples": [
       1755645600000
      ]
     },
     "aus": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "AUs that held any artifact.",
      "examples": [
       12
      ]
     },
     "artifacts": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Artifacts, committed or not.",
      "examples": [
       48210
      ]
     },
     "contentBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes of the payloads of all versions.",
      "examples": [
       15000000000
      ]
     },
     "storedBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes of all WARC objects.",
      "examples": [
       7340032000
      ]
     }
    }
   },
   "Live": {
    "type": "object",
    "description": "What changes from second to second.",
    "required": [
     "summary",
     "imports",
     "jobs"
    ],
    "properties": {
     "summary": {
      "$ref": "#/components/schemas/Summary",
      "description": "The state in figures."
     },
     "imports": {
      "type": "array",
      "description": "Imports under way, oldest first, up to 50.",
      "items": {
       "$ref": "#/components/schemas/ImportUnderWay"
      },
      "examples": [
       []
      ]
     },
     "jobs": {
      "type": "array",
      "description": "The jobs.",
      "items": {
       "$ref": "#/components/schemas/Job"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "ImportUnderWay": {
    "type": "object",
    "description": "An import under way.",
    "required": [
     "id",
     "namespace",
     "auid",
     "started",
     "uploadBytes",
     "counts"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "Identifier of the import.",
      "examples": [
       "0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61"
      ]
     },
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Namespace it goes into."
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU it goes into."
     },
     "started": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it began.",
      "examples": [
       1755645600000
      ]
     },
     "fileName": {
      "type": "string",
      "description": "Name of the file, as its client gave it.",
      "examples": [
       "iana.warc.gz"
      ]
     },
     "requestBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of its request, which is a little more than that of the file; absent where that was not told.",
      "examples": [
       81920300
      ]
     },
     "uploadBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes of the file that were read by now.",
      "examples": [
       40960000
      ]
     },
     "counts": {
      "$ref": "#/components/schemas/ImportCounts",
      "description": "Records by what became of them."
     }
    }
   },
   "NotedImport": {
    "type": "object",
    "description": "An import that there was, or is.",
    "required": [
     "id",
     "outcome",
     "namespace",
     "auid",
     "started",
     "seen",
     "requestId",
     "uploadBytes",
     "counts"
    ],
    "properties": {
     "outcome": {
      "type": "string",
      "description": "How it ended. `complete` when the file was taken to its end, whatever became of its records; `cut` when its client went away; `lost` when its process died.",
      "enum": [
       "running",
       "complete",
       "failed",
       "cut",
       "lost"
      ],
      "examples": [
       "complete"
      ]
     },
     "seen": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it ended, or was last heard of.",
      "examples": [
       1755645600000
      ]
     },
     "user": {
      "type": "string",
      "description": "Who imported.",
      "examples": [
       "librarian"
      ]
     },
     "requestId": {
      "type": "string",
      "description": "Id of its request, as in the log.",
      "examples": [
       "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      ]
     },
     "failure": {
      "type": "string",
      "description": "Why it failed, as its client was told.",
      "examples": [
       "The upload broke off."
      ]
     },
     "id": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "Identifier of the import.",
      "examples": [
       "0198c4a2-0001-7d3a-9b52-5f0c2e8d4a61"
      ]
     },
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Namespace it goes into."
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU it goes into."
     },
     "started": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it began.",
      "examples": [
       1755645600000
      ]
     },
     "fileName": {
      "type": "string",
      "description": "Name of the file, as its client gave it.",
      "examples": [
       "iana.warc.gz"
      ]
     },
     "requestBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of its request, which is a little more than that of the file; absent where that was not told.",
      "examples": [
       81920300
      ]
     },
     "uploadBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes of the file that were read by now.",
      "examples": [
       40960000
      ]
     },
     "counts": {
      "$ref": "#/components/schemas/ImportCounts",
      "description": "Records by what became of them."
     }
    }
   },
   "ImportPage": {
    "type": "object",
    "description": "A page of imports.",
    "required": [
     "imports",
     "pageInfo"
    ],
    "properties": {
     "imports": {
      "type": "array",
      "description": "Newest first.",
      "items": {
       "$ref": "#/components/schemas/NotedImport"
      },
      "examples": [
       []
      ]
     },
     "pageInfo": {
      "$ref": "#/components/schemas/PageInfo",
      "description": "Where this page stands."
     }
    }
   },
   "Failures": {
    "type": "object",
    "description": "The last requests that failed.",
    "required": [
     "failures"
    ],
    "properties": {
     "failures": {
      "type": "array",
      "description": "Newest first.",
      "items": {
       "$ref": "#/components/schemas/Failure"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "Failure": {
    "type": "object",
    "description": "A request that failed through no fault of its client.",
    "required": [
     "at",
     "requestId",
     "operation",
     "method",
     "detail"
    ],
    "properties": {
     "at": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it had ended.",
      "examples": [
       1755645600000
      ]
     },
     "requestId": {
      "type": "string",
      "description": "Its id, as in the log.",
      "examples": [
       "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      ]
     },
     "operation": {
      "type": "string",
      "description": "Its operation id.",
      "examples": [
       "getArtifactDataByPayload"
      ]
     },
     "method": {
      "type": "string",
      "description": "Its method.",
      "examples": [
       "GET"
      ]
     },
     "status": {
      "type": "integer",
      "description": "What it was answered with; absent when its answer had begun, and was cut.",
      "examples": [
       502
      ]
     },
     "user": {
      "type": "string",
      "description": "Who asked; absent where nobody had logged in.",
      "examples": [
       "reader"
      ]
     },
     "detail": {
      "type": "string",
      "description": "What its client was told, or would have been.",
      "examples": [
       "The object store cannot be used."
      ]
     }
    }
   },
   "Jobs": {
    "type": "object",
    "description": "The jobs that keep the repository.",
    "required": [
     "jobs"
    ],
    "properties": {
     "jobs": {
      "type": "array",
      "description": "The jobs.",
      "items": {
       "$ref": "#/components/schemas/Job"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "Job": {
    "type": "object",
    "description": "A job that keeps the repository.",
    "required": [
     "id",
     "state"
    ],
    "properties": {
     "id": {
      "type": "string",
      "description": "Its id. `fixity` reads everything and says what is damaged; `recheck` reads what is known to be damaged; `compaction` merges small objects and gives back the room of what was deleted; `sweep` removes what crashes left behind; `sweep-preview` says what that would be.",
      "enum": [
       "fixity",
       "recheck",
       "compaction",
       "sweep",
       "sweep-preview"
      ],
      "examples": [
       "fixity"
      ]
     },
     "state": {
      "type": "string",
      "description": "What it does. `waiting` when somebody wants it to start; `interrupted` when its process ended, and it will go on.",
      "enum": [
       "never",
       "waiting",
       "running",
       "paused",
       "interrupted",
       "failed",
       "finished"
      ],
      "examples": [
       "running"
      ]
     },
     "periodMs": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "From the beginning of one walk to that of the next; absent when it is only done when somebody starts it.",
      "examples": [
       7776000000
      ]
     },
     "mostBytesPerSecond": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "The rate that it keeps to; absent for as fast as it goes.",
      "examples": [
       20000000
      ]
     },
     "started": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When its present or last walk began.",
      "examples": [
       1755645600000
      ]
     },
     "finished": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When its last walk came to its end; absent while one is under way.",
      "examples": [
       1755645600000
      ]
     },
     "next": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the next one begins; absent when that is not known, or it is under way.",
      "examples": [
       1755645600000
      ]
     },
     "failure": {
      "type": "string",
      "description": "Why it failed when it was last done.",
      "examples": [
       "the object store cannot be reached"
      ]
     },
     "progress": {
      "$ref": "#/components/schemas/JobProgress",
      "description": "How far its present or last walk is, or came."
     },
     "bytesPerSecond": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "How fast it goes on, its interruptions included.",
      "examples": [
       19800000
      ]
     },
     "expectedEnd": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When its walk will end at this rate.",
      "examples": [
       1755645600000
      ]
     },
     "pausedBy": {
      "type": "string",
      "description": "Who paused it.",
      "examples": [
       "librarian"
      ]
     },
     "pausedSince": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When.",
      "examples": [
       1755645600000
      ]
     }
    }
   },
   "JobProgress": {
    "type": "object",
    "description": "How far a walk of a job is.",
    "required": [
     "items",
     "bytes",
     "counts"
    ],
    "properties": {
     "items": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "What it counts as one (artifacts or objects) and has done.",
      "examples": [
       1200
      ]
     },
     "bytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes that it has read or written.",
      "examples": [
       340032000
      ]
     },
     "totalItems": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "How many there are in all, where that is known.",
      "examples": [
       48210
      ]
     },
     "totalBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "How many bytes there are in all, where that is known.",
      "examples": [
       7340032000
      ]
     },
     "counts": {
      "type": "object",
      "description": "Whatever else it counts, by what that is.",
      "additionalProperties": {
       "type": "integer",
       "format": "int64"
      },
      "examples": [
       {
        "damaged": 0
       }
      ]
     }
    }
   },
   "JobOrder": {
    "type": "object",
    "description": "What is to be done with a job.",
    "required": [
     "op"
    ],
    "properties": {
     "op": {
      "type": "string",
      "description": "What is to be done.",
      "enum": [
       "start",
       "pause",
       "resume"
      ],
      "examples": [
       "pause"
      ]
     }
    }
   },
   "SweepPreview": {
    "type": "object",
    "description": "What a sweep would remove. Lists hold the first 200 of each kind, counts all.",
    "properties": {
     "finished": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it was looked.",
      "examples": [
       1755645600000
      ]
     },
     "looked": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Objects that were looked at.",
      "examples": [
       320
      ]
     },
     "bytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Bytes that would be given back.",
      "examples": [
       4096
      ]
     },
     "counts": {
      "type": "object",
      "description": "How many there are of each kind, by what that is.",
      "additionalProperties": {
       "type": "integer",
       "format": "int64"
      },
      "examples": [
       {
        "objects left behind": 1
       }
      ]
     },
     "objects": {
      "type": "array",
      "description": "Keys of objects that nobody recorded.",
      "items": {
       "type": "string"
      },
      "examples": [
       []
      ]
     },
     "unfinished": {
      "type": "array",
      "description": "Names of writes that were never finished.",
      "items": {
       "type": "string"
      },
      "examples": [
       []
      ]
     },
     "spool": {
      "type": "array",
      "description": "Names of spool files of the replica that looked.",
      "items": {
       "type": "string"
      },
      "examples": [
       []
      ]
     },
     "uncommitted": {
      "type": "array",
      "description": "Uuids of artifacts that were never committed, where a setting has these deleted.",
      "items": {
       "type": "string"
      },
      "examples": [
       []
      ]
     },
     "lost": {
      "type": "array",
      "description": "Keys of objects that the journal knows and the index does not; they stay.",
      "items": {
       "type": "string"
      },
      "examples": [
       []
      ]
     },
     "foreign": {
      "type": "array",
      "description": "Keys of objects that are not of this repository; they stay.",
      "items": {
       "type": "string"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "Damage": {
    "type": "object",
    "description": "What is damaged of an artifact.",
    "required": [
     "part",
     "reason",
     "found"
    ],
    "properties": {
     "part": {
      "type": "string",
      "description": "What it is. `payload` is that of another record, which a revisit shares; `companions` are what was captured with the artifact, which can be read all the same.",
      "enum": [
       "record",
       "payload",
       "companions"
      ],
      "examples": [
       "record"
      ]
     },
     "reason": {
      "type": "string",
      "description": "Why it cannot be read.",
      "examples": [
       "its object is missing from the store"
      ]
     },
     "found": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When that was found.",
      "examples": [
       1755645600000
      ]
     },
     "key": {
      "type": "string",
      "description": "Key of the object that it lies in.",
      "examples": [
       "ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
      ]
     }
    }
   },
   "DamagedArtifact": {
    "type": "object",
    "description": "An artifact of which something is damaged.",
    "required": [
     "uuid",
     "namespace",
     "auid",
     "uri",
     "version",
     "committed",
     "collectionDate",
     "contentLength",
     "damages"
    ],
    "properties": {
     "uuid": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "Its identifier."
     },
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Its namespace."
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of its AU."
     },
     "uri": {
      "$ref": "#/components/schemas/Uri",
      "description": "Its URL."
     },
     "version": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Its version.",
      "examples": [
       1
      ]
     },
     "committed": {
      "type": "boolean",
      "description": "Whether it is committed.",
      "examples": [
       true
      ]
     },
     "collectionDate": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it was captured.",
      "examples": [
       1755645600000
      ]
     },
     "contentLength": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "Length of its payload.",
      "examples": [
       5678
      ]
     },
     "damages": {
      "type": "array",
      "description": "What is damaged.",
      "items": {
       "$ref": "#/components/schemas/Damage"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "DamagedObject": {
    "type": "object",
    "description": "An object in the store that is not as it should be.",
    "required": [
     "key",
     "sizeBytes",
     "reason"
    ],
    "properties": {
     "key": {
      "type": "string",
      "description": "Its key.",
      "examples": [
       "ns/default/5f0c/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz"
      ]
     },
     "sizeBytes": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "How large it is, or was when it was stored.",
      "examples": [
       2258
      ]
     },
     "reason": {
      "type": "string",
      "description": "What is wrong.",
      "examples": [
       "nothing in the index names it"
      ]
     }
    }
   },
   "DamagePage": {
    "type": "object",
    "description": "A page of what is damaged.",
    "required": [
     "artifacts",
     "pageInfo"
    ],
    "properties": {
     "artifacts": {
      "type": "array",
      "description": "In the order of their uuids.",
      "items": {
       "$ref": "#/components/schemas/DamagedArtifact"
      },
      "examples": [
       []
      ]
     },
     "objects": {
      "type": "array",
      "description": "With the first page.",
      "items": {
       "$ref": "#/components/schemas/DamagedObject"
      },
      "examples": [
       []
      ]
     },
     "pageInfo": {
      "$ref": "#/components/schemas/PageInfo",
      "description": "Where this page stands."
     }
    }
   },
   "RepairOutcome": {
    "type": "object",
    "description": "What came of a repair.",
    "required": [
     "outcome",
     "damages",
     "remedies"
    ],
    "properties": {
     "outcome": {
      "type": "string",
      "description": "`well` when it was not damaged, or is no longer; `repaired` when a copy has taken its place; `damaged` when it is so still.",
      "enum": [
       "well",
       "repaired",
       "damaged"
      ],
      "examples": [
       "repaired"
      ]
     },
     "copy": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "The artifact whose record has taken the place of the damaged one."
     },
     "damages": {
      "type": "array",
      "description": "What is damaged still.",
      "items": {
       "$ref": "#/components/schemas/Damage"
      },
      "examples": [
       []
      ]
     },
     "remedies": {
      "type": "array",
      "description": "What would mend what is damaged still. `importAgain` is to import or create the same content once more in the same AU; `importWithCompanions` is to import it with what was captured with it; `restoreObject` is to bring the object back from a backup, and to look again.",
      "items": {
       "type": "string",
       "enum": [
        "importAgain",
        "importWithCompanions",
        "restoreObject"
       ]
      },
      "examples": [
       [
        "importAgain"
       ]
      ]
     }
    }
   },
   "Purge": {
    "type": "object",
    "description": "An artifact whose bytes had to go.",
    "required": [
     "uuid",
     "namespace",
     "auid",
     "by",
     "reason",
     "ordered"
    ],
    "properties": {
     "uuid": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "Its identifier."
     },
     "namespace": {
      "$ref": "#/components/schemas/Namespace",
      "description": "Its namespace."
     },
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of its AU."
     },
     "by": {
      "type": "string",
      "description": "On whose behalf.",
      "examples": [
       "librarian"
      ]
     },
     "reason": {
      "type": "string",
      "description": "Why.",
      "examples": [
       "court order 17/2026"
      ]
     },
     "contentDigest": {
      "$ref": "#/components/schemas/ContentDigest",
      "description": "Digest of its payload; absent where it was not known any more."
     },
     "ordered": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When it was deleted.",
      "examples": [
       1755645600000
      ]
     },
     "erased": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When its bytes were erased; absent while they are there.",
      "examples": [
       1755645600000
      ]
     }
    }
   },
   "PurgePage": {
    "type": "object",
    "description": "A page of purges.",
    "required": [
     "purges",
     "pageInfo"
    ],
    "properties": {
     "purges": {
      "type": "array",
      "description": "Newest first.",
      "items": {
       "$ref": "#/components/schemas/Purge"
      },
      "examples": [
       []
      ]
     },
     "pageInfo": {
      "$ref": "#/components/schemas/PageInfo",
      "description": "Where this page stands."
     }
    }
   },
   "ArtifactEvents": {
    "type": "object",
    "description": "What happened to an artifact.",
    "required": [
     "uuid",
     "events"
    ],
    "properties": {
     "uuid": {
      "$ref": "#/components/schemas/ArtifactUuid",
      "description": "The artifact."
     },
     "events": {
      "type": "array",
      "description": "In the order of time.",
      "items": {
       "$ref": "#/components/schemas/ArtifactEvent"
      },
      "examples": [
       []
      ]
     }
    }
   },
   "ArtifactEvent": {
    "type": "object",
    "description": "Something that happened to an artifact.",
    "required": [
     "event",
     "at"
    ],
    "properties": {
     "event": {
      "type": "string",
      "description": "What it was. `moved` when its record was written anew elsewhere; `checked` when all of its object was last read; `well` when it was no longer found damaged; `purged` when it had to go; `erased` when its bytes were gone.",
      "enum": [
       "captured",
       "stored",
       "committed",
       "uncommitted",
       "deleted",
       "moved",
       "checked",
       "damaged",
       "repaired",
       "well",
       "purged",
       "erased"
      ],
      "examples": [
       "stored"
      ]
     },
     "at": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When.",
      "examples": [
       1755645600000
      ]
     },
     "by": {
      "type": "string",
      "description": "Who did it.",
      "examples": [
       "librarian"
      ]
     },
     "detail": {
      "type": "string",
      "description": "Why, or where.",
      "examples": [
       "its object is missing from the store"
      ]
     },
     "fileName": {
      "type": "string",
      "description": "Name of the file that it came in.",
      "examples": [
       "iana.warc.gz"
      ]
     }
    }
   }
  }
 }
};
