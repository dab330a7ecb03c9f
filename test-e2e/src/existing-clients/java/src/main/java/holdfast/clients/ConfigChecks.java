// Checks every public method of LOCKSS's client of the configuration service.
package holdfast.clients;

import static holdfast.clients.Checks.equal;
import static holdfast.clients.Checks.fails;
import static holdfast.clients.Checks.isTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.lockss.account.BasicUserAccount;
import org.lockss.account.UserAccount;
import org.lockss.config.AuConfiguration;
import org.lockss.config.HttpRequestPreconditions;
import org.lockss.config.RestConfigClient;
import org.lockss.config.RestConfigSection;
import org.lockss.util.rest.HttpResponseStatusAndHeaders;
import org.lockss.util.rest.LockssResponseErrorHandler.WrappedLockssRestHttpException;
import org.lockss.util.rest.exception.LockssRestException;
import org.lockss.util.rest.multipart.MultipartResponse;
import org.springframework.http.HttpStatus;

final class ConfigChecks {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PEER = "TCP:[192.0.2.7]:9729";

  private final Main.Node node;
  private final RestConfigClient client;
  private final Checks checks = new Checks(RestConfigClient.class);
  private final String handle = "run " + UUID.randomUUID();
  private final String auid = named(handle);
  private final String registry = "org|lockss|plugin|RegistryPlugin&base_url~http%3A%2F%2Fplugins%2Eexample%2F";
  private final String unknown = "org|example|NoPlugin&run~" + UUID.randomUUID();
  private String etag;
  private String lastModified;

  ConfigChecks(Main.Node node) {
    this.node = node;
    client = new RestConfigClient(node.configUrl(), node.user() + ":" + node.password());
  }

  void run() throws Exception {
    ofTheClientAlone();
    files();
    aus();
    states();
    accounts();
    checks.run(node.mode());
  }

  private void ofTheClientAlone() {
    checks.add("setUserCredentials(String)", "is who asks", () -> {
      RestConfigClient other = new RestConfigClient(node.configUrl(), node.user() + ":wrong password");
      fails(LockssRestException.class, "401", other::getAllArchivalUnitConfiguration);
      other.setUserCredentials(node.user() + ":" + node.password());
      isTrue(other.getAllArchivalUnitConfiguration() != null, null);
    });
    checks.add("isActive()", "is so", () -> equal(true, client.isActive()));
    checks.add("getServiceLocation()", "is the address", () -> equal(node.configUrl(), client.getServiceLocation()));
    checks.add("isPartOfThisService(String)", "knows its own addresses", () -> {
      equal(true, client.isPartOfThisService(node.configUrl() + "/config/file/expert"));
      equal(false, client.isPartOfThisService("http://elsewhere.example/config/file/expert"));
    });
  }

