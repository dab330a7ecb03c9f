// Where things are: the page says where the console is, and the services are above it, whatever prefix a proxy gives them.

/** Address of the console; ends with `/`. */
export const consoleBase = new URL(document.baseURI);

/** Address of the service that gave out the page; ends with `/`. */
export const nodeBase = new URL('../', consoleBase);
