// Installs the LOCKSS Java clients and the program that drives them.
import { join } from 'node:path';
import { compileMavenProgram } from '../support/maven-program.ts';

/** Returns the class path of the program, or the reason why there is none. */
export const installClients = () =>
  compileMavenProgram('existing-clients', join(import.meta.dirname, 'java'));
