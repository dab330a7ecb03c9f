// Checks every public method of LOCKSS's client of the repository service.
package holdfast.clients;

import static holdfast.clients.Checks.equal;
import static holdfast.clients.Checks.fails;
import static holdfast.clients.Checks.isTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.apache.http.HttpVersion;
import org.apache.http.message.BasicStatusLine;
import org.lockss.util.rest.exception.LockssRestHttpException;
import org.lockss.util.rest.repo.LockssNoSuchArtifactIdException;
import org.lockss.util.rest.repo.LockssRepository.ArchiveType;
import org.lockss.util.rest.repo.LockssRepository.IncludeContent;
import org.lockss.util.rest.repo.RestLockssRepository;
import org.lockss.util.rest.repo.model.Artifact;
import org.lockss.util.rest.repo.model.ArtifactData;
import org.lockss.util.rest.repo.model.ArtifactIdentifier;
import org.lockss.util.rest.repo.model.ArtifactVersions;
import org.lockss.util.rest.repo.model.AuSize;
import org.lockss.util.rest.repo.model.ImportStatus;
import org.lockss.util.rest.repo.model.RepositoryInfo;
import org.lockss.util.storage.StorageInfo;
import org.springframework.http.HttpHeaders;

final class RepositoryChecks {
  private static final String NS = "clients";
  private static final String UNKNOWN = "00000000-0000-7000-8000-000000000000";

  private final Main.Node node;
  private final RestLockssRepository repository;
  private final Checks checks = new Checks(RestLockssRepository.class);
  /** AU that contains three versions of `a`, of which version 3 is not committed, and one version each of `a/b` and `b`. */
  private final String auid = "org|example|plugin|ClientPlugin&base_url~http%3A%2F%2Fa%2F&run~" + UUID.randomUUID();
  private final String otherAuid = auid + "-other";
  private Artifact first;
  private Artifact second;
  private Artifact third;

  RepositoryChecks(Main.Node node) throws Exception {
    this.node = node;
    repository = new RestLockssRepository(new URL(node.repositoryUrl()), node.user(), node.password());
  }

  void run() throws Exception {
    adding();
    reading();
    listing();
    changing();
    importing();
    information();
    ofTheClientAlone();
    checks.run(node.mode());
  }

  private void adding() {
    checks.add("addArtifact(ArtifactData)", "stores artifacts, uncommitted, with the next version", () -> {
      first = repository.addArtifact(page(auid, "http://a/a", "one"));
      equal(1, first.getVersion());
      equal(false, first.isCommitted());
      equal(NS, first.getNamespace());
      equal(auid, first.getAuid());
      equal(3L, first.getContentLength());
      equal("SHA-256:" + sha256("one"), first.getContentDigest());
      equal(1_600_000_000_000L, first.getCollectionDate());
      fails(IllegalArgumentException.class, "Null", () -> repository.addArtifact(null));
      fails(IOException.class, "400", () -> repository.addArtifact(page(auid, "", "x")));
    });
    checks.add("commitArtifact(String,String)", "commits, and again", () -> {
      for (int time = 0; time < 2; time++) {
        Artifact committed = repository.commitArtifact(NS, first.getUuid());
        equal(true, committed.isCommitted());
        equal(first.getUuid(), committed.getUuid());
      }
      fails(LockssNoSuchArtifactIdException.class, "", () -> repository.commitArtifact(NS, UNKNOWN));
      second = repository.addArtifact(page(auid, "http://a/a", "two"));
      equal(2, second.getVersion());
      repository.commitArtifact(NS, second.getUuid());
      third = repository.addArtifact(page(auid, "http://a/a", "three!"));
      equal(3, third.getVersion());
      for (String url : List.of("http://a/a/b", "http://a/b"))
        repository.commitArtifact(NS, repository.addArtifact(page(auid, url, url)).getUuid());
      repository.commitArtifact(NS, repository.addArtifact(page(otherAuid, "http://a/a", "one")).getUuid());
    });
    checks.add("addArtifact(ArtifactData)", "of content that did not change", () -> {
      String au = auid + "-same";
      repository.commitArtifact(NS, repository.addArtifact(page(au, "http://a/", "same")).getUuid());
      if (node.isLaaws()) equal(2, repository.addArtifact(page(au, "http://a/", "same")).getVersion());
      else fails(IOException.class, "302", () -> repository.addArtifact(page(au, "http://a/", "same")));
    });
  }

