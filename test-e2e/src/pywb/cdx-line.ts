// One capture as a CDX line: the eleven columns of Holdfast, and the format in which pywb returns them.

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

export function parseHoldfastLines(body: Buffer): CdxLine[] {
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

/** Parses CDXJ lines. Drops fields that pywb adds. */
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
