// Compiles a Java program that calls the LOCKSS clients.
import { join } from 'node:path';
import { compileMavenProgram } from '../support/maven-program.ts';

/** Returns the class path of the program, or the reason why the program is not available. */
export const installClients = () =>
  compileMavenProgram('existing-clients', join(import.meta.dirname, 'java'));
