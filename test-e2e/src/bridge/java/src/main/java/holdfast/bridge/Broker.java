package holdfast.bridge;

import java.nio.file.Path;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.store.kahadb.KahaDBPersistenceAdapter;

/**
 * ActiveMQ broker that is configured as in production: STOMP for the bridge, OpenWire for the listeners, and a store that
 * survives the end of the process.
 */
final class Broker {
  private Broker() {}

  /** Starts the broker. Returns only when the broker has stopped. */
  static void run(String folder, int stompPort, int openWirePort) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setBrokerName("holdfast");
    broker.setUseJmx(false);
    broker.setUseShutdownHook(false);
    KahaDBPersistenceAdapter store = new KahaDBPersistenceAdapter();
    store.setDirectory(Path.of(folder).toFile());
    broker.setPersistenceAdapter(store);
    broker.getSystemUsage().getStoreUsage().setLimit(1L << 30);
    broker.getSystemUsage().getTempUsage().setLimit(1L << 28);
    broker.addConnector("stomp://127.0.0.1:" + stompPort);
    broker.addConnector("tcp://127.0.0.1:" + openWirePort);
    broker.start();
    broker.waitUntilStarted();
    System.out.println("ready");
    broker.waitUntilStopped();
  }
}