  private void files() {
    checks.add("putConfigSection(RestConfigSection)", "stores a section, once of two", () -> {
      RestConfigSection stored = client.putConfigSection(section("org.example.setting=1\n")
          .setHttpRequestPreconditions(new HttpRequestPreconditions(null, null, List.of("*"), null)));
      equal(HttpStatus.OK, stored.getStatus());
      etag = stored.getEtag();
      lastModified = stored.getLastModified();
      isTrue(etag.matches("\"[^\"]+\""), etag);
      RestConfigSection again = client.putConfigSection(section("org.example.setting=2\n")
          .setHttpRequestPreconditions(new HttpRequestPreconditions(null, null, List.of("*"), null)));
      equal(HttpStatus.PRECONDITION_FAILED, again.getStatus());
      equal(HttpStatus.BAD_REQUEST, client.putConfigSection(section("x=1\n").setSectionName("none")).getStatus());
    });
    checks.add("getConfigSection(RestConfigSection)", "reads it, and only when it changed", () -> {
      RestConfigSection read = client.getConfigSection(new RestConfigSection().setSectionName("expert"));
      equal(HttpStatus.OK, read.getStatus());
      equal("org.example.setting=1\n", text(read.getInputStream()));
      equal(etag, read.getEtag());
      equal(lastModified, read.getLastModified());
      isTrue(read.getContentType().startsWith("text/plain"), read.getContentType());
      RestConfigSection unchanged = client.getConfigSection(new RestConfigSection().setSectionName("expert")
          .setHttpRequestPreconditions(new HttpRequestPreconditions(null, lastModified, List.of(etag), null)));
      equal(HttpStatus.NOT_MODIFIED, unchanged.getStatus());
      equal(HttpStatus.NOT_FOUND, client.getConfigSection(new RestConfigSection().setSectionName("alert")).getStatus());
      equal(HttpStatus.BAD_REQUEST, client.getConfigSection(new RestConfigSection().setSectionName("none")).getStatus());
    });
    checks.add("callGetMultipartRequest(String,HttpRequestPreconditions)", "reads what user-config names", () -> {
      String all = part(client.callGetMultipartRequest(urlOf("dyn:user-config.xml"), null));
      isTrue(all.contains("<value>/config/file/expert</value>"), all);
      equal("org.example.setting=1\n", part(client.callGetMultipartRequest(urlOf("/config/file/expert"), null)));
      isTrue(part(client.callGetMultipartRequest(urlOf("dyn:cluster.xml"), null)).contains("lockss-config"), all);
      equal(304, client.callGetMultipartRequest(urlOf("/config/file/expert"),
          new HttpRequestPreconditions(null, null, List.of(etag), null)).getStatusCode().value());
      equal(400, client.callGetMultipartRequest(urlOf("file:/etc/passwd"), null).getStatusCode().value());
    });
    checks.add("callPutMultipartRequest(String,HttpRequestPreconditions,InputStream,String,long)", "stores", () -> {
      byte[] content = "org.example.setting=3\n".getBytes(StandardCharsets.UTF_8);
      HttpResponseStatusAndHeaders answer = client.callPutMultipartRequest(node.configUrl() + "/config/file/expert",
          new HttpRequestPreconditions(List.of(etag), null, null, null), new ByteArrayInputStream(content),
          "text/plain", content.length);
      equal(200, answer.getStatusCode());
      isTrue(!etag.equals(answer.getHeaders().getETag()), answer);
    });
  }

  private void aus() {
    checks.add("calculateAuid(String,String,Map)", "names AUs", () -> {
      equal(Map.of("auid", auid), client.calculateAuid(null, handle, null));
      equal(Map.of("auid", auid), client.calculateAuid("org.lockss.plugin.NamedPlugin", null, Map.of("handle", handle)));
      equal(Map.of("auid", registry), client.calculateAuid("org.lockss.plugin.RegistryPlugin", null,
          Map.of("base_url", "http://plugins.example/")));
      fails(LockssRestException.class, "400", () -> client.calculateAuid(null, null, null));
      fails(LockssRestException.class, "404", () -> client.calculateAuid("org.example.None", null, Map.of("a", "b")));
    });
    checks.add("putArchivalUnitConfiguration(AuConfiguration)", "configures", () -> {
      client.putArchivalUnitConfiguration(configured(auid, "handle", handle));
      client.putArchivalUnitConfiguration(configured(registry, "base_url", "http://plugins.example/"));
      fails(LockssRestException.class, "404", () ->
          client.putArchivalUnitConfiguration(configured(unknown, "run", "1")));
    });
    checks.add("getArchivalUnitConfiguration(String)", "reads", () -> {
      equal(configured(auid, "handle", handle), client.getArchivalUnitConfiguration(auid));
      if (node.isLaaws()) equal(null, client.getArchivalUnitConfiguration(unknown));
      else fails(LockssRestException.class, "404", () -> client.getArchivalUnitConfiguration(unknown));
    });
    checks.add("getAllArchivalUnitConfiguration()", "reads all", () ->
        isTrue(client.getAllArchivalUnitConfiguration().contains(configured(auid, "handle", handle)), auid));
    checks.add("deleteArchivalUnitConfiguration(String)", "deletes", () -> {
      equal(configured(registry, "base_url", "http://plugins.example/"), client.deleteArchivalUnitConfiguration(registry));
      fails(LockssRestException.class, "404", () -> client.deleteArchivalUnitConfiguration(unknown));
    });
    checks.add("getTdbAu(String)", "asks for what the field's own service has not either", () ->
        fails(WrappedLockssRestHttpException.class, "", () -> {
          try {
            client.getTdbAu(auid);
          } catch (WrappedLockssRestHttpException wrapped) {
            equal(HttpStatus.NOT_FOUND, wrapped.getLRHE().getHttpStatus());
            throw wrapped;
          }
        }));
  }

