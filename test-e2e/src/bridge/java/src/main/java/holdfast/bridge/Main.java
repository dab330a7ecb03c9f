package holdfast.bridge;

/** Programs that test the bridge: a broker, a listener, and a client with an artifact cache. */
public final class Main {
  private Main() {}

  /**
   * Runs a program. Arguments: {@code broker FOLDER STOMP-PORT OPENWIRE-PORT}, {@code listener URI [CLIENT-ID]} or
   * {@code cache URI REPOSITORY-URL NAMESPACE AUID URL VERSION}.
   */
  public static void main(String[] words) throws Exception {
    switch (words[0]) {
      case "broker" -> Broker.run(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
      case "listener" -> Listener.run(words[1], words.length > 2 ? words[2] : null);
      case "cache" -> Cache.run(words);
      default -> throw new IllegalArgumentException(words[0]);
    }
  }
}
