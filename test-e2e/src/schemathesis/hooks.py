# Adds a serializer for request bodies in NDJSON, which Schemathesis does not have.
import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    return (value if isinstance(value, str) else str(value)).encode()
