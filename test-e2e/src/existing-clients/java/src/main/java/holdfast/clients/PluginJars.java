// Validates plugin JARs with LOCKSS's own validator. `validate keystore password jar…` prints for each JAR whether the
// validator accepts it. `read repositoryUrl namespace user password auid keystore password` loads the JARs of a registry
// from the repository, as LOCKSS's plugin manager does, and prints the names of their plugins.
package holdfast.clients;

import java.io.File;
import java.io.FileInputStream;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.file.Files;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.jar.JarFile;
import org.lockss.plugin.CachedUrl;
import org.lockss.util.JarValidator;
import org.lockss.util.rest.repo.LockssRepository.IncludeContent;
import org.lockss.util.rest.repo.RestLockssRepository;
import org.lockss.util.rest.repo.model.Artifact;
import org.lockss.util.rest.repo.model.ArtifactData;

public final class PluginJars {
  public static void main(String[] args) throws Exception {
    if (args[0].equals("validate")) {
      JarValidator validator = validator(args[1], args[2]);
      for (String jar : Arrays.asList(args).subList(3, args.length)) {
        say("jar", new File(jar).getName(), blessed(validator, jar, () -> new FileInputStream(jar)));
      }
    } else {
      read(args);
    }
    // Threads of the client are still running, and would keep the process alive.
    System.exit(0);
  }

  private static void read(String[] args) throws Exception {
    RestLockssRepository repository = new RestLockssRepository(new URL(args[1]), args[3], args[4]);
    JarValidator validator = validator(args[6], args[7]);
    for (Artifact artifact : repository.getArtifacts(args[2], args[5])) {
      String url = artifact.getUri();
      ArtifactData data = repository.getArtifactData(artifact, IncludeContent.NEVER);
      String node = data.getHttpHeaders().getFirst("X-Lockss-node-url");
      if (!url.equals(node)) throw new IllegalStateException(url + " has the node URL " + node);
      // The validator reads the content twice: to check it, and to copy it.
      Callable<InputStream> content =
        () -> repository.getArtifactData(artifact, IncludeContent.ALWAYS).getInputStream();
      String verdict = url.endsWith(".jar") ? blessed(validator, url, content) : "page";
      say("url", url, "version " + artifact.getVersion() + ": " + verdict);
    }
  }

  /** Validates a JAR and lists its plugins, as LOCKSS's plugin manager does. */
  private static String blessed(JarValidator validator, String url, Callable<InputStream> content) {
    try {
      File jar = validator.getBlessedJar(cachedUrl(url, content));
      try (JarFile opened = new JarFile(jar)) {
        TreeSet<String> plugins = new TreeSet<>();
        opened.getManifest().getEntries().forEach((name, attributes) -> {
          if (attributes.getValue("Lockss-Plugin") != null) plugins.add(name);
        });
        return "blessed " + plugins;
      }
    } catch (Exception e) {
      return "refused " + e;
    }
  }

  private static CachedUrl cachedUrl(String url, Callable<InputStream> content) {
    return (CachedUrl) Proxy.newProxyInstance(
      PluginJars.class.getClassLoader(),
      new Class<?>[] {CachedUrl.class},
      (proxy, method, arguments) -> switch (method.getName()) {
        case "getUnfilteredInputStream" -> content.call();
        case "getUrl", "toString" -> url;
        default -> throw new UnsupportedOperationException(method.getName());
      });
  }

  private static JarValidator validator(String keystore, String password) throws Exception {
    KeyStore known = KeyStore.getInstance("JKS", "SUN");
    try (InputStream in = new FileInputStream(keystore)) {
      known.load(in, password.toCharArray());
    }
    return new JarValidator(known, Files.createTempDirectory("plugins").toFile());
  }

  private static void say(String kind, String name, String verdict) {
    List<String> words = List.of(kind, name, verdict.replace('\n', ' '));
    System.out.println("\u0001" + String.join("\t", words));
  }
}
