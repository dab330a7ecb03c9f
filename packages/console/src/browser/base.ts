// Base URLs. The HTML page contains the URL of the console. The services are one level above the console, under any
// path prefix that a proxy adds.

/** URL of the console; ends with `/`. */
export const consoleBase = new URL(document.baseURI);

/** URL of the service that served the page; ends with `/`. */
export const nodeBase = new URL('../', consoleBase);
