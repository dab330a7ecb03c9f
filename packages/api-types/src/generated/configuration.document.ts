// Generated from openapi/configuration.yaml by generate.mjs; changes made here are lost.

import type { OpenApiDocument } from '../document.ts';

export const configurationContract: OpenApiDocument = {
 "openapi": "3.1.0",
 "info": {
  "title": "Holdfast Configuration Service",
  "version": "2.0.0",
  "summary": "Keeps what a preservation node knows about its Archival Units, and the node's own configuration.",
  "description": "The configuration service keeps the configuration and state of Archival Units (AUs), adds, deletes, deactivates\nand reactivates groups of them, calculates AUIDs, keeps configuration files, and answers queries over AUs,\nplugins and the title database (TDB).\n\n- Times are milliseconds since the epoch, UTC, unless said otherwise. Sizes are bytes.\n- An AUID is a plugin key, `&`, and the encoded parameters that define the AU. In a path it is one segment,\n  itself percent-encoded, and decoded once. Without `&` it is malformed, which is 400.\n- An AU is *configured* when configuration is stored for it, and then *active* or *inactive*; it is *known* when\n  it is configured, in the title database, or of a plugin that is built in (named AUs, plugin registries, imported\n  files, exploded archives).\n- The group operations have the other names `/ws/aus/add`, `/ws/aus/delete`, `/ws/aus/deactivate` and\n  `/ws/aus/reactivate`, beyond the interface. What `COMPATIBILITY=laaws` changes is said where it changes it.\n- No text in a request may hold U+0000 or half of a surrogate pair: that is 400.\n- Every answer carries `X-Request-Id`; every error has the shape of `Problem` unless said otherwise.\n- Until it has started, the service answers everything but `/status` with 503 and `Retry-After`.\n",
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
   "name": "AUs",
   "description": "AUIDs, configuration, state and status of Archival Units, singly and in groups."
  },
  {
   "name": "Accounts",
   "description": "User accounts of the node's other services, which keep them here. Beyond the interface."
  },
  {
   "name": "Audit",
   "description": "Who did what. Beyond the interface."
  },
  {
   "name": "Configuration",
   "description": "The node's configuration files and where its configuration came from."
  },
  {
   "name": "Plugins",
   "description": "The plugins that the node has loaded."
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
   "name": "Title database",
   "description": "AUs, titles and publishers that the title database describes."
  }
 ],
 "paths": {
  "/auids": {
   "post": {
    "operationId": "calculateAuid",
    "x-audit": "none",
    "tags": [
     "AUs"
    ],
    "summary": "Calculate an AUID",
    "description": "Calculates the AUID that an AU would have; nothing is stored. Either of a traditional AU, from `pluginId` with\n`auConfig`, or of a named AU, from `handle`, with `pluginId` optional. `handle` together with `auConfig` is\n400, and so is a definitional parameter that is missing (it is named); other parameters are ignored.\n",
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
     "description": "What defines the AU.",
     "content": {
      "application/x-www-form-urlencoded": {
       "schema": {
        "$ref": "#/components/schemas/AuidsForm"
       },
       "examples": {
        "traditional": {
         "summary": "A traditional AU",
         "value": {
          "pluginId": "org.example.plugin.DemoPlugin",
          "auConfig": "{\"base_url\":\"http://www.example.com/\",\"year\":\"2014\"}"
         }
        },
        "named": {
         "summary": "A named AU",
         "value": {
          "handle": "handlehandle"
         }
        }
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The AUID.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuidResult"
        },
        "example": {
         "auid": "org|lockss|plugin|NamedPlugin&handle~handlehandle"
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
      "$ref": "#/components/responses/PluginNotFound"
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
  "/aus": {
   "get": {
    "operationId": "getAllAuConfigurations",
    "tags": [
     "AUs"
    ],
    "summary": "Get the configurations of all AUs",
    "description": "Gives every stored AU configuration, of active and inactive AUs, streamed in AUID byte order. The passwords in\nparameters of type 10 are masked, `user:******`, for whoever has not `auAdminRole`.\n",
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
      "description": "The configurations.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "All stored AU configurations.",
         "items": {
          "$ref": "#/components/schemas/AuConfiguration"
         }
        },
        "example": [
         {
          "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
          "auConfig": {
           "base_url": "http://www.example.com/",
           "year": "2014",
           "reserved.displayName": "Demo Journal 2014"
          }
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
      "$ref": "#/components/responses/AddressRefused"
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
  "/aus/add": {
   "x-other-names": [
    "/ws/aus/add"
   ],
   "post": {
    "operationId": "addAus",
    "tags": [
     "AUs"
    ],
    "summary": "Add AUs",
    "description": "Configures AUs with the parameters of their title database entries. One result per AUID asked, in request\norder; the failure of one AU never touches another. Failures: not in the title database, plugin not found,\nalready there (active or inactive), conflicting parameters, incompatible with the plugin.\n",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "$ref": "#/components/requestBodies/AuGroup"
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/GroupResults"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/delete": {
   "x-other-names": [
    "/ws/aus/delete"
   ],
   "delete": {
    "operationId": "deleteAus",
    "tags": [
     "AUs"
    ],
    "summary": "Delete AUs",
    "description": "Deletes AUs, active or inactive, with their configuration and state documents. One result per AUID asked, in\nrequest order; an AU that is not configured is a failure of its own.\n",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "$ref": "#/components/requestBodies/AuGroup"
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/GroupResults"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/deactivate": {
   "x-other-names": [
    "/ws/aus/deactivate"
   ],
   "put": {
    "operationId": "deactivateAus",
    "tags": [
     "AUs"
    ],
    "summary": "Deactivate AUs",
    "description": "Deactivates AUs: their configuration is kept and marked `reserved.disabled`. One result per AUID asked, in\nrequest order; an AU that is inactive already, or not configured, is a failure of its own.\n",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "$ref": "#/components/requestBodies/AuGroup"
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/GroupResults"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/reactivate": {
   "x-other-names": [
    "/ws/aus/reactivate"
   ],
   "put": {
    "operationId": "reactivateAus",
    "tags": [
     "AUs"
    ],
    "summary": "Reactivate AUs",
    "description": "Reactivates inactive AUs after checking that they are still compatible with their plugins. One result per AUID\nasked, in request order; an AU that is not inactive, or not configured, is a failure of its own.\n",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "$ref": "#/components/requestBodies/AuGroup"
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/GroupResults"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/aus/export": {
   "get": {
    "operationId": "exportAus",
    "x-audit": "secret",
    "tags": [
     "AUs"
    ],
    "summary": "Export all AUs with their documents",
    "description": "Beyond the interface. Gives every AU of which anything is stored, with its configuration and its four documents,\nstreamed, a line of JSON each, in AUID byte order. What is not stored is left out, and so are members of the state\nthat were never set; the same AUs give the same bytes. Secrets are in it.\n",
    "x-roles": [
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
      "description": "The AUs, one AuRecord a line.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/x-ndjson": {
        "x-line-schema": {
         "$ref": "#/components/schemas/AuRecord"
        },
        "schema": {
         "type": "string",
         "description": "One AuRecord per line."
        },
        "example": "{\"auId\":\"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014\",\"auConfig\":{\"base_url\":\"http://www.example.com/\",\"year\":\"2014\"},\"auState\":{\"auCreationTime\":1700000000000,\"hasSubstance\":\"Yes\"}}\n"
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
  "/aus/import": {
   "post": {
    "operationId": "importAus",
    "tags": [
     "AUs"
    ],
    "summary": "Import AUs with their documents",
    "description": "Beyond the interface. Stores AUs from lines as `GET /aus/export` gives them, many in one transaction. One result\nper line that is not empty, in their order, each as soon as it is stored for good; the failure of one AU never\ntouches another, and of an AU all is stored or nothing. What is there already is compared: what is missing is\nadded, what is the same stays, and what differs is a conflict, of which nothing is stored, unless `replace` is\ngiven; so importing the same once more changes nothing. A configuration must be one that `PUT /aus/{auid}` takes.\nA line may be as long as four state documents.\n\nWith the request header `X-Holdfast-Answer: after-request` the answer begins when the whole request has been read.\nProxies need it that cannot forward a request whose answer has begun (nginx, Caddy).\n",
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
      "name": "replace",
      "in": "query",
      "required": false,
      "description": "`true` stores what differs in the place of what is there, document by document; what a line does not have stays.",
      "schema": {
       "type": "boolean",
       "default": false
      }
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The AUs, one AuRecord a line.",
     "content": {
      "application/x-ndjson": {
       "x-line-schema": {
        "$ref": "#/components/schemas/AuRecord"
       },
       "schema": {
        "type": "string",
        "minLength": 1,
        "description": "One AuRecord per line."
       },
       "example": "{\"auId\":\"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014\",\"auConfig\":{\"base_url\":\"http://www.example.com/\",\"year\":\"2014\"},\"auState\":{\"auCreationTime\":1700000000000,\"hasSubstance\":\"Yes\"}}\n"
      }
     }
    },
    "responses": {
     "200": {
      "description": "The results, one AuImportResult a line.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/x-ndjson": {
        "x-line-schema": {
         "$ref": "#/components/schemas/AuImportResult"
        },
        "schema": {
         "type": "string",
         "description": "One AuImportResult per line."
        },
        "example": "{\"line\":1,\"auId\":\"org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014\",\"isSuccess\":true,\"outcome\":\"Added\",\"message\":\"Added\"}\n"
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
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/aus/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getAuConfiguration",
    "tags": [
     "AUs"
    ],
    "summary": "Get the configuration of an AU",
    "description": "Gives the stored configuration of an AU, active or inactive. The passwords in parameters of type 10 are masked,\n`user:******`, for whoever has not `auAdminRole`. With `COMPATIBILITY=laaws` an AU that is not configured is an\nempty 200, not 404.\n",
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
      "description": "The configuration.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuConfiguration"
        },
        "example": {
         "auId": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025",
         "auConfig": {
          "base_url": "http://www.example.org/",
          "year": "2025"
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "put": {
    "operationId": "putAuConfiguration",
    "tags": [
     "AUs"
    ],
    "summary": "Store the configuration of an AU",
    "description": "Stores the configuration of an AU, replacing what there was. The `auId` of the body must be that of the path;\nthe plugin must be loaded (404 otherwise); the definitional parameters must yield this AUID, and every\nparameter must fit its type (400 otherwise, naming it). Storing the first configuration sets the AU's creation\ntime.\n",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The configuration to store.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AuConfiguration"
       },
       "example": {
        "auId": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025",
        "auConfig": {
         "base_url": "http://www.example.org/",
         "year": "2025"
        }
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done",
      "description": "The configuration was stored. The body is empty."
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
      "$ref": "#/components/responses/PluginNotFound"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "delete": {
    "operationId": "deleteAu",
    "tags": [
     "AUs"
    ],
    "summary": "Delete the configuration of an AU",
    "description": "Deletes an AU's configuration and state documents together, and answers the configuration removed.",
    "x-roles": [
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
      "description": "The deleted configuration.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuConfiguration"
        },
        "example": {
         "auId": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025",
         "auConfig": {
          "base_url": "http://www.example.org/",
          "year": "2025"
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
      "$ref": "#/components/responses/AuNotFound"
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
  "/aus/{auid}/mdenable": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "put": {
    "operationId": "enableAuMetadataExtraction",
    "tags": [
     "AUs"
    ],
    "summary": "Enable metadata extraction for an AU",
    "description": "Sets `isMetadataExtractionEnabled` in the state of the AU. Answers with a result object also when the AU is unknown (404), inactive, or metadata indexing is switched off for the node (409).",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": false,
     "description": "None is needed; what a JSON body holds is not looked at, and any other is refused.",
     "content": {
      "application/json": {
       "schema": {
        "description": "Anything."
       },
       "example": {}
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/AuControlDone"
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
      "$ref": "#/components/responses/AuControlNotFound"
     },
     "409": {
      "$ref": "#/components/responses/AuControlConflict"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/aus/{auid}/mddisable": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "put": {
    "operationId": "disableAuMetadataExtraction",
    "tags": [
     "AUs"
    ],
    "summary": "Disable metadata extraction for an AU",
    "description": "Clears `isMetadataExtractionEnabled` in the state of the AU. Answers with a result object also when the AU is unknown (404), inactive, or metadata indexing is switched off for the node (409).",
    "x-roles": [
     "auAdminRole",
     "userAdminRole"
    ],
    "security": [
     {
      "basicAuth": []
     }
    ],
    "requestBody": {
     "required": false,
     "description": "None is needed; what a JSON body holds is not looked at, and any other is refused.",
     "content": {
      "application/json": {
       "schema": {
        "description": "Anything."
       },
       "example": {}
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/AuControlDone"
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
      "$ref": "#/components/responses/AuControlNotFound"
     },
     "409": {
      "$ref": "#/components/responses/AuControlConflict"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/auagreements/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getAuAgreements",
    "tags": [
     "AUs"
    ],
    "summary": "Get the poll agreements of an AU",
    "description": "Gives the AU's poll agreements with each peer; none are recorded by default.",
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
      "description": "The poll agreements, a JSON document.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuAgreements"
        },
        "example": {
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
         "rawMap": {
          "TCP:[192.0.2.7]:9729": {
           "id": "TCP:[192.0.2.7]:9729",
           "map": {
            "POR": {
             "percentAgreement": 0.75,
             "percentAgreementTime": 1700000000000,
             "highestPercentAgreement": 0.9,
             "highestPercentAgreementTime": 1690000000000
            }
           }
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "patch": {
    "operationId": "patchAuAgreements",
    "x-audit": "routine",
    "tags": [
     "AUs"
    ],
    "summary": "Update poll agreements of an AU",
    "description": "Each peer in `rawMap` replaces that peer's whole entry; the other peers stay. All or nothing: anything wrong is 400 and nothing is changed.",
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
      "$ref": "#/components/parameters/RequestCookie"
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The entries to replace.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AuAgreements"
       },
       "example": {
        "rawMap": {
         "TCP:[192.0.2.7]:9729": {
          "id": "TCP:[192.0.2.7]:9729",
          "map": {
           "POR": {
            "percentAgreement": 0.8,
            "percentAgreementTime": 1710000000000,
            "highestPercentAgreement": 0.9,
            "highestPercentAgreementTime": 1690000000000
           }
          }
         }
        }
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done",
      "description": "The agreements were updated. The body is empty."
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/austates/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getAuState",
    "tags": [
     "AUs"
    ],
    "summary": "Get the state of an AU",
    "description": "Gives the AU's state with every member; what was never set has its default.",
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
      "description": "The state, a JSON document.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuState"
        },
        "example": {
         "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
         "auCreationTime": 1700000000000,
         "lastCrawlTime": -1,
         "lastCrawlAttempt": -1,
         "lastCrawlResult": -1,
         "lastCrawlResultMsg": null,
         "lastDeepCrawlTime": -1,
         "lastDeepCrawlAttempt": -1,
         "lastDeepCrawlResult": -1,
         "lastDeepCrawlResultMsg": null,
         "lastDeepCrawlDepth": -1,
         "lastTopLevelPollTime": -1,
         "lastPollStart": -1,
         "lastPollResult": -1,
         "pollDuration": 0,
         "averageHashDuration": -1,
         "clockssSubscriptionStatus": 0,
         "v3Agreement": -1,
         "highestV3Agreement": -1,
         "accessType": null,
         "hasSubstance": "Unknown",
         "substanceVersion": null,
         "metadataVersion": null,
         "lastMetadataIndex": -1,
         "lastContentChange": 0,
         "lastPoPPoll": -1,
         "lastPoPPollResult": -1,
         "lastLocalHashScan": -1,
         "numAgreePeersLastPoR": -1,
         "numWillingRepairers": 0,
         "numCurrentSuspectVersions": 0,
         "cdnStems": null,
         "isMetadataExtractionEnabled": true
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "patch": {
    "operationId": "patchAuState",
    "x-audit": "routine",
    "tags": [
     "AUs"
    ],
    "summary": "Update the state of an AU",
    "description": "The members present are set, the others stay; arrays are replaced whole. All or nothing: anything wrong, unknown members included, is 400 and nothing is changed.",
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
      "$ref": "#/components/parameters/RequestCookie"
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The members to set.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AuState"
       },
       "example": {
        "lastCrawlTime": 1700000000000,
        "lastCrawlResult": 3,
        "lastCrawlResultMsg": "Successful",
        "accessType": "OpenAccess"
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done",
      "description": "The state was updated. The body is empty."
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/austatuses/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getAuStatus",
    "tags": [
     "AUs"
    ],
    "summary": "Get the status of an AU",
    "description": "Gives an overview of an AU from its configuration, its state, its title database entry, its plugin and the repository service.",
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
      "description": "The status of the AU.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuStatus"
        },
        "example": {
         "volume": "Demo Journal Volume 3",
         "journalTitle": "Demo Journal",
         "pluginName": "Demo Plugin",
         "year": "2014",
         "accessType": "OpenAccess",
         "contentSize": 1048576,
         "diskUsage": 524288,
         "status": "90.00% Agreement",
         "publisher": "Demo Press",
         "availableFromPublisher": true,
         "substanceState": "Yes",
         "creationTime": 1700000000000,
         "lastCompletedCrawl": 1700000100000,
         "lastCrawl": 1700000100000,
         "lastCrawlResult": "Successful"
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
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
  "/aususpecturls/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getAuSuspectUrlVersions",
    "tags": [
     "AUs"
    ],
    "summary": "Get the suspect URL versions of an AU",
    "description": "Gives the versions of URLs whose content is suspected to be damaged; none by default.",
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
      "description": "The suspect URL versions, a JSON document.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/AuSuspectUrlVersions"
        },
        "example": {
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
         "suspectVersions": [
          {
           "url": "http://www.example.com/a.pdf",
           "version": 2,
           "created": 1700000000000,
           "computedHash": {
            "bytes": "q83vEg==",
            "algorithm": "SHA-256"
           },
           "storedHash": null
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "put": {
    "operationId": "putAuSuspectUrlVersions",
    "x-audit": "routine",
    "tags": [
     "AUs"
    ],
    "summary": "Replace the suspect URL versions of an AU",
    "description": "Replaces the whole set, which is one by URL and version. All or nothing: anything wrong is 400 and nothing is changed.",
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
      "$ref": "#/components/parameters/RequestCookie"
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The suspect URL versions.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/AuSuspectUrlVersions"
       },
       "example": {
        "suspectVersions": [
         {
          "url": "http://www.example.com/a.pdf",
          "version": 2,
          "created": 1700000000000,
          "computedHash": {
           "bytes": "q83vEg==",
           "algorithm": "SHA-256"
          },
          "storedHash": null
         }
        ]
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done",
      "description": "The set was replaced. The body is empty."
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/noaupeers/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getNoAuPeers",
    "tags": [
     "AUs"
    ],
    "summary": "Get the NoAuPeerSet of an AU",
    "description": "Gives the peers that are known not to hold the AU; none by default.",
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
      "description": "The NoAuPeerSet, a JSON document.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/NoAuPeers"
        },
        "example": {
         "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
         "rawSet": [
          "TCP:[192.0.2.7]:9729",
          "TCP:[192.0.2.8]:9729"
         ],
         "date": 1700000000000
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/AuNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "put": {
    "operationId": "putNoAuPeers",
    "x-audit": "routine",
    "tags": [
     "AUs"
    ],
    "summary": "Replace the NoAuPeerSet of an AU",
    "description": "Replaces the set and its date. All or nothing: anything wrong is 400 and nothing is changed.",
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
      "$ref": "#/components/parameters/RequestCookie"
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The NoAuPeerSet.",
     "content": {
      "application/json": {
       "schema": {
        "$ref": "#/components/schemas/NoAuPeers"
       },
       "example": {
        "rawSet": [
         "TCP:[192.0.2.7]:9729"
        ],
        "date": 1700000000000
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/Done",
      "description": "The set was replaced. The body is empty."
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
     "413": {
      "$ref": "#/components/responses/TooLarge"
     },
     "415": {
      "$ref": "#/components/responses/UnsupportedMediaType"
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
  "/ausubstances/{auid}": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "put": {
    "operationId": "updateAuSubstance",
    "x-audit": "routine",
    "tags": [
     "AUs"
    ],
    "summary": "Check the substance of an AU",
    "description": "Looks through the AU's URLs in the repository service for one with substance, as the plugin's patterns define\nit, and updates `hasSubstance` in the state of the AU. When the plugin has no such patterns, or the repository\nservice cannot be reached, the answer is 200 with `errorMessage` and an unchanged state.\n",
    "x-roles": [
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
      "description": "The result of the check.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/CheckSubstanceResult"
        },
        "example": {
         "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
         "oldState": "Unknown",
         "newState": "Yes"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/ws/auqueries": {
   "get": {
    "operationId": "queryAus",
    "tags": [
     "AUs"
    ],
    "summary": "Query AUs",
    "description": "Gives the selected properties of the configured AUs that the query selects, streamed. Properties: those of AuWsResult. Without ORDER BY in AUID byte order; members with no value are left out.",
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
      "name": "auQuery",
      "in": "query",
      "required": true,
      "description": "`SELECT * | name | aggregate [AS word][, \u2026] [WHERE condition] [GROUP BY name[, \u2026]] [HAVING condition] [ORDER BY \u2026] [LIMIT [start,] n]`; there is no FROM.",
      "schema": {
       "$ref": "#/components/schemas/QueryText"
      },
      "example": "select auId, name where publishingPlatform = 'Demo' and active = true order by name limit 100"
     }
    ],
    "responses": {
     "200": {
      "description": "The AUs selected.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The AUs selected, each with the properties selected.",
         "items": {
          "$ref": "#/components/schemas/AuWsResult"
         }
        },
        "example": [
         {
          "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
          "name": "Demo Journal Volume 3"
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadQuery"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/AddressRefused"
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
  "/ws/auqueries.csv": {
   "get": {
    "operationId": "queryAusAsCsv",
    "tags": [
     "AUs"
    ],
    "summary": "Query AUs, as CSV",
    "description": "Beyond the interface. Gives what `/ws/auqueries` gives, streamed, as CSV (RFC 4180, UTF-8): a line of names, then one\nline an AU. Properties that the AU has no value of are empty; maps are JSON. Times are ISO 8601, in UTC. Text that a\nspreadsheet would take for a formula, as it begins with `=`, `+`, `-`, `@`, a tab or a line end, has an apostrophe before\nit.\n",
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
      "name": "auQuery",
      "in": "query",
      "required": true,
      "description": "As in `/ws/auqueries`.",
      "schema": {
       "$ref": "#/components/schemas/QueryText"
      },
      "example": "select auId, name, tdbPublisher where active = true order by name"
     }
    ],
    "responses": {
     "200": {
      "description": "The AUs selected.",
      "headers": {
       "Content-Disposition": {
        "$ref": "#/components/headers/ContentDisposition"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "text/csv": {
        "schema": {
         "type": "string",
         "description": "A line of names, and a line for each AU."
        },
        "example": "auId,name\r\norg|lockss|plugin|NamedPlugin&handle~a,\"Journal, Volume 3\"\r\n"
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadQuery"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/AddressRefused"
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
  "/config/lastupdatetime": {
   "get": {
    "operationId": "getLastUpdateTime",
    "tags": [
     "Configuration"
    ],
    "summary": "Get when the configuration was last updated",
    "description": "Gives the start of the last load of the configuration that changed something.",
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
      "description": "The time, a JSON string.",
      "headers": {
       "X-Loads-Done": {
        "$ref": "#/components/headers/XLoadsDone"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "string",
         "format": "date-time",
         "description": "When the configuration was last updated, ISO 8601."
        },
        "example": "2025-08-19T23:18:28.638Z"
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
      "$ref": "#/components/responses/AddressRefused"
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
  "/config/loadedurls": {
   "get": {
    "operationId": "getLoadedUrls",
    "tags": [
     "Configuration"
    ],
    "summary": "Get where the configuration was loaded from",
    "description": "Gives the URLs from which the configuration was actually loaded, in order, a local copy that stood in for an unreachable one shown as such.",
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
      "description": "The URLs.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The URLs used, in order of loading.",
         "items": {
          "type": "string",
          "description": "A URL that configuration was loaded from.",
          "examples": [
           "http://props.example.org/demo/lockss.xml"
          ]
         }
        },
        "example": [
         "http://props.example.org/demo/lockss.xml",
         "dyn:user-config.xml"
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
      "$ref": "#/components/responses/AddressRefused"
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
  "/config/platform": {
   "get": {
    "operationId": "getPlatformConfiguration",
    "tags": [
     "Configuration"
    ],
    "summary": "Get the platform configuration",
    "description": "Describes the node and what the service runs on.",
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
      "description": "The platform configuration.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PlatformConfigurationWsResult"
        },
        "example": {
         "hostName": "node1.example.org",
         "ipAddress": "192.0.2.1",
         "groups": [
          "demo"
         ],
         "project": "Demo",
         "adminEmail": "admin@example.org",
         "currentTime": 1755645600000,
         "uptime": 100000,
         "version": "0.1.0",
         "platform": {
          "name": "Linux",
          "version": "6.12.0"
         },
         "runtime": {
          "name": "Node.js",
          "version": "24.21.0"
         },
         "diskUse": {
          "size": 1000000000000,
          "used": 370000000000,
          "avail": 630000000000,
          "percentUsedString": "37%",
          "percentUsed": 0.37
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
      "$ref": "#/components/responses/AddressRefused"
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
  "/config/file/{sectionName}": {
   "get": {
    "operationId": "getSectionConfiguration",
    "x-audit": "secret",
    "tags": [
     "Configuration"
    ],
    "summary": "Get a named configuration file",
    "description": "Gives the bytes of a configuration file, or, to a client that prefers `multipart/form-data`, one part\n`configFile`. Preconditions as in RFC 9110, section 13: If-Match, If-None-Match, If-Modified-Since,\nIf-Unmodified-Since; an absent file is 404 whatever they say. Files hold secrets: 403 for whoever has not\n`userAdminRole`.\n",
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
      "$ref": "#/components/parameters/ReadSectionName"
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
      "$ref": "#/components/responses/ConfigFile"
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
      "$ref": "#/components/responses/ConfigFileNotFound"
     },
     "406": {
      "$ref": "#/components/responses/NotAcceptable"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "put": {
    "operationId": "putSectionConfiguration",
    "tags": [
     "Configuration"
    ],
    "summary": "Store a named configuration file",
    "description": "Stores a configuration file whole and puts it to effect at once. The file is parsed first: one that does not\nparse is 400 and the old one stays. A file is XML, or Java properties whose names are dotted (`org.lockss.x`);\nJSON, YAML, CSV and scripts are 400. Sections that the service generates itself cannot be written (400). Any\nprecondition that fails is 412; of two writers with the same If-Match exactly one wins. `If-None-Match: *` or\n`If-Match: \"0\"` only create.\n",
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
      "$ref": "#/components/parameters/SectionName"
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
    "requestBody": {
     "required": true,
     "description": "The configuration file. Without the part `configFile` the request is 400.",
     "content": {
      "multipart/form-data": {
       "schema": {
        "$ref": "#/components/schemas/ConfigFileForm"
       },
       "encoding": {
        "configFile": {
         "contentType": "text/xml, text/plain, application/octet-stream"
        }
       },
       "example": {
        "configFile": "org.lockss.ui.access.ip.include=192.0.2.0/24"
       }
      }
     }
    },
    "responses": {
     "200": {
      "description": "The file was stored. The body, beyond the interface, says of each parameter that the file sets whether this service acts on it.",
      "headers": {
       "ETag": {
        "$ref": "#/components/headers/ETag"
       },
       "Last-Modified": {
        "$ref": "#/components/headers/LastModified"
       },
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/StoredConfigFile"
        },
        "example": {
         "parameters": [
          {
           "key": "org.lockss.ui.access.ip.include",
           "isActedOn": true
          },
          {
           "key": "org.lockss.proxy.port",
           "isActedOn": false
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
      "$ref": "#/components/responses/ConfigFileNotFound",
      "description": "Part of the interface; never sent, since an absent file is created."
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/config/url": {
   "get": {
    "operationId": "getUrlConfiguration",
    "x-audit": "secret",
    "tags": [
     "Configuration"
    ],
    "summary": "Get the configuration file of a URL",
    "description": "Gives the bytes of one of the node's configuration sources: a configured one, one that these refer to,\n`dyn:cluster.xml` or `dyn:user-config.xml`, or a named configuration file by its path here,\n`/config/file/{sectionName}`, with or without the address of this service before it. Any other URL is 400. When\nthe origin cannot be reached, or what it has now cannot be read as configuration, the last good copy is given, or\n404 when there is none. Preconditions as for named configuration files. Sources hold secrets: 403 for whoever has\nnot `userAdminRole`.\n",
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
      "name": "url",
      "in": "query",
      "required": true,
      "description": "URL of the configuration source.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 8192
      },
      "example": "dyn:cluster.xml"
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
      "$ref": "#/components/responses/ConfigFile"
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
      "$ref": "#/components/responses/ConfigFileNotFound"
     },
     "406": {
      "$ref": "#/components/responses/NotAcceptable"
     },
     "412": {
      "$ref": "#/components/responses/PreconditionFailed"
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
  "/config/files": {
   "get": {
    "operationId": "getConfigurationFiles",
    "tags": [
     "Configuration"
    ],
    "summary": "Get which configuration files there are",
    "description": "Beyond the interface. Gives every named configuration file that can be written, in the order in which they count,\nwith what is stored of it.\n",
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
      "description": "The files.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The files, in the order in which they count.",
         "items": {
          "$ref": "#/components/schemas/ConfigFileEntry"
         }
        },
        "example": [
         {
          "section": "expert",
          "use": "settings",
          "stored": {
           "etag": "\"2bd806c97f0e00af1a1fc3328fa763a9\"",
           "modified": 1755645600000,
           "size": 46,
           "version": 3,
           "user": "admin"
          }
         },
         {
          "section": "titledb",
          "use": "titles"
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
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/config/parameters": {
   "get": {
    "operationId": "getParameters",
    "x-audit": "secret",
    "tags": [
     "Configuration"
    ],
    "summary": "Get the merged configuration",
    "description": "Beyond the interface. Gives the parameters of the node as sources and stored files set them, each with the value\nthat counts, where that comes from, and whether this service acts on it; all others are kept, and handed out for the\nnode's other services. Streamed, in the byte order of keys. Values that may be secrets are masked. Titles are not\namong them.\n",
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
      "name": "key",
      "in": "query",
      "required": false,
      "description": "The parameter of this key alone; an empty array when nobody sets it. Not together with `prefix`.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 2000
      }
     },
     {
      "name": "prefix",
      "in": "query",
      "required": false,
      "description": "What the keys begin with.",
      "schema": {
       "type": "string",
       "maxLength": 2000
      }
     }
    ],
    "responses": {
     "200": {
      "description": "The parameters.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The parameters, in the byte order of their keys.",
         "items": {
          "$ref": "#/components/schemas/MergedParameter"
         }
        },
        "example": [
         {
          "key": "org.lockss.daemon.groups",
          "value": "prod;test",
          "source": "http://props.example.org/demo/lockss.xml",
          "isActedOn": true
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
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/config/reload": {
   "put": {
    "operationId": "reloadConfiguration",
    "tags": [
     "Configuration"
    ],
    "summary": "Reload the stored configuration",
    "description": "Starts a reload of the configuration, shared by all replicas, and answers when it is accepted.",
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
      "description": "The reload was accepted. The body is empty.",
      "headers": {
       "X-Load-Number": {
        "$ref": "#/components/headers/XLoadNumber"
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
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/ws/plugins": {
   "get": {
    "operationId": "queryPlugins",
    "tags": [
     "Plugins"
    ],
    "summary": "Query plugins",
    "description": "Gives the selected properties of the loaded plugins that the query selects, streamed. Properties: those of PluginWsResult. Without ORDER BY in the order of plugin identifiers; members with no value are left out.",
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
      "name": "pluginQuery",
      "in": "query",
      "required": true,
      "description": "`SELECT * | name | aggregate [AS word][, \u2026] [WHERE condition] [GROUP BY name[, \u2026]] [HAVING condition] [ORDER BY \u2026] [LIMIT [start,] n]`; there is no FROM.",
      "schema": {
       "$ref": "#/components/schemas/QueryText"
      },
      "example": "select pluginId, version where auCount > 0"
     }
    ],
    "responses": {
     "200": {
      "description": "The plugins selected.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The plugins selected, each with the properties selected.",
         "items": {
          "$ref": "#/components/schemas/PluginWsResult"
         }
        },
        "example": [
         {
          "pluginId": "org.example.plugin.DemoPlugin",
          "version": "7"
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadQuery"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/AddressRefused"
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
  "/plugins/registries": {
   "get": {
    "operationId": "getPluginRegistries",
    "tags": [
     "Plugins"
    ],
    "summary": "Get what the plugin registries hold",
    "description": "Beyond the interface. Tells of every registry, and of every other URL that plugins are read from, which files the last\nloads found there, who signed them, which are not used and why, and which are stored as artifacts in the repository\nservice. In the order in which they are read.\n",
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
      "description": "The registries.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The registries.",
         "items": {
          "$ref": "#/components/schemas/PluginRegistry"
         }
        },
        "example": [
         {
          "registry": "https://plugins.example.org/demo/",
          "auId": "org|lockss|plugin|RegistryPlugin&base_url~https%3A%2F%2Fplugins%2Eexample%2Eorg%2Fdemo%2F",
          "files": [
           {
            "url": "https://plugins.example.org/demo/",
            "used": true
           },
           {
            "url": "https://plugins.example.org/demo/DemoPlugin.jar",
            "used": true,
            "signedBy": "\"Demo Press\"",
            "stored": {
             "uuid": "0d1f8bd0-96b6-4cf9-8d3f-1ec1b0a5ff14",
             "version": 2,
             "time": 1767225600000
            }
           }
          ]
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
      "$ref": "#/components/responses/AddressRefused"
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
  "/plugins/{pluginId}/parameters": {
   "get": {
    "operationId": "getPluginParameters",
    "tags": [
     "Plugins"
    ],
    "summary": "Get the parameters of a plugin",
    "description": "Beyond the interface. Tells which parameters the AUs of a plugin have, with their types: what a form for an AU is made\nof. The plugin's own come first, in the order in which it declares them, then those that every plugin has.\n",
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
      "name": "pluginId",
      "in": "path",
      "required": true,
      "description": "Identifier of the plugin.",
      "schema": {
       "type": "string",
       "minLength": 1,
       "maxLength": 1024,
       "pattern": "^[^\\u0000]*$"
      },
      "example": "org.example.plugin.TidesPlugin"
     }
    ],
    "responses": {
     "200": {
      "description": "The parameters.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/PluginParameters"
        },
        "example": {
         "pluginId": "org.example.plugin.DemoPlugin",
         "name": "Demo Plugin",
         "version": "7",
         "parameters": [
          {
           "key": "base_url",
           "type": "URL",
           "definitional": true,
           "displayName": "Base URL",
           "description": "Usually of the form http://<journal-name>.com/",
           "size": 40
          },
          {
           "key": "pub_down",
           "type": "BOOLEAN",
           "definitional": false,
           "displayName": "Publisher down"
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
      "$ref": "#/components/responses/AddressRefused"
     },
     "404": {
      "$ref": "#/components/responses/PluginNotFound"
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
           "name": "configuration",
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
           "name": "configuration",
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
         "$ref": "#/components/schemas/ConfigurationStatus"
        },
        "examples": {
         "ready": {
          "summary": "Ready to serve",
          "value": {
           "apiVersion": "2.0.0",
           "ready": true,
           "componentName": "config-service",
           "componentVersion": "0.1.0",
           "systemVersion": "0.1.0",
           "serviceName": "Configuration Service",
           "readyTime": 1755645500000,
           "startupStatus": "AUS_STARTED"
          }
         },
         "notReady": {
          "summary": "Not ready yet",
          "value": {
           "apiVersion": "2.0.0",
           "ready": false,
           "componentName": "config-service",
           "componentVersion": "0.1.0",
           "systemVersion": "0.1.0",
           "serviceName": "Configuration Service",
           "reason": "Plugins are being loaded",
           "startupStatus": "PLUGINS_LOADING"
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
  "/usernames": {
   "get": {
    "operationId": "getUserNames",
    "tags": [
     "Accounts"
    ],
    "summary": "List the names of user accounts",
    "description": "Beyond the interface, as the field's own services ask for it: the names of the accounts that they keep here.\nThese are accounts of those services; who may log in to this one is in its users file.\n",
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
      "description": "The names, in byte order.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The names.",
         "items": {
          "$ref": "#/components/schemas/UserName"
         }
        },
        "example": [
         "alice",
         "bob"
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
  "/users": {
   "post": {
    "operationId": "postUsers",
    "tags": [
     "Accounts"
    ],
    "summary": "Add user accounts",
    "description": "Beyond the interface, as the field's own services ask for it: keeps accounts as they are sent. One of a name\nthat there is already is left out of the answer and stays as it is.\n",
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
     "description": "The accounts to add.",
     "content": {
      "application/json": {
       "schema": {
        "type": "array",
        "description": "The accounts.",
        "maxItems": 10000,
        "items": {
         "$ref": "#/components/schemas/UserAccount"
        }
       },
       "example": [
        {
         "type": "basic",
         "userName": "alice",
         "roles": "accessContentRole"
        }
       ]
      }
     }
    },
    "responses": {
     "200": {
      "description": "The accounts that were added.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "Those of the request that were not there before.",
         "items": {
          "$ref": "#/components/schemas/UserAccount"
         }
        },
        "example": [
         {
          "type": "basic",
          "userName": "alice",
          "roles": "accessContentRole"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   }
  },
  "/users/{username}": {
   "parameters": [
    {
     "name": "username",
     "in": "path",
     "required": true,
     "description": "The name of the account.",
     "schema": {
      "$ref": "#/components/schemas/UserName"
     },
     "example": "alice"
    }
   ],
   "get": {
    "operationId": "getUser",
    "tags": [
     "Accounts"
    ],
    "summary": "Get a user account",
    "description": "Beyond the interface, as the field's own services ask for it: the account as it was sent, with the hash of its password where it was sent with one.",
    "x-audit": "secret",
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
      "$ref": "#/components/responses/UserAccount"
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
      "$ref": "#/components/responses/AccountNotFound"
     },
     "500": {
      "$ref": "#/components/responses/InternalError"
     },
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "patch": {
    "operationId": "patchUser",
    "tags": [
     "Accounts"
    ],
    "summary": "Update a user account",
    "description": "Beyond the interface, as the field's own services ask for it: sets the members that are sent; the others stay. `userName` may be left out and otherwise must be that of the path.",
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
      "$ref": "#/components/parameters/RequestCookie"
     }
    ],
    "requestBody": {
     "required": true,
     "description": "The members to set.",
     "content": {
      "application/json": {
       "schema": {
        "type": "object",
        "description": "Members of an account.",
        "additionalProperties": true,
        "minProperties": 1
       },
       "example": {
        "email": "alice@example.org"
       }
      }
     }
    },
    "responses": {
     "200": {
      "$ref": "#/components/responses/UserAccount"
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
      "$ref": "#/components/responses/AccountNotFound"
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
     "503": {
      "$ref": "#/components/responses/NotReady"
     }
    }
   },
   "delete": {
    "operationId": "deleteUser",
    "tags": [
     "Accounts"
    ],
    "summary": "Delete a user account",
    "description": "Beyond the interface, as the field's own services ask for it. That there is no such account is no error, because each of them may delete it.",
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
      "$ref": "#/components/responses/Done",
      "description": "There is no such account any more. The body is empty."
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
  "/ws/tdbaus": {
   "get": {
    "operationId": "queryTdbAus",
    "tags": [
     "Title database"
    ],
    "summary": "Query AUs of the title database",
    "description": "Gives the selected properties of the AUs in the title database that the query selects, streamed. Properties: those of TdbAuWsResult, and dotted ones such as `tdbTitle.issn`. Without ORDER BY in AUID byte order; members with no value are left out.",
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
      "name": "tdbAuQuery",
      "in": "query",
      "required": true,
      "description": "`SELECT * | name | aggregate [AS word][, \u2026] [WHERE condition] [GROUP BY name[, \u2026]] [HAVING condition] [ORDER BY \u2026] [LIMIT [start,] n]`; there is no FROM.",
      "schema": {
       "$ref": "#/components/schemas/QueryText"
      },
      "example": "select auId, name where pluginName = 'org.example.plugin.DemoPlugin' and down = false"
     }
    ],
    "responses": {
     "200": {
      "description": "The AUs selected.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The AUs selected, each with the properties selected.",
         "items": {
          "$ref": "#/components/schemas/TdbAuWsResult"
         }
        },
        "example": [
         {
          "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
          "name": "Demo Journal Volume 3"
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadQuery"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/AddressRefused"
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
  "/ws/tdbpublishers": {
   "get": {
    "operationId": "queryTdbPublishers",
    "tags": [
     "Title database"
    ],
    "summary": "Query publishers of the title database",
    "description": "Gives the publishers in the title database that the query selects, streamed. Properties: those of TdbPublisherWsResult. Without ORDER BY in the order of names.",
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
      "name": "tdbPublisherQuery",
      "in": "query",
      "required": true,
      "description": "`SELECT * | name | aggregate [AS word][, \u2026] [WHERE condition] [GROUP BY name[, \u2026]] [HAVING condition] [ORDER BY \u2026] [LIMIT [start,] n]`; there is no FROM.",
      "schema": {
       "$ref": "#/components/schemas/QueryText"
      },
      "example": "select name where name like 'Demo%'"
     }
    ],
    "responses": {
     "200": {
      "description": "The publishers selected.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The publishers selected.",
         "items": {
          "$ref": "#/components/schemas/TdbPublisherWsResult"
         }
        },
        "example": [
         {
          "name": "Demo Press"
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadQuery"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/AddressRefused"
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
  "/ws/tdbtitles": {
   "get": {
    "operationId": "queryTdbTitles",
    "tags": [
     "Title database"
    ],
    "summary": "Query titles of the title database",
    "description": "Gives the selected properties of the titles in the title database that the query selects, streamed. Properties: those of TdbTitleWsResult. Without ORDER BY in the order of identifiers; members with no value are left out.",
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
      "name": "tdbTitleQuery",
      "in": "query",
      "required": true,
      "description": "`SELECT * | name | aggregate [AS word][, \u2026] [WHERE condition] [GROUP BY name[, \u2026]] [HAVING condition] [ORDER BY \u2026] [LIMIT [start,] n]`; there is no FROM.",
      "schema": {
       "$ref": "#/components/schemas/QueryText"
      },
      "example": "select id, name where issn is not null order by name desc"
     }
    ],
    "responses": {
     "200": {
      "description": "The titles selected.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "type": "array",
         "description": "The titles selected, each with the properties selected.",
         "items": {
          "$ref": "#/components/schemas/TdbTitleWsResult"
         }
        },
        "example": [
         {
          "id": "id:1427959100",
          "name": "Biodiversity Data Journal"
         }
        ]
       }
      }
     },
     "400": {
      "$ref": "#/components/responses/BadQuery"
     },
     "401": {
      "$ref": "#/components/responses/Unauthorized"
     },
     "403": {
      "$ref": "#/components/responses/AddressRefused"
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
  "/titles/findings": {
   "get": {
    "operationId": "getTitleFindings",
    "tags": [
     "Title database"
    ],
    "summary": "Get what is wrong in the sources of the title database",
    "description": "Beyond the interface. Gives what the last load found in the sources of the title database, with file and line, in the\norder in which sources count and in that of their lines: problems, or entries that do not count because the same AU\ncame before. What is about no line of a source that is served comes first. A page at a time.\n",
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
      "name": "kind",
      "in": "query",
      "required": false,
      "description": "Problems when absent.",
      "schema": {
       "$ref": "#/components/schemas/TitleFindingKind"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "required": false,
      "description": "Findings on a page at most; 100 when absent, and never more than 1,000.",
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
      "description": "The token of the page before, for the one that follows; of the same kind.",
      "schema": {
       "type": "string",
       "maxLength": 100
      }
     }
    ],
    "responses": {
     "200": {
      "description": "A page of findings.",
      "headers": {
       "X-Request-Id": {
        "$ref": "#/components/headers/XRequestId"
       }
      },
      "content": {
       "application/json": {
        "schema": {
         "$ref": "#/components/schemas/TitleFindings"
        },
        "example": {
         "total": 2,
         "findings": [
          {
           "source": "demo.tdb",
           "line": 12,
           "column": 7,
           "message": "unknown word \"tittle\""
          },
          {
           "source": "demo.tdb",
           "line": 40,
           "message": "AU \"Demo Journal Volume 3\": the plugin org.example.plugin.DemoPlugin needs the parameter year"
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
      "$ref": "#/components/responses/AddressRefused"
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
     "Audit"
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
           "operation": "deleteAu",
           "method": "DELETE",
           "user": "librarian",
           "client": "192.0.2.7",
           "status": 200,
           "outcome": "ok",
           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
           "auid": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014"
          }
         ]
        }
       },
       "text/csv": {
        "schema": {
         "type": "string",
         "description": "A line of names, and a line for each entry."
        },
        "example": "at,event,operation,method,user,client,status,outcome,requestId,auid,artifact,subject,why,nameHash\n2025-08-19T23:20:00.000Z,write,reloadConfiguration,PUT,librarian,192.0.2.7,200,ok,0198c4a1-e1f4-7b20-a1c2-03d4e5f60718,,,,,\n"
       },
       "application/x-ndjson": {
        "schema": {
         "type": "string",
         "description": "A line of JSON for each entry."
        },
        "x-line-schema": {
         "$ref": "#/components/schemas/AuditEntry"
        },
        "example": "{\"id\":\"1755645600000.345\",\"at\":1755645600000,\"event\":\"write\",\"operation\":\"reloadConfiguration\",\"user\":\"librarian\",\"client\":\"192.0.2.7\",\"status\":200,\"outcome\":\"ok\",\"requestId\":\"0198c4a1-e1f4-7b20-a1c2-03d4e5f60718\"}\n"
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
  },
  "/aus/{auid}/history": {
   "parameters": [
    {
     "$ref": "#/components/parameters/Auid"
    }
   ],
   "get": {
    "operationId": "getAuHistory",
    "tags": [
     "AUs"
    ],
    "summary": "List what was done to an AU, and by whom",
    "description": "Beyond the interface. Who added, changed, deactivated, reactivated, deleted or imported the AU, or changed its\ndocuments, and when, newest first: the entries of the audit log that are about it, without the addresses of\nclients. What is not there any more, or never was, has none that say so, and is no error.\n",
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
      "name": "routine",
      "in": "query",
      "required": false,
      "description": "Whether only what programs do by the thousand, such as storing state, is wanted, or only all else.",
      "schema": {
       "type": "boolean"
      }
     },
     {
      "name": "limit",
      "in": "query",
      "required": false,
      "description": "Entries on a page at most; 100 when absent, and never more than 1,000.",
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
      "description": "The token of the page before, for the one that follows.",
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
         "$ref": "#/components/schemas/AuHistory"
        },
        "example": {
         "entries": [
          {
           "at": 1755645600000,
           "operation": "deactivateAus",
           "user": "librarian",
           "outcome": "ok",
           "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
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
    "description": "HTTP Basic authentication. Every user that has a role may read, query and compute AUIDs; `auAdminRole` may also write AUs, state documents, substance and metadata extraction, and sees the passwords in AU configurations, which others see as `******`; `userAdminRole` may also read and write configuration files, reload, and do everything else. Who has no role has no acceptable credentials, which is 401."
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
   "Auid": {
    "name": "auid",
    "in": "path",
    "required": true,
    "description": "Identifier of the AU, percent-encoded as one path segment and decoded once.",
    "schema": {
     "$ref": "#/components/schemas/WellFormedAuid"
    },
    "example": "org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2025"
   },
   "SectionName": {
    "name": "sectionName",
    "in": "path",
    "required": true,
    "description": "Name of the configuration file, in any case. Read and write: ui_ip_access, proxy_ip_access, plugin, icp_server,\naudit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate. Read\nonly: cluster, user-config. Any other is 400.\n",
    "schema": {
     "$ref": "#/components/schemas/SectionName"
    },
    "example": "expert"
   },
   "ReadSectionName": {
    "name": "sectionName",
    "in": "path",
    "required": true,
    "description": "Name of the configuration file, in any case; `cluster` and `user-config` are made by the service.",
    "schema": {
     "$ref": "#/components/schemas/SectionName"
    },
    "example": "cluster"
   },
   "RequestCookie": {
    "name": "X-Lockss-Request-Cookie",
    "in": "header",
    "required": false,
    "description": "Opaque text, passed on in the notification of the change, of at most 1,024 characters. For example `poller-42`.",
    "schema": {
     "type": "string",
     "maxLength": 1024
    }
   },
   "IfMatch": {
    "name": "If-Match",
    "in": "header",
    "required": false,
    "description": "Entity tags of which one must be the file's, or `*` for any present file; `\"0\"` is the tag of an absent one. A weak tag never matches. For example `\"5f1c0e9b2a7d4c83\"`.",
    "schema": {
     "type": "string"
    }
   },
   "IfNoneMatch": {
    "name": "If-None-Match",
    "in": "header",
    "required": false,
    "description": "Entity tags of which none may be the file's, or `*` for no file at all. A weak tag matches the strong one. For example `\"5f1c0e9b2a7d4c83\"`.",
    "schema": {
     "type": "string"
    }
   },
   "IfModifiedSince": {
    "name": "If-Modified-Since",
    "in": "header",
    "required": false,
    "description": "Time since which the file must have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-None-Match. For example `Tue, 19 Aug 2025 23:18:28 GMT`.",
    "schema": {
     "type": "string"
    }
   },
   "IfUnmodifiedSince": {
    "name": "If-Unmodified-Since",
    "in": "header",
    "required": false,
    "description": "Time since which the file must not have changed, an HTTP date or decimal milliseconds since the epoch. Ignored if it is neither, or together with If-Match. For example `1755645508638`.",
    "schema": {
     "type": "string"
    }
   }
  },
  "requestBodies": {
   "AuGroup": {
    "required": true,
    "description": "The AUIDs of the AUs, as a JSON array or one per line.",
    "content": {
     "application/json": {
      "schema": {
       "type": "array",
       "description": "AUIDs.",
       "items": {
        "$ref": "#/components/schemas/Auid"
       }
      },
      "example": [
       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
       "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015"
      ]
     },
     "text/plain": {
      "schema": {
       "type": "string",
       "minLength": 1,
       "pattern": "^[^\\u0000]*$",
       "description": "One AUID per line."
      },
      "example": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014\norg|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015\n"
     }
    }
   }
  },
  "headers": {
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
    "example": "Basic realm=\"configuration\", charset=\"UTF-8\""
   },
   "ETag": {
    "description": "Strong entity tag, made from the content.",
    "schema": {
     "type": "string"
    },
    "example": "\"5f1c0e9b2a7d4c83\""
   },
   "XLoadNumber": {
    "description": "Number of this request to load; see X-Loads-Done.",
    "schema": {
     "type": "integer",
     "format": "int64"
    },
    "example": 7
   },
   "XLoadsDone": {
    "description": "The load that was asked for with this X-Load-Number has ended, and all before it.",
    "schema": {
     "type": "integer",
     "format": "int64"
    },
    "example": 7
   },
   "ContentDisposition": {
    "description": "Names the file that a browser stores the answer as.",
    "schema": {
     "type": "string"
    },
    "example": "attachment; filename=\"archival-units.csv\""
   },
   "LastModified": {
    "description": "When the file was last changed, as an HTTP date.",
    "schema": {
     "type": "string"
    },
    "example": "Tue, 19 Aug 2025 23:18:28 GMT"
   }
  },
  "responses": {
   "Done": {
    "description": "The change was made. The body is empty.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    }
   },
   "UserAccount": {
    "description": "The account.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/UserAccount"
      },
      "example": {
       "type": "basic",
       "userName": "alice",
       "roles": "accessContentRole"
      }
     }
    }
   },
   "GroupResults": {
    "description": "One result per AUID asked, in request order, whatever each outcome.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "type": "array",
       "description": "The results, in request order.",
       "items": {
        "$ref": "#/components/schemas/ContentConfigurationResult"
       }
      },
      "example": [
       {
        "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
        "name": "Demo Journal Volume 3",
        "isSuccess": true,
        "message": "Added"
       },
       {
        "auId": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015",
        "name": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2015",
        "isSuccess": false,
        "message": "Not in title database"
       }
      ]
     }
    }
   },
   "AuControlDone": {
    "description": "The setting was made.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/RequestAuControlResult"
      },
      "example": {
       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
       "success": true
      }
     }
    }
   },
   "AuControlNotFound": {
    "description": "The AU is unknown.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/RequestAuControlResult"
      },
      "example": {
       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~1999",
       "success": false,
       "errorMessage": "No such Archival Unit"
      }
     }
    }
   },
   "AuControlConflict": {
    "description": "The AU is inactive, or metadata indexing is switched off for the node.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/json": {
      "schema": {
       "$ref": "#/components/schemas/RequestAuControlResult"
      },
      "example": {
       "id": "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014",
       "success": false,
       "errorMessage": "Metadata processing is not enabled"
      }
     }
    }
   },
   "ConfigFile": {
    "description": "The configuration file.",
    "headers": {
     "ETag": {
      "$ref": "#/components/headers/ETag"
     },
     "Last-Modified": {
      "$ref": "#/components/headers/LastModified"
     },
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/octet-stream": {
      "schema": {
       "type": "string",
       "format": "binary",
       "description": "The bytes of the file, for a client that accepts only this."
      },
      "example": "org.lockss.ui.access.ip.include=192.0.2.0/24"
     },
     "text/xml": {
      "schema": {
       "type": "string",
       "format": "binary",
       "description": "The bytes of an XML file."
      },
      "example": "<lockss-config><property name=\"org.lockss\"><property name=\"demo\" value=\"true\"/></property></lockss-config>"
     },
     "text/plain": {
      "schema": {
       "type": "string",
       "format": "binary",
       "description": "The bytes of a text file."
      },
      "example": "org.lockss.ui.access.ip.include=192.0.2.0/24"
     },
     "multipart/form-data": {
      "schema": {
       "$ref": "#/components/schemas/ConfigFileForm"
      },
      "encoding": {
       "configFile": {
        "contentType": "text/xml, text/plain",
        "headers": {
         "ETag": {
          "$ref": "#/components/headers/ETag"
         },
         "Last-Modified": {
          "$ref": "#/components/headers/LastModified"
         }
        }
       }
      },
      "example": {
       "configFile": "org.lockss.ui.access.ip.include=192.0.2.0/24"
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
     "Last-Modified": {
      "$ref": "#/components/headers/LastModified"
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
       "detail": "auid is malformed",
       "instance": "/aus/nonsense",
       "timestamp": 1755645600,
       "message": "auid is malformed",
       "path": "/aus/nonsense",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "BadQuery": {
    "description": "The query is missing, not understood, or takes the database too long. Of a query that is not understood `detail` says why and where, and `line`, `column` (from 1) and `excerpt` (the line, with a caret below) show the place.",
    "headers": {
     "X-Request-Id": {
      "$ref": "#/components/headers/XRequestId"
     }
    },
    "content": {
     "application/problem+json": {
      "schema": {
       "$ref": "#/components/schemas/QueryProblem"
      },
      "example": {
       "type": "about:blank",
       "title": "Bad Request",
       "status": 400,
       "detail": "Unknown name nmae (line 1, column 8).",
       "instance": "/ws/tdbtitles",
       "timestamp": 1755645600,
       "message": "Unknown name nmae (line 1, column 8).",
       "path": "/ws/tdbtitles",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718",
       "line": 1,
       "column": 8,
       "excerpt": "select nmae\n       ^"
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
    "description": "The client is not permitted to perform this operation.",
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
       "detail": "One of these roles is needed - auAdminRole, userAdminRole",
       "instance": "/aus/add",
       "timestamp": 1755645600,
       "message": "One of these roles is needed - auAdminRole, userAdminRole",
       "path": "/aus/add",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "AddressRefused": {
    "description": "Beyond the interface: requests from the address of the client are not taken, as the configuration has it (`org.lockss.ui.access.ip.include`, `.exclude`).",
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
       "detail": "Requests from this address are not taken here.",
       "instance": "/aus",
       "timestamp": 1755645600,
       "message": "Requests from this address are not taken here.",
       "path": "/aus",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "AccountNotFound": {
    "description": "No such account.",
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
       "detail": "There is no account alice.",
       "instance": "/users/alice",
       "timestamp": 1755645600,
       "message": "There is no account alice.",
       "path": "/users/alice",
       "serverErrorType": "DATA_ERROR",
       "requestId": "3c0f2e0a-9b1f-4b0e-8f51-9a2d7c4e6b10"
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
    "description": "No such AU.",
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
       "detail": "No such AU",
       "instance": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999",
       "timestamp": 1755645600,
       "message": "No such AU",
       "path": "/aus/org%7Cexample%7Cplugin%7CDemoPlugin%26year~1999",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "PluginNotFound": {
    "description": "The plugin is not loaded.",
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
       "detail": "No plugin org.example.plugin.OtherPlugin is loaded",
       "instance": "/auids",
       "timestamp": 1755645600,
       "message": "No plugin org.example.plugin.OtherPlugin is loaded",
       "path": "/auids",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "ConfigFileNotFound": {
    "description": "The configuration file is absent.",
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
       "detail": "There is no configuration file expert",
       "instance": "/config/file/expert",
       "timestamp": 1755645600,
       "message": "There is no configuration file expert",
       "path": "/config/file/expert",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "NotAcceptable": {
    "description": "The client accepts none of text, application/octet-stream and multipart/form-data.",
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
       "detail": "Available as text/plain, application/octet-stream and multipart/form-data",
       "instance": "/config/file/expert",
       "timestamp": 1755645600,
       "message": "Available as text/plain, application/octet-stream and multipart/form-data",
       "path": "/config/file/expert",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "PreconditionFailed": {
    "description": "A precondition of the request does not hold.",
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
       "detail": "The file was changed by somebody else",
       "instance": "/config/file/expert",
       "timestamp": 1755645600,
       "message": "The file was changed by somebody else",
       "path": "/config/file/expert",
       "serverErrorType": "NONE",
       "requestId": "0198c4a1-e1f4-7b20-a1c2-03d4e5f60718"
      }
     }
    }
   },
   "TooLarge": {
    "description": "The body is larger than a setting of the service allows.",
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
       "instance": "/config/file/titledb",
       "timestamp": 1755645600,
       "message": "The body may have at most 10485760 bytes",
       "path": "/config/file/titledb",
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
       "instance": "/auids",
       "timestamp": 1755645600,
       "message": "The body of this operation must not have a Content-Encoding.",
       "path": "/auids",
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
       "detail": "The body must be application/json or text/plain",
       "instance": "/aus/add",
       "timestamp": 1755645600,
       "message": "The body must be application/json or text/plain",
       "path": "/aus/add",
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
       "instance": "/config/platform",
       "timestamp": 1755645600,
       "message": "The request could not be served",
       "path": "/config/platform",
       "serverErrorType": "APPLICATION_ERROR",
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
   "SectionName": {
    "type": "string",
    "description": "Name of a configuration file, in any case.",
    "pattern": "^(?:[Uu][Ii]_[Ii][Pp]_[Aa][Cc][Cc][Ee][Ss][Ss]|[Pp][Rr][Oo][Xx][Yy]_[Ii][Pp]_[Aa][Cc][Cc][Ee][Ss][Ss]|[Pp][Ll][Uu][Gg][Ii][Nn]|[Ii][Cc][Pp]_[Ss][Ee][Rr][Vv][Ee][Rr]|[Aa][Uu][Dd][Ii][Tt]_[Pp][Rr][Oo][Xx][Yy]|[Cc][Oo][Nn][Tt][Ee][Nn][Tt]_[Ss][Ee][Rr][Vv][Ee][Rr][Ss]|[Aa][Cc][Cc][Ee][Ss][Ss]_[Gg][Rr][Oo][Uu][Pp][Ss]|[Cc][Rr][Aa][Ww][Ll]_[Pp][Rr][Oo][Xx][Yy]|[Mm][Ii][Gg][Rr][Aa][Tt][Ii][Oo][Nn]|[Ee][Xx][Pp][Ee][Rr][Tt]|[Aa][Uu]|[Tt][Ii][Tt][Ll][Ee][Dd][Bb]|[Aa][Ll][Ee][Rr][Tt]|[Cc][Rr][Oo][Nn][Ss][Tt][Aa][Tt][Ee]|[Cc][Ll][Uu][Ss][Tt][Ee][Rr]|[Uu][Ss][Ee][Rr]-[Cc][Oo][Nn][Ff][Ii][Gg])$",
    "x-wanted": "one of ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups, crawl_proxy, migration, expert, au, titledb, alert, cronstate, cluster, user-config",
    "examples": [
     "expert"
    ]
   },
   "Auid": {
    "type": "string",
    "description": "Identifier of an AU.",
    "minLength": 1,
    "maxLength": 8192,
    "pattern": "^[^\\u0000]*$",
    "examples": [
     "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014"
    ]
   },
   "WellFormedAuid": {
    "type": "string",
    "description": "Identifier of an AU, a plugin key, `&`, and the encoded parameters that define the AU.",
    "maxLength": 8192,
    "pattern": "^[^&\\u0000]+&[^\\u0000]*$",
    "x-wanted": "a plugin key, \"&\", and the parameters that define the AU",
    "examples": [
     "org|example|plugin|DemoPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Ecom%2F&year~2014"
    ]
   },
   "EpochMillis": {
    "type": "integer",
    "format": "int64",
    "description": "Milliseconds since the epoch, UTC.",
    "examples": [
     1700000000000
    ]
   },
   "EpochMillisOrUnset": {
    "type": "integer",
    "format": "int64",
    "minimum": -1,
    "maximum": 9007199254740991,
    "description": "Milliseconds since the epoch, UTC; -1 when it never happened.",
    "examples": [
     1700000000000
    ]
   },
   "DurationMillisOrUnset": {
    "type": "integer",
    "format": "int64",
    "minimum": -1,
    "maximum": 9007199254740991,
    "description": "Milliseconds; -1 when unknown.",
    "examples": [
     120000
    ]
   },
   "FractionOrUnset": {
    "type": "number",
    "description": "A fraction between 0 and 1; -1 when there is none.",
    "anyOf": [
     {
      "type": "number",
      "const": -1
     },
     {
      "type": "number",
      "minimum": 0,
      "maximum": 1
     }
    ],
    "examples": [
     0.75
    ]
   },
   "Text": {
    "type": "string",
    "description": "Text without U+0000.",
    "pattern": "^[^\\u0000]*$",
    "examples": [
     "some text"
    ]
   },
   "NullableText": {
    "type": [
     "string",
     "null"
    ],
    "description": "Text without U+0000, or null.",
    "pattern": "^[^\\u0000]*$",
    "examples": [
     "some text"
    ]
   },
   "TextMap": {
    "type": "object",
    "description": "A map of text to text.",
    "propertyNames": {
     "pattern": "^[^\\u0000]+$"
    },
    "additionalProperties": {
     "$ref": "#/components/schemas/Text"
    },
    "examples": [
     {
      "year": "2014"
     }
    ]
   },
   "SubstanceState": {
    "type": "string",
    "description": "Whether an AU has substance.",
    "enum": [
     "Unknown",
     "Yes",
     "No"
    ],
    "examples": [
     "Yes"
    ]
   },
   "AccessType": {
    "type": "string",
    "description": "How the content of an AU may be accessed at its publisher.",
    "enum": [
     "OpenAccess",
     "Subscription"
    ],
    "examples": [
     "OpenAccess"
    ]
   },
   "QueryText": {
    "type": "string",
    "description": "A query: `SELECT * | name | aggregate [AS word][, \u2026] [WHERE condition] [GROUP BY name[, \u2026]] [HAVING condition] [ORDER BY expression [ASC|DESC], \u2026] [LIMIT [start,] n]`; keywords in any case, names in theirs, `start` from 1. Conditions: `= != <> < <= > >=`, `[NOT] LIKE` (`%` is any run of characters, `_` any one; with `ESCAPE '!'` what stands behind a `!` is itself), `[NOT] MATCHES 'regular expression'` (found anywhere, in linear time: no back references, no look-around), `[NOT] IN (\u2026)` (a list property among the items stands for its elements), `[NOT] IN issns` (a list property), `[NOT] BETWEEN \u2026 AND \u2026`, `IS [NOT] NULL` (also `= NULL`, `!= NULL`), AND, OR, NOT, parentheses, `+ - * / %`, TRUE, FALSE, NULL, `'text'` with `''` for a quote, decimal numbers; a `$` before an operator ignores case. Functions: upper, lower, trim, length, concat, substring(text, start[, length]), get(map, key), toDate('2014-01-31'). Aggregates: count(*), count(x), count(distinct x), sum, avg, min, max; with them, or with GROUP BY, the answer has a member for each, called as it was written (`count(*)`, `sum(contentSize)`) or by the word behind AS, and beside them only what is grouped by. Members by dots: `tdbTitle.issn`, `params.base_url`. What is compared with no value is neither true nor false. Text compared with a number is read as one, if it is a plain decimal number.",
    "minLength": 1,
    "maxLength": 16384,
    "examples": [
     "select *"
    ]
   },
   "PeerId": {
    "type": "string",
    "description": "Identity of a peer, `TCP:[ip]:port` or a bare IP address.",
    "maxLength": 64,
    "pattern": "^(?:[Tt][Cc][Pp]:\\[[0-9A-Fa-f:.]+\\]:[0-9]{1,5}|[0-9A-Fa-f:.]+)$",
    "x-wanted": "an IP address, or TCP:[address]:port",
    "examples": [
     "TCP:[192.0.2.7]:9729"
    ]
   },
   "AuRecord": {
    "type": "object",
    "description": "What is stored of an AU: its configuration, absent where it is not configured, and its documents, each as its own operation has it, with the members that were ever set. Unknown members are refused.",
    "additionalProperties": false,
    "required": [
     "auId"
    ],
    "properties": {
     "auId": {
      "$ref": "#/components/schemas/WellFormedAuid",
      "description": "AU identifier."
     },
     "auConfig": {
      "$ref": "#/components/schemas/TextMap",
      "type": "object",
      "description": "The AU configuration items, its parameters and reserved items, secrets in clear.",
      "minProperties": 1,
      "examples": [
       {
        "base_url": "http://www.example.com/",
        "year": "2014"
       }
      ]
     },
     "auState": {
      "$ref": "#/components/schemas/AuState"
     },
     "auAgreements": {
      "$ref": "#/components/schemas/AuAgreements"
     },
     "auSuspectUrlVersions": {
      "$ref": "#/components/schemas/AuSuspectUrlVersions"
     },
     "noAuPeers": {
      "$ref": "#/components/schemas/NoAuPeers"
     }
    }
   },
   "AuImportResult": {
    "type": "object",
    "description": "What became of one line of an import.",
    "required": [
     "line",
     "isSuccess",
     "outcome",
     "message"
    ],
    "properties": {
     "line": {
      "type": "integer",
      "format": "int32",
      "description": "Number of the line, from 1; empty lines count.",
      "examples": [
       1
      ]
     },
     "auId": {
      "$ref": "#/components/schemas/WellFormedAuid",
      "description": "AU identifier, where one could be read."
     },
     "isSuccess": {
      "type": "boolean",
      "description": "Whether what the line says is now so.",
      "examples": [
       true
      ]
     },
     "outcome": {
      "type": "string",
      "description": "`Added`: it is configured now, and was not; `Changed`: something was added or replaced; `Unchanged`: all was there already; `Conflict`: something is stored otherwise, and nothing was changed; `Failed`: it cannot be stored.",
      "enum": [
       "Added",
       "Changed",
       "Unchanged",
       "Conflict",
       "Failed"
      ],
      "examples": [
       "Added"
      ]
     },
     "message": {
      "type": "string",
      "description": "What happened, in words.",
      "examples": [
       "Added"
      ]
     }
    }
   },
   "AuConfiguration": {
    "type": "object",
    "description": "The configuration of an AU.",
    "required": [
     "auId",
     "auConfig"
    ],
    "properties": {
     "auId": {
      "$ref": "#/components/schemas/Auid"
     },
     "auConfig": {
      "$ref": "#/components/schemas/TextMap",
      "type": "object",
      "description": "The AU configuration items, its parameters and reserved items.",
      "minProperties": 1,
      "examples": [
       {
        "base_url": "http://www.example.com/",
        "year": "2014"
       }
      ]
     }
    }
   },
   "AuidsForm": {
    "type": "object",
    "description": "What defines an AU.",
    "properties": {
     "pluginId": {
      "$ref": "#/components/schemas/Text",
      "description": "Plugin identifier.",
      "examples": [
       "org.example.plugin.DemoPlugin"
      ]
     },
     "handle": {
      "$ref": "#/components/schemas/Text",
      "description": "Handle of a named AU.",
      "examples": [
       "handlehandle"
      ]
     },
     "auConfig": {
      "type": "string",
      "description": "Configuration of the AU, a JSON object of scalars.",
      "contentMediaType": "application/json",
      "contentSchema": {
       "type": "object",
       "additionalProperties": {
        "anyOf": [
         {
          "type": "string"
         },
         {
          "type": "number"
         },
         {
          "type": "boolean"
         }
        ]
       }
      },
      "examples": [
       "{\"base_url\":\"http://www.example.com/\",\"year\":\"2014\"}"
      ]
     }
    }
   },
   "AuidResult": {
    "type": "object",
    "description": "An AUID.",
    "required": [
     "auid"
    ],
    "properties": {
     "auid": {
      "$ref": "#/components/schemas/Auid"
     }
    }
   },
   "AuStatus": {
    "type": "object",
    "description": "An overview of an AU. Members with no value are absent or null.",
    "properties": {
     "volume": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Volume of the AU, its name.",
      "examples": [
       "Demo Journal Volume 3"
      ]
     },
     "journalTitle": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Title of the journal, from the title database.",
      "examples": [
       "Demo Journal"
      ]
     },
     "pluginName": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Name of the plugin.",
      "examples": [
       "Demo Plugin"
      ]
     },
     "year": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Year of the AU, from the title database.",
      "examples": [
       "2014"
      ]
     },
     "accessType": {
      "type": [
       "string",
       "null"
      ],
      "description": "How the content may be accessed at the publisher.",
      "enum": [
       "OpenAccess",
       "Subscription",
       null
      ],
      "examples": [
       "OpenAccess"
      ]
     },
     "contentSize": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Size in bytes of the latest versions of the AU's content; null when the repository service cannot be reached.",
      "examples": [
       1048576
      ]
     },
     "diskUsage": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "Size in bytes of the AU's WARC files; null when the repository service cannot be reached.",
      "examples": [
       524288
      ]
     },
     "status": {
      "$ref": "#/components/schemas/NullableText",
      "description": "`Waiting for Crawl`, `Waiting for Poll`, or the highest agreement as `NN.NN% Agreement`.",
      "examples": [
       "90.00% Agreement"
      ]
     },
     "recentPollAgreement": {
      "type": [
       "number",
       "null"
      ],
      "format": "double",
      "description": "Agreement in the most recent poll, a fraction between 0 and 1.",
      "examples": [
       0.75
      ]
     },
     "publishingPlatform": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Publishing platform, from the plugin.",
      "examples": [
       "Demo Platform"
      ]
     },
     "publisher": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Publisher, from the title database.",
      "examples": [
       "Demo Press"
      ]
     },
     "provider": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Provider, from the title database.",
      "examples": [
       "Demo Hosting"
      ]
     },
     "availableFromPublisher": {
      "type": [
       "boolean",
       "null"
      ],
      "description": "Whether the content is still available from its publisher.",
      "examples": [
       true
      ]
     },
     "substanceState": {
      "type": [
       "string",
       "null"
      ],
      "description": "Whether the AU has substance.",
      "enum": [
       "Unknown",
       "Yes",
       "No",
       null
      ],
      "examples": [
       "Yes"
      ]
     },
     "creationTime": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When the AU was first configured, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000000000
      ]
     },
     "lastCompletedCrawl": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When the last successful crawl ended, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000100000
      ]
     },
     "lastCrawl": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When a crawl was last attempted, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000100000
      ]
     },
     "lastCrawlResult": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Result of the last crawl.",
      "examples": [
       "Successful"
      ]
     },
     "lastCompletedDeepCrawl": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When the last successful deep crawl ended, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000100000
      ]
     },
     "lastDeepCrawl": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When a deep crawl was last attempted, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000100000
      ]
     },
     "lastDeepCrawlResult": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Result of the last deep crawl.",
      "examples": [
       "Successful"
      ]
     },
     "lastCompletedDeepCrawlDepth": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int32",
      "description": "Depth of the last successful deep crawl.",
      "examples": [
       2
      ]
     },
     "lastMetadataIndex": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When metadata was last indexed, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000200000
      ]
     },
     "lastCompletedPoll": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When the last completed poll ended, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000300000
      ]
     },
     "lastPoll": {
      "type": [
       "integer",
       "null"
      ],
      "format": "int64",
      "description": "When a poll was last started, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000300000
      ]
     },
     "lastPollResult": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Result of the last poll.",
      "examples": [
       "Complete"
      ]
     },
     "subscriptionStatus": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Status of the subscription, where the node tracks one.",
      "examples": [
       "Yes"
      ]
     },
     "crawlProxy": {
      "$ref": "#/components/schemas/NullableText",
      "description": "The proxy through which this AU alone is crawled, or that it is crawled without one.",
      "examples": [
       "Direct connection"
      ]
     }
    }
   },
   "AuWsResult": {
    "type": "object",
    "description": "An AU selected by a query. Members that were not selected, or have no value, are absent.",
    "properties": {
     "auId": {
      "$ref": "#/components/schemas/Auid"
     },
     "name": {
      "type": "string",
      "description": "Name of the AU.",
      "examples": [
       "Demo Journal Volume 3"
      ]
     },
     "pluginName": {
      "type": "string",
      "description": "Identifier of the plugin.",
      "examples": [
       "org.example.plugin.DemoPlugin"
      ]
     },
     "volume": {
      "type": "string",
      "description": "The name under another name; only where it was selected by it.",
      "examples": [
       "Demo Journal Volume 3"
      ]
     },
     "tdbYear": {
      "type": "string",
      "description": "Year of the AU, from the title database.",
      "examples": [
       "2014"
      ]
     },
     "accessType": {
      "$ref": "#/components/schemas/AccessType"
     },
     "contentSize": {
      "type": "integer",
      "format": "int64",
      "description": "Size in bytes of the latest versions of the AU's content.",
      "examples": [
       1048576
      ]
     },
     "diskUsage": {
      "type": "integer",
      "format": "int64",
      "description": "Size in bytes of the AU's WARC files.",
      "examples": [
       524288
      ]
     },
     "sizeTime": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the repository service told contentSize and diskUsage, in milliseconds since the epoch, UTC; absent, as they are, until it has."
     },
     "recentPollAgreement": {
      "type": "number",
      "format": "double",
      "description": "Agreement in the most recent poll, a fraction between 0 and 1.",
      "examples": [
       0.75
      ]
     },
     "highestPollAgreement": {
      "type": "number",
      "format": "double",
      "description": "Highest agreement in any poll, a fraction between 0 and 1.",
      "examples": [
       0.9
      ]
     },
     "publishingPlatform": {
      "type": "string",
      "description": "Publishing platform, from the plugin.",
      "examples": [
       "Demo Platform"
      ]
     },
     "tdbPublisher": {
      "type": "string",
      "description": "Publisher, from the title database.",
      "examples": [
       "Demo Press"
      ]
     },
     "tdbProvider": {
      "type": "string",
      "description": "Provider of the content, from the title database; its publisher where none is named.",
      "examples": [
       "Demo Press"
      ]
     },
     "availableFromPublisher": {
      "type": "boolean",
      "description": "Whether the content is still available from its publisher.",
      "examples": [
       true
      ]
     },
     "substanceState": {
      "$ref": "#/components/schemas/SubstanceState"
     },
     "creationTime": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the AU was first configured, in milliseconds since the epoch, UTC."
     },
     "lastCompletedCrawl": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the last successful crawl ended, in milliseconds since the epoch, UTC."
     },
     "lastCrawl": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When a crawl was last attempted, in milliseconds since the epoch, UTC."
     },
     "lastCrawlResult": {
      "type": "string",
      "description": "Result of the last crawl.",
      "examples": [
       "Successful"
      ]
     },
     "lastCompletedDeepCrawl": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the last successful deep crawl ended, in milliseconds since the epoch, UTC."
     },
     "lastDeepCrawl": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When a deep crawl was last attempted, in milliseconds since the epoch, UTC."
     },
     "lastDeepCrawlResult": {
      "type": "string",
      "description": "Result of the last deep crawl.",
      "examples": [
       "Successful"
      ]
     },
     "lastCompletedDeepCrawlDepth": {
      "type": "integer",
      "format": "int32",
      "description": "Depth of the last successful deep crawl.",
      "examples": [
       2
      ]
     },
     "lastMetadataIndex": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When metadata was last indexed, in milliseconds since the epoch, UTC."
     },
     "lastCompletedPoll": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the last completed poll ended, in milliseconds since the epoch, UTC."
     },
     "lastPoll": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When a poll was last started, in milliseconds since the epoch, UTC."
     },
     "lastPollResult": {
      "type": "string",
      "description": "Result of the last poll.",
      "examples": [
       "Complete"
      ]
     },
     "subscriptionStatus": {
      "type": "string",
      "description": "Whether the node is subscribed to the content, where that is kept track of.",
      "examples": [
       "Yes"
      ]
     },
     "crawlProxy": {
      "type": "string",
      "description": "The proxy through which this AU alone is crawled, or that it is crawled without one.",
      "examples": [
       "proxy.example.org:8080",
       "Direct connection"
      ]
     },
     "crawlPool": {
      "type": "string",
      "description": "Which AUs share a rate of crawling with this one, by what its plugin says: those of the plugin, of a host, or of a\ntitle's attribute; `(none)` where it has its own.",
      "examples": [
       "org.example.plugin.DemoPlugin",
       "host:demo.example.org"
      ]
     },
     "newContentCrawlUrls": {
      "type": "array",
      "description": "Where crawls begin, as the plugin makes it for this AU.",
      "items": {
       "type": "string"
      },
      "examples": [
       [
        "http://www.example.org/lockss-manifest/2014"
       ]
      ]
     },
     "accessUrls": {
      "type": "array",
      "description": "Where readers begin, which is where crawls do; absent where a program of the plugin says it.",
      "items": {
       "type": "string"
      },
      "examples": [
       [
        "http://www.example.org/lockss-manifest/2014"
       ]
      ]
     },
     "urlStems": {
      "type": "array",
      "description": "Scheme, host and port of all that the AU can hold, as its plugin and its crawls say, in alphabetic order.",
      "items": {
       "type": "string"
      },
      "examples": [
       [
        "http://www.example.org/",
        "https://cdn.example.org/"
       ]
      ]
     },
     "isBulkContent": {
      "type": "boolean",
      "description": "Whether the plugin says that content comes in bulk.",
      "examples": [
       false
      ]
     },
     "peerAgreements": {
      "type": "array",
      "description": "How far peers agree, by peer.",
      "items": {
       "$ref": "#/components/schemas/PeerAgreementsOfQuery"
      },
      "examples": [
       [
        {
         "peerId": "TCP:[192.0.2.7]:9729",
         "agreements": {
          "POR": {
           "percentAgreement": 0.75,
           "percentAgreementTimestamp": 1700000000000
          }
         }
        }
       ]
      ]
     },
     "auConfiguration": {
      "$ref": "#/components/schemas/AuParameters",
      "examples": [
       {
        "defParams": {
         "base_url": "http://www.example.com/",
         "year": "2014"
        },
        "nonDefParams": {}
       }
      ]
     },
     "journalTitle": {
      "type": "string",
      "description": "Title of the journal, from the title database.",
      "examples": [
       "Demo Journal"
      ]
     },
     "active": {
      "type": "boolean",
      "description": "Whether the AU is active.",
      "examples": [
       true
      ]
     },
     "auNumber": {
      "type": "integer",
      "format": "int64",
      "description": "Beyond the interface. A number of the AU's own, short and quickly found, for as long as the AU is configured; one that is removed and added again has another.",
      "examples": [
       4711
      ]
     },
     "lastConfigured": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "Beyond the interface. When the configuration of the AU was last stored, deactivated or reactivated, in milliseconds since the epoch, UTC."
     }
    }
   },
   "PeerAgreementsOfQuery": {
    "type": "object",
    "description": "How far one peer agrees, as queries tell it.",
    "required": [
     "peerId",
     "agreements"
    ],
    "properties": {
     "peerId": {
      "type": "string",
      "description": "Identity of the peer.",
      "examples": [
       "TCP:[192.0.2.7]:9729"
      ]
     },
     "agreements": {
      "type": "object",
      "description": "By the type of agreement.",
      "additionalProperties": {
       "type": "object",
       "description": "An agreement.",
       "properties": {
        "percentAgreement": {
         "type": "number",
         "description": "The last agreement, a fraction between 0 and 1; \u22121 for none.",
         "examples": [
          0.75
         ]
        },
        "percentAgreementTimestamp": {
         "type": "integer",
         "format": "int64",
         "description": "When that was, in milliseconds since the epoch, UTC.",
         "examples": [
          1700000000000
         ]
        },
        "highestPercentAgreement": {
         "type": "number",
         "description": "The highest agreement, a fraction between 0 and 1; \u22121 for none.",
         "examples": [
          0.9
         ]
        },
        "highestPercentAgreementTimestamp": {
         "type": "integer",
         "format": "int64",
         "description": "When that was, in milliseconds since the epoch, UTC.",
         "examples": [
          1690000000000
         ]
        }
       }
      },
      "examples": [
       {
        "POR": {
         "percentAgreement": 0.75,
         "percentAgreementTimestamp": 1700000000000
        }
       }
      ]
     }
    }
   },
   "AuParameters": {
    "type": "object",
    "description": "The parameters of an AU, secrets masked.",
    "properties": {
     "defParams": {
      "$ref": "#/components/schemas/TextMap",
      "description": "The parameters that define the AU."
     },
     "nonDefParams": {
      "$ref": "#/components/schemas/TextMap",
      "description": "The other parameters."
     }
    }
   },
   "CheckSubstanceResult": {
    "type": "object",
    "description": "The result of a substance check.",
    "required": [
     "id"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Auid",
      "description": "AU identifier."
     },
     "oldState": {
      "$ref": "#/components/schemas/SubstanceState",
      "description": "Whether the AU had substance before the check."
     },
     "newState": {
      "$ref": "#/components/schemas/SubstanceState",
      "description": "Whether the AU has substance after the check."
     },
     "errorMessage": {
      "type": "string",
      "description": "Why the check could not be made, or which part of the plugin's rule was not applied in it; absent when it was made in full.",
      "examples": [
       "No substance patterns defined for plugin"
      ]
     }
    }
   },
   "UserName": {
    "type": "string",
    "description": "Name of a user account.",
    "minLength": 1,
    "maxLength": 256,
    "examples": [
     "alice"
    ]
   },
   "UserAccount": {
    "type": "object",
    "description": "A user account, as the service that keeps it here wrote it. Its name apart, nothing in it is looked at.",
    "additionalProperties": true,
    "required": [
     "userName"
    ],
    "properties": {
     "userName": {
      "$ref": "#/components/schemas/UserName"
     }
    }
   },
   "ContentConfigurationResult": {
    "type": "object",
    "description": "What became of one AU of a group operation.",
    "required": [
     "auId",
     "name",
     "isSuccess",
     "message"
    ],
    "properties": {
     "auId": {
      "$ref": "#/components/schemas/Auid",
      "description": "Identifier of the AU."
     },
     "id": {
      "$ref": "#/components/schemas/Auid",
      "description": "The same by the name that the field's own clients know, beyond the interface: only with `COMPATIBILITY=laaws`."
     },
     "name": {
      "type": "string",
      "description": "Name of the AU, as its overview has it, with its publishing platform when it is in the title database; its AUID when it has no name.",
      "examples": [
       "Demo Journal Volume 3 (Demo Platform)"
      ]
     },
     "isSuccess": {
      "type": "boolean",
      "description": "Whether the operation succeeded for the AU.",
      "examples": [
       true
      ]
     },
     "message": {
      "type": "string",
      "description": "What happened.",
      "examples": [
       "Added"
      ]
     }
    }
   },
   "RequestAuControlResult": {
    "type": "object",
    "description": "The result of a request about one AU.",
    "required": [
     "id",
     "success"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/Auid",
      "description": "AU identifier."
     },
     "success": {
      "type": "boolean",
      "description": "Whether the request succeeded.",
      "examples": [
       true
      ]
     },
     "errorMessage": {
      "type": "string",
      "description": "Why it did not; absent when it did.",
      "examples": [
       "Metadata processing is not enabled"
      ]
     }
    }
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
         "operation": "deleteAu",
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
       "deleteAu"
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
   "AuHistory": {
    "type": "object",
    "description": "A page of what was done to an AU, newest first.",
    "required": [
     "entries"
    ],
    "properties": {
     "entries": {
      "type": "array",
      "description": "The entries of this page.",
      "items": {
       "$ref": "#/components/schemas/AuHistoryEntry"
      },
      "examples": [
       [
        {
         "at": 1755645600000,
         "operation": "deactivateAus",
         "user": "librarian",
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
   "AuHistoryEntry": {
    "type": "object",
    "description": "Something that was done to an AU, or tried.",
    "required": [
     "at",
     "operation",
     "outcome",
     "requestId"
    ],
    "properties": {
     "at": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "When the request ended, or was done with this AU.",
      "examples": [
       1755645600000
      ]
     },
     "operation": {
      "type": "string",
      "description": "Its `operationId`.",
      "examples": [
       "deactivateAus"
      ]
     },
     "user": {
      "type": "string",
      "description": "Who was logged in.",
      "examples": [
       "librarian"
      ]
     },
     "status": {
      "type": "integer",
      "format": "int32",
      "description": "Of the answer; absent of one AU of several.",
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
     "routine": {
      "type": "boolean",
      "description": "One of many alike; absent where it is not.",
      "examples": [
       true
      ]
     }
    }
   },
   "AuState": {
    "type": "object",
    "description": "The state of an AU. An answer holds every member; an update holds those to set. Unknown members are refused; with `COMPATIBILITY=laaws` they are kept and given back, in every state document.",
    "additionalProperties": false,
    "properties": {
     "auId": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU; in an update it may be left out and otherwise must be that of the path."
     },
     "auCreationTime": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the AU was first configured; -1 by default."
     },
     "lastCrawlTime": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the last successful crawl ended; -1 by default."
     },
     "lastCrawlAttempt": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When a crawl was last attempted; -1 by default."
     },
     "lastCrawlResult": {
      "type": "integer",
      "format": "int32",
      "description": "Result code of the last crawl; -1 by default.",
      "examples": [
       3
      ]
     },
     "lastCrawlResultMsg": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Result of the last crawl in words; null by default.",
      "examples": [
       "Successful"
      ]
     },
     "lastDeepCrawlTime": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the last successful deep crawl ended; -1 by default."
     },
     "lastDeepCrawlAttempt": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When a deep crawl was last attempted; -1 by default."
     },
     "lastDeepCrawlResult": {
      "type": "integer",
      "format": "int32",
      "description": "Result code of the last deep crawl; -1 by default.",
      "examples": [
       3
      ]
     },
     "lastDeepCrawlResultMsg": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Result of the last deep crawl in words; null by default.",
      "examples": [
       "Successful"
      ]
     },
     "lastDeepCrawlDepth": {
      "type": "integer",
      "format": "int32",
      "description": "Depth of the last successful deep crawl; -1 by default.",
      "examples": [
       2
      ]
     },
     "lastTopLevelPollTime": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the last completed poll ended; -1 by default."
     },
     "lastPollStart": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When a poll was last started; -1 by default."
     },
     "lastPollResult": {
      "type": "integer",
      "format": "int32",
      "description": "Result code of the last poll; -1 by default.",
      "examples": [
       2
      ]
     },
     "pollDuration": {
      "type": "integer",
      "format": "int64",
      "minimum": -1,
      "maximum": 9007199254740991,
      "description": "Mean duration of polls in milliseconds; 0 by default.",
      "examples": [
       3600000
      ]
     },
     "averageHashDuration": {
      "$ref": "#/components/schemas/DurationMillisOrUnset",
      "description": "Mean duration of hashing the AU in milliseconds; -1 by default."
     },
     "clockssSubscriptionStatus": {
      "type": "integer",
      "format": "int32",
      "description": "Status of the subscription, 0 unknown, 1 yes, 2 no, 3 inaccessible, 4 not maintained; 0 by default.",
      "examples": [
       0
      ]
     },
     "v3Agreement": {
      "$ref": "#/components/schemas/FractionOrUnset",
      "description": "Agreement in the most recent poll; -1.0 by default."
     },
     "highestV3Agreement": {
      "$ref": "#/components/schemas/FractionOrUnset",
      "description": "Highest agreement in any poll; -1.0 by default."
     },
     "accessType": {
      "type": [
       "string",
       "null"
      ],
      "description": "How the content may be accessed at the publisher; null by default.",
      "enum": [
       "OpenAccess",
       "Subscription",
       null
      ],
      "examples": [
       "OpenAccess"
      ]
     },
     "hasSubstance": {
      "$ref": "#/components/schemas/SubstanceState",
      "description": "Whether the AU has substance; Unknown by default."
     },
     "substanceVersion": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Version of the substance patterns last used; null by default.",
      "examples": [
       "3"
      ]
     },
     "metadataVersion": {
      "$ref": "#/components/schemas/NullableText",
      "description": "Version of the metadata extraction last used; null by default.",
      "examples": [
       "1"
      ]
     },
     "lastMetadataIndex": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When metadata was last indexed; -1 by default."
     },
     "lastContentChange": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "When content last changed, in milliseconds since the epoch, UTC; 0 by default.",
      "examples": [
       1700000000000
      ]
     },
     "lastPoPPoll": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the last proof-of-possession poll ended; -1 by default."
     },
     "lastPoPPollResult": {
      "type": "integer",
      "format": "int32",
      "description": "Result code of the last proof-of-possession poll; -1 by default.",
      "examples": [
       2
      ]
     },
     "lastLocalHashScan": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the AU's content was last hashed locally; -1 by default."
     },
     "numAgreePeersLastPoR": {
      "type": "integer",
      "format": "int32",
      "minimum": -1,
      "description": "Number of peers that agreed in the last proof-of-retrievability poll; -1 by default.",
      "examples": [
       5
      ]
     },
     "numWillingRepairers": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "description": "Number of peers willing to repair; 0 by default.",
      "examples": [
       4
      ]
     },
     "numCurrentSuspectVersions": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "description": "Number of URL versions now suspected to be damaged; 0 by default.",
      "examples": [
       0
      ]
     },
     "cdnStems": {
      "type": [
       "array",
       "null"
      ],
      "description": "Stems of further hosts that the AU's content is on; null by default.",
      "items": {
       "$ref": "#/components/schemas/Text"
      },
      "examples": [
       [
        "http://cdn.example.com/"
       ]
      ]
     },
     "isMetadataExtractionEnabled": {
      "type": "boolean",
      "description": "Whether metadata is extracted from the AU; true by default.",
      "examples": [
       true
      ]
     }
    }
   },
   "AuAgreements": {
    "type": "object",
    "description": "Poll agreements of an AU with its peers.",
    "additionalProperties": false,
    "required": [
     "rawMap"
    ],
    "properties": {
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU; in an update it may be left out and otherwise must be that of the path."
     },
     "rawMap": {
      "type": "object",
      "description": "By peer, its agreements; each key names the peer of the id within, an IPv6 address in any of its forms.",
      "propertyNames": {
       "$ref": "#/components/schemas/PeerId"
      },
      "additionalProperties": {
       "$ref": "#/components/schemas/PeerAgreements"
      },
      "examples": [
       {
        "TCP:[192.0.2.7]:9729": {
         "id": "TCP:[192.0.2.7]:9729",
         "map": {
          "POR": {
           "percentAgreement": 0.75,
           "percentAgreementTime": 1700000000000,
           "highestPercentAgreement": 0.9,
           "highestPercentAgreementTime": 1690000000000
          }
         }
        }
       }
      ]
     }
    }
   },
   "PeerAgreements": {
    "type": "object",
    "description": "Agreements with one peer.",
    "additionalProperties": false,
    "required": [
     "id",
     "map"
    ],
    "properties": {
     "id": {
      "$ref": "#/components/schemas/PeerId"
     },
     "map": {
      "type": "object",
      "description": "By type of agreement, how far the peer agrees.",
      "propertyNames": {
       "$ref": "#/components/schemas/AgreementType"
      },
      "additionalProperties": {
       "$ref": "#/components/schemas/PeerAgreement"
      },
      "examples": [
       {
        "POR": {
         "percentAgreement": 0.75,
         "percentAgreementTime": 1700000000000,
         "highestPercentAgreement": 0.9,
         "highestPercentAgreementTime": 1690000000000
        }
       }
      ]
     }
    }
   },
   "AgreementType": {
    "type": "string",
    "description": "Type of an agreement.",
    "enum": [
     "POR",
     "POP",
     "SYMMETRIC_POR",
     "SYMMETRIC_POP",
     "POR_HINT",
     "POP_HINT",
     "SYMMETRIC_POR_HINT",
     "SYMMETRIC_POP_HINT",
     "W_POR",
     "W_POP",
     "W_SYMMETRIC_POR",
     "W_SYMMETRIC_POP",
     "W_POR_HINT",
     "W_POP_HINT",
     "W_SYMMETRIC_POR_HINT",
     "W_SYMMETRIC_POP_HINT"
    ],
    "examples": [
     "POR"
    ]
   },
   "PeerAgreement": {
    "type": "object",
    "description": "How far a peer agrees. What is absent means no agreement, -1.0 at time 0.",
    "additionalProperties": false,
    "properties": {
     "percentAgreement": {
      "$ref": "#/components/schemas/FractionOrUnset",
      "description": "The most recent agreement, a fraction between 0 and 1, or -1."
     },
     "percentAgreementTime": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "When it was found, in milliseconds since the epoch, UTC.",
      "examples": [
       1700000000000
      ]
     },
     "highestPercentAgreement": {
      "$ref": "#/components/schemas/FractionOrUnset",
      "description": "The highest agreement ever, a fraction between 0 and 1, or -1."
     },
     "highestPercentAgreementTime": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "maximum": 9007199254740991,
      "description": "When that was found, in milliseconds since the epoch, UTC.",
      "examples": [
       1690000000000
      ]
     }
    }
   },
   "AuSuspectUrlVersions": {
    "type": "object",
    "description": "Versions of URLs of an AU that are suspected to be damaged.",
    "additionalProperties": false,
    "required": [
     "suspectVersions"
    ],
    "properties": {
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU; in an update it may be left out and otherwise must be that of the path."
     },
     "suspectVersions": {
      "type": "array",
      "description": "The suspect versions, a set by URL and version.",
      "items": {
       "$ref": "#/components/schemas/SuspectUrlVersion"
      },
      "examples": [
       [
        {
         "url": "http://www.example.com/a.pdf",
         "version": 2,
         "created": 1700000000000,
         "computedHash": {
          "bytes": "q83vEg==",
          "algorithm": "SHA-256"
         },
         "storedHash": null
        }
       ]
      ]
     }
    }
   },
   "SuspectUrlVersion": {
    "type": "object",
    "description": "A suspect version of a URL.",
    "additionalProperties": false,
    "required": [
     "url",
     "version"
    ],
    "properties": {
     "url": {
      "$ref": "#/components/schemas/Text",
      "description": "The URL.",
      "examples": [
       "http://www.example.com/a.pdf"
      ]
     },
     "version": {
      "type": "integer",
      "format": "int32",
      "description": "The version of the URL's content.",
      "examples": [
       2
      ]
     },
     "created": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the suspicion arose."
     },
     "computedHash": {
      "$ref": "#/components/schemas/HashResult",
      "description": "The hash computed from the content; null when there is none.",
      "examples": [
       {
        "bytes": "q83vEg==",
        "algorithm": "SHA-256"
       }
      ]
     },
     "storedHash": {
      "$ref": "#/components/schemas/HashResult",
      "description": "The hash stored with the content; null when there is none.",
      "examples": [
       null
      ]
     }
    }
   },
   "HashResult": {
    "type": [
     "object",
     "null"
    ],
    "description": "A hash; null when there is none.",
    "additionalProperties": false,
    "required": [
     "bytes",
     "algorithm"
    ],
    "properties": {
     "bytes": {
      "type": "string",
      "description": "The bytes of the hash, in base64.",
      "pattern": "^[A-Za-z0-9+/]*={0,2}$",
      "x-wanted": "base64",
      "maxLength": 1024,
      "examples": [
       "q83vEg=="
      ]
     },
     "algorithm": {
      "$ref": "#/components/schemas/Text",
      "description": "Name of the hash algorithm.",
      "examples": [
       "SHA-256"
      ]
     }
    }
   },
   "NoAuPeers": {
    "type": "object",
    "description": "The peers that are known not to hold an AU.",
    "additionalProperties": false,
    "required": [
     "rawSet"
    ],
    "properties": {
     "auid": {
      "$ref": "#/components/schemas/Auid",
      "description": "AUID of the AU; in an update it may be left out and otherwise must be that of the path."
     },
     "rawSet": {
      "type": "array",
      "description": "The peers, a set.",
      "items": {
       "$ref": "#/components/schemas/PeerId"
      },
      "examples": [
       [
        "TCP:[192.0.2.7]:9729"
       ]
      ]
     },
     "date": {
      "$ref": "#/components/schemas/EpochMillisOrUnset",
      "description": "When the set was last found; -1 by default."
     }
    }
   },
   "ConfigFileForm": {
    "type": "object",
    "description": "A configuration file.",
    "required": [
     "configFile"
    ],
    "properties": {
     "configFile": {
      "type": "string",
      "format": "binary",
      "description": "The configuration file.",
      "examples": [
       "org.lockss.ui.access.ip.include=192.0.2.0/24"
      ]
     }
    }
   },
   "ConfigFileEntry": {
    "type": "object",
    "description": "A named configuration file; beyond the interface.",
    "required": [
     "section",
     "use"
    ],
    "properties": {
     "section": {
      "type": "string",
      "description": "The name of the file.",
      "examples": [
       "expert"
      ]
     },
     "use": {
      "type": "string",
      "enum": [
       "settings",
       "titles",
       "document"
      ],
      "description": "What becomes of its content: settings count after all sources, titles go into the title database, a document is only kept.",
      "examples": [
       "settings"
      ]
     },
     "stored": {
      "type": "object",
      "description": "What is stored; absent when nothing is.",
      "examples": [
       {
        "etag": "\"2bd806c97f0e00af1a1fc3328fa763a9\"",
        "modified": 1755645600000,
        "size": 46,
        "version": 3,
        "user": "admin"
       }
      ],
      "required": [
       "etag",
       "modified",
       "size",
       "version",
       "user"
      ],
      "properties": {
       "etag": {
        "type": "string",
        "description": "Its entity tag.",
        "examples": [
         "\"2bd806c97f0e00af1a1fc3328fa763a9\""
        ]
       },
       "modified": {
        "type": "integer",
        "format": "int64",
        "description": "When it was stored, in milliseconds since the epoch.",
        "examples": [
         1755645600000
        ]
       },
       "size": {
        "type": "integer",
        "format": "int64",
        "description": "Its size in bytes.",
        "examples": [
         46
        ]
       },
       "version": {
        "type": "integer",
        "description": "How often it has been stored.",
        "examples": [
         3
        ]
       },
       "user": {
        "type": "string",
        "description": "Who stored it last.",
        "examples": [
         "admin"
        ]
       }
      }
     }
    }
   },
   "StoredConfigFile": {
    "type": "object",
    "description": "What a stored configuration file sets; beyond the interface.",
    "required": [
     "parameters"
    ],
    "properties": {
     "parameters": {
      "type": "array",
      "description": "The parameters that it sets; none where the section is one of titles, or a document that is only kept.",
      "examples": [
       [
        {
         "key": "org.lockss.ui.access.ip.include",
         "isActedOn": true
        }
       ]
      ],
      "items": {
       "type": "object",
       "description": "A parameter that the file sets.",
       "required": [
        "key",
        "isActedOn"
       ],
       "properties": {
        "key": {
         "type": "string",
         "description": "The name of the parameter.",
         "examples": [
          "org.lockss.ui.access.ip.include"
         ]
        },
        "isActedOn": {
         "type": "boolean",
         "description": "Whether this service acts on it; if not, it is kept for the node's other services.",
         "examples": [
          true
         ]
        }
       }
      }
     }
    }
   },
   "MergedParameter": {
    "type": "object",
    "description": "A parameter of the node's configuration; beyond the interface.",
    "required": [
     "key",
     "value",
     "source",
     "isActedOn"
    ],
    "properties": {
     "key": {
      "type": "string",
      "description": "The name of the parameter.",
      "examples": [
       "org.lockss.daemon.groups"
      ]
     },
     "value": {
      "description": "The value that counts, with `******` in the place of secrets; an array where it is a list.",
      "examples": [
       "prod"
      ],
      "oneOf": [
       {
        "type": "string",
        "description": "A value.",
        "examples": [
         "prod"
        ]
       },
       {
        "type": "array",
        "description": "The values of a list.",
        "items": {
         "type": "string",
         "description": "One of the values.",
         "examples": [
          "prod"
         ]
        }
       }
      ]
     },
     "source": {
      "type": "string",
      "description": "URL of the source that sets it, or path of the stored file that does.",
      "examples": [
       "/config/file/expert"
      ]
     },
     "isActedOn": {
      "type": "boolean",
      "description": "Whether this service acts on it; if not, it is kept for the node's other services.",
      "examples": [
       true
      ]
     }
    }
   },
   "PlatformConfigurationWsResult": {
    "type": "object",
    "description": "The node and what the service runs on. Members with no value are absent.",
    "required": [
     "hostName"
    ],
    "properties": {
     "hostName": {
      "type": "string",
      "description": "Name of the host server.",
      "examples": [
       "node1.example.org"
      ]
     },
     "ipAddress": {
      "type": "string",
      "description": "IP address of the host server.",
      "examples": [
       "192.0.2.1"
      ]
     },
     "groups": {
      "type": "array",
      "description": "Preservation groups of the node.",
      "items": {
       "type": "string",
       "description": "A preservation group.",
       "examples": [
        "demo"
       ]
      },
      "examples": [
       [
        "demo"
       ]
      ]
     },
     "project": {
      "type": "string",
      "description": "Project the node belongs to.",
      "examples": [
       "Demo"
      ]
     },
     "adminEmail": {
      "type": "string",
      "description": "E-mail address of the node's administrator.",
      "examples": [
       "admin@example.org"
      ]
     },
     "currentTime": {
      "$ref": "#/components/schemas/EpochMillis",
      "description": "The present time of the service, in milliseconds since the epoch, UTC.",
      "examples": [
       1755645600000
      ]
     },
     "uptime": {
      "type": "integer",
      "format": "int64",
      "minimum": 0,
      "description": "How long the service has been running, in milliseconds.",
      "examples": [
       100000
      ]
     },
     "version": {
      "type": "string",
      "description": "Version of the service.",
      "examples": [
       "0.1.0"
      ]
     },
     "platform": {
      "$ref": "#/components/schemas/NameAndVersion",
      "description": "The operating system.",
      "examples": [
       {
        "name": "Linux",
        "version": "6.12.0"
       }
      ]
     },
     "runtime": {
      "$ref": "#/components/schemas/NameAndVersion",
      "description": "The runtime that the service runs on.",
      "examples": [
       {
        "name": "Node.js",
        "version": "24.21.0"
       }
      ]
     },
     "diskUse": {
      "$ref": "#/components/schemas/DiskUse"
     },
     "daemonVersion": {
      "$ref": "#/components/schemas/DaemonVersion",
      "description": "The version of the service, as other tools of the field read it.",
      "examples": [
       {
        "fullVersion": "0.1.0",
        "majorVersion": 0,
        "minorVersion": 1,
        "buildVersion": 0
       }
      ]
     },
     "currentWorkingDirectory": {
      "type": "string",
      "description": "The folder that the service works in.",
      "examples": [
       "/srv/holdfast"
      ]
     }
    }
   },
   "DaemonVersion": {
    "type": "object",
    "description": "A version, whole and in parts.",
    "required": [
     "fullVersion",
     "majorVersion",
     "minorVersion",
     "buildVersion"
    ],
    "properties": {
     "fullVersion": {
      "type": "string",
      "description": "The version.",
      "examples": [
       "0.1.0"
      ]
     },
     "majorVersion": {
      "type": "integer",
      "description": "Its first number.",
      "examples": [
       0
      ]
     },
     "minorVersion": {
      "type": "integer",
      "description": "Its second number.",
      "examples": [
       1
      ]
     },
     "buildVersion": {
      "type": "integer",
      "description": "Its third number.",
      "examples": [
       0
      ]
     }
    }
   },
   "NameAndVersion": {
    "type": "object",
    "description": "Name and version of a piece of software.",
    "properties": {
     "name": {
      "type": "string",
      "description": "Its name.",
      "examples": [
       "Linux"
      ]
     },
     "version": {
      "type": "string",
      "description": "Its version.",
      "examples": [
       "6.12.0"
      ]
     }
    }
   },
   "DiskUse": {
    "type": "object",
    "description": "Use of the disk that the working directory is on.",
    "properties": {
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
    },
    "examples": [
     {
      "size": 1000000000000,
      "used": 370000000000,
      "avail": 630000000000,
      "percentUsedString": "37%",
      "percentUsed": 0.37
     }
    ]
   },
   "PluginWsResult": {
    "type": "object",
    "description": "A plugin selected by a query. Members that were not selected, or have no value, are absent.",
    "properties": {
     "pluginId": {
      "type": "string",
      "description": "Identifier of the plugin.",
      "examples": [
       "org.example.plugin.DemoPlugin"
      ]
     },
     "name": {
      "type": "string",
      "description": "Name of the plugin.",
      "examples": [
       "Demo Plugin"
      ]
     },
     "version": {
      "type": "string",
      "description": "Version of the plugin.",
      "examples": [
       "7"
      ]
     },
     "type": {
      "type": "string",
      "description": "Whether the plugin was loaded from a URL, from a directory, or belongs to the service.",
      "enum": [
       "Loadable",
       "Internal",
       "Builtin"
      ],
      "examples": [
       "Loadable"
      ]
     },
     "definition": {
      "$ref": "#/components/schemas/TextMap",
      "description": "Plugin definition properties.",
      "examples": [
       {
        "plugin_name": "Demo Plugin",
        "plugin_version": "7"
       }
      ]
     },
     "registry": {
      "type": "string",
      "description": "Name of the registry the plugin came from.",
      "examples": [
       "Demo plugin registry"
      ]
     },
     "url": {
      "type": "string",
      "description": "URL the plugin was loaded from.",
      "examples": [
       "http://plugins.example.org/demo/DemoPlugin.jar"
      ]
     },
     "auCount": {
      "type": "integer",
      "format": "int32",
      "minimum": 0,
      "description": "Number of AUs linked to the plugin.",
      "examples": [
       12
      ]
     },
     "publishingPlatform": {
      "type": "string",
      "description": "Publishing platform.",
      "examples": [
       "Demo Platform"
      ]
     }
    }
   },
   "TdbAuWsResult": {
    "type": "object",
    "description": "An AU of the title database selected by a query. Members that were not selected, or have no value, are absent.",
    "properties": {
     "auId": {
      "$ref": "#/components/schemas/Auid"
     },
     "name": {
      "type": "string",
      "description": "Name of the AU.",
      "examples": [
       "Demo Journal Volume 3"
      ]
     },
     "pluginName": {
      "type": "string",
      "description": "Identifier of the plugin.",
      "examples": [
       "org.example.plugin.DemoPlugin"
      ]
     },
     "tdbTitle": {
      "$ref": "#/components/schemas/TdbTitleWsResult",
      "description": "Title the AU belongs to.",
      "examples": [
       {
        "id": "id:1427959100",
        "name": "Biodiversity Data Journal"
       }
      ]
     },
     "tdbPublisher": {
      "$ref": "#/components/schemas/TdbPublisherWsResult",
      "description": "Publisher of the AU.",
      "examples": [
       {
        "name": "Pensoft Publishers"
       }
      ]
     },
     "year": {
      "type": "string",
      "description": "Beyond the interface. Year of the AU.",
      "examples": [
       "2014"
      ]
     },
     "down": {
      "type": "boolean",
      "description": "Whether the AU is marked as down, no longer to be had from its publisher.",
      "examples": [
       false
      ]
     },
     "active": {
      "type": "boolean",
      "description": "Whether the AU is configured and active.",
      "examples": [
       true
      ]
     },
     "addable": {
      "type": "boolean",
      "description": "Beyond the interface; only when it is selected. Whether the AU can be added: its plugin is loaded, and the entry has every definitional parameter.",
      "examples": [
       true
      ]
     },
     "params": {
      "$ref": "#/components/schemas/TextMap",
      "description": "Parameters of the AU.",
      "examples": [
       {
        "base_url": "http://www.example.com/",
        "year": "2014"
       }
      ]
     },
     "attrs": {
      "$ref": "#/components/schemas/TextMap",
      "description": "Attributes of the AU.",
      "examples": [
       {
        "publisher": "Demo Press",
        "year": "2014"
       }
      ]
     },
     "props": {
      "$ref": "#/components/schemas/TextMap",
      "description": "Other properties of the AU.",
      "examples": [
       {
        "issn": "1314-2836"
       }
      ]
     }
    }
   },
   "PluginParameters": {
    "type": "object",
    "description": "The parameters that the AUs of a plugin have.",
    "required": [
     "pluginId",
     "name",
     "version",
     "parameters"
    ],
    "properties": {
     "pluginId": {
      "type": "string",
      "description": "Identifier of the plugin.",
      "examples": [
       "org.example.plugin.DemoPlugin"
      ]
     },
     "name": {
      "type": "string",
      "description": "Name of the plugin.",
      "examples": [
       "Demo Plugin"
      ]
     },
     "version": {
      "type": "string",
      "description": "Version of the plugin.",
      "examples": [
       "7"
      ]
     },
     "publishingPlatform": {
      "type": "string",
      "description": "Platform of the publishers that the plugin is for; absent when the plugin names none.",
      "examples": [
       "Demo Platform"
      ]
     },
     "parameters": {
      "type": "array",
      "description": "The plugin's own, in its order, then those that every plugin has.",
      "items": {
       "$ref": "#/components/schemas/PluginParameter"
      },
      "examples": [
       [
        {
         "key": "base_url",
         "type": "URL",
         "definitional": true
        }
       ]
      ]
     }
    }
   },
   "PluginParameter": {
    "type": "object",
    "description": "A parameter that the AUs of a plugin have.",
    "required": [
     "key",
     "type",
     "definitional"
    ],
    "properties": {
     "key": {
      "type": "string",
      "description": "What the value is called in the configuration of an AU.",
      "examples": [
       "base_url"
      ]
     },
     "type": {
      "$ref": "#/components/schemas/PluginParameterType"
     },
     "definitional": {
      "type": "boolean",
      "description": "Whether it is part of what the AU is, and of its AUID; then it must be given.",
      "examples": [
       true
      ]
     },
     "displayName": {
      "type": "string",
      "description": "Name for people.",
      "examples": [
       "Base URL"
      ]
     },
     "description": {
      "type": "string",
      "description": "What the plugin says of it.",
      "examples": [
       "Usually of the form http://<journal-name>.com/"
      ]
     },
     "size": {
      "type": "integer",
      "format": "int32",
      "description": "Width of an input field, in characters.",
      "examples": [
       40
      ]
     }
    }
   },
   "PluginParameterType": {
    "type": "string",
    "description": "Which values fit. STRING: any text that is not empty. INT: a whole number of 32 bits. URL: an absolute URL. YEAR: four\ndigits, or 0. BOOLEAN: true or false. POS_INT: a whole number from 0 on. RANGE: `a-b`, by text. NUM_RANGE: `1-9`. SET:\n`a,b,{1-9}`. USER_PASSWD: a name, a colon and a password, a secret. LONG: a whole number of 64 bits. TIME_INTERVAL: such as\n`30s`, `5m`, `2h`, `10d`, `2w`.\n",
    "enum": [
     "STRING",
     "INT",
     "URL",
     "YEAR",
     "BOOLEAN",
     "POS_INT",
     "RANGE",
     "NUM_RANGE",
     "SET",
     "USER_PASSWD",
     "LONG",
     "TIME_INTERVAL"
    ],
    "examples": [
     "URL"
    ]
   },
   "TitleFindingKind": {
    "type": "string",
    "description": "`problem`: what could not be read, or not be understood. `duplicate`: an entry that does not count, since the same AU (plugin and parameters) came before.",
    "enum": [
     "problem",
     "duplicate"
    ],
    "examples": [
     "problem"
    ]
   },
   "PluginRegistry": {
    "type": "object",
    "description": "A registry of plugins, or another URL that plugins are read from.",
    "required": [
     "registry",
     "files"
    ],
    "properties": {
     "registry": {
      "type": "string",
      "description": "Its URL, as the configuration names it.",
      "examples": [
       "https://plugins.example.org/demo/"
      ]
     },
     "auId": {
      "type": "string",
      "description": "The AU that its artifacts are in; absent where it is no page, which is not stored.",
      "examples": [
       "org|lockss|plugin|RegistryPlugin&base_url~https%3A%2F%2Fplugins%2Eexample%2Eorg%2Fdemo%2F"
      ]
     },
     "problem": {
      "type": "string",
      "description": "Why not everything of it is stored; absent where all is, and where nothing is to be.",
      "examples": [
       "https://plugins.example.org/demo/: not everything is stored in the repository service, which is tried again. The repository service cannot be reached."
      ]
     },
     "files": {
      "type": "array",
      "description": "What was found there, the page itself first.",
      "items": {
       "$ref": "#/components/schemas/PluginRegistryFile"
      },
      "examples": [
       [
        {
         "url": "https://plugins.example.org/demo/",
         "used": true
        }
       ]
      ]
     }
    }
   },
   "PluginRegistryFile": {
    "type": "object",
    "description": "A file of a registry.",
    "required": [
     "url",
     "used"
    ],
    "properties": {
     "url": {
      "type": "string",
      "description": "Where it was asked for.",
      "examples": [
       "https://plugins.example.org/demo/DemoPlugin.jar"
      ]
     },
     "used": {
      "type": "boolean",
      "description": "Whether it is read, new or as the last good copy.",
      "examples": [
       true
      ]
     },
     "signedBy": {
      "type": "string",
      "description": "Names of those who signed it; absent where nothing need be signed.",
      "examples": [
       "\"Demo Press\""
      ]
     },
     "problem": {
      "type": "string",
      "description": "Why it is not used, or why the copy is.",
      "examples": [
       "https://plugins.example.org/demo/DemoPlugin.jar: it is not signed"
      ]
     },
     "stored": {
      "$ref": "#/components/schemas/StoredRegistryFile"
     }
    }
   },
   "StoredRegistryFile": {
    "type": "object",
    "description": "The artifact that it is in the repository service.",
    "required": [
     "uuid",
     "version",
     "time"
    ],
    "properties": {
     "uuid": {
      "type": "string",
      "description": "Identifier of the artifact.",
      "examples": [
       "0d1f8bd0-96b6-4cf9-8d3f-1ec1b0a5ff14"
      ]
     },
     "version": {
      "type": "integer",
      "format": "int32",
      "description": "Its version.",
      "examples": [
       2
      ]
     },
     "time": {
      "type": "integer",
      "format": "int64",
      "description": "When it was seen to be there, in milliseconds since the epoch.",
      "examples": [
       1767225600000
      ]
     }
    }
   },
   "TitleFindings": {
    "type": "object",
    "description": "A page of what was found in the sources of the title database.",
    "required": [
     "total",
     "findings"
    ],
    "properties": {
     "total": {
      "type": "integer",
      "format": "int64",
      "description": "How many there are of this kind; of a source with very many problems only the first are kept.",
      "examples": [
       2
      ]
     },
     "findings": {
      "type": "array",
      "description": "The findings of this page.",
      "items": {
       "$ref": "#/components/schemas/TitleFinding"
      },
      "examples": [
       [
        {
         "source": "demo.tdb",
         "line": 12,
         "column": 7,
         "message": "unknown word \"tittle\""
        }
       ]
      ]
     },
     "continuationToken": {
      "type": "string",
      "description": "Asks for the page that follows; absent from the last.",
      "examples": [
       "12.345"
      ]
     }
    }
   },
   "TitleFinding": {
    "type": "object",
    "description": "Something found in a source of the title database.",
    "required": [
     "message"
    ],
    "properties": {
     "source": {
      "type": "string",
      "description": "The file or URL, as it is seen from the source that is configured; absent for what is about no file.",
      "examples": [
       "demo.tdb"
      ]
     },
     "line": {
      "type": "integer",
      "format": "int32",
      "description": "The line, from 1; absent for what is about the whole file.",
      "examples": [
       12
      ]
     },
     "column": {
      "type": "integer",
      "format": "int32",
      "description": "The character in the line, from 1, where that is known.",
      "examples": [
       7
      ]
     },
     "message": {
      "type": "string",
      "description": "What is wrong; of a duplicate, the name of its AU.",
      "examples": [
       "unknown word \"tittle\""
      ]
     },
     "auId": {
      "$ref": "#/components/schemas/Auid",
      "description": "The AU of a duplicate."
     },
     "first": {
      "$ref": "#/components/schemas/TitlePlace"
     }
    }
   },
   "TitlePlace": {
    "type": "object",
    "description": "The entry that counts in place of a duplicate.",
    "required": [
     "source",
     "line"
    ],
    "properties": {
     "source": {
      "type": "string",
      "description": "The file or URL, as it is seen from the source that is configured.",
      "examples": [
       "demo.tdb"
      ]
     },
     "line": {
      "type": "integer",
      "format": "int32",
      "description": "The line, from 1.",
      "examples": [
       8
      ]
     }
    }
   },
   "TdbPublisherWsResult": {
    "type": "object",
    "description": "A publisher of the title database.",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the publisher.",
      "examples": [
       "Pensoft Publishers"
      ]
     }
    }
   },
   "TdbTitleWsResult": {
    "type": "object",
    "description": "A title of the title database selected by a query. Members that were not selected, or have no value, are absent.",
    "properties": {
     "name": {
      "type": "string",
      "description": "Name of the title.",
      "examples": [
       "Biodiversity Data Journal"
      ]
     },
     "tdbPublisher": {
      "$ref": "#/components/schemas/TdbPublisherWsResult",
      "description": "Publisher of the title.",
      "examples": [
       {
        "name": "Pensoft Publishers"
       }
      ]
     },
     "id": {
      "type": "string",
      "description": "Identifier of the title, given or computed from its name and its publisher's.",
      "examples": [
       "id:1427959100"
      ]
     },
     "proprietaryid": {
      "type": "string",
      "description": "First of the publisher's own identifiers of the title.",
      "examples": [
       "bdj"
      ]
     },
     "proprietaryids": {
      "type": "array",
      "description": "The publisher's own identifiers of the title.",
      "items": {
       "type": "string",
       "description": "An identifier.",
       "examples": [
        "bdj"
       ]
      },
      "examples": [
       [
        "bdj"
       ]
      ]
     },
     "publicationtype": {
      "type": "string",
      "description": "Type of publication, such as journal, book or bookSeries.",
      "examples": [
       "journal"
      ]
     },
     "issn": {
      "type": "string",
      "description": "The title's ISSN, the first valid one of linking, print and electronic.",
      "examples": [
       "1314-2836"
      ]
     },
     "issnl": {
      "type": "string",
      "description": "Linking ISSN.",
      "examples": [
       "1314-2828"
      ]
     },
     "eissn": {
      "type": "string",
      "description": "ISSN of the electronic edition.",
      "examples": [
       "1314-2828"
      ]
     },
     "printissn": {
      "type": "string",
      "description": "ISSN of the print edition.",
      "examples": [
       "1314-2836"
      ]
     },
     "issns": {
      "type": "array",
      "description": "All ISSNs of the title, a set.",
      "items": {
       "type": "string",
       "description": "An ISSN.",
       "examples": [
        "1314-2836"
       ]
      },
      "examples": [
       [
        "1314-2836",
        "1314-2828"
       ]
      ]
     },
     "proprietaryId": {
      "type": "string",
      "description": "The member proprietaryid, where it was selected by this name.",
      "examples": [
       "bdj"
      ]
     },
     "publicationType": {
      "type": "string",
      "description": "The member publicationtype, where it was selected by this name.",
      "examples": [
       "journal"
      ]
     },
     "issnL": {
      "type": "string",
      "description": "The member issnl, where it was selected by this name.",
      "examples": [
       "1314-2836"
      ]
     },
     "eIssn": {
      "type": "string",
      "description": "The member eissn, where it was selected by this name.",
      "examples": [
       "1314-2836"
      ]
     },
     "printIssn": {
      "type": "string",
      "description": "The member printissn, where it was selected by this name.",
      "examples": [
       "1314-2836"
      ]
     },
     "proprietaryIds": {
      "type": "array",
      "description": "The member proprietaryids, where it was selected by this name.",
      "items": {
       "type": "string",
       "description": "An identifier.",
       "examples": [
        "bdj"
       ]
      },
      "examples": [
       [
        "bdj"
       ]
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
       "config-service"
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
       "Configuration Service"
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
      "description": "Why the service is not ready, or what could not be loaded: the first sources, plugins and title files, and how many more there are.",
      "examples": [
       "Plugins are being loaded"
      ]
     },
     "startupStatus": {
      "$ref": "#/components/schemas/StartupStatus"
     }
    }
   },
   "ConfigurationStatus": {
    "description": "The status of the service, and beyond the interface, of its loading.",
    "examples": [
     {
      "apiVersion": "2.0.0",
      "ready": true,
      "startupStatus": "AUS_STARTED",
      "loading": {
       "since": "2025-08-20T01:31:40.000Z"
      }
     }
    ],
    "allOf": [
     {
      "$ref": "#/components/schemas/ApiStatus"
     },
     {
      "type": "object",
      "properties": {
       "loading": {
        "type": "object",
        "description": "The load of plugins, configuration and titles that is under way, beyond the interface; absent when none is.",
        "required": [
         "since"
        ],
        "properties": {
         "since": {
          "type": "string",
          "format": "date-time",
          "description": "When it began.",
          "examples": [
           "2025-08-20T01:31:40.000Z"
          ]
         }
        }
       },
       "problems": {
        "type": "array",
        "description": "What could not be loaded, counted by kind, beyond the interface; absent when all was loaded. `reason` names the first of each kind.",
        "items": {
         "type": "object",
         "description": "Problems of one kind.",
         "required": [
          "kind",
          "count"
         ],
         "properties": {
          "kind": {
           "type": "string",
           "description": "Where the problems are.",
           "enum": [
            "sources",
            "plugins",
            "registries",
            "titles"
           ],
           "examples": [
            "titles"
           ]
          },
          "count": {
           "type": "integer",
           "format": "int32",
           "minimum": 1,
           "description": "How many there are.",
           "examples": [
            172
           ]
          }
         }
        },
        "examples": [
         [
          {
           "kind": "titles",
           "count": 172
          }
         ]
        ]
       }
      }
     }
    ]
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
       "No such AU"
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
       "No such AU"
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
   "QueryProblem": {
    "description": "What is wrong with a query - a Problem, and the place of what is not understood.",
    "allOf": [
     {
      "$ref": "#/components/schemas/Problem"
     }
    ],
    "type": "object",
    "properties": {
     "line": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "description": "The line of the place.",
      "examples": [
       1
      ]
     },
     "column": {
      "type": "integer",
      "format": "int32",
      "minimum": 1,
      "description": "Its place in the line, in characters.",
      "examples": [
       8
      ]
     },
     "excerpt": {
      "type": "string",
      "description": "The line (or a part of it) and below it a caret at the place.",
      "examples": [
       "select nmae\n       ^"
      ]
     }
    }
   }
  }
 }
};
