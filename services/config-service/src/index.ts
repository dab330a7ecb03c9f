// @holdfast/config-service is a program, not a library: see main.ts.
export {};
