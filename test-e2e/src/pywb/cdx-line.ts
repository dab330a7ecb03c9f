// One capture as a line of a CDX server: our eleven columns, and the format in which pywb passes them on.

export interface CdxLine {
  urlkey: string;
  timestamp: string;
  url: string;
  mime: string;
  status: string;
  digest: string;
  redirect: string;
  robotflags: string;
  length: string;
  offset: string;
  filename: string;
}

export function parseOurLines(body: Buffer): CdxLine[] {
  return linesOf(body).map((line) => {
    const [urlkey, timestamp, url, mime, status, digest, redirect, robotflags, length, offset, filename] =
      line.split(' ') as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
    return {
      urlkey,
      timestamp,
      url,
      mime,
      status,
      digest,
      redirect,
      robotflags,
      length,
      offset,
      filename,
    };
  });
}

/** Parses CDXJ lines and drops the fields that pywb adds itself. */
export function parsePywbLines(body: Buffer): CdxLine[] {
  return linesOf(body).map((line) => {
    const [, urlkey, timestamp, json] = /^(\S+) (\S+) (.*)$/.exec(line) as unknown as string[];
    const { load_url, source, 'source-coll': _collection, ...columns } = JSON.parse(json!);
    return { urlkey, timestamp, ...columns };
  });
}

function linesOf(body: Buffer): string[] {
  return body.toString().split('\n').filter(Boolean);
}
