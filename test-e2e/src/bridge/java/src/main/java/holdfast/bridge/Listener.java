package holdfast.bridge;

import java.util.Map;
import javax.jms.Connection;
import javax.jms.InvalidClientIDException;
import javax.jms.Message;
import javax.jms.MessageListener;
import javax.jms.Session;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.lockss.config.ConfigManager;
import org.lockss.jms.JMSManager;
import org.lockss.util.jms.JmsUtil;

/**
 * Subscribes to the topics with the classes that LOCKSS services use: the JMS manager opens the connection, and the state
 * manager parses messages about states. Prints each message as a line of JSON. With a client ID, the subscriptions are
 * durable: the broker keeps the messages that are published while this process is not running.
 */
final class Listener {
  private static final String[] TOPICS = {"ConfigChangedTopic", "StateChangedTopic", "ArtifactCacheTopic"};

  private Listener() {}

  static void run(String uri, String clientId) throws Exception {
    JMSManager manager = new JMSManager();
    StateReader states = new StateReader();
    if (clientId == null) {
      for (String topic : TOPICS) {
        manager
            .getJmsFactory()
            .createTopicConsumer("listener", topic, false, listener(topic, states), manager.getConnection(uri));
      }
    } else {
      durable(uri, clientId, states);
    }
    Output.line(Map.of("topic", "", "ready", "true"));
    Thread.sleep(Long.MAX_VALUE);
  }

  private static void durable(String uri, String clientId, StateReader states) throws Exception {
    Connection connection = connected(uri, clientId);
    for (String topic : TOPICS) {
      // A message is acknowledged only after its line is printed. A listener that is killed earlier receives it again.
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session
          .createDurableSubscriber(session.createTopic(topic), topic)
          .setMessageListener(listener(topic, states));
    }
    connection.start();
  }

  /** Connects, and tries again while the broker believes that a killed process with this client ID is still connected. */
  private static Connection connected(String uri, String clientId) throws Exception {
    while (true) {
      Connection connection = new ActiveMQConnectionFactory(uri).createConnection();
      try {
        connection.setClientID(clientId);
        return connection;
      } catch (InvalidClientIDException stillThere) {
        connection.close();
        Thread.sleep(200);
      }
    }
  }

  private static MessageListener listener(String topic, StateReader states) {
    return message -> {
      try {
        @SuppressWarnings("unchecked")
        Map<String, Object> map = (Map<String, Object>) JmsUtil.convertMessage(message);
        String read = topic.equals("StateChangedTopic") ? states.read(map) : read(topic, map);
        Output.line(Map.of("topic", topic, "id", idOf(message), "map", map, "read", read));
      } catch (Exception error) {
        Output.line(Map.of("topic", topic, "fault", String.valueOf(error)));
      }
    };
  }

  private static String idOf(Message message) throws Exception {
    String id = message.getStringProperty("HoldfastMessageId");
    return id == null ? "" : id;
  }

  private static String read(String topic, Map<String, Object> map) {
    return topic.equals("ConfigChangedTopic") ? String.valueOf(map.get(ConfigManager.CONFIG_NOTIFY_VERB)) : "";
  }
}
