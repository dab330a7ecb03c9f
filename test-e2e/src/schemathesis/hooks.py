# What Schemathesis does not know by itself: how a body of lines is sent.
import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    return (value if isinstance(value, str) else str(value)).encode()
