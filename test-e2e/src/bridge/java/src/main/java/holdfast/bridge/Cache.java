package holdfast.bridge;

import java.net.URL;
import java.util.Map;
import javax.jms.JMSException;
import javax.jms.MessageListener;
import org.lockss.jms.JMSManager;
import org.lockss.util.jms.JmsConsumer;
import org.lockss.util.jms.JmsFactory;
import org.lockss.util.jms.JmsProducer;
import org.lockss.util.rest.repo.RestLockssRepository;
import org.lockss.util.rest.repo.model.Artifact;
import org.lockss.util.rest.repo.util.ArtifactCache;

/**
 * Uses the artifact cache of LOCKSS's own client. The cache is enabled as soon as the bridge answers its query. It then
 * keeps an artifact until a message reports that the artifact has changed.
 */
final class Cache {
  private Cache() {}

  static void run(String[] words) throws Exception {
    RestLockssRepository repository = new RestLockssRepository(new URL(words[2]), "admin", "secret");
    repository.enableArtifactCache(true, factory(words[1]));
    ArtifactCache cache = repository.getArtifactCache();
    while (!cache.isEnabled()) Thread.sleep(50);
    Artifact artifact = new Artifact();
    artifact.setNamespace(words[3]);
    artifact.setAuid(words[4]);
    artifact.setUri(words[5]);
    artifact.setVersion(Integer.parseInt(words[6]));
    cache.put(artifact);
    Output.line(Map.of("held", "true"));
    while (cache.get(artifact) != null) Thread.sleep(50);
    Output.line(Map.of("held", "false"));
    System.exit(0);
  }

  private static JmsFactory factory(String uri) {
    JMSManager manager = new JMSManager();
    JmsFactory own = manager.getJmsFactory();
    // The cache calls methods without a connection. The proxy passes the connection to this broker to LOCKSS's factory.
    return (JmsFactory)
        java.lang.reflect.Proxy.newProxyInstance(
            Cache.class.getClassLoader(),
            new Class<?>[] {JmsFactory.class},
            (proxy, method, arguments) -> made(manager, own, uri, method.getName(), arguments));
  }

  private static Object made(
      JMSManager manager, JmsFactory own, String uri, String method, Object[] given) throws JMSException {
    String clientId = (String) given[0];
    String topic = (String) given[1];
    if (method.equals("createTopicProducer")) {
      JmsProducer producer = own.createTopicProducer(clientId, topic, manager.getConnection(uri));
      return producer;
    }
    MessageListener listener = (MessageListener) given[given.length - 1];
    JmsConsumer consumer =
        own.createTopicConsumer(clientId, topic, false, listener, manager.getConnection(uri));
    return consumer;
  }
}