  private void states() {
    checks.add("patchArchivalUnitState(String,String,String)", "sets members", () -> {
      for (String au : List.of(auid, registry)) {
        client.patchArchivalUnitState(au, "{\"lastCrawlTime\": 7, \"lastCrawlResult\": 3}", "cookie");
        equal(7, JSON.readTree(client.getArchivalUnitState(au)).get("lastCrawlTime").asInt());
      }
      unknownMember(() -> client.patchArchivalUnitState(auid, "{\"lastGasp\": 1}", null));
      fails(LockssRestException.class, "404", () -> client.patchArchivalUnitState(unknown, "{}", null));
    });
    checks.add("getArchivalUnitState(String)", "gives the whole", () -> {
      JsonNode state = JSON.readTree(client.getArchivalUnitState(auid));
      equal(auid, state.get("auId").asText());
      equal(-1, state.get("lastTopLevelPollTime").asInt());
      equal(node.isLaaws(), state.has("lastGasp"));
      client.patchArchivalUnitState(auid, client.getArchivalUnitState(auid), null);
      equal(state, JSON.readTree(client.getArchivalUnitState(auid)));
      fails(LockssRestException.class, "404", () -> client.getArchivalUnitState(unknown));
    });
    String agreements = "{\"auid\": \"" + auid + "\", \"rawMap\": {\"" + PEER + "\": {\"id\": \"" + PEER
        + "\", \"map\": {\"POR\": {\"percentAgreement\": 0.5, \"percentAgreementTime\": 1, "
        + "\"highestPercentAgreement\": 0.75, \"highestPercentAgreementTime\": 2}}}}}";
    checks.add("patchArchivalUnitAgreements(String,String,String)", "sets peers", () -> {
      client.patchArchivalUnitAgreements(auid, agreements, "cookie");
      fails(LockssRestException.class, "400", () ->
          client.patchArchivalUnitAgreements(auid, agreements.replace("TCP", "NONE"), null));
      fails(LockssRestException.class, "400", () -> client.patchArchivalUnitAgreements(registry, agreements, null));
    });
    checks.add("getArchivalUnitAgreements(String)", "gives them", () -> {
      equal(JSON.readTree(agreements), JSON.readTree(client.getArchivalUnitAgreements(auid)));
      equal(0, JSON.readTree(client.getArchivalUnitAgreements(registry)).get("rawMap").size());
    });
    String suspects = "{\"auid\": \"" + auid + "\", \"suspectVersions\": [{\"url\": \"http://a/\", \"version\": 2, "
        + "\"created\": 5, \"computedHash\": {\"bytes\": \"q83vEg==\", \"algorithm\": \"SHA-256\"}, \"storedHash\": null}]}";
    checks.add("putArchivalUnitSuspectUrlVersions(String,String,String)", "replaces", () -> {
      client.putArchivalUnitSuspectUrlVersions(auid, suspects, "cookie");
      fails(LockssRestException.class, "400", () -> client.putArchivalUnitSuspectUrlVersions(auid, "[]", null));
    });
    checks.add("getArchivalUnitSuspectUrlVersions(String)", "gives them", () -> {
      equal(JSON.readTree(suspects), JSON.readTree(client.getArchivalUnitSuspectUrlVersions(auid)));
      equal(0, JSON.readTree(client.getArchivalUnitSuspectUrlVersions(registry)).get("suspectVersions").size());
    });
    String peers = "{\"auid\": \"" + auid + "\", \"rawSet\": [\"" + PEER + "\"], \"date\": 9}";
    checks.add("putNoAuPeers(String,String,String)", "replaces", () -> {
      client.putNoAuPeers(auid, peers, "cookie");
      fails(LockssRestException.class, "400", () -> client.putNoAuPeers(auid, "{\"rawSet\": [\"x\"]}", null));
    });
    checks.add("getNoAuPeers(String)", "gives them", () -> {
      equal(JSON.readTree(peers), JSON.readTree(client.getNoAuPeers(auid)));
      equal(-1, JSON.readTree(client.getNoAuPeers(registry)).get("date").asInt());
    });
  }

