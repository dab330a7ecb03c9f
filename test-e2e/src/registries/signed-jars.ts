// Creates plugin JARs signed with new keys by the JDK's tools, and keystores that contain some of these keys.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '@holdfast/testkit';

export const runJdkTool = promisify(execFile);
export const STORE_PASSWORD = 'changeit';
/** JVM options that make short-lived programs start faster. */
export const QUICK_JVM_OPTIONS = ['-J-XX:TieredStopAtLevel=1', '-J-Xshare:auto'];
const store = ['-storepass', STORE_PASSWORD, '-keystore'];

export interface JarToolkit {
  readonly folder: string;
  keytool(...options: string[]): Promise<unknown>;
  /** Creates a key with keytool. The key is self-signed unless the options name a signer. */
  key(alias: string, ...options: string[]): Promise<void>;
  /** Exports the keys' certificates to a JKS keystore. Returns the path of the keystore. */
  keystore(name: string, aliases: readonly string[]): Promise<string>;
  /** Signs a copy of `plain.jar`. */
  sign(name: string, alias: string, ...options: string[]): Promise<void>;
  /** Adds or replaces a file in a JAR. */
  update(name: string, file: string, text: string): Promise<void>;
}

/** Creates a folder that contains the unsigned JAR `plain.jar`. */
export async function openJarToolkit(): Promise<JarToolkit> {
  const folder = await createTemporaryFolder();
  const here = { cwd: folder };
  const keytool = (...options: string[]) => runJdkTool('keytool', [...QUICK_JVM_OPTIONS, ...options], here);
  await mkdir(join(folder, 'x'));
  await writeFile(join(folder, 'x/DemoPlugin.xml'), PLUGIN_DEFINITION);
  const manifest = 'Manifest-Version: 1.0\n\nName: x/DemoPlugin.xml\nLockss-Plugin: true\n';
  await writeFile(join(folder, 'manifest'), manifest);
  await runJdkTool('jar', [...QUICK_JVM_OPTIONS, '-cfm', 'plain.jar', 'manifest', 'x'], here);
  return {
    folder,
    keytool,
    async key(alias, ...options) {
      const named = ['-alias', alias, '-dname', `CN=${alias}`];
      await keytool('-genkeypair', ...store, 'keys.p12', ...named, ...options);
    },
    async keystore(name, aliases) {
      const path = join(folder, name);
      for (const alias of aliases) {
        await keytool('-exportcert', ...store, 'keys.p12', '-alias', alias, '-file', `${alias}.crt`);
        const importing = ['-importcert', '-noprompt', '-storetype', 'JKS', ...store, path];
        await keytool(...importing, '-alias', alias, '-file', `${alias}.crt`);
      }
      return path;
    },
    async sign(name, alias, ...options) {
      await copyFile(join(folder, 'plain.jar'), join(folder, name));
      await runJdkTool(
        'jarsigner',
        [...QUICK_JVM_OPTIONS, ...store, 'keys.p12', ...options, name, alias],
        here,
      );
    },
    async update(name, file, text) {
      await writeFile(join(folder, file), text);
      await runJdkTool('jar', [...QUICK_JVM_OPTIONS, '-uf', name, file], here);
    },
  };
}

/** Returns whether jarsigner accepts a JAR with the certificates in the keystore. */
export async function verifyWithJarsigner(folder: string, keystore: string, name: string): Promise<boolean> {
  const options = [...QUICK_JVM_OPTIONS, '-verify', '-strict', ...store, keystore, name];
  const { code, stdout } = await runJdkTool('jarsigner', options, { cwd: folder }).then(
    (answer) => ({ ...answer, code: 0 }),
    (error) => error as { code: number; stdout: string },
  );
  return code === 0 && stdout.includes('jar verified.');
}

/** Runs a LOCKSS program. Returns its output lines, each with kind, subject and text. */
export async function runLockssProgram(
  classPath: string,
  program: string,
  words: readonly string[],
): Promise<[kind: string, name: string, said: string][]> {
  const { stdout } = await runJdkTool('java', ['-cp', classPath, `holdfast.clients.${program}`, ...words], {
    // LOCKSS writes logs to the working directory, so this is a temporary folder.
    cwd: await createTemporaryFolder(),
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout.split('\n').filter((line) => line.startsWith('\u0001'));
  return lines.map((line) => line.slice(1).split('\t') as [string, string, string]);
}

export const PLUGIN_DEFINITION = `<map>
  <entry><string>plugin_identifier</string><string>x.DemoPlugin</string></entry>
  <entry><string>plugin_name</string><string>Demo</string></entry>
  <entry><string>plugin_version</string><string>1</string></entry>
  <entry><string>au_name</string><string>"Demo %s", base_url</string></entry>
  <entry><string>plugin_config_props</string><list><org.lockss.daemon.ConfigParamDescr><key>base_url</key>
    <type>3</type><definitional>true</definitional></org.lockss.daemon.ConfigParamDescr></list></entry>
</map>`;
