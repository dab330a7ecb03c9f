"""Calls both services with the clients that openapi-python-client has generated.

Usage: openapi_python_client.py FOLDER REPOSITORY_URL CONFIG_URL PASSWORD ARCHIVE
FOLDER contains the packages `repository` and `configuration`. Prints a JSON object with the result of each call.
"""
import json
import sys

folder, repository_url, config_url, password, archive = sys.argv[1:]
sys.path.insert(0, folder)

import httpx
from configuration import Client as ConfigurationClient
from configuration.api.a_us import calculate_auid, get_au_configuration, put_au_configuration
from configuration.api.configuration import get_section_configuration, put_section_configuration
from configuration.models import AuConfiguration, AuidsForm, ConfigFileForm, TextMap
from configuration.types import File as ConfigurationFile
from repository import Client as RepositoryClient
from repository.api.archival_units import handle_bulk_au_op
from repository.api.artifacts import add_artifacts, get_artifacts, update_artifact
from repository.api.replay import get_cdxb
from repository.models import AddArtifactsForm, BulkAuOpForm, BulkAuOpFormOp, UpdateArtifactForm
from repository.types import File as RepositoryFile

auth = {"auth": httpx.BasicAuth("admin", password)}
repository = RepositoryClient(base_url=repository_url, httpx_args=auth)
configuration = ConfigurationClient(base_url=config_url, httpx_args=auth)
auid = "python one"
given = {}

with open(archive, "rb") as payload:
    form = AddArtifactsForm(auid=auid, archive=RepositoryFile(payload=payload, file_name="sample.warc.gz"))
    answer = add_artifacts.sync_detailed(client=repository, body=form)
given["imported"] = [json.loads(line)["status"] for line in answer.content.decode().splitlines()]
artifacts = get_artifacts.sync(auid, client=repository).artifacts
given["listed"] = len(artifacts)
update = UpdateArtifactForm(committed=False)
given["updated"] = update_artifact.sync(artifacts[0].uuid, client=repository, body=update).committed
update_artifact.sync(artifacts[0].uuid, client=repository, body=UpdateArtifactForm(committed=True))
given["bulk"] = [
    handle_bulk_au_op.sync_detailed(auid, client=repository, body=BulkAuOpForm(op=op)).status_code.value
    for op in (BulkAuOpFormOp.START, BulkAuOpFormOp.FINISH)
]
captures = get_cdxb.sync_detailed("default", client=repository, url_query="http://www.example.org/").content
given["captures"] = len(captures.decode().splitlines())

named = calculate_auid.sync(client=configuration, body=AuidsForm(handle="python-one")).auid
wanted = AuConfiguration(au_id=named, au_config=TextMap.from_dict({"handle": "python-one"}))
put_au_configuration.sync_detailed(named, client=configuration, body=wanted)
found = get_au_configuration.sync(named, client=configuration)
given["configuration"] = found.au_config.to_dict()
text = b"org.lockss.python.one = 1\n"
section = ConfigFileForm(config_file=ConfigurationFile(payload=text, file_name="expert.txt"))
given["stored"] = put_section_configuration.sync_detailed(
    "expert", client=configuration, body=section
).status_code.value
read = get_section_configuration.sync("expert", client=configuration)
given["read"] = read.payload.read().decode()
print(json.dumps(given))