  private void accounts() {
    String name = "user " + UUID.randomUUID();
    checks.add("postUserAccount(UserAccount)", "keeps an account", () -> {
      UserAccount account = new BasicUserAccount(name);
      account.setRoles("accessContentRole");
      client.postUserAccount(account);
    });
    checks.add("postUserAccounts(List)", "keeps accounts", () ->
        client.postUserAccounts(List.of(new BasicUserAccount(name + " b"), new BasicUserAccount(name))));
    checks.add("getUserAccountNames()", "lists them", () -> {
      List<String> names = new ArrayList<>();
      client.getUserAccountNames().forEach(names::add);
      isTrue(names.containsAll(List.of(name, name + " b")), names);
    });
    checks.add("getUserAccount(String)", "gives it back", () -> {
      UserAccount account = client.getUserAccount(name);
      equal(name, account.getName());
      equal("accessContentRole", account.getRoles());
      fails(LockssRestException.class, "404", () -> client.getUserAccount("nobody"));
    });
    checks.add("patchUserAccount(String,String,String)", "changes it", () -> {
      UserAccount changed = client.patchUserAccount(name, "{\"email\": \"a@example.org\"}", "cookie");
      equal("a@example.org", changed.getEmail());
      equal("accessContentRole", changed.getRoles());
    });
    checks.add("deleteUserAccount(String)", "deletes it, and again", () -> {
      for (String each : List.of(name, name, name + " b")) client.deleteUserAccount(each);
      fails(LockssRestException.class, "404", () -> client.getUserAccount(name));
    });
  }

  /** Expects the service to reject an unknown member with 400, unless COMPATIBILITY=laaws is set. */
  private void unknownMember(Checks.Body write) throws Throwable {
    if (node.isLaaws()) write.run();
    else fails(LockssRestException.class, "400", write);
  }

  /** Returns the URL in the form that LOCKSS services use. The source is not encoded, because the client encodes it. */
  private String urlOf(String source) {
    return node.configUrl() + "/config/url?url=" + source;
  }

  private static RestConfigSection section(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return new RestConfigSection().setSectionName("expert").setInputStream(new ByteArrayInputStream(bytes))
        .setContentType("text/plain").setContentLength(bytes.length);
  }

  private static AuConfiguration configured(String auid, String key, String value) {
    return new AuConfiguration(auid, Map.of(key, value));
  }

  private static String part(MultipartResponse response) throws IOException {
    equal(200, response.getStatusCode().value());
    return text(response.getParts().get(RestConfigClient.CONFIG_PART_NAME).getInputStream());
  }

  private static String text(InputStream stream) throws IOException {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String named(String handle) {
    return "org|lockss|plugin|NamedPlugin&handle~" + handle.replace(' ', '+');
  }
}
