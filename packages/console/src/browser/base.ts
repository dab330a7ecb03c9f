// Base addresses. The page contains the address of the console; the services are one level above it, under any prefix
// that a proxy adds.

/** Address of the console; ends with `/`. */
export const consoleBase = new URL(document.baseURI);

/** Address of the service that delivered the page; ends with `/`. */
export const nodeBase = new URL('../', consoleBase);
