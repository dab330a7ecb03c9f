// Runs the checks of both clients. Arguments: `mode repositoryUrl configUrl user password`.
package holdfast.clients;

public final class Main {
  public static void main(String[] args) throws Exception {
    Node node = new Node(args[0], args[1], args[2], args[3], args[4]);
    new RepositoryChecks(node).run();
    new ConfigChecks(node).run();
    // Threads of the clients are still running, and would keep the process alive.
    System.exit(0);
  }

  record Node(String mode, String repositoryUrl, String configUrl, String user, String password) {
    boolean isLaaws() {
      return mode.equals("laaws");
    }
  }
}
