// The field's own Java clients, and the program that drives them.
import { join } from 'node:path';
import { mavenProgram } from '../support/maven-program.ts';

/** The class path of the program, or why there is none, in words. */
export const installedClients = () => mavenProgram('existing-clients', join(import.meta.dirname, 'java'));
