// Drives the clients against services: `mode repositoryUrl configUrl user password`.
package holdfast.clients;

public final class Main {
  public static void main(String[] args) throws Exception {
    Node node = new Node(args[0], args[1], args[2], args[3], args[4]);
    new RepositoryChecks(node).run();
    new ConfigChecks(node).run();
    // Clients leave threads behind.
    System.exit(0);
  }

  record Node(String mode, String repositoryUrl, String configUrl, String user, String password) {
    boolean isLaaws() {
      return mode.equals("laaws");
    }
  }
}
