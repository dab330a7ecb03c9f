# Indexes the given files with pywb's indexer. Prints a line of JSON for each file, with the lines of the index and the
# error that stopped the indexer, if any.
import io
import json
import sys

from pywb.indexer.cdxindexer import write_cdx_index

for path in sys.argv[1:]:
    index = io.BytesIO()
    fault = None
    try:
        with open(path, 'rb') as archive:
            write_cdx_index(index, archive, 'x', cdxj=True)
    except (Exception, SystemExit) as error:
        fault = f'{type(error).__name__}: {str(error).strip()}'[:200]
    lines = index.getvalue().decode('utf-8', 'replace').splitlines()
    sys.stdout.write(json.dumps({'path': path, 'fault': fault, 'lines': lines}) + '\n')