  private void reading() {
    checks.add("getArtifactData(Artifact,IncludeContent)", "gives head and content", () -> {
      ArtifactData data = repository.getArtifactData(first, IncludeContent.ALWAYS);
      equal(200, data.getHttpStatus().getStatusCode());
      equal("text/html", data.getHttpHeaders().getFirst("Content-Type"));
      equal("one", text(data.getInputStream()));
      equal(first.getContentDigest(), data.getContentDigest());
      isTrue(data.getStoreDate() > 1_600_000_000_000L, data.getStoreDate());
      ArtifactData without = repository.getArtifactData(first, IncludeContent.NEVER);
      equal(200, without.getHttpStatus().getStatusCode());
      equal(false, without.hasContentInputStream());
      equal("three!", text(repository.getArtifactData(third, IncludeContent.IF_SMALL).getInputStream()));
      fails(LockssNoSuchArtifactIdException.class, "",
          () -> repository.getArtifactData(first.copyOf().uuid(UNKNOWN), IncludeContent.ALWAYS));
    });
    checks.add("getArtifactData(Artifact,IncludeContent)", "keeps the type of a resource, however odd", () -> {
      for (String type : List.of("text/plain", "x-ms-wmv")) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("Content-Type", type);
        ArtifactData data = new ArtifactData(
            new ArtifactIdentifier(NS, auid + "-resource", "http://r/" + type, null), headers, bytes("r"), null);
        data.setCollectionDate(1L);
        Artifact stored = repository.addArtifact(data);
        ArtifactData read = repository.getArtifactData(stored, IncludeContent.ALWAYS);
        equal(type, read.getHttpHeaders().getFirst("Content-Type"));
        equal(null, read.getHttpStatus());
        equal("r", text(read.getInputStream()));
      }
    });
    checks.add("getArtifactDataByPayload(Artifact,IncludeContent)", "gives the content alone", () -> {
      ArtifactData data = repository.getArtifactDataByPayload(first, IncludeContent.ALWAYS);
      equal("text/html", data.getHttpHeaders().getContentType().toString());
      equal("one", text(data.getInputStream()));
      equal(false, repository.getArtifactDataByPayload(first, IncludeContent.NEVER).hasContentInputStream());
      fails(LockssNoSuchArtifactIdException.class, "",
          () -> repository.getArtifactDataByPayload(first.copyOf().uuid(UNKNOWN), IncludeContent.ALWAYS));
    });
    checks.add("getArtifactDataByMultipart(String,String,IncludeContent)", "gives all parts", () -> {
      ArtifactData data = repository.getArtifactDataByMultipart(NS, second.getUuid(), IncludeContent.ALWAYS);
      equal(200, data.getHttpStatus().getStatusCode());
      equal("two", text(data.getInputStream()));
      equal(second.getContentDigest(), data.getContentDigest());
      equal(1_600_000_000_000L, data.getCollectionDate());
      equal("http://a/a", data.getIdentifier().getUri());
      fails(LockssNoSuchArtifactIdException.class, "",
          () -> repository.getArtifactDataByMultipart(NS, UNKNOWN, IncludeContent.ALWAYS));
    });
    checks.add("setUseMultipartEndpoint(boolean)", "makes getArtifactData ask for parts", () -> {
      repository.setUseMultipartEndpoint(true);
      equal("one", text(repository.getArtifactData(first, IncludeContent.ALWAYS).getInputStream()));
      repository.setUseMultipartEndpoint(false);
    });
    checks.add("getArtifactFromUuid(String)", "is not for clients", () ->
        fails(UnsupportedOperationException.class, "", () -> repository.getArtifactFromUuid(first.getUuid())));
  }

  private void listing() {
    checks.add("getNamespaces()", "lists them", () ->
        isTrue(all(repository.getNamespaces()).contains(NS), all(repository.getNamespaces())));
    checks.add("getAuIds(String)", "lists AUs", () -> {
      isTrue(all(repository.getAuIds(NS)).containsAll(List.of(auid, otherAuid)), all(repository.getAuIds(NS)));
      equal(List.of(), allOrNone(() -> repository.getAuIds("nowhere")));
    });
    checks.add("getArtifacts(String,String)", "lists the latest committed versions in order", () -> {
      equal(List.of("http://a/a 2", "http://a/a/b 1", "http://a/b 1"), names(repository.getArtifacts(NS, auid)));
      equal(List.of(), allOrNone(() -> repository.getArtifacts(NS, "org|example|None&a~1")));
    });
    checks.add("getArtifactsAllVersions(String,String)", "lists all committed versions", () ->
        equal(List.of("http://a/a 2", "http://a/a 1", "http://a/a/b 1", "http://a/b 1"),
            names(repository.getArtifactsAllVersions(NS, auid))));
    checks.add("getArtifactsWithPrefix(String,String,String)", "lists by prefix", () -> {
      equal(List.of("http://a/a 2", "http://a/a/b 1"), names(repository.getArtifactsWithPrefix(NS, auid, "http://a/a")));
      equal(List.of(), names(repository.getArtifactsWithPrefix(NS, auid, "http://b/")));
    });
    checks.add("getArtifactsWithPrefixAllVersions(String,String,String)", "lists all versions by prefix", () ->
        equal(List.of("http://a/a 2", "http://a/a 1", "http://a/a/b 1"),
            names(repository.getArtifactsWithPrefixAllVersions(NS, auid, "http://a/a"))));
    checks.add("getArtifactsAllVersions(String,String,String)", "lists the versions of a URL", () -> {
      equal(List.of("http://a/a 2", "http://a/a 1"), names(repository.getArtifactsAllVersions(NS, auid, "http://a/a")));
      equal(List.of(), names(repository.getArtifactsAllVersions(NS, auid, "http://a/")));
    });
    checks.add("getArtifactsWithUrlPrefixFromAllAus(String,String,ArtifactVersions)", "lists over AUs", () -> {
      equal(4L, all(repository.getArtifactsWithUrlPrefixFromAllAus(NS, "http://a/a", ArtifactVersions.ALL)).stream()
          .filter(this::isOfThisRun).count());
      equal(3L, all(repository.getArtifactsWithUrlPrefixFromAllAus(NS, "http://a/a", ArtifactVersions.LATEST)).stream()
          .filter(this::isOfThisRun).count());
    });
    checks.add("getArtifactsWithUrlFromAllAus(String,String,ArtifactVersions)", "lists a URL over AUs", () -> {
      equal(3L, all(repository.getArtifactsWithUrlFromAllAus(NS, "http://a/a", ArtifactVersions.ALL)).stream()
          .filter(this::isOfThisRun).count());
      equal(2L, all(repository.getArtifactsWithUrlFromAllAus(NS, "http://a/a", ArtifactVersions.LATEST)).stream()
          .filter(this::isOfThisRun).count());
      equal(List.of(), all(repository.getArtifactsWithUrlFromAllAus(NS, "http://nowhere/", ArtifactVersions.ALL)));
    });
    checks.add("getArtifact(String,String,String)", "finds the latest version", () -> {
      equal(second.getUuid(), repository.getArtifact(NS, auid, "http://a/a").getUuid());
      equal(null, repository.getArtifact(NS, auid, "http://nowhere/"));
      equal(null, repository.getArtifact(NS, "org|example|None&a~1", "http://a/a"));
    });
    checks.add("getArtifactVersion(String,String,String,Integer,boolean)", "finds a version", () -> {
      equal(first.getUuid(), repository.getArtifactVersion(NS, auid, "http://a/a", 1, false).getUuid());
      equal(null, repository.getArtifactVersion(NS, auid, "http://a/a", 3, false));
      equal(third.getUuid(), repository.getArtifactVersion(NS, auid, "http://a/a", 3, true).getUuid());
      equal(null, repository.getArtifactVersion(NS, auid, "http://a/a", 9, true));
    });
  }

  private void changing() {
    checks.add("deleteArtifact(Artifact)", "deletes", () -> {
      repository.deleteArtifact(third);
      equal(null, repository.getArtifactVersion(NS, auid, "http://a/a", 3, true));
      fails(LockssNoSuchArtifactIdException.class, "", () -> repository.deleteArtifact(third));
    });
    checks.add("deleteArtifact(String,String)", "deletes by uuid", () -> {
      repository.deleteArtifact(NS, second.getUuid());
      equal(first.getUuid(), repository.getArtifact(NS, auid, "http://a/a").getUuid());
      fails(LockssNoSuchArtifactIdException.class, "", () -> repository.deleteArtifact(NS, second.getUuid()));
    });
    checks.add("startBulkStore(String,String)", "marks an AU", () -> {
      repository.startBulkStore(NS, auid);
      fails(IOException.class, "409", () -> repository.deleteArtifact(NS, first.getUuid()));
    });
    checks.add("finishBulkStore(String,String)", "takes the mark away", () -> {
      repository.finishBulkStore(NS, auid);
      fails(LockssRestHttpException.class, "404", () -> repository.finishBulkStore(NS, auid));
      isTrue(repository.getArtifact(NS, auid, "http://a/a") != null, "nothing");
    });
    checks.add("auSize(String,String)", "adds up", () -> {
      if (!node.isLaaws()) {
        // The client sends a query parameter that is not in the contract, so the service rejects the request.
        fails(LockssRestHttpException.class, "400", () -> repository.auSize(NS, auid));
        return;
      }
      AuSize size = repository.auSize(NS, auid);
      equal(3L + 12 + 10, size.getTotalAllVersions());
      equal(3L + 12 + 10, size.getTotalLatestVersions());
      isTrue(size.getTotalWarcSize() > 0, size.getTotalWarcSize());
      equal(0L, repository.auSize(NS, auid + "-none").getTotalAllVersions());
    });
  }

  private void importing() {
    String method = "addArtifacts(String,String,InputStream,ArchiveType,boolean,String)";
    String au = auid + "-imported";
    checks.add(method, "imports, drops what is the same, leaves out what is excluded", () -> {
      byte[] archive = warc("http://w/1", "200 OK", "a", "http://w/2", "404 Not Found", "b", "http://w/1", "200 OK", "c");
      equal(List.of("OK 1", "EXCLUDED null", "OK 2"), imported(au, archive, false, "404|500"));
      equal(List.of("OK 3", "OK 1", "OK 4"), imported(au, archive, false, null));
      equal(List.of("OK 5", "DUPLICATE 1", "OK 6"), imported(au, archive, false, null));
      equal(List.of("OK 7", "OK 2", "OK 8"), imported(au, archive, true, null));
      equal("c", text(repository.getArtifactData(repository.getArtifact(NS, au, "http://w/1"), IncludeContent.ALWAYS)
          .getInputStream()));
    });
    checks.add(method, "of a chunked body", () -> {
      String body = "5\r\nhello\r\n0\r\n\r\n";
      imported(au, warc("http://w/chunked", "200 OK\r\nTransfer-Encoding: chunked", body), false, null);
      String payload = node.isLaaws() ? body : "hello";
      Artifact found = repository.getArtifact(NS, au, "http://w/chunked");
      equal("SHA-256:" + sha256(payload), found.getContentDigest());
      equal((long) payload.length(), found.getContentLength());
    });
  }

  private List<String> imported(String au, byte[] archive, boolean storeDuplicate, String exclude) throws Exception {
    List<String> found = new ArrayList<>();
    for (ImportStatus status : repository.addArtifacts(
        NS, au, new ByteArrayInputStream(archive), ArchiveType.WARC, storeDuplicate, exclude)) {
      found.add(status.getStatus() + " " + status.getVersion());
      isTrue(status.getWarcId().startsWith("<urn:uuid:"), status);
    }
    return found;
  }

  private void information() {
    checks.add("getRepositoryInfo()", "tells of store and index", () -> {
      if (!node.isLaaws()) {
        fails(IOException.class, "Unrecognized", repository::getRepositoryInfo);
        return;
      }
      RepositoryInfo info = repository.getRepositoryInfo();
      isTrue(info.getStoreInfo().getSizeKB() > info.getStoreInfo().getAvailKB(), info);
      equal("PostgreSQL", info.getIndexInfo().getType());
    });
    checks.add("getStorageInfo()", "tells of the store", () -> {
      if (!node.isLaaws()) {
        fails(IOException.class, "Unrecognized", repository::getStorageInfo);
        return;
      }
      StorageInfo info = repository.getStorageInfo();
      equal("Posix", info.getType());
      isTrue(info.getUsedKB() > 0 && info.getPercentUsed() > 0 && info.getPercentUsed() <= 1, info);
    });
    checks.add("isReady()", "is so", () -> equal(true, repository.isReady()));
  }

  private void ofTheClientAlone() {
    checks.add("getRestTemplate()", "is there", () -> isTrue(repository.getRestTemplate() != null, null));
    checks.add("getArtifactCache()", "is off", () -> equal(false, repository.getArtifactCache().isEnabled()));
    checks.add("isArtifactCacheEnabled()", "is off", () -> equal(false, repository.isArtifactCacheEnabled()));
    checks.add("enableArtifactCache(boolean,JmsFactory)", "stays off", () ->
        equal(false, repository.enableArtifactCache(false, null).isArtifactCacheEnabled()));
  }

  private boolean isOfThisRun(Artifact artifact) {
    return artifact.getAuid().equals(auid) || artifact.getAuid().equals(otherAuid);
  }

  private static ArtifactData page(String auid, String url, String text) {
    HttpHeaders headers = new HttpHeaders();
    headers.set("Content-Type", "text/html");
    ArtifactData data = new ArtifactData(new ArtifactIdentifier(NS, auid, url, null), headers, bytes(text),
        new BasicStatusLine(HttpVersion.HTTP_1_1, 200, "OK"));
    data.setCollectionDate(1_600_000_000_000L);
    return data;
  }

  private interface Listing<T> {
    Iterable<T> get() throws Exception;
  }

  /** Returns the items. If the AU or the namespace does not exist, a client may throw or return an empty listing. */
  private static <T> List<T> allOrNone(Listing<T> listing) throws Exception {
    try {
      return all(listing.get());
    } catch (RuntimeException | IOException e) {
      if (String.valueOf(e).contains("404") || String.valueOf(e.getCause()).contains("404")) return List.of();
      throw e;
    }
  }

  private static <T> List<T> all(Iterable<T> items) {
    List<T> found = new ArrayList<>();
    items.forEach(found::add);
    return found;
  }

  private static List<String> names(Iterable<Artifact> artifacts) {
    return all(artifacts).stream().map(one -> one.getUri() + " " + one.getVersion()).toList();
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(InputStream stream) throws IOException {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String sha256(String text) throws Exception {
    return HexFormat.of().formatHex(
        MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns a WARC file with one gzip member per record. `captures` contains three texts per capture: the URL, the status
   * with further header lines, and the body.
   */
  private static byte[] warc(String... captures) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    for (int at = 0; at < captures.length; at += 3) {
      String block = "HTTP/1.1 " + captures[at + 1] + "\r\nContent-Type: text/plain\r\n\r\n" + captures[at + 2];
      String record = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:" + UUID.randomUUID()
          + ">\r\nWARC-Date: 2020-02-20T20:20:20Z\r\nWARC-Target-URI: " + captures[at]
          + "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: " + block.length()
          + "\r\n\r\n" + block + "\r\n\r\n";
      try (GZIPOutputStream member = new GZIPOutputStream(archive)) {
        member.write(record.getBytes(StandardCharsets.UTF_8));
      }
    }
    return archive.toByteArray();
  }
}
