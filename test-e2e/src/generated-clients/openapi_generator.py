"""Calls both services with the Python clients that openapi-generator has generated.

Usage: openapi_generator.py FOLDER REPOSITORY_URL CONFIG_URL PASSWORD ARCHIVE
FOLDER contains the packages `repository` and `configuration`. Prints a JSON object with the result of each call.
"""
import json
import sys

folder, repository_url, config_url, password, archive = sys.argv[1:]
sys.path.insert(0, folder)

import configuration
import repository

login = {"username": "admin", "password": password}
of_repository = repository.ApiClient(repository.Configuration(host=repository_url, **login))
of_configuration = configuration.ApiClient(configuration.Configuration(host=config_url, **login))
artifacts_api = repository.ArtifactsApi(of_repository)
units_api = repository.ArchivalUnitsApi(of_repository)
replay_api = repository.ReplayApi(of_repository)
aus_api = configuration.AUsApi(of_configuration)
configuration_api = configuration.ConfigurationApi(of_configuration)
auid = "python two"
given = {}

with open(archive, "rb") as file:
    lines = artifacts_api.add_artifacts(auid, ("sample.warc.gz", file.read()))
given["imported"] = [json.loads(line)["status"] for line in bytes(lines).decode().splitlines()]
artifacts = artifacts_api.get_artifacts(auid).artifacts
given["listed"] = len(artifacts)
given["updated"] = artifacts_api.update_artifact(artifacts[0].uuid, committed2=False).committed
artifacts_api.update_artifact(artifacts[0].uuid, committed2=True)
given["bulk"] = [
    units_api.handle_bulk_au_op_with_http_info(auid, op2=op).status_code for op in ("start", "finish")
]
captures = replay_api.get_cdxb("default", url="http://www.example.org/")
given["captures"] = len(captures.splitlines())

named = aus_api.calculate_auid(handle="python-two").auid
wanted = configuration.AuConfiguration(auId=named, auConfig={"handle": "python-two"})
aus_api.put_au_configuration(named, wanted)
given["configuration"] = aus_api.get_au_configuration(named).au_config
text = b"org.lockss.python.two = 1\n"
given["stored"] = configuration_api.put_section_configuration_with_http_info(
    "expert", ("expert.txt", text)
).status_code
given["read"] = bytes(configuration_api.get_section_configuration("expert")).decode()
print(json.dumps(given))
