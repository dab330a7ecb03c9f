// Runs jwarc from Maven Central. The program reads and digests the content of every capture, as an import does
// (reading.ts). Java compiles the program when it starts.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installJwarc } from '@holdfast/testkit';
import { readCacheFolder } from '../env.ts';
import type { OtherReader } from './other-reader.ts';

export async function openJwarcReader(): Promise<OtherReader | { missing: string }> {
  const installed = await installJwarc();
  if ('missing' in installed) return installed;
  const program = join(readCacheFolder(), 'JwarcReader.java');
  await mkdir(readCacheFolder(), { recursive: true });
  await writeFile(program, PROGRAM);
  const [, version = ''] = /jwarc-([\d.]+)\.jar$/.exec(installed.jar) ?? [];
  return { name: 'jwarc', version, command: ['java', '-cp', installed.jar, program] };
}

const PROGRAM = `
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Paths;
import java.security.MessageDigest;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;

public class JwarcReader {
    static long records, bytes;

    public static void main(String[] args) throws Exception {
        var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        var lines = new BufferedReader(new InputStreamReader(System.in));
        while (lines.readLine() != null) {
            long started = System.nanoTime(), cpu = process.getProcessCpuTime();
            pass(args[0]);
            double seconds = (System.nanoTime() - started) / 1e9;
            double cpuSeconds = (process.getProcessCpuTime() - cpu) / 1e9;
            System.out.println("{\\"seconds\\":" + seconds + ",\\"cpuSeconds\\":" + cpuSeconds
                + ",\\"seen\\":{\\"records\\":" + records + ",\\"bytes\\":" + bytes + "}}");
        }
    }

    static void pass(String path) throws Exception {
        records = 0;
        bytes = 0;
        var sha256 = MessageDigest.getInstance("SHA-256");
        var sha1 = MessageDigest.getInstance("SHA-1");
        var storedSha1 = MessageDigest.getInstance("SHA-1");
        var buffer = ByteBuffer.allocate(65536);
        try (var reader = new WarcReader(Paths.get(path))) {
            for (WarcRecord record : reader) {
                records++;
                var response = record instanceof WarcResponse one ? one : null;
                if (response == null && !(record instanceof WarcResource || record instanceof WarcRevisit)) continue;
                MessageBody body = response == null ? record.body() : response.http().body();
                boolean chunked = response != null
                    && response.http().headers().first("Transfer-Encoding").orElse("").equals("chunked");
                while (body.read(buffer.clear()) >= 0) {
                    buffer.flip();
                    bytes += buffer.remaining();
                    sha256.update(buffer.duplicate());
                    if (chunked) storedSha1.update(buffer.duplicate());
                    sha1.update(buffer);
                }
                sha256.digest();
                sha1.digest();
                if (chunked) storedSha1.digest();
            }
        }
    }
}
`;
